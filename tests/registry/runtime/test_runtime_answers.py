"""Facts, capabilities and sections: what is said of a model, and the default where nothing is said."""

import pickle
from dataclasses import FrozenInstanceError, dataclass, field, fields
from enum import Enum
from typing import Any

from runtime_under_test import refused, runtime, warned

Supported, Experimental, Unsupported = runtime.Supported, runtime.Experimental, runtime.Unsupported
Descriptor, RegistrationError, DeclarationError = runtime.Descriptor, runtime.RegistrationError, runtime.DeclarationError


@dataclass(frozen=True)
class Quantization:
    """What quantization has to know."""

    preview_unsupported: str | None = runtime.reason("why the preview is skipped")
    device_map: str | None = runtime.keyword("sequential", "none")


def registry(**given: Any) -> runtime.Registry:
    return runtime.Registry("kit", **{"spaces": ("model_type", "processor"), "unknown": "default", **given})


# Facts


def test_a_fact_is_what_the_descriptor_says_and_else_its_default() -> None:
    kit = registry()
    tied = kit.fact("tied", default=False)
    kit.register(Descriptor(keys={"model_type": "kite"}, facts={"tied": True}))
    kit.register(Descriptor(keys={"model_type": "swift"}))
    assert [tied.of(key) for key in ("kite", "swift", "llama", "Kite", "kite_text", "", None)] == [True, *[False] * 6]


def test_a_key_is_found_in_its_own_space_only() -> None:
    kit = registry()
    by_type, by_processor = kit.fact("by_type", default=0), kit.fact("by_processor", default=0, space="processor")
    kit.register(
        Descriptor(keys={"model_type": ("kite", "kite_text"), "processor": "KiteProcessor"}, facts={"by_type": 1, "by_processor": 2})
    )
    assert [by_type.of(key) for key in ("kite", "kite_text", "KiteProcessor")] == [1, 1, 0]
    assert [by_processor.of(key) for key in ("kite", "kite_text", "KiteProcessor")] == [0, 0, 2]


def test_all_answers_are_those_of_the_keys_of_its_space() -> None:
    kit = registry()
    by_type, by_processor = kit.fact("by_type", default=0), kit.fact("by_processor", default=0, space="processor")
    kit.register(Descriptor(keys={"model_type": ("kite", "auk"), "processor": "KiteProcessor"}, facts={"by_type": 1}))
    kit.register(Descriptor(keys={"model_type": "crane"}))
    assert list(by_type.answers().items()) == [("auk", 1), ("crane", 0), ("kite", 1)]
    assert by_processor.answers() == {"KiteProcessor": 0}


def test_what_is_no_string_names_no_model_and_is_not_kept() -> None:
    kit = registry()
    tied = kit.fact("tied", default=0)
    kit.register(Descriptor(keys={"model_type": "1"}, facts={"tied": 1}))
    strange: list[Any] = [1, b"1", object(), ("1",), True]
    assert [tied.of(key) for key in strange] == [0] * 5


def test_an_enumeration_of_strings_is_its_string() -> None:
    class Type(str, Enum):  # noqa: UP042  as targets before Python 3.11 write it
        KITE = "kite"

    kit = registry()
    tied = kit.fact("tied", default=False)
    kit.register(Descriptor(keys={"model_type": "kite"}, facts={"tied": True}))
    assert tied.of(Type.KITE)


def test_a_fact_that_can_be_changed_is_refused() -> None:
    kit = registry()
    kit.fact("modules", default=())
    changing: list[Any] = [[], {}, set(), ([],)]
    for value in changing:
        with refused(RegistrationError, "modules", "can be changed"):
            kit.register(Descriptor(keys={"model_type": "kite"}, facts={"modules": value}))
        with refused(DeclarationError, "other", "can be changed"):
            kit.fact("other", default=value)
    for marker in (runtime.DECLINED, runtime.INHERITED):
        with refused(RegistrationError, "modules", "is no value"):
            kit.register(Descriptor(keys={"model_type": "kite"}, facts={"modules": marker}))
    with refused(DeclarationError, "CLEARED is no value"):
        kit.fact("other", default=runtime.CLEARED)
    for number, fine in enumerate(((), ("q_proj",), frozenset({"q"}), None, 1.5, int, len)):
        kit.register(Descriptor(keys={"model_type": f"kite{number}"}, facts={"modules": fine}))


