"""`namebranch prove`: what it is asked, what it answers, and with which exit code."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from namebranch import reports

Run = Callable[..., tuple[int, str, str]]
FILES = {"old/config.json": '{"layers": 2}', "same/config.json": '{"layers": 2}', "other/config.json": '{"layers": 3}'}


@pytest.fixture
def outputs(here: Path) -> Path:
    """Return a folder in which three runs have written what they write."""
    for path, text in FILES.items():
        (here / path).parent.mkdir()
        (here / path).write_text(text)
    return here


def test_two_folders_need_no_trees(outputs: Path, verb: Run) -> None:
    code, out, _ = verb("prove", "--artifacts", "old", "same", "--quiet")
    assert code == 0
    assert "the same" in out


def test_a_value_that_differs_is_said_with_its_path(outputs: Path, verb: Run) -> None:
    code, out, _ = verb("prove", "--artifacts", "old", "other", "--format", "json", "--quiet")
    found = json.loads(out)
    assert code == 1
    assert found["command"] == "namebranch prove --artifacts old other"
    assert found["differences"] == [
        {"claim": "artifacts config.json", "answers": {"file": "config.json", "at": "$.layers"}, "old": ["2"], "new": ["3"]}
    ]
    assert found["old"]["tree"] != found["new"]["tree"]


@pytest.mark.parametrize("arguments", [[], ["old"], ["old", "--artifacts", "old", "same"]])
def test_one_tree_is_not_enough(arguments: list[str], outputs: Path, verb: Run) -> None:
    code, _, err = verb("prove", *arguments)
    assert code == 2
    assert "prove --artifacts OLD_DIR NEW_DIR" in err


def test_folders_are_compared_beside_trees(outputs: Path, verb: Run) -> None:
    for side in ("a", "b"):
        (outputs / f"{side}.py").write_text("def f(): return 1\n")
    code, out, _ = verb("prove", "a.py", "b.py", "--artifacts", "old", "other", "--format", "json", "--quiet")
    assert code == 1
    assert [claim["part"] for claim in json.loads(out)["claims"]] == ["artifacts"]


DECISION = '[[difference]]\nclaim = "artifacts config.json"\nreason = "one layer more"\naccepted_by = "a reviewer"\n'


def test_a_difference_that_was_accepted_is_declared(outputs: Path, verb: Run) -> None:
    (outputs / ".namebranch").mkdir()
    (outputs / ".namebranch" / "decisions.toml").write_text(DECISION)
    code, out, _ = verb("prove", "--artifacts", "old", "other", "--quiet")
    assert code == 0
    assert "one layer more (accepted by a reviewer)" in out
    code, out, _ = verb("prove", "--artifacts", "old", "same", "--quiet")
    assert code == 1
    assert "there is no such difference" in out


def test_a_broken_file_of_decisions_is_a_mistake(outputs: Path, verb: Run) -> None:
    (outputs / ".namebranch").mkdir()
    (outputs / ".namebranch" / "decisions.toml").write_text("[[difference]]\n")
    code, _, err = verb("prove", "--artifacts", "old", "same", "--quiet")
    assert code == 2
    assert "accepted_by" in err


def test_evidence_is_kept_and_taken_in_elsewhere(outputs: Path, verb: Run) -> None:
    code, out, err = verb("prove", "--artifacts", "old", "same", "--where", "a machine with GPUs", "--write", "--format", "json")
    (file,) = (outputs / ".namebranch" / "evidence").iterdir()
    assert code == 0
    assert file.read_text() == out
    assert f".namebranch/evidence/{file.name}" in err
    assert verb("prove", "--artifacts", "old", "same", "--import", str(file), "--quiet")[0] == 0
    code, out, _ = verb("prove", "--artifacts", "old", "other", "--import", str(file), "--quiet")
    assert code == 1
    assert "ran on an earlier form" in out


def test_evidence_that_does_not_say_where_is_not_taken_in(outputs: Path, verb: Run) -> None:
    _, out, _ = verb("prove", "--artifacts", "old", "same", "--format", "json", "--quiet")
    (outputs / "e.json").write_text(out)
    code, _, err = verb("prove", "--artifacts", "old", "same", "--import", "e.json", "--quiet")
    assert code == 2
    assert "add --where to that run" in err


def test_nothing_is_written_through_a_link(outputs: Path, verb: Run) -> None:
    (outputs / ".namebranch").symlink_to(outputs / "old", target_is_directory=True)
    code, _, err = verb("prove", "--artifacts", "old", "same", "--write", "--quiet")
    assert code == 2
    assert "is a link" in err
    assert [path.name for path in (outputs / "old").iterdir()] == ["config.json"]


def test_what_is_printed_obeys_the_schema(outputs: Path, verb: Run) -> None:
    held = json.loads((Path(str(reports.__file__)).parent / "schema" / "evidence-1.schema.json").read_text(encoding="utf-8"))
    _, out, _ = verb("prove", "--artifacts", "old", "other", "--format", "json", "--quiet")
    Draft202012Validator(held).validate(json.loads(out))


LOADER = """\
def load(cfg, model):
    if cfg.model_type == "falcon_h1" and cfg.limited:
        model.limit(cfg.limit)
    return model
