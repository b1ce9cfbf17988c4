"""Lifecycle phases: a context that does not change and knows which fields exist when."""

from typing import Any

from runtime_under_test import refused, runtime, warned

AbsentFieldError, DeclarationError, Descriptor = runtime.AbsentFieldError, runtime.DeclarationError, runtime.Descriptor

PHASES = ("before_config_load", "before_model_build", "after_model_build", "before_save")


def inside(processor: Any) -> Any:
    """Return the tokenizer of a processor; a text-only model has its tokenizer for one."""
    return getattr(processor, "tokenizer", processor)


class Load(runtime.Context, phases=PHASES):
    """What hooks are given while a model is loaded."""

    cfg: runtime.Field[dict[str, Any]] = runtime.Field()
    processor: runtime.Field[Any] = runtime.Field(since="before_model_build", default=None)
    model: runtime.Field[Any] = runtime.Field(since="after_model_build")
    dataset: runtime.Field[str] = runtime.Field(since="before_model_build", until="after_model_build", default="none")
    tokenizer: runtime.Renamed[Any] = runtime.Renamed("processor", inside=inside, removal="kit 2")


class Early(runtime.Context, phases=("a", "b", "c")):
    """A context with a field that goes."""

    soon: runtime.Field[int] = runtime.Field(until="b")


class Processor:
    """A processor with two parts."""

    tokenizer = "its tokenizer"


# Which fields exist


def test_a_field_exists_from_its_first_phase_to_its_last() -> None:
    given: dict[str, Any] = {"cfg": {}, "model": "m"}
    exist = {}
    for phase in PHASES:
        late = PHASES.index(phase) >= 2
        context = Load(phase, **(given if late else {"cfg": {}}))
        exist[phase] = [name for name in ("cfg", "processor", "model", "dataset") if hasattr(context, name)]
    assert exist == {
        "before_config_load": ["cfg"],
        "before_model_build": ["cfg", "processor", "dataset"],
        "after_model_build": ["cfg", "processor", "model", "dataset"],
        "before_save": ["cfg", "processor", "model"],
    }


def test_to_read_what_does_not_exist_yet_says_when_it_does() -> None:
    context = Load("before_config_load", cfg={})
    with refused(AbsentFieldError, "Load.model", "before_config_load", "from after_model_build to before_save"):
        _ = context.model
    with refused(AbsentFieldError, "Load.dataset", "from before_model_build to after_model_build"):
        _ = Load("before_save", cfg={}, model=1).dataset
    with refused(AbsentFieldError, "Early.soon", "from a to b"):
        _ = Early("c").soon
    with refused(AttributeError):
        _ = context.nothing  # type: ignore[attr-defined]


def test_to_give_what_does_not_exist_or_to_leave_out_what_does_is_refused() -> None:
    with refused(TypeError, "no model in phase before_model_build", "from after_model_build"):
        Load("before_model_build", cfg={}, model=1)
    with refused(TypeError, "no optimizer in phase before_config_load", "its fields are cfg"):
        Load("before_config_load", cfg={}, optimizer=1)
    with refused(TypeError, "no tokenizer in phase before_config_load"), warned(DeprecationWarning):
        Load("before_config_load", cfg={}, tokenizer=1)
    with refused(TypeError, "after_model_build needs cfg, model"):
        Load("after_model_build")
    with refused(DeclarationError, "no phase 'before_lunch'", "before_config_load"):
        Load("before_lunch", cfg={})


def test_what_is_not_given_is_the_default_of_its_field() -> None:
    context = Load("before_model_build", cfg={"a": 1})
    assert (context.cfg, context.processor, context.dataset, context.phase) == ({"a": 1}, None, "none", "before_model_build")
    assert repr(context) == "<Load before_model_build: processor, dataset, cfg>"


def test_a_context_does_not_change() -> None:
    context: Any = Load("before_config_load", cfg={"a": 1})
    for name in ("cfg", "model", "tokenizer", "phase", "given", "anything"):
        with refused(AttributeError, name, "does not change"):
            setattr(context, name, 1)
        with refused(AttributeError, name):
            delattr(context, name)
    with refused(TypeError):
        context.given["cfg"] = {}
    context.cfg["a"] = 2  # the objects in it may
    assert context.cfg == {"a": 2}


# A field with a new name


def test_the_old_name_still_reads_what_the_new_one_holds_and_warns() -> None:
    processor = Processor()
    context = Load("before_model_build", cfg={}, processor=processor)
    with warned(DeprecationWarning, "Load.tokenizer", "use Load.processor", "kit 2"):
        assert context.tokenizer == "its tokenizer"
    with warned(DeprecationWarning, times=0):
        assert context.processor is processor


def test_of_a_text_only_model_the_tokenizer_is_the_processor() -> None:
    with warned(DeprecationWarning, "Load.tokenizer", "use Load.processor"):
        context = Load("before_model_build", cfg={}, tokenizer="t")
    assert context.processor == "t"
    with warned(DeprecationWarning):
        assert context.tokenizer == "t"
    with warned(DeprecationWarning):
        assert Load("before_model_build", cfg={}, processor="t").tokenizer == "t"


