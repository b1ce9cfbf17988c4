"""All consumers of axolotl's registry, asked one after another in a process of their own: `python axolotl_consumers.py ROOT`.

Prints JSON: what each consumer answers for each model type, and which packages were replaced by stand-ins.
"""

import contextlib
import importlib
import itertools
import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any

from standins import Standins

TYPES = ("kite", "voxtral", "gemma3", "mistral3", "smolvlm", "qwen3", "qwen2_vl", "kimi_linear", "paddleocr_vl", "qwen4_exp", None, "")
TEMPLATES = (None, "qwen2_vl", "gemma3", "kite", "cohere_compass", "paddleocr_vl")
NAMES = ("org/some-model", "moonshotai/Kimi-Linear-48B-A3B", "inclusionAI/Ling-3.0-flash")
MAPPED = {"voxtral": "VoxtralForConditionalGeneration", "gemma3": "Gemma3ForConditionalGeneration"}
GIVEN = {"transformers.models.auto.modeling_auto": {"MODEL_FOR_IMAGE_TEXT_TO_TEXT_MAPPING_NAMES": dict(MAPPED)}}
KERNELS = ("lora_mlp_kernel", "lora_qkv_kernel", "lora_o_kernel", "lora_embedding_kernel")


class ReachedError(Exception):
    """The consumer has asked; what it would do next is not what is compared."""


class Cfg(dict[str, Any]):
    """A configuration in which every key is there, None by default."""

    def __getattr__(self, name: str) -> Any:
        return self.get(name)

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value

    def __missing__(self, name: str) -> Any:
        return None


def package(name: str) -> Any:
    """Return a module under test."""
    return importlib.import_module(name)


def cfg(model_type: str | None, **more: Any) -> Cfg:
    """Return a configuration for a model type."""
    return Cfg(model_config_type=model_type, base_model="org/some-model", base_model_config="org/some-model", **more)


def said(ask: Callable[[], Any]) -> str:
    """Return what a call gives, or raises, as text."""
    try:
        value = ask()
    except ReachedError as reached:
        return str(reached)
    except Exception as error:  # noqa: BLE001  whatever it is, it is the answer
        return f"{type(error).__name__}: {error}"
    return value.__name__ if isinstance(value, type) else str(value)


def patched(module: Any, name: str, value: Any) -> contextlib.AbstractContextManager[None]:
    """Set an attribute of a module for a while."""

    @contextlib.contextmanager
    def change() -> Iterator[None]:
        before = getattr(module, name)
        setattr(module, name, value)
        try:
            yield
        finally:
            setattr(module, name, before)

    return change()


def hooks(support: Any, phase: Any, context: Any) -> None:
    """Stand for `run_model_support_hooks`: name the hooks that would run."""
    resolve_model_support = package("axolotl.model_support").resolve_model_support

    resolved = resolve_model_support(support)
    names = [] if resolved is None else [f"{hook.__module__}.{hook.__qualname__}" for hook in resolved.hooks.for_phase(phase)]
    raise ReachedError(f"{phase.value}: {', '.join(names) or 'no hook'}")


def phases(model_type: str | None) -> dict[str, str]:
    """Return which hooks the phases would run that are dispatched by the patch manager."""
    patch_manager = package("axolotl.loaders.patch_manager")

    manager = patch_manager.PatchManager
    own = SimpleNamespace(cfg=cfg(model_type), _hook_context=lambda *_: None)
    with patched(patch_manager, "run_model_support_hooks", hooks):
        found = {}
        for name in NAMES:
            asked = cfg(model_type)
            asked.base_model_config = asked.tokenizer_config = name
            found[f"before config load, {name}"] = said(partial(manager.apply_pre_config_load_patches, asked))
            found[f"before tokenizer load, {name}"] = said(partial(manager.apply_pre_tokenizer_load_patches, asked))
        found["before model build"] = said(lambda: manager._apply_model_support_pre_load_hook(own))  # noqa: SLF001  the consumer
        found["after base model build"] = said(lambda: manager.apply_post_model_build_patches(own, None))
        found["after adapter load"] = said(lambda: manager.apply_post_model_load_patches(own, None))
    found["registrations"] = said(lambda: manager._apply_model_support_registrations(own))  # noqa: SLF001  the consumer
    return found


def configured(model_type: str | None) -> dict[str, str]:
    """Return what the configuration of a run becomes: is it multimodal, which kernels stay on, which hooks would run."""
    config = package("axolotl.utils.config")

    found = {}
    for kernels, multimodal in itertools.product((None, True), repeat=2):
        run = cfg(
            model_type, is_multimodal=multimodal, gradient_accumulation_steps=1, micro_batch_size=1, **dict.fromkeys(KERNELS, kernels)
        )
        with (
            patched(config, "load_model_config", lambda _: SimpleNamespace(model_type=model_type)),
            patched(config, "run_model_support_hooks", hooks),
            patched(config, "choose_device", lambda _: None),
            patched(config, "resolve_dtype", lambda _: None),
        ):
            ran = said(partial(config.normalize_config, run))
        found[f"configure run, kernels {kernels}, multimodal {multimodal}"] = (
            f"{ran}; multimodal {run.is_multimodal}; {[run[one] for one in KERNELS]}"
        )
    return found


