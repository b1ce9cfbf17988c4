"""Hook points: where they stand, what the hooks of a model do there, and what happens if they decline."""

from collections.abc import Callable
from functools import partial
from typing import Any

from runtime_under_test import refused, runtime

Descriptor, RegistrationError, DECLINED = runtime.Descriptor, runtime.RegistrationError, runtime.DECLINED


def registry() -> runtime.Registry:
    return runtime.Registry("kit", spaces=("model_type",), unknown="default")


def hooked(kit: runtime.Registry, point: str, hooks: Any, key: str = "kite") -> None:
    kit.register(Descriptor(keys={"model_type": key}, hooks={point: hooks}))


# Effect


def effect(*hooks: Callable[[list[str]], Any]) -> list[str]:
    """Return what an effect point with these hooks does for `kite`."""
    kit = registry()

    @kit.effect("patch")
    def patch(seen: list[str]) -> None:
        seen.append("default")

    if hooks:
        hooked(kit, "patch", hooks)
    seen: list[str] = []
    patch.of("kite")(seen)
    return seen


def acts(word: str, answer: Any = None) -> Callable[[list[str]], Any]:
    def hook(seen: list[str]) -> Any:
        seen.append(word)
        return answer

    return hook


def test_all_hooks_of_an_effect_act_in_their_order() -> None:
    assert effect(acts("a"), acts("b"), acts("c")) == ["a", "b", "c"]


def test_without_hooks_the_default_of_an_effect_acts() -> None:
    assert effect() == ["default"]


def test_an_effect_that_one_hook_declines_is_left_to_the_others() -> None:
    assert effect(acts("a", DECLINED), acts("b")) == effect(acts("a"), acts("b", DECLINED)) == ["a", "b"]


def test_an_effect_that_all_hooks_decline_is_the_default() -> None:
    assert effect(acts("a", DECLINED), acts("b", DECLINED)) == ["a", "b", "default"]


def test_what_an_effect_returns_is_nothing() -> None:
    assert effect(acts("a", "anything")) == ["a"]


def test_an_error_of_a_hook_comes_as_it_is_and_stops_the_others() -> None:
    def fails(seen: list[str]) -> None:
        raise KeyError(*seen)

    with refused(KeyError, "a"):
        effect(acts("a"), fails, acts("b"))


# Value


def test_the_first_hook_that_does_not_decline_gives_the_value() -> None:
    kit = registry()

    @kit.value("layout")
    def layout(heads: int, *, rope: bool = False) -> str:
        return f"default {heads} {rope}"

    hooked(kit, "layout", lambda heads, *, rope=False: f"kite {heads} {rope}")
    hooked(kit, "layout", (lambda heads, *, rope=False: DECLINED if rope else "a", lambda heads, *, rope=False: "b"), "swift")
    hooked(kit, "layout", lambda heads, *, rope=False: DECLINED, "robin")
    hooked(kit, "layout", lambda heads, *, rope=False: None, "crane")
    assert layout.of("kite")(2, rope=True) == "kite 2 True"
    assert layout.of("kite")(heads=2) == "kite 2 False"
    assert [layout.of("swift")(1), layout.of("swift")(1, rope=True)] == ["a", "b"]
    assert layout.of("robin")(3) == layout.of("llama")(3) == layout.of(None)(3) == "default 3 False"
    assert layout.of("crane")(1) is None


def test_a_default_may_decline_too_so_that_the_place_itself_goes_on() -> None:
    kit = registry()

    @kit.value("layout")
    def layout(heads: int) -> "int | runtime.Declined":
        return runtime.DECLINED

    hooked(kit, "layout", lambda heads: heads + 1)
    assert layout.of("kite")(1) == 2
    assert layout.of("llama")(1) is DECLINED


def test_of_every_kind_it_is_known_whether_somebody_acted_where_the_default_declines() -> None:
    kit = registry()
    points: list[Any] = [
        kit.effect("effect")(lambda given: DECLINED),
        kit.value("value")(lambda given: DECLINED),
        kit.adjust("adjust")(lambda given: DECLINED),
        kit.predicate("predicate")(lambda given: DECLINED),  # type: ignore[arg-type, return-value]
    ]
    declines, acts_ = (lambda given: DECLINED), (lambda given: None)
    hooks: Any
    for key, hooks in {"none": (declines, declines), "one": acts_, "first": (acts_, declines), "last": (declines, acts_)}.items():
        names = [point.name for point in points]
        kit.register(Descriptor(keys={"model_type": key}, hooks=dict.fromkeys(names, hooks)))
    acted = {key: {point.of(key)(1) is not DECLINED for point in points} for key in ("none", "one", "first", "last", "llama", None)}
    assert acted == {"none": {False}, "one": {True}, "first": {True}, "last": {True}, "llama": {False}, None: {False}}


