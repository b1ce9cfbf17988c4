"""Hook points: named places in shared code where the descriptor of a model may act."""

import inspect
from collections.abc import Callable
from functools import partial, wraps
from typing import Any, Literal, ParamSpec, TypeVar, cast

from .book import Layer
from .markers import CLEARED, DECLINED, INHERITED
from .questions import Question, Rules, Source
from .signatures import misfit
from .templates import Hook

P = ParamSpec("P")
R = TypeVar("R")
Kind = Literal["effect", "value", "adjust", "predicate"]


class HookPoint(Question[Callable[P, R]]):
    """A named place with parameters and a default, both of them those of the function that it was declared with.

    `point.of(key)` is a function with these parameters: what the hooks of the model do, or the default where there are none or all
    of them decline. A default may decline too, which tells the place that asks that nobody acted. Several hooks of one model are asked in
    order:

    - **effect**: all act; what they return does not matter, except that the default runs only if all decline.
    - **value**: the first that does not decline gives the value.
    - **predicate**: as value; the answer is its truth.
    - **adjust**: each gets the first argument as the one before returned it, and returns it adjusted.
    """

    slot = "hooks"

    def __init__(self, rules: Rules, name: str, space: str, kind: Kind, default: Callable[P, R]) -> None:
        """Declare a hook point; `Registry` does it."""
        self.kind = kind
        self.signature = inspect.signature(default)
        self.__doc__ = default.__doc__
        super().__init__(rules, name, space, default)

    def fault(self, value: Any) -> str | None:
        """Return what is wrong with *value* as the hooks of a model, or None."""
        hooks = value if isinstance(value, tuple) else (value,)
        if not hooks:
            return "a tuple without hooks says nothing: CLEARED leaves out those of the family"
        return next((fault for hook in hooks if hook is not INHERITED and (fault := misfit(hook, self.signature))), None)

    def _hooks(self, layers: tuple[Layer, ...]) -> list[tuple[str, Hook]]:
        """Return the hooks in their order, each with whose it is."""
        place, said = self._said(layers) or (0, CLEARED)
        if said is CLEARED:
            return []
        hooks = said if isinstance(said, tuple) else (said,)
        rest, by = layers[place + 1 :], layers[place].by
        return [each for hook in hooks for each in (self._hooks(rest) if hook is INHERITED else [(by, hook)])]

    def _resolve(self, layers: tuple[Layer, ...]) -> Callable[P, R]:
        hooks = tuple(hook for _, hook in self._hooks(layers))
        return cast("Callable[P, R]", _COMPOSE[self.kind](hooks, self.default)) if hooks else self.default

    def _sources(self, layers: tuple[Layer, ...]) -> tuple[Source, ...]:
        return tuple(_source(by, hook) for by, hook in (*self._hooks(layers), ("default", self.default)))


def _or_else(hook: Hook, otherwise: Hook) -> Hook:
    """Return a function that does what *hook* does, and *otherwise* where that declines."""

    @wraps(otherwise)
    def ask(*arguments: Any, **keywords: Any) -> Any:
        if keywords:
            found = hook(*arguments, **keywords)
            return otherwise(*arguments, **keywords) if found is DECLINED else found
        found = hook(*arguments)  # the usual way, and a third faster without keywords
        return otherwise(*arguments) if found is DECLINED else found

    return ask


def _value(hooks: tuple[Hook, ...], default: Hook) -> Hook:
    for hook in reversed(hooks):
        default = _or_else(hook, default)
    return default


def _effect(hooks: tuple[Hook, ...], default: Hook) -> Hook:
    def act(*arguments: Any, **keywords: Any) -> Any:
        acted = [hook(*arguments, **keywords) is not DECLINED for hook in hooks]
        return None if any(acted) else DECLINED

    return _or_else(hooks[0] if len(hooks) == 1 else act, default)


def _predicate(hooks: tuple[Hook, ...], default: Hook) -> Hook:
    ask = _value(hooks[:-1], hooks[-1])

    def decide(*arguments: Any, **keywords: Any) -> Any:
        found = ask(*arguments, **keywords)
        return DECLINED if found is DECLINED else bool(found)

    return _or_else(decide, default)


def _adjust(hooks: tuple[Hook, ...], default: Hook) -> Hook:
    first = next(iter(inspect.signature(default).parameters))

    def adjust(*arguments: Any, **keywords: Any) -> Any:
        value, *rest = arguments or (keywords.pop(first),)
        declined = True
        for hook in hooks:
            found = hook(value, *rest, **keywords)
            if found is not DECLINED:
                value, declined = found, False
        return DECLINED if declined else value

    return _or_else(hooks[0] if len(hooks) == 1 else adjust, default)


_COMPOSE = {"effect": _effect, "value": _value, "predicate": _predicate, "adjust": _adjust}


def _source(by: str, hook: Any) -> Source:
    while isinstance(hook, partial):
        hook = hook.func
    named = hook if hasattr(hook, "__qualname__") else type(hook)
    code = getattr(hook, "__code__", None)
    return Source(by, named.__module__, named.__qualname__, None if code is None else code.co_firstlineno)
