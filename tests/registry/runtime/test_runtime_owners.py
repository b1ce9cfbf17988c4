"""Owners: the module of a key is imported when the key is first asked for, no other is, and a broken one breaks only itself."""

import os
import sys
from importlib import import_module
from typing import Any

from runtime_under_test import kit, refused, runtime, warned

Descriptor, Owner = runtime.Descriptor, runtime.Owner
DuplicateKeyError, RegistrationError, DeclarationError = runtime.DuplicateKeyError, runtime.RegistrationError, runtime.DeclarationError
BrokenOwnerError, SilentOwnerError = runtime.BrokenOwnerError, runtime.SilentOwnerError

SHARED = """
import RUNTIME as runtime
from RUNTIME import *
registry = Registry("kit", spaces=("model_type", "processor"), unknown="default", owners={OWNERS})
tied = registry.fact("tied", default="default")
packing = registry.fact("packing", default="default")
"""
KITE = """
from KIT.shared import *
registry.register(Descriptor(keys={"model_type": "kite"}, facts={"tied": "kite"}))
"""
SWIFT = KITE.replace("kite", "swift")


def shared(owners: str) -> str:
    return SHARED.replace("{OWNERS}", owners)


def plumbing(name: str) -> Any:
    return import_module(f"{name}.shared")


def imported(name: str) -> set[str]:
    """Return which modules of a kit are imported, without the shared one."""
    return {module.removeprefix(f"{name}.") for module in sys.modules if module.startswith(f"{name}.")} - {"shared"}


OWNERS = '{"model_type": {"kite": "KIT.kite", "swift": "KIT.swift"}}'


def test_an_owner_is_imported_when_its_key_is_first_asked_for_and_no_other_is() -> None:
    with kit(shared=shared(OWNERS), kite=KITE, swift=SWIFT) as name:
        at = plumbing(name)
        assert (at.registry.keys(), at.registry.owner("kite"), at.registry.owner("llama")) == (("kite", "swift"), (f"{name}.kite",), ())
        assert (at.tied.of("llama"), at.tied.of(None)) == ("default", "default")
        assert imported(name) == set()
        assert at.tied.of("kite") == "kite"
        assert imported(name) == {"kite"}
        assert at.registry.find("swift").facts == {"tied": "swift"}
        assert imported(name) == {"kite", "swift"}


def test_a_module_that_somebody_imports_first_is_the_same() -> None:
    with kit(shared=shared(OWNERS), kite=KITE, swift=SWIFT) as name:
        import_module(f"{name}.kite")
        assert plumbing(name).tied.of("kite") == "kite"


def test_all_owners_are_imported_for_all_answers() -> None:
    with kit(shared=shared(OWNERS), kite=KITE, swift=SWIFT) as name:
        at = plumbing(name)
        assert at.registry.load() == ()
        assert at.tied.answers() == {"kite": "kite", "swift": "swift"}


def test_a_package_owns_what_its_modules_register() -> None:
    with kit(shared=shared('{"model_type": {"kite": "KIT.models"}}'), models__kite=KITE) as name:
        at = plumbing(name)
        with refused(SilentOwnerError, f"{name}.models"):
            at.tied.of("kite")
        import_module(f"{name}.models.kite")
        assert at.tied.of("kite") == "kite"


# Broken


def test_a_broken_owner_says_so_each_time_and_breaks_no_other() -> None:
    with kit(shared=shared(OWNERS), kite=KITE + "import no_such_module", swift=SWIFT) as name:
        at = plumbing(name)
        for _ in range(3):
            with refused(BrokenOwnerError, f"{name}.kite", "model_type 'kite'", "No module named 'no_such_module'"):
                at.tied.of("kite")
            with refused(BrokenOwnerError, f"{name}.kite"):
                at.registry.find("kite")
            assert at.tied.of("swift") == "swift"
        assert [type(fault).__name__ for fault in at.registry.load()] == ["BrokenOwnerError"]
        with refused(BrokenOwnerError, f"{name}.kite"):
            at.tied.answers()


def test_the_error_of_a_broken_owner_is_its_cause_and_no_error_that_shared_code_may_expect() -> None:
    with kit(shared=shared(OWNERS), kite="{}['key']") as name:
        with refused(BrokenOwnerError) as caught:
            plumbing(name).tied.of("kite")
        error, cause = caught
        assert isinstance(cause, KeyError)
        assert not isinstance(error, ImportError | LookupError | AttributeError | ValueError | TypeError)


