"""Families: what descriptors inherit, override and clear, and what extensions add."""

from dataclasses import dataclass
from typing import Any

from runtime_under_test import refused, runtime

CLEARED, INHERITED, DECLINED = runtime.CLEARED, runtime.INHERITED, runtime.DECLINED
Descriptor, Family, Supported, Unsupported = runtime.Descriptor, runtime.Family, runtime.Supported, runtime.Unsupported
RegistrationError, DuplicateAnswerError = runtime.RegistrationError, runtime.DuplicateAnswerError


@dataclass(frozen=True)
class Export:
    """What export has to know."""

    why: str | None = runtime.reason()
    form: str | None = runtime.keyword("plain", "fused")


class Kit:
    """A registry with one question of each kind."""

    def __init__(self) -> None:
        self.registry = runtime.Registry("kit", spaces=("model_type",), unknown="default")
        self.tied = self.registry.fact("tied", default="default")
        self.packing = self.registry.capability("packing", default=Unsupported("default"))
        self.export = self.registry.section(Export)
        self.patch = self.registry.value("patch")(lambda: ["default"])

    def register(self, key: str = "kite", **said: Any) -> None:
        self.registry.register(Descriptor(keys={"model_type": key}, **said))

    def extend(self, key: str = "kite", module: str | None = None, **said: Any) -> None:
        self.registry.extend(Descriptor(keys={"model_type": key}, **said), module=module)

    def answers(self, key: str = "kite") -> tuple[Any, ...]:
        return (self.tied.of(key), self.packing.of(key), self.export.of(key), self.patch.of(key)())


def said(word: str) -> dict[str, Any]:
    """Return an answer to each question."""
    return {
        "facts": {"tied": word},
        "capabilities": {"packing": Supported(word)},
        "sections": (Export(why=word),),
        "hooks": {"patch": lambda: [word]},
    }


def answered(word: str) -> tuple[Any, ...]:
    return (word, Supported(word), Export(why=word), [word])


DEFAULTS = ("default", Unsupported("default"), Export(), ["default"])


def test_a_descriptor_says_what_its_family_says() -> None:
    kit = Kit()
    kit.register(family=Family(name="vision", **said("vision")))
    assert kit.answers() == answered("vision")
    assert kit.answers("llama") == DEFAULTS


def test_a_descriptor_without_a_family_inherits_nothing() -> None:
    kit = Kit()
    kit.register("other", family=Family(name="vision", **said("vision")))
    kit.register()
    assert kit.answers() == DEFAULTS


def test_what_a_descriptor_says_itself_takes_the_place_of_its_family() -> None:
    kit = Kit()
    kit.register(family=Family(name="vision", **said("vision")), **said("kite"))
    assert kit.answers() == answered("kite")


def test_a_section_is_inherited_or_overridden_as_a_whole() -> None:
    kit = Kit()
    kit.register(family=Family(name="vision", sections=(Export(why="vision", form="fused"),)), sections=(Export(form="plain"),))
    assert kit.export.of("kite") == Export(why=None, form="plain")


def test_what_is_cleared_is_the_default_again() -> None:
    kit = Kit()
    cleared: dict[str, Any] = {"facts": {"tied": CLEARED}, "capabilities": {"packing": CLEARED}, "hooks": {"patch": CLEARED}}
    kit.register(family=Family(name="vision", **said("vision")), **cleared, sections=(Export(),))
    kit.register("alone", **cleared)
    assert kit.answers() == kit.answers("alone") == DEFAULTS


def test_the_nearest_family_is_right_and_a_nearer_one_may_clear() -> None:
    far = Family(name="far", **said("far"))
    near = Family(name="near", family=far, facts={"tied": "near"}, hooks={"patch": CLEARED})
    kit = Kit()
    kit.register(family=near)
    assert kit.answers() == ("near", Supported("far"), Export(why="far"), ["default"])


