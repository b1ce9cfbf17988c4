"""The conversion mapping of transformers: what is registered, for whom, and when it is looked up. 5.0 to 5.23 are known."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from importlib import import_module
from threading import RLock
from typing import Any

from .irreversible import ConversionError

LOCK = RLock()  # there is one mapping for the whole process
_BEFORE: list[Callable[[], object]] = []
_LOOKUP: list[Any] = []  # transformers' own, while somebody waits for it


def registered(key: str) -> list[Any] | None:
    """Return a copy of what is registered for a model type or class name, or None."""
    found: list[Any] | None = _transformers("conversion_mapping").get_checkpoint_conversion_mapping(key)
    return found


def register(key: str, transforms: list[Any]) -> None:
    """Register *transforms* for a model type or class name in the place of what is there."""
    _transformers("conversion_mapping").register_checkpoint_conversion_mapping(key, transforms, overwrite=True)


def of_a_new(model: Any) -> list[Any]:
    """Return what transformers would reverse if *model*, which was not loaded, were saved now."""
    # Whether a checkpoint has a prefix is known only by loading it.
    prefix_change: Any = getattr(_transformers("core_model_loading"), "PrefixChange", ())
    found = _transformers("conversion_mapping").get_model_conversion_mapping(model, add_legacy=False)
    return [one for one in found if not isinstance(one, prefix_change)]


def shown(transforms: list[Any]) -> tuple[object, ...]:
    """Return *transforms* as a value: a lookup copies them, and copies do not compare."""

    def plain(value: object) -> object:
        return value if isinstance(value, (bool, int, float, str)) else type(value)

    def step(one: Any) -> tuple[object, ...]:
        return (type(one), *((name, plain(value)) for name, value in sorted(getattr(one, "__dict__", {}).items())))

    return tuple(
        (type(one), tuple(one.source_patterns), tuple(one.target_patterns), *map(step, getattr(one, "operations", ())))
        for one in transforms
    )


@contextmanager
def before_each_lookup(do: Callable[[], object]) -> Iterator[None]:
    """Call *do* whenever transformers, done with a model's constructor, looks for the conversions to load by.

    Raises:
        ConversionError: this transformers looks in a place that is not known here.

    """
    modeling = _transformers("modeling_utils")
    with LOCK:
        if not _BEFORE:
            _LOOKUP.append(_lookup(modeling))
            modeling.get_model_conversion_mapping = _preceded(_LOOKUP[0])
        _BEFORE.append(do)
    try:
        yield
    finally:
        with LOCK:
            _BEFORE.remove(do)
            if not _BEFORE:
                modeling.get_model_conversion_mapping = _LOOKUP.pop()


def _lookup(modeling: Any) -> Any:
    if not hasattr(modeling, "get_model_conversion_mapping"):
        raise ConversionError("this transformers looks for weight conversions in a place that is not known here; 5.0 to 5.23 are")
    return modeling.get_model_conversion_mapping


def _preceded(lookup: Any) -> Any:
    @wraps(lookup)
    def preceded(*arguments: Any, **named: Any) -> Any:
        for do in tuple(_BEFORE):
            do()
        return lookup(*arguments, **named)

    return preceded


def _transformers(module: str) -> Any:
    try:
        return import_module(f"transformers.{module}")
    except ImportError as error:
        raise ConversionError("weight conversions need transformers 5 or later, which has a mapping of them") from error
