"""Where files belong: zones, owners and subsystems, by rule, by recognition and by default."""

from collections.abc import Callable
from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from memory import tree

from namebranch.analyzer.inventory import Zone
from namebranch.analyzer.settings.load import load
from namebranch.analyzer.settings.schema import ModelRules, Settings, ZoneRules
from namebranch.analyzer.settings.zones import Zoning, packages
from namebranch.registry.universe.names import Names

FAMILY = Names.load().family
Place = Callable[[str], Zoning]


def zoning(*paths: str, zones: ZoneRules | None = None, models: ModelRules | None = None) -> Zoning:
    return Zoning(Settings(zones=zones or ZoneRules(), models=models or ModelRules()), paths, FAMILY)


def under(preset: str, *paths: str) -> Zoning:
    return Zoning(load(tree("a.py", namebranch_toml=f'preset = "{preset}"')).settings, paths, FAMILY)


RULES = ZoneRules(
    ignored=("pkg/tests/", "examples/", "!examples/real/"),
    frozen=("pkg/legacy/",),
    model=("pkg/zoo/**", "pkg/legacy/"),
    shared=("pkg/llama_format.py", "pkg/zoo/"),
)
BY_RULE = [
    pytest.param("pkg/tests/a.py", Zone.IGNORED, id="ignored"),
    pytest.param("examples/a.py", Zone.IGNORED, id="ignored by a folder"),
    pytest.param("examples/real/a.py", Zone.SHARED, id="taken out of ignored again, so by default shared"),
    pytest.param("pkg/legacy/a.py", Zone.FROZEN, id="frozen is asked before model"),
    pytest.param("pkg/zoo/a.py", Zone.MODEL, id="model is asked before shared"),
    pytest.param("pkg/llama_format.py", Zone.SHARED, id="a rule for shared is stronger than a name"),
    pytest.param("pkg/llama_patch.py", Zone.MODEL, id="a name is stronger than the default"),
    pytest.param("pkg/loader.py", Zone.SHARED, id="nothing says anything"),
    pytest.param("src/pkg/tests/a.py", Zone.IGNORED, id="below src the rules are the same"),
    pytest.param("src/pkg/llama_patch.py", Zone.MODEL, id="below src the names are the same"),
]


@pytest.mark.parametrize(("path", "zone"), BY_RULE)
def test_zone(path: str, zone: Zone) -> None:
    assert zoning("pkg/a.py", zones=RULES).zone_of(path) is zone


def test_the_rule_that_decided_is_kept() -> None:
    assert zoning(zones=RULES).placed("pkg/legacy/a.py").rule == "pkg/legacy/"
    assert zoning(zones=RULES).placed("pkg/llama_patch.py").rule is None


def test_the_default_is_a_setting() -> None:
    assert zoning(zones=ZoneRules(default=Zone.IGNORED)).zone_of("pkg/a.py") is Zone.IGNORED


def test_without_recognition_names_say_nothing_and_patterns_still_do() -> None:
    found = zoning(models=ModelRules(recognise=False, folders=("pkg/zoo/*",), files=("pkg/one_*.py",)))
    assert [found.zone_of(path) for path in ("pkg/llama/a.py", "pkg/zoo/x/a.py", "pkg/one_x.py", "pkg/zoo/a.py")] == [
        Zone.SHARED, Zone.MODEL, Zone.MODEL, Zone.SHARED,
    ]  # fmt: skip


def test_an_owned_folder_owns_all_below_it() -> None:
    owner = zoning("pkg/a.py").owner_of("pkg/llama4/deep/mistral_part.py")
    assert owner is not None
    assert (owner.model, owner.at) == ("llama4", "pkg/llama4")


def test_the_package_s_own_name_is_no_model_s() -> None:
    found = zoning("llama_recipes/a.py", "llama_recipes/loaders/b.py", "README.md")
    assert (found.zone_of("llama_recipes/a.py"), found.packages) == (Zone.SHARED, frozenset({"llama_recipes"}))


def test_tests_do_not_make_a_package() -> None:
    paths = [*(f"tests/test_{number}.py" for number in range(50)), *(f"pkg/{number}.py" for number in range(4))]
    assert zoning(*paths, zones=ZoneRules(ignored=("tests/",))).packages == frozenset({"pkg"})
    assert packages(paths) == frozenset({"tests"})


