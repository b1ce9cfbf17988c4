"""What is declared is in force when a model is loaded and when it is saved, whoever registers what. (Real models: examples/tinytrain.)"""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from functools import partial
from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from namebranch.registry.runtime import conversion_mapping
from namebranch.registry.runtime import conversions as runtime
from namebranch.registry.runtime.conversions import (
    ConversionError,
    IrreversibleConversionError,
    IrreversibleConversionWarning,
    Provider,
    Registered,
    WeightConversions,
    warned,
)


class Merge:
    """An operation, and its own reverse."""

    def __init__(self, dim: int = 0, quantizer: object = None) -> None:
        self.dim = dim
        self.quantizer = quantizer

    @property
    def reverse_op(self) -> "Merge":
        return Merge(self.dim)


class Round:
    """An operation without a reverse."""

    @property
    def reverse_op(self) -> Any:
        raise NotImplementedError


@dataclass
class Renaming:
    source_patterns: list[str]
    target_patterns: list[str]
    operations: list[Any] = field(default_factory=list)

    def reverse_transform(self) -> "Renaming":
        return Renaming(self.target_patterns, self.source_patterns, [one.reverse_op for one in self.operations])


class PrefixChange(Renaming):
    """What only a load can tell."""


class OneWay(Renaming):
    def reverse_transform(self) -> Renaming:
        raise ValueError("not with quantization")


class Model:
    """A model; transformers keeps in it what it was loaded by, and reverses that."""

    _weight_conversions: list[Any] | None = None

    @property
    def reversed_at_save(self) -> list[str]:
        return sources(self._weight_conversions)


def one(source: str, target: str = "new", *operations: object) -> Renaming:
    return Renaming([source], [target], list(operations))


def loaded(model: Model, conversions: list[Any]) -> Model:
    vars(model)["_weight_conversions"] = conversions
    return model


def sources(transforms: list[Any] | None) -> list[str]:
    return [source for transform in transforms or () for source in transform.source_patterns]


class Fake:
    """transformers, as far as conversions go: one mapping, and a load that looks into it once the constructor is done."""

    def __init__(self) -> None:
        self.mapping: dict[str, list[Any]] = {"llama": [one("a")], "mixtral": [one("w1", "w", Merge(1))]}
        self.registered: list[str] = []
        self.modeling = ModuleType("transformers.modeling_utils")
        self.modeling.get_model_conversion_mapping = self.of_a_model  # type: ignore[attr-defined]

    def get(self, key: str) -> list[Any] | None:
        return deepcopy(self.mapping.get(key))

    def register(self, key: str, mapping: list[Any], *, overwrite: bool = False) -> None:
        assert overwrite or key not in self.mapping
        self.registered.append(key)
        self.mapping[key] = mapping

    def of_a_model(self, _: object, *, add_legacy: bool = True) -> list[Any]:
        return [*(self.get("llama") or ()), *([one("gamma")] if add_legacy else ())]

    def load(self, constructor: Callable[[], None] = lambda: None) -> Model:
        model = Model()
        constructor()
        return loaded(model, self.modeling.get_model_conversion_mapping(model))


@pytest.fixture
def transformers(monkeypatch: pytest.MonkeyPatch) -> Fake:
    fake = Fake()
    mapping, core = ModuleType("transformers.conversion_mapping"), ModuleType("transformers.core_model_loading")
    mapping.__dict__.update(
        get_checkpoint_conversion_mapping=fake.get,
        register_checkpoint_conversion_mapping=fake.register,
        get_model_conversion_mapping=fake.of_a_model,
    )
    core.__dict__.update(PrefixChange=PrefixChange)
    for module in (ModuleType("transformers"), mapping, core, fake.modeling):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    return fake


