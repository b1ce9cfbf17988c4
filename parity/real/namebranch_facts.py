"""What one tiny model is and does, as a table of texts: class, patches, weights, configuration, loss, logits, gradients, words, files."""

import hashlib
import json
import logging
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

_ENTRANCES = ("from_pretrained", "_from_config")
_WORDS = 4  # that are generated
_ROWS, _COLUMNS = 2, 8  # of the words that a model is given
_FIRST_WORD = 3  # those before it mean something else in most vocabularies
Facts = dict[str, str]


def told(
    run: dict[str, Any], functions: list[Callable[..., Any]], inputs: Callable[..., Any] | None, job: dict[str, Any]
) -> dict[str, Any]:
    """Return the facts of a run, or the error in which it ended, and whether code of the target itself raised it."""
    facts: Facts = {}
    said: list[str] = []
    with _heard(said), _entered(facts, job):
        try:
            model, others = _loaded(run, functions)
        except Exception as error:  # noqa: BLE001  code under test may fail in any way
            ended = _plain(f"{type(error).__name__}: {error}", job)
            return {"error": ended, "own": _is_own(error, job["tree"]), "said": [_plain(line, job) for line in said]}
        if job["fault"]:
            _flipped(model)
        facts |= {"class": _name(type(model)), "returned beside it": ", ".join(_name(type(one)) for one in others)}
        facts |= import_module("namebranch_patches").patches(model, job["tree"])
        facts |= _weights(model)
        facts |= {f"config {key}": value for key, value in _flat(getattr(model, "config", None))}
        facts |= _done(model, run, inputs)
        if hasattr(model, "save_pretrained"):
            model.save_pretrained(run["out"])
    facts["said"] = " | ".join(_plain(line, job) for line in said)
    return {"facts": {key: _plain(value, job) for key, value in facts.items()}}


def _loaded(run: dict[str, Any], functions: list[Callable[..., Any]]) -> tuple[Any, tuple[Any, ...]]:
    """Give the options to the last function, what it returns to the one before, and so on; the first returns a model, and maybe more."""
    *before, last = functions
    value = last(**run["options"])
    for function in reversed(before):
        value = function(value)
    return (value[0], tuple(value[1:])) if isinstance(value, tuple | list) else (value, ())


def _weights(model: Any) -> Facts:
    trained = {name for name, value in model.named_parameters() if value.requires_grad}
    devices = sorted({str(value.device) for value in model.state_dict().values()})
    facts = {"devices": ", ".join(devices), "device map": repr(getattr(model, "hf_device_map", None))}
    for name, value in model.state_dict().items():
        kept = "trained" if name in trained else "kept"
        facts[f"weight {name}"] = f"{value.dtype} {tuple(value.shape)} {kept} {_tensor(value)}"
    return facts


def _done(model: Any, run: dict[str, Any], inputs: Callable[..., Any] | None) -> Facts:
    """Return what the model computes: in training the loss and what is learned from it, else logits and words."""
    torch = import_module("torch")
    given = inputs(model, run["type"]) if inputs is not None else _given(model, torch)
    torch.manual_seed(0)
    model.train()
    out = model(**given)
    facts = {}
    if getattr(out, "loss", None) is not None:
        facts["loss"] = float(out.loss.detach()).hex()
        out.loss.backward()
        grown = ((name, value.grad) for name, value in model.named_parameters() if value.grad is not None)
        facts |= {f"gradient {name}": _tensor(value) for name, value in grown}
    model.eval()
    with torch.no_grad():
        logits = getattr(model(**given), "logits", None)
        facts["logits"] = "none" if logits is None else f"{logits.dtype} {tuple(logits.shape)} {_tensor(logits)}"
        if getattr(model, "can_generate", lambda: False)():
            words = {key: value for key, value in given.items() if key != "labels"}
            facts["words"] = json.dumps(model.generate(**words, max_new_tokens=_WORDS, do_sample=False).tolist())
    return facts