ZOO = ("pkg/models/llama/a.py", "pkg/models/mistral/a.py", "pkg/models/qwen3/a.py", "pkg/models/gemma/a.py", "pkg/loaders/a.py")


def test_among_folders_named_after_models_an_unknown_one_is_a_model_s_too() -> None:
    owner = zoning(*ZOO, "pkg/models/newcomer/a.py").owner_of("pkg/models/newcomer/a.py")
    assert owner is not None
    assert (owner.model, owner.reason) == ("newcomer", "among folders that are named after models")


@pytest.mark.parametrize(
    ("paths", "asked"),
    [
        pytest.param(ZOO, "pkg/models/common/a.py", id="a common folder among them"),
        pytest.param(ZOO, "pkg/models/a.py", id="a file beside them"),
        pytest.param(ZOO, "pkg/newcomer/a.py", id="a folder elsewhere"),
        pytest.param(ZOO[:3], "pkg/models/newcomer/a.py", id="too few of them"),
        pytest.param((*ZOO, *(f"pkg/models/part{n}/a.py" for n in range(4))), "pkg/models/newcomer/a.py", id="too many others beside them"),
    ],
)
def test_no_zoo(paths: tuple[str, ...], asked: str) -> None:
    assert zoning(*paths, asked, models=ModelRules(never=("common",))).zone_of(asked) is Zone.SHARED


SUBSYSTEMS = [
    pytest.param("pkg/loaders/a.py", "loading", id="a pattern"),
    pytest.param("pkg/loaders/special.py", "special", id="the first pattern that matches"),
    pytest.param("pkg/other_part/deep/a.py", "other_part", id="else the first folder below the package"),
    pytest.param("pkg/a.py", "other", id="a file right in the package"),
    pytest.param("scripts/a.py", "scripts", id="a folder beside the package"),
    pytest.param("a.py", "other", id="a file at the root"),
    pytest.param("src/pkg/loaders/a.py", "loading", id="below src"),
]


@pytest.mark.parametrize(("path", "name"), SUBSYSTEMS)
def test_subsystem(path: str, name: str) -> None:
    settings = Settings(subsystems=(("special", ("pkg/loaders/special.py",)), ("loading", ("src/pkg/loaders/",))))
    assert Zoning(settings, ["pkg/a.py", "pkg/b.py"], FAMILY).subsystem_of(path) == name


AXOLOTL_SHARED = {
    "cli": ["cli/main.py"],
    "models-infra": ["common/architectures.py"],
    "builders": ["core/builders/base.py", "core/builders/causal.py"],
    "trainer": ["core/trainers/base.py", "train.py"],
    "cce": ["integrations/cut_cross_entropy/__init__.py"],
    "integrations": [
        "integrations/densemixer/plugin.py", "integrations/kernels/adapters/nvfp4_moe.py", "integrations/kernels/args.py",
        "integrations/kernels/constants.py", "integrations/kernels/libs/scattermoe_lora/experts.py", "integrations/kernels/plugin.py",
    ],
    "liger": ["integrations/liger/plugin.py"],
    "adapter": ["loaders/adapter.py"],
    "loaders": ["loaders/constants.py", "loaders/model.py", "loaders/patch_manager.py", "loaders/processor.py", "loaders/utils.py"],
    "monkeypatch": ["monkeypatch/lora_kernels.py", "monkeypatch/multipack.py", "monkeypatch/xformers_/__init__.py", "monkeypatch/utils.py"],
    "processing": ["processing_strategies.py"],
    "data": ["prompt_strategies/chat_template.py", "prompt_strategies/llama2_chat.py", "prompt_strategies/dpo/llama3.py", "utils/trainer.py"],
    "config": ["utils/config/__init__.py", "utils/schemas/config.py", "utils/schemas/validation.py"],
}  # fmt: skip
AXOLOTL_OWNED = {
    "core/trainers/mamba.py": "mamba",
    "integrations/kernels/adapters/gemma4.py": "gemma4",
    "integrations/kernels/libs/dsv4/rope.py": "dsv4",
    "integrations/kernels/libs/scattermoe_lora/gemma4_fp8_nonexpert.py": "gemma4",
    "integrations/liger/models/jamba.py": "jamba",
    "model_support/kimi_linear/modeling_kimi.py": "kimi_linear",
    "monkeypatch/btlm_attn_hijack_flash.py": "btlm",
    "monkeypatch/llama_attn_hijack_flash.py": "llama",
    "monkeypatch/mixtral/__init__.py": "mixtral",
    "monkeypatch/models/apertus/activation.py": "apertus",
    "utils/mistral/mistral3_processor.py": "mistral",
}