def test_what_was_handed_in_may_change_afterwards_and_the_descriptor_does_not() -> None:
    kit = registry()
    tied = kit.fact("tied", default=0)
    quantization = kit.section(Quantization)
    facts, keys = {"tied": 1}, {"model_type": "kite"}
    sections: Any = [Quantization(device_map="none")]
    descriptor = kit.register(Descriptor(keys=keys, facts=facts, sections=sections))
    facts["tied"], keys["model_type"] = 2, "swift"
    sections.clear()
    assert (tied.of("kite"), tied.of("swift"), descriptor.addresses()) == (1, 0, (("model_type", "kite"),))
    assert quantization.of("kite").device_map == "none"
    with refused(TypeError):
        descriptor.facts["tied"] = 3  # type: ignore[index]
    with refused(FrozenInstanceError):
        descriptor.facts = {}  # type: ignore[misc]


def test_many_unknown_keys_are_answered_and_not_all_kept() -> None:
    kit = registry()
    layout = kit.value("layout")(lambda: 0)
    kit.register(Descriptor(keys={"model_type": "kite"}, hooks={"layout": lambda: 1}))
    assert {layout.of(f"unknown {number}")() for number in range(5000)} == {0}
    assert layout.of("kite") is layout.of("kite")  # a known one is kept, however many others were asked for
    assert len(layout._answers) == 4097  # noqa: SLF001  what a long run may cost


# Capabilities


def test_a_capability_has_three_values_and_a_default_that_is_one_of_them() -> None:
    kit = registry()
    packing = kit.capability("packing", default=Unsupported("nobody tried it"))
    said: dict[str, runtime.Support] = {"a": Supported(), "b": Experimental("loses a token"), "c": Unsupported("no position ids")}
    for key, support in said.items():
        kit.register(Descriptor(keys={"model_type": key}, capabilities={"packing": support}))
    assert {key: packing.of(key) for key in said} == said
    assert [packing.of(key).allowed for key in ("a", "b", "c", "llama")] == [True, True, False, False]


def test_a_required_capability_is_granted_warned_of_or_refused_with_its_reason() -> None:
    kit = registry()
    packing = kit.capability("packing", default=Supported())
    kit.register(Descriptor(keys={"model_type": "b"}, capabilities={"packing": Experimental("loses a token")}))
    kit.register(Descriptor(keys={"model_type": "c"}, capabilities={"packing": Unsupported("no position ids")}))
    with warned(runtime.ExperimentalWarning, times=0):
        assert packing.require("a") == packing.require(None) == Supported()
    with warned(runtime.ExperimentalWarning, "packing", "b", "loses a token"):
        assert packing.require("b") == Experimental("loses a token")
    with refused(runtime.UnsupportedError, "packing", "c", "no position ids"):
        packing.require("c")


def test_a_capability_without_words_or_of_another_kind_is_refused() -> None:
    kit = registry()
    kit.capability("packing", default=Supported())
    wrong: list[Any] = [Unsupported(""), Experimental(" "), True, None, Supported]
    for value in wrong:
        with refused(RegistrationError, "packing"):
            kit.register(Descriptor(keys={"model_type": "kite"}, capabilities={"packing": value}))
        with refused(DeclarationError, "other"):
            kit.capability("other", default=value)


# Sections


def test_a_section_nobody_wrote_has_all_its_fields_at_their_defaults() -> None:
    kit = registry()
    quantization = kit.section(Quantization)
    kit.register(Descriptor(keys={"model_type": "kite"}, sections=(Quantization(preview_unsupported="out of memory"),)))
    assert quantization.of("kite") == Quantization(preview_unsupported="out of memory", device_map=None)
    assert quantization.of("llama") == quantization.of(None) == Quantization()


