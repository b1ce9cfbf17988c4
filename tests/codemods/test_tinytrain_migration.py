"""tinytrain in the vendored dialect: each site moves, or stays with the code that its oracle names; what comes out parses and has fewer names."""

import tomllib
from collections import Counter
from pathlib import Path

import pytest
import scanning

from namebranch.analyzer.inventory import Site, Zone
from namebranch.analyzer.reading.target import open_target
from namebranch.analyzer.scan import program, scan
from namebranch.analyzer.settings.load import load
from namebranch.codemods.moving import previewing as definitions
from namebranch.codemods.planning.decisions import FILE
from namebranch.codemods.preview import Preview
from namebranch.codemods.previewing import chosen, previewed

ROOT = Path(__file__).parents[2] / "examples" / "tinytrain"
DECIDED = ROOT.parent / "tinytrain_migrated" / "decisions.toml"
COUNTED = {Zone.SHARED, Zone.FROZEN}


@pytest.fixture(scope="module")
def before() -> dict[str, str | bytes]:
    skipped = {"history", "tests"}
    files = (path for path in ROOT.rglob("*") if path.suffix in {".py", ".toml"} and not skipped & set(path.relative_to(ROOT).parts))
    return {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in files}


@pytest.fixture(scope="module")
def sites() -> tuple[Site, ...]:
    source = open_target(str(ROOT), cwd=ROOT)
    return tuple(site for site in scan(source, load(source), jobs=1).sites if site.zone in COUNTED)


def migrated(files: dict[str, str | bytes], *models: str) -> tuple[Preview, dict[str, str | bytes]]:
    """Return a migration, and the files after it."""
    source = scanning.source(files)
    loaded = load(source)
    dialect, base = chosen("vendored", source)
    preview = previewed(source, program(source, loaded, jobs=1), dialect, base, models)
    return preview, {**files, **{file.path: file.after for file in preview.files}}


def left(files: dict[str, str | bytes]) -> list[Site]:
    """Return the sites that are there still, those of owners and of the runtime left aside."""
    source = scanning.source(files)
    found = scan(source, load(source), jobs=1, names=scanning.names()).sites
    return [site for site in found if site.zone in COUNTED and not any(word in site.path for word in ("_namebranch", "model_support"))]


@pytest.fixture(scope="module")
def moved(before: dict[str, str | bytes]) -> tuple[Preview, dict[str, str | bytes]]:
    return migrated(before)


def test_three_sites_of_four_move_without_anybody_deciding_anything(
    sites: tuple[Site, ...], moved: tuple[Preview, dict[str, str | bytes]]
) -> None:
    assert len(left(moved[1])) <= len(sites) / 4


def test_with_the_keys_that_people_choose_four_of_five_do(sites: tuple[Site, ...], before: dict[str, str | bytes]) -> None:
    chosen = {row["site"] for row in tomllib.loads(DECIDED.read_text())["keys"]}
    assert {site.kind.value for site in sites if site.id in chosen} == {"affix", "substring", "regex"}
    preview, files = migrated({**before, FILE: DECIDED.read_bytes()})
    assert {branch for plan in preview.migration.plans if plan.rules[0] == "R14" for branch in plan.branches} == chosen
    assert len(left(files)) <= len(sites) / 5


def test_what_the_oracle_says_must_stay_stays_with_its_code(sites: tuple[Site, ...], moved: tuple[Preview, dict[str, str | bytes]]) -> None:
    oracle = tomllib.loads((ROOT / "expected.toml").read_text())
    wanted = {
        (line["path"], site["kind"], tuple(site["names"])): site["refuse"]
        for line in oracle["line"]
        for site in line["sites"]
        if "refuse" in site and site["kind"] not in {"per-model-def", "reach-in"}
    }
    told = {branch: one.code for one in moved[0].migration.refused for branch in one.branches}
    found = {(site.path, site.kind.value, site.names): told.get(site.id) for site in sites}
    assert {place: found[place] for place in wanted} == wanted


def test_rules_come_in_the_order_of_preference(moved: tuple[Preview, dict[str, str | bytes]]) -> None:
    rules = Counter(plan.rules[0] for plan in moved[0].migration.plans)
    assert {"R1", "R2", "R3", "R4", "R6", "R7", "R11"} <= rules.keys()


def test_one_model_after_the_other_comes_to_the_same(before: dict[str, str | bytes], moved: tuple[Preview, dict[str, str | bytes]]) -> None:
    files = before
    for model in ("mixtral", "qwen3_moe"):
        preview, files = migrated(files, model)
        assert preview.migration.plans
    assert [site for site in left(files) if "mixtral" in site.names and site.kind.value in {"compare", "membership"}] == [
        site for site in left(moved[1]) if "mixtral" in site.names and site.kind.value in {"compare", "membership"}
    ]


def test_definitions_of_one_model_move_into_a_file_beside_its_descriptor(before: dict[str, str | bytes]) -> None:
    source = scanning.source(before)
    dialect, base = chosen("vendored", source)
    preview = definitions.previewed(source, program(source, load(source), jobs=1), dialect, base, definitions.Wanted())
    assert sorted(plan.guard.key.subject for plan in preview.migration.plans) == sorted(
        ["Gemma3Collator", "_apply_to_gemma3", "_norm_of_llama", "_norm_of_qwen2", "llava_collate", "qwen2_vl_collate", "whisper_collate"]
    )
    assert {file.path for file in preview.files} >= {"tinytrain/model_support/llava_definitions.py"}
    told = {one.names: one.code for one in preview.migration.refused}
    assert told == {("mixtral",): "X5"}


def test_a_second_run_changes_nothing(moved: tuple[Preview, dict[str, str | bytes]]) -> None:
    again, files = migrated(moved[1])
    assert again.migration.plans == ()
    assert files == moved[1]