def test_what_a_broken_owner_registered_before_it_broke_does_not_count() -> None:
    broken = "import os\n" + KITE + "if 'KIT' in os.environ: raise RuntimeError('broken')"
    with kit(shared=shared(OWNERS), kite=broken, swift=SWIFT) as name:
        at = plumbing(name)
        os.environ[name] = "broken"
        try:
            for _ in range(2):
                with refused(BrokenOwnerError, "broken"):
                    at.tied.of("kite")
            with refused(RuntimeError, "broken"):
                import_module(f"{name}.kite")
            assert at.registry.book.record(("model_type", "kite")) is None
        finally:
            del os.environ[name]
        assert at.tied.of("kite") == "kite"


def test_what_a_broken_owner_asked_for_before_it_broke_is_not_kept() -> None:
    with kit(shared=shared(OWNERS), kite=KITE + "asked = tied.of('kite')\n1 / 0") as name:
        for _ in range(2):
            with refused(BrokenOwnerError, "division by zero"):
                plumbing(name).tied.of("kite")


def test_what_a_broken_module_extended_does_not_count_either() -> None:
    owners = '{"model_type": {"kite": ("KIT.more", "KIT.kite")}}'
    more = KITE.replace("register", "extend") + "import os\nif 'KIT' in os.environ: raise RuntimeError('broken')"
    with kit(shared=shared(owners), kite=KITE.replace("tied", "packing"), more=more) as name:
        at = plumbing(name)
        os.environ[name] = "broken"
        try:
            with refused(BrokenOwnerError, "broken"):
                at.tied.of("kite")
            assert at.registry.book.extending(("model_type", "kite")) == ()
        finally:
            del os.environ[name]
        assert (at.tied.of("kite"), at.packing.of("kite")) == ("kite", "kite")


def test_an_extension_may_answer_what_a_broken_module_would_have() -> None:
    owners = '{"model_type": {"kite": ("KIT.kite", "KIT.more")}}'
    with kit(shared=shared(owners), kite=KITE + "1 / 0", more=KITE.replace("register", "extend")) as name:
        with refused(ZeroDivisionError):
            import_module(f"{name}.kite")
        import_module(f"{name}.more")
        assert [str(each).partition(":")[0] for each in plumbing(name).registry.book.extending(("model_type", "kite"))] == [f"{name}.more"]


def test_an_owner_that_registers_nothing_under_its_key_says_so_each_time() -> None:
    with kit(shared=shared(OWNERS), kite=SWIFT.replace("swift", "kite_text"), swift="") as name:
        at = plumbing(name)
        for _ in range(2):
            for ask in (at.tied.of, at.registry.find):
                with refused(SilentOwnerError, f"{name}.swift", "model_type 'swift'", "registered nothing"):
                    ask("swift")
        assert [type(fault).__name__ for fault in at.registry.load()] == ["SilentOwnerError", "SilentOwnerError"]


def test_a_module_that_asks_for_its_own_key_before_it_registers_says_so() -> None:
    asking = "from KIT.shared import *\ntied.of('kite')\n"
    with kit(shared=shared(OWNERS), kite=asking + KITE) as name, refused(BrokenOwnerError, "SilentOwnerError", "register first"):
        plumbing(name).tied.of("kite")


def test_owners_may_ask_for_each_other() -> None:
    kite = KITE + "other = tied.of('swift')"
    with kit(shared=shared(OWNERS), kite=kite, swift=SWIFT + "other = tied.of('kite')") as name:
        assert plumbing(name).tied.of("kite") == "kite"
        assert import_module(f"{name}.swift").other == "kite"
        assert import_module(f"{name}.kite").other == "swift"


# Order never decides


def test_a_key_is_registered_by_its_owner_or_by_override_whatever_was_imported_before() -> None:
    with kit(shared=shared(OWNERS), kite=KITE, swift=SWIFT, other=KITE) as name:
        with refused(DuplicateKeyError, f"{name}.other:", f"owned by {name}.kite", "override=True"):
            import_module(f"{name}.other")
        assert plumbing(name).tied.of("kite") == "kite"
        with refused(DuplicateKeyError, f"{name}.other:"):
            import_module(f"{name}.other")


def test_an_override_spares_the_owner_even_a_broken_one() -> None:
    override = KITE.replace('"tied": "kite"', '"tied": "other"').replace("}))", "}), override=True)")
    with kit(shared=shared(OWNERS), kite=KITE + "1 / 0", other=override) as name:
        with warned(runtime.OverrideWarning, f"{name}.other:", f"from {name}.kite"):
            import_module(f"{name}.other")
        assert plumbing(name).tied.of("kite") == "other"
        assert plumbing(name).registry.load() != ()  # of swift, which there is not
        assert "kite" not in imported(name)


def test_all_keys_of_a_descriptor_are_owned_or_none_is() -> None:
    both = KITE.replace('{"model_type": "kite"}', '{"model_type": ("kite", "kite_text"), "processor": "KiteProcessor"}')
    with kit(shared=shared(OWNERS), kite=both) as name, refused(BrokenOwnerError, "RegistrationError", "'kite_text' has no owner"):
        plumbing(name).tied.of("kite")
    all_keys = '{"model_type": {"kite": "KIT.kite", "kite_text": "KIT.kite"}, "processor": {"KiteProcessor": "KIT.kite"}}'
    with kit(shared=shared(all_keys), kite=both) as name:
        assert [plumbing(name).tied.of(key) for key in ("kite_text", "kite")] == ["kite", "kite"]