def test_whoever_gives_both_gets_back_both() -> None:
    processor = Processor()
    with warned(DeprecationWarning):
        context = Load("before_model_build", cfg={}, tokenizer="t", processor=processor)
    with warned(DeprecationWarning):
        assert (context.processor, context.tokenizer) == (processor, "t")


def test_the_old_name_exists_when_the_new_one_does() -> None:
    context = Load("before_config_load", cfg={})
    with refused(AbsentFieldError, "Load.processor", "from before_model_build"):
        _ = context.tokenizer
    assert not hasattr(context, "tokenizer")


# Declaring


def test_what_a_class_declares_can_be_read() -> None:
    assert (Load.phases, tuple(Load.fields), tuple(Load.renamed)) == (PHASES, ("cfg", "processor", "model", "dataset"), ("tokenizer",))
    assert (Load.cfg is Load.fields["cfg"], Load.tokenizer is Load.renamed["tokenizer"]) == (True, True)


def test_a_context_of_another_framework_may_add_fields() -> None:
    class Further(Load):
        adapter: runtime.Field[str] = runtime.Field(since="after_model_build", default="lora")

    context = Further("after_model_build", cfg={}, model=1)
    assert (context.adapter, context.dataset, Further.phases) == ("lora", "none", PHASES)


def test_phases_and_fields_that_cannot_be_are_refused() -> None:
    def without_phases() -> None:
        class Loose(runtime.Context):
            pass

    def twice() -> None:
        class Loose(runtime.Context, phases=("a", "a")):
            pass

    def unknown_phase() -> None:
        class Loose(runtime.Context, phases=("a",)):
            cfg: runtime.Field[int] = runtime.Field(since="b")
            more: runtime.Field[int] = runtime.Field(until="c")

    def unknown_field() -> None:
        class Loose(runtime.Context, phases=("a",)):
            cfg: runtime.Renamed[int] = runtime.Renamed("config", removal="kit 2")

    def its_own() -> None:
        class Loose(runtime.Context, phases=("a",)):
            phase: runtime.Field[int] = runtime.Field()  # type: ignore[assignment]

    for declare, words in (
        (without_phases, "none"),
        (twice, "('a', 'a')"),
        (unknown_phase, "b, c"),
        (unknown_field, "config"),
        (its_own, "phase"),
    ):
        with refused(DeclarationError, "Loose", words):
            declare()


# The phases that most trainers have


def test_the_ready_context_knows_what_there_is_when() -> None:
    fields = runtime.ModelContext.fields
    exist = {
        phase: {name for name, each in fields.items() if each.exists(runtime.ModelContext, phase)} for phase in runtime.ModelContext.phases
    }
    loading = {"cfg", "model_config", "processor", "inference", "reference_model"}
    assert exist == {
        "before_config_load": {"cfg"},
        "configure_run": {"cfg", "model_config"},
        "before_processor_load": {"cfg", "model_config"},
        "before_model_build": loading,
        "after_model_build": {*loading, "model"},
        "after_adapter_load": {*loading, "model"},
        "before_save": {"cfg", "model_config", "processor", "model", "folder"},
        "after_save": {"cfg", "model_config", "processor", "model", "folder"},
    }


def test_the_tokenizer_of_the_ready_context_is_found_in_its_processor() -> None:
    for processor, tokenizer in ((Processor(), "its tokenizer"), ("t", "t"), (None, None)):
        with warned(DeprecationWarning, "ModelContext.tokenizer", "use ModelContext.processor"):
            assert runtime.ModelContext("before_model_build", cfg={}, processor=processor).tokenizer == tokenizer


# In a registry


def test_phases_are_effect_points_with_the_context() -> None:
    registry = runtime.Registry("kit", spaces=("model_type",), unknown="default")
    load = registry.lifecycle(Load)
    seen: list[str] = []

    def note(context: Load) -> None:
        seen.append(f"{context.phase} {context.cfg}")

    registry.register(Descriptor(keys={"model_type": "kite"}, hooks={"before_config_load": note, "before_save": (note, note)}))
    for phase in PHASES:
        for key in ("kite", "llama", None):
            context = load.enter(phase, key, cfg={}, **({"model": 1} if phase in PHASES[2:] else {}))
            assert context.phase == phase
    assert seen == ["before_config_load {}", "before_save {}", "before_save {}"]
    assert (tuple(load.points), tuple(registry.questions)) == (PHASES, PHASES)


def test_hooks_of_a_phase_that_there_is_not_are_refused() -> None:
    registry = runtime.Registry("kit", spaces=("model_type",), unknown="default")
    registry.lifecycle(Load)
    with refused(runtime.RegistrationError, "before_config_laod", "did you mean 'before_config_load'"):
        registry.register(Descriptor(keys={"model_type": "kite"}, hooks={"before_config_laod": lambda context: None}))
    with refused(DeclarationError, "before_config_load"):
        registry.lifecycle(Load)
