"""Registering: the policies for keys that are held twice, taken over, unknown or absent."""

import sys
import warnings
from types import ModuleType
from typing import Any

from runtime_under_test import refused, runtime, warned

Descriptor, RegistrationError = runtime.Descriptor, runtime.RegistrationError
DuplicateKeyError, UnknownKeyError, AbsentKeyError = runtime.DuplicateKeyError, runtime.UnknownKeyError, runtime.AbsentKeyError


class Kit:
    """A registry that asks one fact."""

    def __init__(self, **policies: Any) -> None:
        self.registry = runtime.Registry("kit", **{"spaces": ("model_type", "processor"), "unknown": "default", **policies})
        self.tied = self.registry.fact("tied", default="default")

    def register(self, word: str, *keys: str, **how: Any) -> runtime.Descriptor:
        return self.registry.register(descriptor(word, *keys), **how)


def descriptor(word: str, *keys: str) -> runtime.Descriptor:
    return Descriptor(keys={"model_type": keys}, facts={"tied": word})


# Keys held twice


def test_a_key_is_registered_once_and_the_error_names_both_places() -> None:
    kit = Kit()
    kit.register("first", "kite", module="models.kite")
    with refused(DuplicateKeyError, "models.other:", "models.kite:", "model_type 'kite'", "override=True"):
        kit.register("second", "kite", module="models.other")
    assert kit.tied.of("kite") == "first"


def test_a_descriptor_refused_for_one_key_is_found_under_none() -> None:
    kit = Kit()
    kit.register("first", "kite")
    with refused(DuplicateKeyError, "kite"):
        kit.register("second", "swift", "kite")
    assert (kit.tied.of("swift"), kit.registry.keys()) == ("default", ("kite",))


def test_the_same_descriptor_may_be_registered_again() -> None:
    kit = Kit()
    kite = kit.register("first", "kite")
    assert kit.registry.register(kite) is kite
    assert kit.registry.find("kite") is kite


def test_one_key_in_two_spaces_is_two_keys() -> None:
    kit = Kit()
    kit.register("type", "kite")
    kit.registry.register(Descriptor(keys={"processor": "kite"}))
    assert (kit.registry.keys(), kit.registry.keys("processor")) == (("kite",), ("kite",))


def test_who_registers_is_the_module_that_calls_unless_another_is_named() -> None:
    kit = Kit()
    kit.register("wrapped", "kite")
    kit.registry.register(descriptor("direct", "swift"))
    kit.register("named", "robin", module="models.robin")
    places = [kit.tied.sources(key)[0].by.partition(":")[0] for key in ("kite", "swift", "robin")]
    assert places == [__name__, __name__, "models.robin"]


def test_a_module_that_is_named_need_not_be_imported_and_may_be_later() -> None:
    kit = Kit()
    kit.register("first", "kite", module="models.imported_later")
    sys.modules["models.imported_later"] = ModuleType("models.imported_later")
    try:
        assert kit.tied.of("kite") == "first"
    finally:
        del sys.modules["models.imported_later"]


# Taken over


def test_an_override_takes_the_key_over_and_warns() -> None:
    kit = Kit()
    kit.register("first", "kite", "kite_text", module="models.kite")
    with warned(runtime.OverrideWarning, "model_type 'kite'", "plugin:", "models.kite:"):
        kit.registry.register(descriptor("second", "kite"), override=True, module="plugin")
    assert (kit.tied.of("kite"), kit.tied.of("kite_text")) == ("second", "first")


def test_an_override_holds_also_when_it_comes_first() -> None:
    kit = Kit()
    with warned(runtime.OverrideWarning, times=0):
        kit.register("override", "kite", override=True)
    kit.register("first", "kite")
    assert kit.tied.of("kite") == "override"


