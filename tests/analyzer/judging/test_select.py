"""Filters: what each keeps, what it does not, and which words are mistakes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from inventories import LIGER, LOADER, OWNED, PATCHES, SMALL, SUBJECT, inventories, inventory, site, words

from namebranch.analyzer.inventory import Inventory, Kind, Zone
from namebranch.analyzer.judging.filters import Filters
from namebranch.analyzer.judging.select import FilterError, names_model, path_test, select


@pytest.mark.parametrize(
    ("filters", "lines"),
    [
        pytest.param(Filters(path=("patch_manager.py",)), {(PATCHES, n) for n in (31, 38, 44, 60)}, id="a file's own name"),
        pytest.param(Filters(path=("src/tinytrain/integrations",)), {(LIGER, 3), (LIGER, 12)}, id="a folder with a leading src"),
        pytest.param(
            Filters(path=("**/liger/*.py", LOADER), kind=("table", "reach-in")), {(LIGER, 3), (LOADER, 4)}, id="values by or, fields by and"
        ),
        pytest.param(Filters(op=("!=", "not in")), {(PATCHES, 44), (PATCHES, 60)}, id="operators"),
        pytest.param(Filters(subject=("mct",)), {(PATCHES, 60)}, id="the subject as it is written"),
        pytest.param(Filters(subject=("self.cfg.*",), op=("not in",)), set(), id="the subject is not what it stands for"),
        pytest.param(Filters(origin=("*.model_config_type",), op=("not in",)), {(PATCHES, 60)}, id="the origin behind an alias"),
        pytest.param(Filters(role=("elif",)), {(LIGER, 12)}, id="the role"),
        pytest.param(
            Filters(model=("Jamba",), path=("loaders/**", "tinytrain/loaders")), {(PATCHES, 31), (PATCHES, 60), (LOADER, 4)}, id="a model"
        ),
        pytest.param(Filters(zone=("model",)), {(OWNED, 8), (OWNED, 18)}, id="another zone"),
        pytest.param(Filters(rule=("nb108",)), {(LOADER, 9)}, id="a rule in small letters"),
        pytest.param(Filters(subsystem=("liger",), rule=("NB201",)), {(LIGER, 3)}, id="a subsystem"),
        pytest.param(Filters(subsystem=("clean",)), set(), id="a known subsystem without sites"),
        pytest.param(Filters(path=("nowhere/**",)), set(), id="a path that nothing matches"),
    ],
)
def test_a_filter_keeps(filters: Filters, lines: set[tuple[str, int]]) -> None:
    assert {(one.path, one.line) for one in select(SMALL, filters, subsystems=["clean"]).sites} == lines


def test_an_expression_is_matched_as_it_is_although_it_reads_like_a_glob() -> None:
    whole = inventory(site("a.py", 1, "jamba", subject='cfg["model_type"]'))
    assert select(whole, Filters(subject=('cfg["model_type"]',))).sites == whole.sites


@pytest.mark.parametrize(
    ("glob", "path"),
    [
        pytest.param("pkg/a.py", "src/pkg/a.py", id="the path has src, the glob has not"),
        pytest.param("src/pkg/a.py", "pkg/a.py", id="the glob has src, the path has not"),
        pytest.param("./pkg/**", "pkg/x/a.py", id="a leading dot"),
        pytest.param("pkg/[x]/a.py", "pkg/[x]/a.py", id="a path that reads like a glob"),
    ],
)
def test_a_path_matches(glob: str, path: str) -> None:
    assert path_test([glob])(path)


@pytest.mark.parametrize(
    ("glob", "path"),
    [
        pytest.param("pkg/*.py", "pkg/x/a.py", id="a star does not cross folders"),
        pytest.param("src/pkg", "other/src/pkg/a.py", id="src is stripped only at the root"),
        pytest.param("a.py", "pkg/ba.py", id="a name is matched whole"),
    ],
)
def test_a_path_does_not_match(glob: str, path: str) -> None:
    assert not path_test([glob])(path)


@pytest.mark.parametrize(
    ("name", "model"),
    [
        ("qwen3_moe", "qwen3_moe"),
        ("Qwen3MoeForCausalLM", "qwen3_moe"),
        ("qwen3-moe", "Qwen3Moe"),
        ("JambaConfig", "jamba"),
        ("Jamba", "JAMBA"),
    ],
)
def test_a_name_is_the_models_in_any_spelling(name: str, model: str) -> None:
    assert names_model([name], [model])


@pytest.mark.parametrize(
    ("name", "model"),
    [("qwen3_moe", "qwen3"), ("Qwen3MoeForCausalLM", "qwen3"), ("qwen3", "qwen3_moe"), ("", "jamba"), ("qwen2_moe", "qwen3_moe")],
)
def test_a_name_is_not_that_of_a_relative(name: str, model: str) -> None:
    assert not names_model([name], [model])


@pytest.mark.parametrize(
    ("filters", "message"),
    [
        pytest.param(Filters(kind=("tabel",)), "did you mean 'table'?", id="a kind"),
        pytest.param(Filters(zone=("modell",)), "did you mean 'model'?", id="a zone"),
        pytest.param(Filters(role=("x",)), "known are assert, assignment", id="a role like no other"),
        pytest.param(Filters(subsystem=("ligr",)), "did you mean 'liger'?", id="a subsystem"),
        pytest.param(Filters(rule=("NB1",)), "is no rule", id="the beginning of a rule"),
        pytest.param(Filters(path=("!",)), "--path: '!' is not a valid pattern", id="a glob that is none"),
    ],
)
def test_a_word_that_no_site_could_have_is_an_error(filters: Filters, message: str) -> None:
    with pytest.raises(FilterError) as error:
        select(SMALL, filters)
    assert message in str(error.value)


def test_registrations_and_findings_are_kept_by_path_and_model() -> None:
    kept = select(SMALL, Filters(model=("dbrx",)))
    assert [entry.key for entry in kept.registrations] == ["dbrx"]
    assert kept.findings == ()
    assert select(SMALL, Filters(path=(PATCHES,))).findings == SMALL.findings
    assert select(SMALL, Filters(kind=("flag",))).findings == ()


@settings(max_examples=60, deadline=None)
@given(whole=inventories(words), zones=st.sets(st.sampled_from(list(Zone))), kinds=st.sets(st.sampled_from(list(Kind))))
def test_what_is_kept_is_in_order_and_all_that_fits(whole: Inventory, zones: set[Zone], kinds: set[Kind]) -> None:
    filters = Filters(zone=tuple(zones), kind=tuple(kinds))
    kept = select(whole, filters)
    fits = [one for one in whole.sites if one.zone in (zones or {Zone.SHARED}) and (not kinds or one.kind in kinds)]
    assert list(kept.sites) == fits
    assert select(kept, filters) == kept
    assert kept.unread == whole.unread


def test_no_filter_keeps_all_of_zone_shared() -> None:
    kept = select(SMALL, Filters())
    assert kept.sites == tuple(one for one in SMALL.sites if one.zone is Zone.SHARED)
    assert kept.registrations == SMALL.registrations
    assert SUBJECT in {one.subject for one in kept.sites}
