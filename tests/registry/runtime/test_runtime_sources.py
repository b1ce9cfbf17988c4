"""What tools ask: the questions, the keys, and where an answer comes from."""

import doctest
from functools import partial
from importlib import import_module
from typing import Any

from runtime_under_test import kit, refused, runtime

Descriptor, Family, CLEARED, INHERITED = runtime.Descriptor, runtime.Family, runtime.CLEARED, runtime.INHERITED


def patch_family(model: Any) -> None:
    """Patch as the family does."""


def patch_kite(model: Any) -> None:
    """Patch as the kite does."""


class Patch:
    """A hook that is no function."""

    def __call__(self, model: Any) -> None:
        """Do nothing."""


def patched() -> "tuple[runtime.Registry, runtime.HookPoint[[Any], None]]":
    registry = runtime.Registry("kit", spaces=("model_type",), unknown="default")

    @registry.effect("patch")
    def patch(model: Any) -> None:
        pass

    return registry, patch


def test_hooks_are_listed_in_their_order_with_whose_they_are() -> None:
    registry, patch = patched()
    family = Family(name="vision", hooks={"patch": patch_family})
    registry.register(
        Descriptor(keys={"model_type": "kite"}, family=family, hooks={"patch": (INHERITED, patch_kite, partial(patch_kite), Patch())})
    )
    found = patch.sources("kite")
    assert [(each.by.partition(":")[0], each.module, (each.name or "").rpartition(".")[2]) for each in found] == [
        ("family vision", __name__, "patch_family"),
        (__name__, __name__, "patch_kite"),
        (__name__, __name__, "patch_kite"),
        (__name__, __name__, "Patch"),
        ("default", __name__, "patch"),
    ]
    kite = patch_kite.__code__.co_firstlineno
    assert [each.line for each in found[:4]] == [patch_family.__code__.co_firstlineno, kite, kite, None]


def test_a_key_without_hooks_has_the_default_for_a_source() -> None:
    _, patch = patched()
    assert [each.by for key in ("llama", None) for each in patch.sources(key)] == ["default", "default"]


def test_an_owner_is_imported_to_know_its_sources() -> None:
    module = (
        "from RUNTIME import *\nfrom KIT.shared import registry\nregistry.register(Descriptor(keys={'type': 'kite'}, facts={'tied': 1}))"
    )
    shared = "from RUNTIME import *\nregistry = Registry('kit', spaces=('type',), unknown='error', owners={'type': {'kite': 'KIT.kite'}})\n"
    with kit(shared=shared + "tied = registry.fact('tied', default=0)", kite=module) as name:
        assert [each.by for each in import_module(f"{name}.shared").tied.sources("kite")] == [f"{name}.kite:3"]


def test_an_answer_that_is_no_hook_comes_from_one_place() -> None:
    registry = runtime.Registry("kit", spaces=("model_type",), unknown="default")
    tied, packed = registry.fact("tied", default=0), registry.fact("packed", default=0)
    family = Family(name="vision", facts={"tied": 1, "packed": 1})
    registry.register(Descriptor(keys={"model_type": "kite"}, family=family, facts={"packed": CLEARED}), module="models.kite")
    registry.extend(Descriptor(keys={"model_type": "swift"}, facts={"packed": 2}), module="plugin")
    assert [each.by.partition(":")[0] for each in packed.sources("kite")] == ["models.kite", "default"]
    assert [each.by.partition(":")[0] for each in packed.sources("swift")] == ["plugin"]
    assert [each.by for each in tied.sources("kite")] == ["family vision"]
    assert [each.by for each in tied.sources("llama")] == ["default"]


def test_the_questions_of_a_registry_can_be_read_and_not_changed() -> None:
    registry, patch = patched()
    assert dict(registry.questions) == {"patch": patch}
    for held in (registry.questions, registry.matchers):
        with refused(TypeError):
            held["new"] = patch  # type: ignore[index]


def test_keys_are_sorted_and_of_one_space() -> None:
    owners = {"model_type": {"kite": "kit.kite"}, "processor": {"KiteProcessor": "kit.kite"}}
    registry = runtime.Registry("kit", spaces=("model_type", "processor"), unknown="default", owners=owners)
    registry.register(Descriptor(keys={"model_type": ("swift", "crane")}))
    registry.extend(Descriptor(keys={"model_type": "emu"}))
    registry.register(Descriptor(keys={"model_type": "auk"}), override=True)
    assert registry.keys() == ("auk", "crane", "emu", "kite", "swift")
    assert (registry.keys("processor"), registry.owner("KiteProcessor", "processor"), registry.owner("swift")) == (
        ("KiteProcessor",),
        ("kit.kite",),
        (),
    )


def test_the_page_of_the_package_is_true() -> None:
    found = doctest.testmod(runtime)
    assert (found.failed, found.attempted > 20) == (0, True)