@pytest.fixture(autouse=True)
def forgetting(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(runtime, "_LAYERS", {})
    yield
    assert vars(conversion_mapping)["_BEFORE"] == vars(conversion_mapping)["_LOOKUP"] == []


def adding(source: str, key: str = "llama") -> Provider:
    def provider(registered: Registered) -> dict[str, list[Any]]:
        return {key: [*registered(key), one(source)]}

    return provider


def test_a_provider_extends_what_is_registered_now(transformers: Fake) -> None:
    assert WeightConversions(adding("b")).register() == ("llama",)
    assert sources(transformers.mapping["llama"]) == ["a", "b"]


def test_a_provider_takes_away_from_what_is_registered_now(transformers: Fake) -> None:
    WeightConversions(lambda registered: {"llama": registered("llama")[1:]}).register()
    assert transformers.mapping["llama"] == []


def test_a_provider_reads_what_is_registered_for_another_model(transformers: Fake) -> None:
    WeightConversions(lambda registered: {"new": [*registered("mixtral"), *registered("nobody")]}).register()
    assert sources(transformers.mapping["new"]) == ["w1"]


def test_a_provider_that_changes_its_copy_changes_nothing_else(transformers: Fake) -> None:
    def provider(registered: Registered) -> dict[str, list[Any]]:
        registered("mixtral").clear()
        return {"llama": registered("llama")}

    WeightConversions(provider).register()
    assert sources(transformers.mapping["mixtral"]) == ["w1"]


@pytest.mark.parametrize("key", ["llama", "mixtral"])
def test_to_declare_what_is_there_registers_nothing(key: str, transformers: Fake) -> None:
    assert WeightConversions(lambda registered: {key: registered(key)}).register() == ()
    assert transformers.registered == []


def test_an_empty_declaration_registers_nothing(transformers: Fake) -> None:
    assert WeightConversions(lambda _: {}).register() == ()
    assert transformers.registered == []


def test_to_register_twice_is_to_register_once(transformers: Fake) -> None:
    conversions = WeightConversions(adding("b"))
    assert [conversions.register(), conversions.register()] == [("llama",), ()]
    assert sources(transformers.mapping["llama"]) == ["a", "b"]


def test_two_descriptors_with_one_provider_are_one(transformers: Fake) -> None:
    provider = adding("b")
    assert [WeightConversions(provider).register(), WeightConversions(provider).register()] == [("llama",), ()]


def test_an_operation_that_holds_an_object_is_known_again(transformers: Fake) -> None:
    conversions = WeightConversions(lambda registered: {"llama": [*registered("llama"), one("b", "new", Merge(0, object()))]})
    assert [conversions.register(), conversions.register()] == [("llama",), ()]


@pytest.mark.parametrize("other", [one("b", "new", Merge(1)), one("b", "other", Merge(0)), one("b", "new", Round()), one("b")])
def test_another_operation_or_target_is_another_conversion(other: Renaming, transformers: Fake) -> None:
    conversions = WeightConversions(lambda _: {"llama": [one("b", "new", Merge(0))]})
    conversions.register()
    transformers.mapping["llama"] = [other]
    assert conversions.register() == ("llama",)


def test_what_overwrites_a_declaration_lies_beneath_it_from_then_on(transformers: Fake) -> None:
    conversions = WeightConversions(adding("b"))
    conversions.register()
    transformers.register("llama", [one("c")], overwrite=True)
    assert conversions.register() == ("llama",)
    assert sources(transformers.mapping["llama"]) == ["c", "b"]


def test_where_one_of_two_keys_is_overwritten_the_other_stays_as_it_is(transformers: Fake) -> None:
    conversions = WeightConversions(lambda registered: {key: [*registered(key), one("b")] for key in ("llama", "mixtral")})
    conversions.register()
    transformers.register("llama", [one("c")], overwrite=True)
    assert conversions.register() == ("llama",)
    assert sources(transformers.mapping["mixtral"]) == ["w1", "b"]


def test_a_key_that_somebody_removed_is_registered_again(transformers: Fake) -> None:
    conversions = WeightConversions(adding("b", "new"))
    conversions.register()
    del transformers.mapping["new"]
    assert conversions.register() == ("new",)
    assert sources(transformers.mapping["new"]) == ["b"]


def test_a_key_has_one_provider_and_the_second_is_refused_by_name(transformers: Fake) -> None:
    WeightConversions(adding("b")).register()
    with pytest.raises(ConversionError, match=r"'llama' are declared twice: by .*adding.*provider and by .*<lambda>"):
        WeightConversions(lambda _: {"llama": []}).register()
    assert sources(transformers.mapping["llama"]) == ["a", "b"]


def test_another_provider_s_key_may_be_read_as_it_is(transformers: Fake) -> None:
    WeightConversions(adding("b")).register()
    WeightConversions(lambda registered: {"mixtral": registered("llama")}).register()
    assert sources(transformers.mapping["mixtral"]) == ["a", "b"]


STEP = st.one_of(
    st.just(("register", "", "")),
    st.just(("load", "", "")),
    st.tuples(st.sampled_from(["overwrite", "overwrite while loading"]), st.sampled_from(["llama", "new"]), st.sampled_from("xyz")),
    st.tuples(st.just("remove"), st.just("new"), st.just("")),
)


@given(steps=st.lists(STEP, max_size=12))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_whatever_others_do_what_is_declared_lies_once_on_what_they_did_last(transformers: Fake, steps: list[tuple[str, str, str]]) -> None:
    vars(runtime)["_LAYERS"].clear()
    transformers.mapping.clear()
    transformers.mapping.update(llama=[one("a")])
    others: dict[str, list[str]] = {"llama": ["a"], "new": []}  # what they did last
    conversions = WeightConversions(lambda registered: {key: [*registered(key), one("b")] for key in others})
    for step, key, source in steps:
        match step:
            case "register":
                conversions.register()
            case "load":
                with conversions.held():
                    transformers.load()
            case "overwrite while loading":
                with conversions.held():
                    transformers.load(partial(transformers.register, key, [one(source)], overwrite=True))
                    assert sources(transformers.mapping[key]) == [source, "b"]
                others[key] = [source]
            case "overwrite":
                transformers.register(key, [one(source)], overwrite=True)
                others[key] = [source]
            case _:  # removed
                transformers.mapping.pop(key, None)
                others[key] = []
    conversions.register()
    assert {key: sources(transformers.mapping[key]) for key in others} == {key: [*found, "b"] for key, found in others.items()}
    assert conversions.register() == ()


def test_all_that_has_no_reverse_is_reported_before_anything_is_registered(transformers: Fake) -> None:
    bad = [one("b", "new", Merge(), Round(), Round()), OneWay(["c"], ["new"])]
    with pytest.raises(IrreversibleConversionError, match="llama: Round of ") as caught:
        WeightConversions(lambda _: {"llama": bad}).register()
    found = [(problem.key, problem.operation, problem.reason) for problem in caught.value.irreversible]
    assert found == [("llama", "Round", "NotImplementedError")] * 2 + [("llama", "OneWay", "ValueError: not with quantization")]
    assert transformers.registered == []


def test_a_model_that_is_only_loaded_may_have_operations_without_a_reverse(transformers: Fake) -> None:
    conversions = WeightConversions(lambda _: {"llama": [one("b", "new", Round())]}, irreversible=warned)
    with pytest.warns(IrreversibleConversionWarning, match="Round") as caught:
        assert conversions.register() == ("llama",)
    assert [warning.filename for warning in caught] == [__file__]


def test_a_load_after_a_constructor_that_overwrites_is_by_what_is_declared(transformers: Fake) -> None:
    conversions = WeightConversions(adding("b"))
    with conversions.held():
        model = transformers.load(lambda: transformers.register("llama", [one("c")], overwrite=True))
    assert model.reversed_at_save == ["c", "b", "gamma"]
    conversions.after_build(model)
    assert model.reversed_at_save == ["c", "b", "gamma"]


def test_what_a_constructor_overwrites_without_a_load_is_put_right_at_the_end_of_the_hold(transformers: Fake) -> None:
    with WeightConversions(adding("b")).held():
        transformers.register("llama", [one("c")], overwrite=True)
    assert sources(transformers.mapping["llama"]) == ["c", "b"]


def test_a_hold_ends_also_when_the_build_fails(transformers: Fake) -> None:
    with pytest.raises(ZeroDivisionError), WeightConversions(adding("b")).held():
        raise ZeroDivisionError
    assert transformers.modeling.get_model_conversion_mapping == transformers.of_a_model


def test_holds_of_several_threads_may_end_in_any_order(transformers: Fake) -> None:
    entered, left = threading.Event(), threading.Event()

    def first() -> None:
        with WeightConversions(adding("b")).held():
            entered.set()
            left.wait(10)

    thread = threading.Thread(target=first)
    thread.start()
    assert entered.wait(10)
    with WeightConversions(adding("c", "mixtral")).held():
        left.set()
        thread.join()
        transformers.load(lambda: transformers.register("mixtral", [], overwrite=True))
        assert sources(transformers.mapping["mixtral"]) == ["c"]
    assert transformers.modeling.get_model_conversion_mapping == transformers.of_a_model


def test_a_model_that_was_loaded_by_something_else_is_told(transformers: Fake) -> None:
    conversions = WeightConversions(adding("b"))
    conversions.register()
    model = transformers.load(lambda: transformers.register("llama", [one("c")], overwrite=True))
    with pytest.raises(ConversionError, match=r"Model was loaded by other conversions than those declared for llama: load it in held\(\)"):
        conversions.after_build(model)


def test_a_new_model_is_saved_by_what_was_declared_whoever_registers_later(transformers: Fake) -> None:
    conversions, model = WeightConversions(adding("b")), Model()
    conversions.after_build(model)
    transformers.register("llama", [one("c")], overwrite=True)
    assert model.reversed_at_save == ["a", "b"]


def test_whether_a_checkpoint_has_a_prefix_is_not_made_up_for_a_new_model(transformers: Fake) -> None:
    conversions, model = WeightConversions(lambda registered: {"llama": [*registered("llama"), PrefixChange(["p"], [""])]}), Model()
    conversions.after_build(model)
    assert model.reversed_at_save == ["a"]


def test_an_adapter_that_is_loaded_does_not_change_how_the_model_is_saved(transformers: Fake) -> None:
    conversions = WeightConversions(adding("b"))
    with conversions.held():
        model = transformers.load()
    conversions.after_build(model)
    loaded(model, [one("lora")])
    conversions.before_save(model)
    assert model.reversed_at_save == ["a", "b", "gamma"]


def test_a_model_that_was_never_told_of_is_saved_by_what_is_declared(transformers: Fake) -> None:
    model = Model()
    WeightConversions(adding("b")).before_save(model)
    assert model.reversed_at_save == ["a", "b"]


def test_a_transformers_that_looks_elsewhere_is_told(transformers: Fake) -> None:
    del transformers.modeling.get_model_conversion_mapping
    with pytest.raises(ConversionError, match="not known here"), WeightConversions(adding("b")).held():
        pytest.fail("held")


def test_no_transformers_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "transformers", None)
    with pytest.raises(ConversionError, match="need transformers 5"):
        WeightConversions(adding("b")).register()


def test_nothing_is_imported_before_it_is_asked_for() -> None:
    code = f"import sys, {runtime.__name__}; sys.exit('transformers' in sys.modules or 'torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