def test_several_modules_own_a_key_and_two_answers_of_them_are_refused() -> None:
    owners = '{"model_type": {"kite": ("KIT.kite", "KIT.more")}}'
    more = KITE.replace("register", "extend")
    with kit(shared=shared(owners), kite=KITE, more=more.replace("tied", "packing")) as name:
        at = plumbing(name)
        assert (at.packing.of("kite"), at.tied.of("kite")) == ("kite", "kite")
        assert imported(name) == {"kite", "more"}
    with kit(shared=shared(owners), kite=KITE, more=more) as name:
        for _ in range(2):
            with refused(BrokenOwnerError, "DuplicateAnswerError", f"{name}.more:", f"{name}.kite:"):
                plumbing(name).tied.of("kite")


def test_an_owner_that_only_extends_its_key_is_not_silent() -> None:
    with kit(shared=shared(OWNERS), kite=KITE.replace("register", "extend")) as name:
        assert (plumbing(name).tied.of("kite"), plumbing(name).registry.find("kite")) == ("kite", None)


def test_a_plugin_owns_before_it_extends() -> None:
    plugin = KITE.replace("register", "extend").replace("tied", "packing")
    owning = "from KIT.shared import registry\nregistry.own('kite', 'KIT.plugin')\n"
    with kit(shared=shared(OWNERS), kite=KITE, swift=SWIFT, plugin=plugin, owning=owning) as name:
        at = plumbing(name)
        with refused(DuplicateKeyError, f"{name}.plugin", "as owner"):
            import_module(f"{name}.plugin")
        assert at.packing.of("kite") == "default"
        import_module(f"{name}.owning")
        import_module(f"{name}.owning")
        assert at.registry.owner("kite") == (f"{name}.kite", f"{name}.plugin")
        assert (at.packing.of("kite"), at.tied.of("kite")) == ("kite", "kite")


def test_an_owner_is_named_in_full() -> None:
    wrong: list[tuple[str, Any]] = [
        ("kite", ""),
        ("kite", ".kite"),
        ("kite", "kit/kite.py"),
        ("kite", ()),
        ("", "kit.kite"),
        ("kite", Owner()),
    ]
    for key, owner in wrong:
        with refused(DeclarationError, "kit", "modules in full"):
            runtime.Registry("kit", spaces=("model_type",), unknown="default").own(key, owner)


# Isolation


def test_what_a_test_registers_is_gone_after_it() -> None:
    at = runtime.Registry("kit", spaces=("model_type",), unknown="default")
    tied = at.fact("tied", default="default")
    at.register(Descriptor(keys={"model_type": "kite"}, facts={"tied": "kite"}))
    with at.isolated():
        at.register(Descriptor(keys={"model_type": "swift"}, facts={"tied": "swift"}))
        at.extend(Descriptor(keys={"model_type": "robin"}, facts={"tied": "robin"}))
        with warned(runtime.OverrideWarning):
            at.register(Descriptor(keys={"model_type": "kite"}, facts={"tied": "other"}), override=True)
        at.own("crane", "no_such_module")
        assert [tied.of(key) for key in ("kite", "swift", "robin")] == ["other", "swift", "robin"]
    assert [tied.of(key) for key in ("kite", "swift", "robin", "crane")] == ["kite", *["default"] * 3]
    assert at.keys() == ("kite",)


def test_a_test_that_fails_is_undone_too() -> None:
    at = runtime.Registry("kit", spaces=("model_type",), unknown="default")
    with refused(ZeroDivisionError), at.isolated():
        at.register(Descriptor(keys={"model_type": "kite"}))
        _ = 1 / 0
    assert at.keys() == ()


def test_what_owners_register_in_a_test_stays_because_they_are_imported_once() -> None:
    owners = '{"model_type": {"kite": ("KIT.kite", "KIT.more"), "swift": "KIT.swift"}}'
    more = KITE.replace("register", "extend").replace("tied", "packing")
    with kit(shared=shared(owners), kite=KITE, more=more, swift=SWIFT) as name:
        at = plumbing(name)
        with at.registry.isolated():
            assert at.tied.of("kite") == "kite"
            with warned(runtime.OverrideWarning, f"from {name}.swift"):
                at.registry.register(Descriptor(keys={"model_type": "swift"}, facts={"tied": "of the test"}), override=True)
        assert (at.tied.of("kite"), at.packing.of("kite"), at.tied.of("swift")) == ("kite", "kite", "swift")