def test_two_overrides_of_a_key_are_refused() -> None:
    kit = Kit()
    kit.register("first", "kite", override=True, module="plugin_a")
    with refused(DuplicateKeyError, "plugin_b:", "plugin_a:"):
        kit.register("second", "kite", override=True, module="plugin_b")


def test_an_override_takes_the_place_of_extensions_too() -> None:
    kit = Kit()
    kit.registry.extend(descriptor("extension", "kite"))
    kit.register("override", "kite", override=True)
    assert kit.tied.of("kite") == "override"
    assert [source.by.partition(":")[0] for source in kit.tied.sources("kite")] == [__name__]


def test_an_override_that_may_not_warn_leaves_no_trace() -> None:
    kit = Kit()
    kit.register("first", "kite", "swift")
    with warnings.catch_warnings(), refused(runtime.OverrideWarning, "'kite'"):
        warnings.simplefilter("error")
        kit.register("second", "robin", "kite", override=True)
    assert (kit.tied.of("robin"), kit.tied.of("kite"), kit.registry.keys()) == ("default", "first", ("kite", "swift"))


# Unknown and absent


def test_an_unknown_key_is_the_default_or_an_error_with_what_is_near() -> None:
    kit = Kit()
    kit.register("first", "kite")
    assert kit.tied.of("kit") == "default"
    kit = Kit(unknown="error")
    kit.register("first", "kite")
    with refused(UnknownKeyError, "registry kit", "model_type 'kit'", "near it are kite"):
        kit.tied.of("kit")
    with refused(UnknownKeyError, "model_type 'llama'"):
        kit.tied.of("llama")
    assert (kit.tied.of("kite"), kit.tied.of(None), kit.registry.find("kit")) == ("first", "default", None)


def test_an_absent_key_is_the_default_or_an_error() -> None:
    absent: list[Any] = [None, "", 0, 7]
    assert [Kit().tied.of(key) for key in absent] == ["default"] * 4
    kit = Kit(absent="error")
    for key in absent:
        with refused(AbsentKeyError, "tied", "model_type", repr(key)):
            kit.tied.of(key)
    assert (kit.tied.of("llama"), kit.registry.find(None)) == ("default", None)


def test_a_key_that_becomes_known_is_answered_anew() -> None:
    kit = Kit()
    assert kit.tied.of("kite") == "default"
    kit.register("first", "kite")
    assert kit.tied.of("kite") == "first"


# What does not fit


def test_keys_are_strings_each_once_in_a_space_of_the_registry() -> None:
    wrong: list[Any] = [
        {},
        {"model_type": ()},
        {"model_type": ""},
        {"model_type": " kite"},
        {"model_type": ("kite", "")},
        {"model_type": ("kite", "kite")},
        {"model_type": (None,)},
        {"model_type": (1,)},
        {"path": "kite"},
    ]
    kit = Kit()
    for keys in wrong:
        with refused(RegistrationError, __name__):
            kit.registry.register(Descriptor(keys=keys))
    right: list[Any] = ["kite", ("swift",), ["robin", "robin_text"], "Nemotron-H 3.5", "kite kite"]
    for keys in right:
        kit.registry.register(Descriptor(keys={"model_type": keys}))


def test_what_nobody_asks_is_refused_with_what_was_perhaps_meant() -> None:
    kit = Kit()
    kit.registry.effect("patch")(lambda: None)
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"facts": {"tide": 1}}, "no 'tide' among its facts; did you mean 'tied'?"),
        ({"facts": {"patch": 1}}, "no 'patch' among its facts: declare it first"),
        ({"hooks": {"patsh": len}}, "no 'patsh' among its hooks; did you mean 'patch'?"),
        ({"capabilities": {"tied": runtime.Supported()}}, "no 'tied' among its capabilities: declare it first"),
    ]
    for said, words in wrong:
        with refused(RegistrationError, words):
            kit.registry.register(Descriptor(keys={"model_type": "kite"}, **said))
    assert kit.registry.keys() == ()