# Predicate


def test_a_predicate_answers_with_a_truth_value_and_a_declined_one_with_the_default() -> None:
    kit = registry()

    @kit.predicate("moe")
    def moe(experts: int) -> bool:
        return experts > 8

    hooked(kit, "moe", lambda experts: experts)
    hooked(kit, "moe", (lambda experts: DECLINED, lambda experts: DECLINED), "swift")
    assert [moe.of("kite")(experts) for experts in (0, 1, 9)] == [False, True, True]
    assert (
        [moe.of("swift")(experts) for experts in (0, 1, 9)] == [moe.of("llama")(experts) for experts in (0, 1, 9)] == [False, False, True]
    )


# Adjust


def test_each_hook_adjusts_what_the_one_before_returned() -> None:
    kit = registry()

    @kit.adjust("keywords")
    def keywords(given: tuple[str, ...], *, inference: bool) -> tuple[str, ...]:
        return (*given, "default")

    hooked(
        kit, "keywords", (lambda given, *, inference: (*given, "a"), lambda given, *, inference: (*given, "b") if inference else DECLINED)
    )
    hooked(kit, "keywords", lambda given, *, inference: DECLINED, "swift")
    assert keywords.of("kite")(("x",), inference=True) == ("x", "a", "b")
    assert keywords.of("kite")(given=("x",), inference=False) == ("x", "a")
    assert keywords.of("swift")(("x",), inference=True) == keywords.of("llama")(given=("x",), inference=True) == ("x", "default")


def test_a_point_that_adjusts_has_something_to_adjust() -> None:
    with refused(runtime.DeclarationError, "adjusts its first parameter"):
        registry().adjust("keywords")(lambda: None)


# What fits


def test_a_hook_takes_what_its_point_gives() -> None:
    def point(model: Any, cfg: Any, *, inference: bool = False) -> None:
        pass

    class Hooks:
        def __call__(self, model: Any, cfg: Any, *, inference: bool = False) -> None:
            pass

        def method(self, model: Any, cfg: Any, inference: bool = False) -> None:
            pass

        @classmethod
        def of_class(cls, model: Any, cfg: Any, *, inference: bool = False, **more: Any) -> None:
            pass

    fits: list[Any] = [
        point,
        lambda model, cfg, inference=True: None,
        lambda *arguments, **keywords: None,
        lambda model, cfg, *, inference=False, more=1: None,
        Hooks(),
        Hooks().method,
        Hooks.of_class,
        partial(lambda flag, model, cfg, *, inference=False: None, True),
        type,  # says what it takes in no way that can be read
    ]
    misfits: list[Any] = [
        lambda: None,
        lambda model: None,
        lambda model, cfg: None,
        lambda model, cfg, *, inference: None,  # a call may leave it out
        lambda cfg, model, *, inference=False: None,  # by name and by number alone it would fit
        lambda model, config, *, inference=False: None,
        lambda model, cfg, more, *, inference=False: None,
        lambda model, cfg, /, *, inference=False: None,
        partial(lambda model, cfg, *, inference=False: None, True),
        None,
        "patch",
        runtime.CLEARED,
        runtime.DECLINED,
    ]
    kit = registry()
    kit.effect("patch")(point)
    for number, hook in enumerate(fits):
        hooked(kit, "patch", (hook,), f"fits{number}")
    for hook in misfits:
        with refused(RegistrationError, "patch"):
            hooked(kit, "patch", (hook,), "misfit")


def test_a_point_with_any_number_of_arguments_needs_hooks_with_any_number() -> None:
    kit = registry()

    @kit.effect("patch")
    def patch(*arguments: Any, **keywords: Any) -> None:
        pass

    for hook in (lambda *arguments: None, lambda **keywords: None, lambda model: None):
        with refused(RegistrationError, "patch"):
            hooked(kit, "patch", hook)
    hooked(kit, "patch", lambda *arguments, **keywords: None)
    patch.of("kite")(1, 2, three=3)


def test_a_positional_parameter_stays_positional() -> None:
    kit = registry()

    @kit.value("layout")
    def layout(heads: int, /) -> int:
        return heads

    hooked(kit, "layout", lambda number: number + 1)
    assert layout.of("kite")(1) == 2


def test_no_hooks_at_all_are_refused() -> None:
    kit = registry()
    kit.effect("patch")(lambda: None)
    with refused(RegistrationError, "patch", "CLEARED"):
        hooked(kit, "patch", ())


def test_the_words_of_a_point_are_those_of_its_default() -> None:
    @registry().effect("patch")
    def patch() -> None:
        """Patch it."""

    assert (patch.__doc__, patch.kind, str(patch.signature)) == ("Patch it.", "effect", "() -> None")