def loaded(model_type: str | None) -> dict[str, str]:
    """Return which class loads the model."""
    loader_class = package("axolotl.loaders.model").ModelLoader

    found = {}
    for multimodal in (None, True):
        loader = SimpleNamespace(
            cfg=cfg(model_type, is_multimodal=multimodal), model_config=SimpleNamespace(model_type=model_type), auto_model_loader="default"
        )
        ran = said(partial(loader_class._set_auto_model_loader, loader))  # noqa: SLF001  the consumer
        found[f"auto model, multimodal {multimodal}"] = f"{ran}; {getattr(loader.auto_model_loader, '__name__', loader.auto_model_loader)}"
    return found


def capabilities(model_type: str | None) -> dict[str, str]:
    """Return what the consumers of capabilities hear."""
    cut_cross_entropy = package("axolotl.integrations.cut_cross_entropy")
    adapter = package("axolotl.integrations.kernels.adapters.nvfp4_moe").Nvfp4MoeAdapter
    liger = package("axolotl.integrations.liger.plugin")
    patch_manager = package("axolotl.loaders.patch_manager")
    base = package("axolotl.model_support.base")

    real = base.check_capability
    heard: list[str] = []

    def check(support: Any, name: str, *args: Any, **kwargs: Any) -> None:
        heard.clear()
        real(support, name, *args, **kwargs)
        raise ReachedError(f"{name}: allowed {heard}")

    manager = patch_manager.PatchManager
    own = SimpleNamespace(cfg=cfg(model_type, lora_qkv_kernel=True, sdpa_varlen=True))
    layout = {"routed_projs": ["gate_proj"]}

    with (
        patched(base.LOG.__class__, "warning_once", lambda _, *args: heard.append(str(args))),
        patched(patch_manager, "check_capability", check),
        patched(liger, "check_capability", check),
        patched(cut_cross_entropy, "check_capability", check),
        patched(package("axolotl.model_support"), "check_capability", check),
    ):
        return {
            "liger": said(lambda: liger.LigerPlugin.pre_model_load(SimpleNamespace(), cfg(model_type, liger_rope=True))),
            "cut cross entropy": said(
                lambda: cut_cross_entropy.CutCrossEntropyPlugin.pre_model_load(SimpleNamespace(), cfg(model_type, cut_cross_entropy=True))
            ),
            "LoRA kernels": said(lambda: manager._apply_self_attention_lora_patch(own)),  # noqa: SLF001  the consumer
            "SDPA varlen": said(lambda: warned(patch_manager, lambda: manager._apply_sdpa_varlen_patch(own))),  # noqa: SLF001  the consumer
            "expert kernels": said(lambda: adapter._validate_supported_layout(None, None, model_type, layout)),  # noqa: SLF001
        }


def warned(module: Any, ask: Callable[[], Any]) -> str:
    """Return what a consumer warns of."""
    heard: list[str] = []
    with patched(module, "LOG", SimpleNamespace(warning=lambda *args: heard.append(str(args)), info=str, debug=str)):
        return f"{said(ask)}; warned of {heard}"


def kernels(model_type: str | None) -> dict[str, str]:
    """Return whether fused kernels are switched on before the model type is known."""
    schema = package("axolotl.utils.schemas.config").AxolotlConfigWCapabilities

    check: Any = schema.check_auto_enable_lora_kernels
    data = {"adapter": "lora", "model_config_type": model_type, "env_capabilities": {"torch_version": "2.9.0"}, "lora_dropout": 0}
    return {"kernels before the type is known": said(lambda: check(dict(data)))}


def processed(model_type: str | None) -> dict[str, str]:
    """Return which strategy prepares images and text, by model type, chat template and processor."""
    processing_strategies = package("axolotl.processing_strategies")

    bare = {name: value for name, value in vars(processing_strategies).items() if isinstance(value, type) and "Strategy" in name}
    with contextlib.ExitStack() as stack:
        for value in bare.values():
            stack.enter_context(patched(value, "__init__", lambda _, **__: None))
        return {
            f"processing by {template}, {name}": said(partial(chosen, processing_strategies, processor, template, model_type))
            for template in TEMPLATES
            for name, processor in processors(processing_strategies).items()
        }


def chosen(processing_strategies: Any, processor: Any, template: str | None, model_type: str | None) -> type:
    """Return the strategy that is chosen."""
    return type(processing_strategies.get_processing_strategy(processor, None, template, model_type=model_type))


def processors(processing_strategies: Any) -> dict[str, Any]:
    """Return one processor that nobody knows, two of the chain of tests, and one that a matcher knows."""
    compass = importlib.import_module("transformers.models.cohere_compass").CohereCompassProcessor
    known = (processing_strategies.VoxtralProcessor, processing_strategies.SmolVLMProcessor, compass)
    return {"a processor": SimpleNamespace(), **{kind.__name__: object.__new__(kind) for kind in known}}


def main(root: str) -> None:
    """Ask all consumers for all types."""
    sys.path.insert(0, root)
    standins = Standins(["axolotl"], GIVEN).install()
    asked = (phases, configured, loaded, capabilities, kernels, processed)
    answers = {str(model_type): {name: text for ask in asked for name, text in ask(model_type).items()} for model_type in TYPES}
    replaced = sorted({name.partition(".")[0] for name in standins.replaced})
    json.dump({"answers": answers, "replaced": replaced}, sys.stdout, indent=1, sort_keys=True)


if __name__ == "__main__":
    main(sys.argv[1])
