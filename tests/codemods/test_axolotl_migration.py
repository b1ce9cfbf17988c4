"""axolotl 0.19.0 in its own dialect: the patch manager and the Liger plugin, moved, compiled, and loaded by the real registry."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from registries import run, unpacked
from shapes import faults

from namebranch.analyzer.inventory import Kind
from namebranch.analyzer.reading.target import open_target
from namebranch.analyzer.scan import program, scan
from namebranch.analyzer.settings.load import load
from namebranch.codemods.planning.plan import HookPlan
from namebranch.codemods.preview import Preview
from namebranch.codemods.previewing import chosen, previewed
from namebranch.registry.dialects.dialect import HookKind
from published import Published

MANAGER, LIGER = "axolotl/loaders/patch_manager.py", "axolotl/integrations/liger/plugin.py"
TESTS = {Kind.COMPARE, Kind.MEMBERSHIP, Kind.AFFIX, Kind.SUBSTRING, Kind.CLASSCHECK, Kind.TABLE_USE}


def preview_of(target: Path, *models: str) -> Preview:
    source = open_target(str(target), cwd=target.parent)
    loaded = load(source)
    dialect, base = chosen("axolotl", source)
    return previewed(source, program(source, loaded, jobs=1), dialect, base, models)


@pytest.fixture(scope="module")
def preview(published: Published) -> Preview:
    return preview_of(published("axolotl", "0.19.0"))


@pytest.fixture(scope="module")
def moved(published: Published, preview: Preview, tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = unpacked(published("axolotl", "0.19.0"), tmp_path_factory.mktemp("axolotl"), ("axolotl/",))
    for file in preview.files:
        (root / file.path).parent.mkdir(parents=True, exist_ok=True)
        (root / file.path).write_bytes(file.after)
    return root


def of(preview: Preview, path: str) -> list[HookPlan]:
    return [plan for plan in preview.migration.plans if plan.path == path]


def told(preview: Preview, path: str) -> Mapping[str, int]:
    return Counter(one.code for one in preview.migration.refused if one.path == path)


def test_of_the_patch_manager_all_name_tests_move(preview: Preview) -> None:
    assert len(of(preview, MANAGER)) >= 18
    assert told(preview, MANAGER) == {"R6": 1}  # the set that a message prints, and no test


def test_most_of_them_become_hooks_at_few_points(preview: Preview) -> None:
    rules = Counter(plan.rules[0] for plan in of(preview, MANAGER))
    assert rules["R1"] >= 18
    assert rules["R2"] == 1
    points = {plan.point.name for plan in of(preview, MANAGER) if plan.scope.endswith("_apply_model_specific_patches")}
    assert len(points) <= 5


def test_of_the_liger_plugin_all_arms_move_and_the_external_table_stays_before_them(preview: Preview) -> None:
    assert sum(plan.rules[0] == "R3" for plan in of(preview, LIGER)) >= 7
    assert told(preview, LIGER) == {"X2": 1}
    after = next(file.after for file in preview.files if file.path == LIGER).decode()
    assert after.index("in MODEL_TYPE_TO_APPLY_LIGER_FN") < after.index("elif run_model_site_hooks(")


def test_what_stays_has_a_code(preview: Preview) -> None:
    assert {one.code for one in preview.migration.refused} == {"X2", "X3", "X4", "X6", "X7", "R6", "R14", "R16"}
    assert all(one.reason and one.step for one in preview.migration.refused)


def test_no_name_test_is_left_in_the_patch_manager(moved: Path) -> None:
    source = open_target(str(moved), cwd=moved.parent)
    found = [site for site in scan(source, load(source), jobs=1).sites if site.path == MANAGER and site.kind in TESTS]
    assert found == []


def test_a_second_run_changes_nothing(moved: Path) -> None:
    again = preview_of(moved)
    assert again.migration.plans == ()
    assert again.files == ()


def test_every_hook_and_fact_is_found_in_the_real_registry(preview: Preview, moved: Path) -> None:
    wanted: list[tuple[str, str, str]] = [
        (one.key, one.slot, "fact" if one.kind is HookKind.FACT else "hook")
        for plan in preview.migration.plans
        for one in plan.registrations
    ]
    code = f"""
import sys, json
sys.path.insert(0, {str(moved)!r})
from standins import Standins
Standins(["axolotl"], {{}}).install()
from axolotl.model_support.profile import resolve_model_support
from axolotl.model_support.registry import get_registered_support
missing = []
for key, slot, kind in {wanted!r}:
    held = resolve_model_support(get_registered_support(key))
    if not (len(held.hooks.for_site(slot)) == 1 if kind == "hook" else held.facts.get(slot)):
        missing.append([key, slot])
print(json.dumps(missing))
"""
    missing: Any = run(code)
    assert missing == []


def test_what_is_written_uses_only_what_the_registry_has(preview: Preview, moved: Path) -> None:
    owners = [file for file in preview.files if file.path.startswith("axolotl/model_support/") and file.before is None]
    assert len(owners) > 50
    assert [fault for file in owners[:10] for fault in faults(file.after.decode(), moved, ("axolotl",))] == []


def test_one_model_at_a_time_leaves_the_others_where_they_are(published: Published) -> None:
    one = preview_of(published("axolotl", "0.19.0"), "qwen3_5")
    text = next(file.after for file in one.files if file.path == MANAGER).decode()
    assert 'self.cfg.model_config_type == "qwen3_5_text"' in text
    assert 'self.cfg.model_config_type == "falcon_h1"' in text
    assert {name.key for plan in one.migration.plans for name in plan.registrations} == {"qwen3_5"}