def test_a_field_is_a_reason_or_a_keyword() -> None:
    kit = registry()
    kit.section(Quantization)
    wrong: list[Any] = [
        Quantization(preview_unsupported=""),
        Quantization(preview_unsupported=" "),
        Quantization(preview_unsupported=True),  # type: ignore[arg-type]
        Quantization(device_map="auto"),
        Quantization(device_map=""),
    ]
    for section in wrong:
        with refused(RegistrationError, "Quantization"):
            kit.register(Descriptor(keys={"model_type": "kite"}, sections=(section,)))
    for number, fine in enumerate((Quantization(), Quantization(device_map="none"), Quantization(preview_unsupported="why"))):
        kit.register(Descriptor(keys={"model_type": f"kite{number}"}, sections=(fine,)))


def test_a_section_has_only_such_fields() -> None:
    @dataclass(frozen=True)
    class Plain:
        names: tuple[str, ...] = ()

    @dataclass(frozen=True)
    class Wordless:
        device_map: str | None = runtime.keyword()
        other: str | None = runtime.keyword("")

    @dataclass
    class Changing:
        why: str | None = runtime.reason()

    class NoDataclass:
        pass

    class Below(Changing):
        pass

    kit = registry()
    wrong: list[Any] = [Plain, Wordless, Changing, NoDataclass, Below, Quantization()]
    for kind in wrong:
        with refused(DeclarationError, "no section"):
            kit.section(kind)
    assert [each.metadata["doc"] for each in fields(Quantization)] == ["why the preview is skipped", ""]


def test_a_section_of_another_class_or_twice_the_same_is_refused() -> None:
    @dataclass(frozen=True)
    class Export:
        why: str | None = runtime.reason()

    @dataclass(frozen=True)
    class More(Quantization):
        note: str | None = field(default=None)

    def impostor() -> Any:
        return More()

    kit = registry()
    kit.section(Quantization)
    with refused(RegistrationError, "Export", "declare it first"):
        kit.register(Descriptor(keys={"model_type": "kite"}, sections=(Export(),)))
    with refused(RegistrationError, "two sections"):
        kit.register(Descriptor(keys={"model_type": "kite"}, sections=(Quantization(), Quantization())))
    More.__name__ = "Quantization"
    with refused(RegistrationError, "Quantization", "it is no"):
        kit.register(Descriptor(keys={"model_type": "kite"}, sections=(impostor(),)))


# Declaring


def test_a_name_is_asked_once_whatever_it_asks() -> None:
    kit = registry()
    kit.fact("tied", default=False)
    with refused(DeclarationError, "tied", "already"):
        kit.fact("tied", default=False)
    with refused(DeclarationError, "tied", "already"):
        kit.capability("tied", default=Supported())
    with refused(DeclarationError, "tied", "already"):
        kit.effect("tied")(lambda: None)


def test_a_registry_needs_spaces_and_known_policies() -> None:
    wrong: list[dict[str, Any]] = [{"spaces": ()}, {"unknown": "ignore"}, {"absent": "none"}]
    for given in wrong:
        with refused(DeclarationError, "kit"):
            registry(**given)
    with refused(DeclarationError, "no space 'path'", "model_type, processor"):
        registry().fact("tied", default=False, space="path")
    with refused(DeclarationError, "no space 'path'"):
        registry(owners={"path": {"kite": "kit.kite"}})


def test_markers_are_themselves_wherever_they_come_from_and_no_truth_values() -> None:
    for marker in (runtime.DECLINED, runtime.CLEARED, runtime.INHERITED):
        assert pickle.loads(pickle.dumps(marker)) is marker  # noqa: S301
        assert repr(marker) == marker.name
        with refused(TypeError, f"is {marker.name}"):
            bool(marker)


def test_things_say_what_they_are() -> None:
    kit = registry()
    tied = kit.fact("tied", default=False)
    assert [repr(kit), repr(tied), repr(kit.matcher("path")(lambda path: False))] == ["<Registry kit>", "<Fact tied>", "<Matcher path>"]


def test_a_question_of_no_kind_judges_nothing() -> None:
    with refused(NotImplementedError):
        runtime.Question(registry(), "plain", "model_type", None).fault(1)