def _given(model: Any, torch: Any) -> dict[str, Any]:
    """Return arguments for a model, by its main input; labels are words."""
    config, chance = model.config, torch.Generator().manual_seed(0)
    text = config.get_text_config() if hasattr(config, "get_text_config") else config
    words = torch.randint(_FIRST_WORD, int(text.vocab_size), (_ROWS, _COLUMNS), generator=chance)
    match getattr(model, "main_input_name", "input_ids"):
        case "input_features":
            heard = torch.randn((_ROWS, config.num_mel_bins, 2 * config.max_source_positions), generator=chance)
            return {"input_features": heard, "labels": words}
        case "pixel_values":
            seen = torch.randn((_ROWS, getattr(config, "num_channels", 3), config.image_size, config.image_size), generator=chance)
            return {"pixel_values": seen, "labels": words}
        case _:
            return {"input_ids": words, "attention_mask": torch.ones_like(words), "labels": words}


def _flipped(model: Any) -> None:
    """Change one weight by a bit: the fault that is planted where nothing of the tree changed."""
    torch = import_module("torch")
    first = next(value for value in model.state_dict().values() if value.numel())
    first.view(-1).view(torch.uint8)[0] ^= 1


@contextmanager
def _entered(facts: Facts, job: dict[str, Any]) -> Iterator[None]:
    """Note how models are made: the arguments of the outermost call."""
    base = import_module("transformers").PreTrainedModel
    inside = [False]

    def noting(name: str) -> Any:
        inner = getattr(base, name).__func__

        def run(cls: Any, *args: Any, **kwargs: Any) -> Any:
            if inside[0]:
                return inner(cls, *args, **kwargs)
            given = [*map(_shown, args), *(f"{key}={_shown(value)}" for key, value in sorted(kwargs.items()))]
            facts[f"call {len(facts)} {name}"] = f"{cls.__name__}.{name}({', '.join(given)})"
            inside[0] = True
            try:
                return inner(cls, *args, **kwargs)
            finally:
                inside[0] = False

        return classmethod(run)

    before = {name: base.__dict__[name] for name in _ENTRANCES}
    for name in _ENTRANCES:
        setattr(base, name, noting(name))
    try:
        yield
    finally:
        for name, value in before.items():
            setattr(base, name, value)


@contextmanager
def _heard(said: list[str]) -> Iterator[None]:
    """Note what is logged and warned of."""

    class Hearing(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            said.append(f"{record.levelname} {record.getMessage()}")

    hearing, root = Hearing(), logging.getLogger()
    root.addHandler(hearing)
    root.setLevel(logging.INFO)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            yield
        finally:
            root.removeHandler(hearing)
            said += [f"{one.category.__name__} {one.message}" for one in caught]


def _shown(value: Any) -> str:
    if hasattr(value, "to_dict"):
        return f"{type(value).__name__}#{_hash(json.dumps(value.to_dict(), sort_keys=True, default=str).encode())}"
    return repr(value)


def _flat(config: Any) -> Iterator[tuple[str, str]]:
    queue = [("", config.to_dict())] if hasattr(config, "to_dict") else []
    while queue:
        path, value = queue.pop()
        if isinstance(value, dict):
            queue += [(f"{path}.{key}".lstrip("."), inner) for key, inner in value.items()]
        else:
            yield path, repr(value)


def _name(cls: type) -> str:
    return f"{cls.__module__}.{cls.__qualname__}"


def _tensor(value: Any) -> str:
    torch = import_module("torch")
    return _hash(value.detach().cpu().contiguous().reshape(-1).view(torch.uint8).numpy().tobytes())


def _hash(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=8).hexdigest()


def _plain(text: str, job: dict[str, Any]) -> str:
    return text.replace(job["scratch"], "<scratch>").replace(job["tree"], "<tree>")


def _is_own(error: BaseException, tree: str) -> bool:
    """Whether a statement of the tree itself raised an error."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace is not None and Path(trace.tb_frame.f_code.co_filename).is_relative_to(tree)