def test_hooks_of_the_family_run_where_the_descriptor_puts_them() -> None:
    kit = runtime.Registry("kit", spaces=("model_type",), unknown="default")
    patch = kit.adjust("patch")(lambda seen: [*seen, "default"])

    def adds(word: str) -> Any:
        return lambda seen: [*seen, word]

    far = Family(name="far", hooks={"patch": adds("far")})
    near = Family(name="near", family=far, hooks={"patch": (adds("near"), INHERITED)})
    for key, hooks in {
        "before": (INHERITED, adds("kite")),
        "after": (adds("kite"), INHERITED),
        "around": (adds("a"), INHERITED, adds("b")),
        "instead": adds("kite"),
        "as it is": INHERITED,
    }.items():
        kit.register(Descriptor(keys={"model_type": key}, family=near, hooks={"patch": hooks}))
    kit.register(Descriptor(keys={"model_type": "orphan"}, hooks={"patch": (INHERITED, adds("kite"))}))
    assert {key: adjusted([]) for key, adjusted in patch.answers().items()} == {
        "before": ["near", "far", "kite"],
        "after": ["kite", "near", "far"],
        "around": ["a", "near", "far", "b"],
        "instead": ["kite"],
        "as it is": ["near", "far"],
        "orphan": ["kite"],
    }


def test_hooks_of_nobody_are_the_default() -> None:
    kit = Kit()
    kit.register(hooks={"patch": INHERITED})
    assert kit.patch.of("kite")() == ["default"]


def test_a_fault_of_a_family_is_told_with_its_name() -> None:
    kit = Kit()
    with refused(RegistrationError, "family far", "tide", "did you mean 'tied'"):
        kit.register(family=Family(name="near", family=Family(name="far", facts={"tide": 1})))


# Extensions


def test_an_extension_adds_answers_to_a_key_that_another_describes() -> None:
    kit = Kit()
    kit.register(family=Family(name="vision", **said("vision")), facts={"tied": "kite"})
    assert kit.answers()[3] == ["vision"]
    kit.extend(hooks={"patch": lambda: ["plugin"]})
    kit.extend(capabilities={"packing": Supported("other plugin")})
    assert kit.answers() == ("kite", Supported("other plugin"), Export(why="vision"), ["plugin"])


def test_an_extension_of_a_key_that_nobody_describes_stands_alone() -> None:
    kit = Kit()
    kit.extend(facts={"tied": "plugin"})
    assert (kit.tied.of("kite"), kit.packing.of("kite"), kit.registry.find("kite")) == ("plugin", Unsupported("default"), None)


def test_a_second_answer_from_another_module_is_refused_whoever_comes_first() -> None:
    for slot, answer in said("word").items():
        kit = Kit()
        kit.extend(module="plugin_a", **{slot: answer})
        with refused(DuplicateAnswerError, "plugin_a:", "plugin_b:", "'kite'"):
            kit.extend(module="plugin_b", **{slot: answer})
        with refused(DuplicateAnswerError, "plugin_a:", f"{__name__}:", "'kite'"):
            kit.register(**{slot: answer})
        kit = Kit()
        kit.register(**{slot: answer})
        with refused(DuplicateAnswerError, "plugin_a:", f"{__name__}:"):
            kit.extend(module="plugin_a", **{slot: answer})
        assert kit.registry.load() == ()


def test_a_refused_extension_leaves_no_trace() -> None:
    kit = Kit()
    kit.register("swift", facts={"tied": "swift"})
    with refused(DuplicateAnswerError, "swift"):
        kit.registry.extend(Descriptor(keys={"model_type": ("kite", "swift")}, facts={"tied": "plugin"}))
    assert (kit.tied.of("kite"), kit.tied.of("swift"), kit.registry.keys()) == ("default", "swift", ("swift",))


def test_an_extension_fits_its_questions_too() -> None:
    with refused(RegistrationError, "'tide'", "did you mean 'tied'"):
        Kit().extend(facts={"tide": 1})


def test_two_modules_may_answer_different_questions() -> None:
    kit = Kit()
    kit.extend(module="plugin_b", facts={"tied": "b"})
    kit.extend(module="plugin_a", hooks={"patch": lambda: ["a"]})
    kit.register(capabilities={"packing": Supported()})
    assert kit.answers() == ("b", Supported(), Export(), ["a"])


def test_an_extension_brings_neither_a_family_nor_matchers() -> None:
    kit = Kit()
    kit.registry.matcher("path")(lambda path: False)
    with refused(RegistrationError, "no family"):
        kit.extend(family=Family(name="vision"))
    with refused(RegistrationError, "no matchers"):
        kit.extend(matchers={"path": lambda path: True})
