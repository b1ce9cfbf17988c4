"""The phases that most trainers have: a context that is ready to be declared, or to be given further fields by a subclass."""

from typing import Any

from .lifecycle import Context, Field, Renamed


def tokenizer_of(processor: Any) -> Any:
    """Return the tokenizer inside a processor; the processor of a text-only model is its tokenizer."""
    return getattr(processor, "tokenizer", processor)


class ModelContext(
    Context,
    phases=(
        "before_config_load",
        "configure_run",
        "before_processor_load",
        "before_model_build",
        "after_model_build",
        "after_adapter_load",
        "before_save",
        "after_save",
    ),
):
    """What is known of a model from before its config is loaded until it is saved: `registry.lifecycle(ModelContext)`."""

    cfg: Field[Any] = Field()  # of the run
    model_config: Field[Any] = Field(since="configure_run", default=None)
    processor: Field[Any] = Field(since="before_model_build", default=None)
    inference: Field[bool] = Field(since="before_model_build", until="after_adapter_load", default=False)
    reference_model: Field[bool] = Field(since="before_model_build", until="after_adapter_load", default=False)
    model: Field[Any] = Field(since="after_model_build")  # with its adapter after that is loaded
    folder: Field[Any] = Field(since="before_save")
    tokenizer: Renamed[Any] = Renamed("processor", inside=tokenizer_of, removal="its next major version")