@pytest.mark.parametrize(("subsystem", "path"), [(name, path) for name, paths in AXOLOTL_SHARED.items() for path in paths])
@pytest.mark.parametrize("below", ["axolotl/", "src/axolotl/"], ids=["wheel", "checkout"])
def test_axolotl_s_shared_files(below: str, subsystem: str, path: str) -> None:
    place = under("axolotl", f"{below}a.py").placed(below + path)
    assert (place.zone, place.subsystem) == (Zone.SHARED, subsystem)


@pytest.mark.parametrize(("path", "model"), AXOLOTL_OWNED.items())
def test_axolotl_s_owned_files(path: str, model: str) -> None:
    place = under("axolotl", "src/axolotl/a.py").placed(f"src/axolotl/{path}")
    assert (place.zone, place.owner and place.owner.model) == (Zone.MODEL, model)


def test_axolotl_s_registry_belongs_to_models() -> None:
    assert under("axolotl").zone_of("axolotl/model_support/registry.py") is Zone.MODEL


@pytest.mark.parametrize(
    ("preset", "path", "zone"),
    [
        ("automodel", "nemo_automodel/components/models/bagel/model.py", Zone.MODEL),
        ("automodel", "nemo_automodel/components/models/common/layers.py", Zone.SHARED),
        ("automodel", "nemo_automodel/components/flow_matching/adapters/flux.py", Zone.MODEL),
        ("automodel", "nemo_automodel/components/flow_matching/adapters/base.py", Zone.SHARED),
        ("automodel", "nemo_automodel/components/distributed/optimized_tp_plans.py", Zone.SHARED),
        ("automodel", "nemo_automodel/components/distributed/mamba_cp.py", Zone.SHARED),
        ("modelopt", "examples/hf_ptq/example_utils.py", Zone.SHARED),
        ("modelopt", "examples/other/main.py", Zone.IGNORED),
        ("modelopt", "tests/examples/hf_ptq/test_a.py", Zone.IGNORED),
        ("modelopt", "modelopt/torch/export/plugins/mcore_qwen3vl.py", Zone.MODEL),
        ("modelopt", "modelopt/torch/export/plugins/mcore_custom.py", Zone.SHARED),
        ("modelopt", "modelopt/torch/opt/conversion.py", Zone.SHARED),
        ("liger", "liger_kernel/transformers/model/olmo2.py", Zone.MODEL),
        ("liger", "liger_kernel/transformers/model/loss_utils.py", Zone.SHARED),
        ("liger", "liger_kernel/transformers/monkey_patch.py", Zone.SHARED),
        ("ms_swift", "swift/model/models/qwen.py", Zone.MODEL),
        ("ms_swift", "swift/model/models/llm.py", Zone.SHARED),
        ("ms_swift", "swift/model/register.py", Zone.SHARED),
        ("llamafactory", "llamafactory/data/template.py", Zone.SHARED),
        ("llamafactory", "llamafactory/third_party/muon/muon.py", Zone.IGNORED),
        ("trl", "trl/trainer/sft_trainer.py", Zone.SHARED),
        ("generic", "tests/test_a.py", Zone.IGNORED),
    ],
)
def test_files_of_known_targets(preset: str, path: str, zone: Zone) -> None:
    assert under(preset, "pkg/a.py").zone_of(path) is zone


NAME = st.sampled_from(("pkg", "llama", "models", "gemma4", "utils", "a.py", "patch_llama.py", "tests", "src"))
PATHS = st.lists(st.lists(NAME, min_size=1, max_size=4).map("/".join), max_size=8)


@given(paths=PATHS, asked=PATHS)
def test_a_place_depends_on_neither_order_nor_what_was_asked_before(paths: list[str], asked: list[str]) -> None:
    one, other = zoning(*paths, zones=RULES), zoning(*reversed(paths), zones=RULES)
    assert [one.placed(path) for path in asked] == [other.placed(path) for path in reversed(asked)][::-1]


def test_asking_is_cheap() -> None:
    paths = [f"axolotl/part{number % 9}/deep/file_{number}.py" for number in range(400)]
    found = under("axolotl", *paths)
    start = perf_counter()
    for _ in range(10):
        for path in paths:
            found.placed(path)
    assert (perf_counter() - start) / (10 * len(paths)) < 20e-6
