"""What people decide: exact keys for a test by spelling, branches that stay, hook points with names of their own; and files that say it wrong."""

import pytest
import scanning
import spelled

from namebranch.codemods.planning.decisions import Decisions, DecisionsError, parsed

PATH = "framework/loaders/capping.py"
CODE = """\
def capped(cfg):
    if not cfg.model_type.startswith("gemma"):
        return 0
    return 1


def patch(cfg):
    if cfg.model_type == "mamba":
        cfg.patch()
"""


def site(subject_op: str) -> str:
    """Return the id of the site with that operator."""
    return next(one.id for one in scanning.sites({PATH: CODE}) if one.op == subject_op)


def decided(text: str) -> Decisions:
    return parsed(text.encode())


def test_chosen_keys_take_the_place_of_a_prefix_and_the_rest_is_a_declared_difference() -> None:
    said = decided(f'[[keys]]\nsite = "{site("startswith")}"\nkeys = ["gemma2", "gemma3"]\nreason = "the others have no cap"\n')
    planned, files = spelled.migrated({PATH: CODE}, decisions=said)
    text = files[PATH].decode()
    assert 'if not fact(cfg.model_type, "loaders.capped", False):' in text
    assert b'"loaders.capped": True' in files["framework/owners/gemma3.py"]
    plan = next(plan for plan in planned.plans if plan.rules == ("R14",))
    assert [difference.kind for difference in plan.differences] == ["lost_key"]


def test_nobody_leaves_a_prefix_alone() -> None:
    said = decided(f'[[keys]]\nsite = "{site("startswith")}"\nkeys = ["gemma2", "gemma3"]\nreason = "the others have no cap"\n')
    planned, files = spelled.migrated({PATH: CODE}, "gemma2", decisions=said)
    assert "all its keys leave together" in planned.refused[0].reason
    assert files[PATH].decode() == CODE


def test_without_a_decision_it_stays() -> None:
    planned, _ = spelled.migrated({PATH: CODE})
    assert [one.code for one in planned.refused] == ["R14"]


def test_a_branch_may_stay_because_somebody_says_so() -> None:
    said = decided(f'[[left]]\nsite = "{site("==")}"\nreason = "goes with the next release"\n')
    planned, files = spelled.migrated({PATH: CODE}, decisions=said)
    assert {(one.code, one.reason) for one in planned.refused} >= {("X11", "goes with the next release")}
    assert files[PATH].decode() == CODE


def test_a_hook_point_has_the_name_that_was_chosen() -> None:
    _, files = spelled.migrated({PATH: CODE}, decisions=decided('[points]\n"loaders.patch" = "loaders.patch_scan"\n'))
    assert 'run(cfg.model_type, "loaders.patch_scan", cfg)' in files[PATH].decode()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param("[[keys]", "not valid TOML", id="no TOML"),
        pytest.param('[[keys]]\nsite = "a"\nkeys = []\n', "number 1 has no 'reason'", id="no reason"),
        pytest.param('[[left]]\nsite = "a"\nreason = "b"\nwhen = "c"\n', "'when' is none of", id="a word that is none"),
        pytest.param("[keep]\n", "'keep' is no table of it", id="a table that is none"),
        pytest.param("[points]\na = 1\n", "names only", id="a point without a name"),
    ],
)
def test_a_file_that_says_it_wrong_is_refused(text: str, words: str) -> None:
    with pytest.raises(DecisionsError, match=words.replace("[", "\\[")):
        decided(text)