"""


@pytest.fixture
def kit(here: Path, verb: Run) -> Path:
    """Return a small framework and a plan for one of its models, in whose folder we are."""
    (here / "kit").mkdir()
    (here / "kit" / "__init__.py").write_text("")
    (here / "kit" / "loader.py").write_text(LOADER)
    _, out, _ = verb("plan", "--dialect", "vendored", "--model", "falcon_h1", "--format", "json")
    (here / "plan.json").write_text(out)
    return here


def test_a_plan_is_proved_before_it_is_done(kit: Path, verb: Run) -> None:
    code, out, _ = verb("prove", ".", "--plan", "plan.json", "--format", "json", "--write", "--quiet")
    found, plan = json.loads(out), json.loads((kit / "plan.json").read_text())
    assert code == 0, found["claims"]
    assert found["plan"] == plan["digest"]
    owed = {claim["id"].rpartition(" ")[2]: claim for claim in found["claims"] if claim["part"] == "plan"}
    assert {"position", "trace"} <= owed.keys()
    assert {claim["verdict"] for claim in owed.values()} == {"same"}
    assert (owed["trace"]["grade"], owed["trace"]["reason"]) == ("exhaustive", "as trace kit.loader:load")
    assert (kit / "kit" / "loader.py").read_text() == LOADER
    assert (kit / ".namebranch" / "evidence" / f"{plan['digest']}.json").is_file()


def test_what_a_plan_owes_and_nobody_ran_is_open(kit: Path, verb: Run) -> None:
    code, out, _ = verb("prove", ".", "--plan", "plan.json", "--part", "reach", "--format", "json", "--quiet")
    (trace,) = (claim for claim in json.loads(out)["claims"] if claim["id"].endswith(" trace"))
    assert code == 4
    assert (trace["verdict"], trace["grade"]) == ("open", "not run")
    assert trace["reason"].startswith("no trace of this function in this proof")


def test_a_result_that_is_not_what_the_plan_makes_is_found(kit: Path, verb: Run) -> None:
    (kit / "new").mkdir()
    (kit / "new" / "kit").mkdir()
    (kit / "new" / "kit" / "__init__.py").write_text("")
    (kit / "new" / "kit" / "loader.py").write_text("def load(cfg, model):\n    return model\n")
    code, out, _ = verb("prove", ".", "new", "--plan", "plan.json", "--part", "trace", "--format", "json", "--quiet")
    (trace,) = (claim for claim in json.loads(out)["claims"] if claim["id"].endswith(" trace"))
    assert (code, trace["verdict"]) == (1, "different")
