"""Matchers: the key of a model before it is known; ambiguity is an error, and the order of imports never decides."""

from importlib import import_module
from itertools import permutations
from typing import Any

from runtime_under_test import kit, refused, runtime, warned

Descriptor, RegistrationError = runtime.Descriptor, runtime.RegistrationError
AmbiguousMatchError, BrokenOwnerWarning = runtime.AmbiguousMatchError, runtime.BrokenOwnerWarning

SHARED = """
from RUNTIME import *
registry = Registry("kit", spaces=("model_type",), unknown="default", owners={"model_type": {
    "kite": Owner("KIT.kite", matchers=("path",)),
    "swift": Owner("KIT.swift", matchers=("path",)),
    "robin": "KIT.robin",
}})
by_path = registry.matcher("path")(lambda path: False)
"""
KITE = """
from KIT.shared import *
registry.register(Descriptor(keys={"model_type": "kite"}, matchers={"path": lambda path: "kite" in path}))
"""
SWIFT = KITE.replace("kite", "swift")


class Kit:
    """A registry with one matcher, and descriptors that match what their word is in."""

    def __init__(self) -> None:
        self.registry = runtime.Registry("kit", spaces=("model_type", "processor"), unknown="default")
        self.by_path = self.registry.matcher("path")(self.like)

    @staticmethod
    def like(path: str, *, strict: bool = False) -> bool:
        """Say from a path."""
        raise AssertionError

    def register(self, word: str, *keys: str, **how: Any) -> None:
        matcher = {"path": lambda path, *, strict=False: word in path}
        self.registry.register(Descriptor(keys={"processor": word, "model_type": keys}, matchers=matcher), **how)


def test_the_first_key_of_the_descriptor_that_matches_is_found() -> None:
    kit_ = Kit()
    kit_.register("Kite", "kite", "kite_text")
    kit_.register("Swift", "swift")
    assert [kit_.by_path.key(path) for path in ("a/Kite", "b/Swift", "c/Llama")] == ["kite", "swift", None]
    assert kit_.by_path.key("a/Kite", strict=True) == "kite"
    assert (kit_.by_path.__doc__, dict(kit_.registry.matchers)) == ("Say from a path.", {"path": kit_.by_path})


def test_what_matches_is_asked_like_any_key() -> None:
    kit_ = Kit()
    tied = kit_.registry.fact("tied", default=False)
    kit_.registry.register(
        Descriptor(keys={"model_type": "kite"}, facts={"tied": True}, matchers={"path": lambda path, strict=0: "K" in path})
    )
    assert [tied.of(kit_.by_path.key(path)) for path in ("Kite", "llama")] == [True, False]


def test_two_that_match_are_an_error_that_names_both_whichever_was_first() -> None:
    for words in permutations(("Kite", "Kit", "Swift")):
        kit_ = Kit()
        for word in words:
            kit_.register(word, word.lower(), module=f"models.{word.lower()}")
        with refused(AmbiguousMatchError, "matcher path", "kit (models.kit:", "kite (models.kite:"):
            kit_.by_path.key("a/Kite")
        assert kit_.by_path.key("a/Swift") == "swift"


def test_who_lost_a_key_to_an_override_matches_for_the_keys_that_are_left() -> None:
    kit_ = Kit()
    kit_.register("Kite", "kite", "kite_text")
    with warned(runtime.OverrideWarning):
        kit_.registry.register(Descriptor(keys={"model_type": "kite"}), override=True)
    assert kit_.by_path.key("a/Kite") == "kite_text"
    with warned(runtime.OverrideWarning):
        kit_.registry.register(Descriptor(keys={"model_type": "kite_text"}), override=True)
    assert kit_.by_path.key("a/Kite") is None


def test_owners_with_a_matcher_are_imported_for_it_and_no_others() -> None:
    with kit(shared=SHARED, kite=KITE, swift=SWIFT, robin="1 / 0") as name:
        at = import_module(f"{name}.shared")
        assert [at.by_path.key(path) for path in ("kite", "swift", "robin")] == ["kite", "swift", None]


def test_an_owner_that_is_broken_is_told_and_stops_no_other() -> None:
    with kit(shared=SHARED, kite=KITE, swift="1 / 0") as name:
        at = import_module(f"{name}.shared")
        for path, key in (("kite", "kite"), ("swift", None)):
            with warned(BrokenOwnerWarning, "matcher path", f"{name}.swift", "division by zero"):
                assert at.by_path.key(path) == key


def test_a_matcher_that_raises_is_told_and_stops_no_other() -> None:
    kit_ = Kit()
    kit_.register("Kite", "kite")
    kit_.registry.register(Descriptor(keys={"model_type": "swift"}, matchers={"path": lambda path, *, strict=False: path["no"]}))
    with warned(BrokenOwnerWarning, "matcher path", "TypeError"):
        assert kit_.by_path.key("Kite") == "kite"


def test_a_matcher_is_declared_with_the_owner_or_it_would_be_asked_too_late() -> None:
    with kit(shared=SHARED, robin=KITE.replace("kite", "robin"), kite=KITE.replace("matchers=", "hooks={} and ")) as name:
        with refused(RegistrationError, f"{name}.robin:", "matchers path", "declared with none", "Owner("):
            import_module(f"{name}.robin")
        with refused(RegistrationError, f"{name}.kite:", "matchers none", "declared with path"):
            import_module(f"{name}.kite")


def test_a_matcher_fits_its_kind() -> None:
    kit_ = Kit()
    wrong: list[tuple[dict[str, str], dict[str, Any], str]] = [
        ({"model_type": "kite"}, {"cfg": len}, "no matcher 'cfg'; it has path"),
        ({"model_type": "kite"}, {"path": lambda path: True}, "does not take"),
        ({"processor": "Kite"}, {"path": lambda path, *, strict=False: True}, "gives a model_type"),
    ]
    for keys, matchers, words in wrong:
        with refused(RegistrationError, words):
            kit_.registry.register(Descriptor(keys=keys, matchers=matchers))
    with refused(runtime.DeclarationError, "matcher path", "twice"):
        kit_.registry.matcher("path")(lambda path: False)
    with refused(RegistrationError, "it has none"):
        runtime.Registry("kit", spaces=("model_type",), unknown="error").register(
            Descriptor(keys={"model_type": "a"}, matchers={"path": lambda path: True})
        )
