"""Weight conversions of one model, on the conversion mapping of transformers 5: declared once, in force when it counts.

transformers keeps one mapping for the whole process, looks into it once a model's constructor is done, and reverses at save what it
finds then. A descriptor that only registers its conversions before the build loses them to a constructor that registers its own, and at
save to whoever registered last. So:

    def without_the_old_name(registered):
        return {"nemotron_h": [one for one in registered("nemotron_h") if one.source_patterns != ["embedding.weight"]]}

    conversions = WeightConversions(without_the_old_name)
    conversions.register()                           # before the build; an operation without a reverse is reported here
    with conversions.held():                         # while it is built or loaded
        model = AutoModelForCausalLM.from_pretrained(folder)
    conversions.after_build(model)                   # from now on every save of *model* reverses what was declared
    ...
    conversions.before_save(model)                   # whatever has been loaded into it or registered since
    model.save_pretrained(folder)

What a provider returns for a key is all that counts for that key; what it finds there may have come from transformers or from the
model's constructor, and is never its own work of an earlier time. Nothing here imports transformers before it is asked to.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from . import conversion_mapping as mapping
from .irreversible import (
    ConversionError,
    Irreversible,
    IrreversibleConversionError,
    IrreversibleConversionWarning,
    irreversible,
    refused,
    warned,
)

__all__ = [
    "ConversionError",
    "Irreversible",
    "IrreversibleConversionError",
    "IrreversibleConversionWarning",
    "Provider",
    "Registered",
    "Transform",
    "WeightConversions",
    "refused",
    "warned",
]


class Transform(Protocol):
    """A renaming or converter of transformers: what it needs to be, to be declared."""

    source_patterns: list[str]
    target_patterns: list[str]

    def reverse_transform(self) -> Any:
        """Return the transform that undoes this one; may raise."""


Registered = Callable[[str], list[Any]]  # a model type or class name to what others registered for it; empty if nothing
Provider = Callable[[Registered], Mapping[str, Iterable[Transform]]]


@dataclass(frozen=True)
class _Layer:
    """What a provider laid over a key, as it is told apart, and what lies beneath."""

    provider: Provider
    beneath: list[Any]
    shown: tuple[object, ...]


# As transformers has one mapping for the whole process, so is there one memory of what was laid over it.
_LAYERS: dict[str, _Layer] = {}
_SAVED: "WeakKeyDictionary[Any, list[Any]]" = WeakKeyDictionary()


class WeightConversions:
    """The weight conversions that one descriptor declares."""

    def __init__(self, provider: Provider, *, irreversible: Callable[[tuple[Irreversible, ...]], None] = refused) -> None:
        """Declare what *provider* returns; *irreversible* is told what of it cannot be undone, before anything is registered."""
        self._provider = provider
        self._irreversible = irreversible

    def register(self) -> tuple[str, ...]:
        """Put the declared conversions in force; return the keys that had to be registered, none if all are as we left them.

        Raises:
            IrreversibleConversionError: a declared operation has no reverse, and the policy refuses that.
            ConversionError: a key is another provider's, or transformers has no conversion mapping.

        """
        with mapping.LOCK:
            laid = {key: layer for key, layer in _LAYERS.items() if layer.provider is self._provider}
            if laid and all(_is_ours(layer, mapping.registered(key)) for key, layer in laid.items()):
                return ()
            declared = {key: list(transforms) for key, transforms in self._provider(self._beneath).items()}
            self._refuse_keys_of_others(declared)
            if found := tuple(one for key, transforms in declared.items() for one in irreversible(key, transforms)):
                self._irreversible(found)
            return tuple(key for key, transforms in declared.items() if self._lay(key, transforms))

    @contextmanager
    def held(self) -> Iterator[None]:
        """Keep the declared conversions in force while models are built or loaded, whatever their constructors register.

        Raises:
            ConversionError: as `register`; or transformers looks conversions up in a place that is not known here.

        """
        self.register()
        with mapping.before_each_lookup(self.register):
            yield
            self.register()

    def after_build(self, model: Any) -> None:
        """Put the declared conversions in force again, and make every save of *model* reverse them.

        Raises:
            ConversionError: *model* was loaded by other conversions than the declared ones, as its constructor overwrote them.

        """
        with mapping.LOCK:
            overwritten, loaded_by = self.register(), getattr(model, "_weight_conversions", None)
            if overwritten and loaded_by is not None:
                keys = ", ".join(overwritten)
                raise ConversionError(
                    f"{type(model).__name__} was loaded by other conversions than those declared for {keys}: load it in held()"
                )
            _SAVED[model] = mapping.of_a_new(model) if loaded_by is None else loaded_by
            self.before_save(model)

    def before_save(self, model: Any) -> None:
        """Make the next save of *model* reverse what was declared when it was built, whatever was loaded into it since."""
        with mapping.LOCK:
            if model not in _SAVED:
                self.after_build(model)
            model._weight_conversions = _SAVED[model]  # noqa: SLF001 where transformers looks first when it saves

    def _beneath(self, key: str) -> list[Any]:
        now, layer = mapping.registered(key), _LAYERS.get(key)
        if layer is not None and layer.provider is self._provider and _is_ours(layer, now):
            return deepcopy(layer.beneath)
        return now or []

    def _lay(self, key: str, transforms: list[Any]) -> bool:
        now, layer = mapping.registered(key), _Layer(self._provider, self._beneath(key), mapping.shown(transforms))
        _LAYERS[key] = layer
        if _is_ours(layer, now):  # what is registered counts as the user's, which changes models of custom code: not for nothing
            return False
        mapping.register(key, transforms)
        return True

    def _refuse_keys_of_others(self, declared: Iterable[str]) -> None:
        for key in declared:
            layer = _LAYERS.get(key)
            if layer is not None and layer.provider is not self._provider:
                raise ConversionError(
                    f"the conversions of {key!r} are declared twice: by {_place(layer.provider)} and by {_place(self._provider)}"
                )


def _is_ours(layer: _Layer, now: list[Any] | None) -> bool:
    return now is not None and layer.shown == mapping.shown(now)


def _place(provider: Provider) -> str:
    return f"{getattr(provider, '__module__', '?')}.{getattr(provider, '__qualname__', provider)}"
