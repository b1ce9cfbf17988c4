"""The verb `audit`: forms of the answer, choice of rules, comments that keep, hostile text, and every exit code."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from syrupy.assertion import SnapshotAssertion

from namebranch import reports

Run = Callable[..., tuple[int, str, str]]
SCHEMA = Path(str(reports.__file__)).parent / "schema" / "audit-1.schema.json"
STOPS = """
def stop_ids(model_type, path):
    if model_type.lower() == "mpt":
        if "mpt" and "chat" in path:
            return [50278, 0]
    return []


def is_falcon(config):
    # namebranch: keep[NB406] on purpose, for the time being
    return config.model_type == "falcon" or "refinedweb"
"""


@pytest.fixture
def tree(here: Path) -> Path:
    """Return a folder with two faults, one of them kept."""
    (here / "chat").mkdir()
    (here / "chat" / "stops.py").write_text(STOPS.lstrip("\n"))
    return here


@pytest.mark.usefixtures("tree")
@pytest.mark.parametrize("form", ["table", "short", "github"])
def test_what_is_wrong_is_told_as(form: str, verb: Run, snapshot: SnapshotAssertion) -> None:
    code, out, _ = verb("audit", "--format", form, "--jobs", "1")
    assert code == 0
    assert out == snapshot


@pytest.mark.usefixtures("tree")
def test_a_document_obeys_its_schema_and_holds_what_is_kept(verb: Run) -> None:
    code, out, _ = verb("audit", "--format", "json", "--jobs", "1")
    held: dict[str, Any] = json.loads(out)
    Draft202012Validator(json.loads(SCHEMA.read_text())).validate(held)
    assert code == 0
    assert [(one["path"], one["line"], one["rule"], one["witness"]) for one in held["findings"]] == [("chat/stops.py", 3, "NB406", "mpt")]
    assert [(one["finding"]["line"], one["comment"]["reason"]) for one in held["kept"]] == [(10, "on purpose, for the time being")]


@pytest.mark.usefixtures("tree")
def test_sarif_holds_a_result_and_one_that_is_suppressed(verb: Run) -> None:
    _, out, _ = verb("audit", "--format", "sarif", "--jobs", "1")
    (run,) = json.loads(out)["runs"]
    assert [(one["ruleId"], bool(one.get("suppressions"))) for one in run["results"]] == [("NB406", False), ("NB406", True)]
    assert {"NB406"} <= {rule["id"] for rule in run["tool"]["driver"]["rules"]}


@pytest.mark.usefixtures("tree")
@pytest.mark.parametrize(
    ("arguments", "expected", "lines"),
    [
        pytest.param((), 0, 1, id="0 whatever was found"),
        pytest.param(("--fail-on", "NB406"), 1, 1, id="1 if a rule is to fail"),
        pytest.param(("--fail-on", "NB401"), 0, 1, id="0 if another is"),
        pytest.param(("--fail-on", "NB4", "--exit-zero"), 0, 1, id="0 if that is asked for"),
        pytest.param(("--ignore", "NB406", "--fail-on", "NB4"), 0, 0, id="0 if the rule does not look"),
        pytest.param(("--select", "NB40", "--fail-on", "NB4"), 1, 1, id="1 by the beginning of a rule"),
        pytest.param(("--path", "other/**", "--fail-on", "NB4"), 0, 0, id="0 if it lies elsewhere"),
        pytest.param(("--kind", "compare"), 2, 0, id="2 where a finding cannot answer"),
        pytest.param(("--select", "NB406", "--ignore", "NB4"), 2, 0, id="2 where no rule is left"),
    ],
)
def test_the_exit_code_is(arguments: tuple[str, ...], expected: int, lines: int, verb: Run) -> None:
    code, out, _ = verb("audit", "--format", "short", "--jobs", "1", *arguments)
    assert (code, len(out.splitlines())) == (expected, lines)


def test_the_exit_code_is_4_if_a_file_could_not_be_read(tree: Path, verb: Run) -> None:
    (tree / "chat" / "broken.py").write_bytes(b'if model_type == "llama":\n    x = "\xff"\n')
    code, _, words = verb("audit", "--jobs", "1")
    assert code == 4
    assert "NB905" in words


def test_nothing_of_a_target_reaches_the_terminal_as_it_is(here: Path, verb: Run) -> None:
    folder = here / "evil\x1b[31m\u202e[bold]"
    folder.mkdir()
    (folder / "x.py").write_text(STOPS)
    for form in ("table", "short", "json", "sarif", "github"):
        _, out, _ = verb("audit", "--format", form, "--jobs", "1")
        assert "\x1b" not in out
        assert "\u202e" not in out
