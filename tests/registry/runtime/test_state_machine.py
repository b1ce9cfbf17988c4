"""A registry, told and asked in any order, answers as a table of what was told would."""

import warnings
from collections.abc import Callable
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, rule
from runtime_under_test import runtime

Descriptor, Family = runtime.Descriptor, runtime.Family
CLEARED, INHERITED, DECLINED = runtime.CLEARED, runtime.INHERITED, runtime.DECLINED

KEYS = ("kite", "kite_text", "swift", "robin")
MODULES = ("models.a", "models.b", "plugin")
SILENT = "nothing said"
facts = st.sampled_from((SILENT, CLEARED, 1, 2))
words = st.sampled_from(("a", "b", "declines", INHERITED))
hooks = st.one_of(st.sampled_from((SILENT, CLEARED)), st.lists(words, min_size=1, max_size=3).map(tuple))
Said = tuple[Any, Any]  # the fact, the hooks


def acts(word: Any) -> Any:
    if word is INHERITED:
        return INHERITED
    return (lambda seen: DECLINED) if word == "declines" else (lambda seen: [*seen, word])


def template(said: Said) -> dict[str, Any]:
    fact, hook = said
    held = CLEARED if hook is CLEARED else tuple(map(acts, hook))
    return {"facts": {} if fact == SILENT else {"fact": fact}, "hooks": {} if hook == SILENT else {"hook": held}}


class Told(RuleBasedStateMachine):
    """What is told to a registry, and a table beside it."""

    families = Bundle("families")

    def __init__(self) -> None:
        super().__init__()
        self.registry = runtime.Registry("kit", spaces=("model_type",), unknown="default")
        self.fact = self.registry.fact("fact", default=0)
        self.hook = self.registry.adjust("hook")(lambda seen: [*seen, "default"])
        self.told: dict[str, tuple[Said, ...]] = {}  # what a descriptor and its families say, the nearest first
        self.overrides: dict[str, tuple[Said, ...]] = {}
        self.extensions: dict[str, list[Said]] = {}

    @initialize(target=families)
    def no_family(self) -> tuple[runtime.Family | None, tuple[Said, ...]]:
        return None, ()

    @rule(target=families, above=families, said=st.tuples(facts, hooks))
    def family(self, above: Any, said: Said) -> tuple[runtime.Family | None, tuple[Said, ...]]:
        return Family(name="family", family=above[0], **template(said)), (said, *above[1])

    @rule(
        family=families,
        said=st.tuples(facts, hooks),
        keys=st.sets(st.sampled_from(KEYS), min_size=1),
        module=st.sampled_from(MODULES),
        override=st.booleans(),
    )
    def register(self, family: Any, said: Said, keys: set[str], module: str, *, override: bool) -> None:
        descriptor = Descriptor(keys={"model_type": tuple(keys)}, family=family[0], **template(said))
        table = self.overrides if override else self.told
        taken = bool(keys & table.keys())
        twice = not override and any(both(said, other) for key in keys for other in self.extensions.get(key, ()))
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            refused = attempt(lambda: self.registry.register(descriptor, override=override, module=module))
        assert refused == (taken or twice)
        assert len(caught) == (len(keys & self.told.keys()) if override and not refused else 0)
        table.update({} if refused else dict.fromkeys(keys, (said, *family[1])))

    @rule(said=st.tuples(facts, hooks), keys=st.sets(st.sampled_from(KEYS), min_size=1), module=st.sampled_from(MODULES))
    def extend(self, said: Said, keys: set[str], module: str) -> None:
        others = [other for key in keys for other in (*self.told.get(key, ())[:1], *self.extensions.get(key, ()))]
        descriptor = Descriptor(keys={"model_type": tuple(keys)}, **template(said))
        refused = attempt(lambda: self.registry.extend(descriptor, module=module))
        assert refused == any(both(said, other) for other in others)
        for key in () if refused else keys:
            self.extensions.setdefault(key, []).append(said)

    @rule(key=st.sampled_from(KEYS))
    def ask(self, key: str) -> None:
        self.fact.of(key)
        self.hook.of(key)

    @rule(key=st.sampled_from(KEYS))
    def override_in_a_test(self, key: str) -> None:
        if key in self.overrides:
            return
        with self.registry.isolated(), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.registry.register(Descriptor(keys={"model_type": key}, facts={"fact": 9}), override=True)
            assert self.fact.of(key) == 9

    @invariant()
    def answers_are_those_of_the_table(self) -> None:
        assert self.registry.keys() == tuple(sorted({*self.told, *self.overrides, *self.extensions}))
        for key in (*KEYS, "llama", None):
            assert self.fact.of(key) == expected_fact(self.layers(key))
            assert self.hook.of(key)([]) == (expected_hooks(self.layers(key)) or ["default"])

    def layers(self, key: str | None) -> list[Said]:
        if key in self.overrides:
            return list(self.overrides[key])
        return [*self.extensions.get(key or "", ()), *self.told.get(key or "", ())]


def attempt(tell: Callable[[], object]) -> bool:
    """Return whether the registry refuses what is told."""
    try:
        tell()
    except (runtime.DuplicateKeyError, runtime.DuplicateAnswerError):
        return True
    return False


def both(one: Said, other: Said) -> bool:
    return any(SILENT not in (mine, theirs) for mine, theirs in zip(one, other, strict=True))


def expected_fact(layers: list[Said]) -> Any:
    said = next((fact for fact, _ in layers if fact != SILENT), CLEARED)
    return 0 if said is CLEARED else said


def expected_hooks(layers: list[Said]) -> list[Any]:
    for place, (_, said) in enumerate(layers):
        if said is CLEARED:
            return []
        if said != SILENT:
            parts = [expected_hooks(layers[place + 1 :]) if word is INHERITED else [word] for word in said]
            return [word for part in parts for word in part if word != "declines"]
    return []


TestTold = Told.TestCase
TestTold.settings = settings(max_examples=60, stateful_step_count=25, deadline=None)
