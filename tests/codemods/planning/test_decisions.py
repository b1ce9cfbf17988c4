"""What people decide: exact keys for a test by spelling, branches that stay, hook points with names of their own; and files that say it wrong."""

from textwrap import dedent

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
    told = {difference.kind: difference.detail for difference in plan.differences}
    assert told["lost_key"].startswith("taken before, and not any more: gemma, gemma3n, gemma4, ")
    assert "gemma2" not in told["lost_key"].replace(",", "").split()
    assert "gemma3_text" in told["lost_part"]
    assert list(told) == ["lost_key", "lost_part", "lost_others"]


def test_another_subject_is_asked_where_the_test_asks_what_is_no_key() -> None:
    code = """\
    def is_wrapper(config):
        architectures = getattr(config, "architectures", [])
        return any("nemotron" in arch.lower() for arch in architectures)
    """
    code = dedent(code)
    chosen = next(one.id for one in scanning.sites({PATH: code}) if one.op == "in")
    said = decided(
        f'[[keys]]\nsite = "{chosen}"\nkeys = ["nemotron_h_omni", "NemotronH_Nano_VL_V2"]\nsubject = "config.model_type"\nreason = "wrappers"\n'
    )
    planned, files = spelled.migrated({PATH: code}, decisions=said)
    assert 'return fact(config.model_type, "loaders.is_wrapper", False)' in files[PATH].decode()
    told = {difference.kind: difference.detail for difference in planned.plans[0].differences}
    assert told["lost_key"].endswith(", nemotron_h")
    assert told["unknown_key"] == "chosen, and known to no table: NemotronH_Nano_VL_V2"


def test_a_subject_that_means_nothing_there_is_refused() -> None:
    said = decided(f'[[keys]]\nsite = "{site("startswith")}"\nkeys = ["gemma2"]\nsubject = "model.config.model_type"\nreason = "no"\n')
    planned, files = spelled.migrated({PATH: CODE}, decisions=said)
    assert "model of the subject that was chosen may not be bound there" in planned.refused[0].reason
    assert CODE.split("def patch", maxsplit=1)[0] in files[PATH].decode()


def test_an_exact_test_with_another_subject_becomes_a_hook_that_is_asked_by_it() -> None:
    said = decided(f'[[keys]]\nsite = "{site("==")}"\nkeys = ["mamba", "mamba2"]\nsubject = "cfg.kind"\nreason = "its kernels"\n')
    planned, files = spelled.migrated({PATH: CODE}, decisions=said)
    assert 'run(cfg.kind, "loaders.patch", cfg)' in files[PATH].decode()
    assert [one.kind for one in planned.plans[0].differences] == ["gained_key"]


def test_the_keys_of_a_prefix_leave_together_whichever_is_asked_for() -> None:
    said = decided(f'[[keys]]\nsite = "{site("startswith")}"\nkeys = ["gemma2", "gemma3"]\nreason = "the others have no cap"\n')
    planned, _ = spelled.migrated({PATH: CODE}, "gemma2", decisions=said)
    assert [(plan.rules, plan.guard.key.values) for plan in planned.plans] == [(("R14",), ("gemma2", "gemma3"))]


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
        pytest.param('[[keys]]\nsite = "a"\nkeys = []\nreason = "b"\nsubject = "a b"\n', "is no expression", id="a subject that is none"),
        pytest.param("[keep]\n", "'keep' is no table of it", id="a table that is none"),
        pytest.param("[points]\na = 1\n", "names only", id="a point without a name"),
    ],
)
def test_a_file_that_says_it_wrong_is_refused(text: str, words: str) -> None:
    with pytest.raises(DecisionsError, match=words.replace("[", "\\[")):
        decided(text)


JOINED = """\
def bits(cfg):
    spelled = ",".join([cfg.model_config_type, cfg.text_config_type]) + ","
    if "gemma3_text," in spelled:
        return 8
    return 4
"""


def of_joined(code: str) -> tuple[str, list[str]]:
    """Return the code after the keys of a text that was put together were chosen, and why it was not rewritten."""
    chosen = next(one.id for one in scanning.sites({PATH: code}) if one.op == "in")
    said = decided(f'[[keys]]\nsite = "{chosen}"\nkeys = ["gemma3_text"]\nreason = "the text model inside"\n')
    planned, files = spelled.migrated({PATH: code}, decisions=said)
    return files[PATH].decode(), [one.reason for one in planned.refused]


def test_names_that_were_joined_to_one_text_are_asked_one_by_one() -> None:
    text, _ = of_joined(JOINED)
    assert 'if any(fact(name, "loaders.bits", False) for name in [cfg.model_config_type, cfg.text_config_type]):' in text
    assert "spelled" not in text


@pytest.mark.parametrize(
    "line",
    [
        pytest.param('spelled = f"{cfg.model_config_type},{cfg.text_config_type},"', id="an f-string"),
        pytest.param('spelled = cfg.model_config_type + "," + cfg.text_config_type + ","', id="a sum"),
        pytest.param('spelled = ",".join([cfg.model_config_type, cfg.first()]) + ","', id="one of them is computed"),
        pytest.param('spelled = ",".join(sorted(cfg.model_config_type)) + ","', id="nobody knows which"),
    ],
)
def test_what_is_put_together_in_another_way_stays(line: str) -> None:
    code = JOINED.replace(JOINED.splitlines()[1].strip(), line)
    text, reasons = of_joined(code)
    assert "fact(" not in text
    assert any("put together of several names" in reason for reason in reasons)
