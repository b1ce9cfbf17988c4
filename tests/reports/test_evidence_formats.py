"""Evidence as a table, as Markdown and as JSON: whole, and with text that a target made up."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from evidences import claim, difference, evidence
from jsonschema import Draft202012Validator
from syrupy.assertion import SnapshotAssertion

from namebranch import reports
from namebranch.parity.evidence import Evidence, Planted, Verdict
from namebranch.reports.evidence_rendering import find, known
from namebranch.reports.format import View

DIFFERENT = claim(Verdict.DIFFERENT, "pkg.loaders:load")
ACCEPTED = replace(claim(Verdict.DECLARED, "pkg.loaders:save", "reach"), reason="gemma4 as well, since 2.0 (accepted by a reviewer)")
WHOLE = replace(
    evidence(
        claim(Verdict.SAME),
        DIFFERENT,
        ACCEPTED,
        replace(claim(Verdict.OPEN, "pkg.patches:late"), uncovered=("old pkg/patches.py:9",), reason="1 arms were not reached"),
        claim(Verdict.SAME, "llama", "models", where="eight H100"),
        claim(Verdict.DIFFERENT, "mixtral", "models", where="eight H100", trees="aa..cc"),
        differences=[
            difference(DIFFERENT),
            replace(difference(ACCEPTED), answers={"name": "gemma4"}, old=("not told apart",), new=("gained",)),
        ],
    ),
    planted=(Planted(claim="trace pkg.patches:apply", fault="not (x)", caught=True),),
)
MADE_UP = "x\x1b[31m\u202e|`<script>\n@team</script>&\ud800"
HOSTILE = replace(
    evidence(
        replace(claim(Verdict.DIFFERENT, MADE_UP, where=MADE_UP), reason=MADE_UP, uncovered=(MADE_UP,)),
        differences=[
            replace(difference(claim(Verdict.DIFFERENT, MADE_UP)), answers={MADE_UP: MADE_UP}, old=(MADE_UP,), new=(MADE_UP, MADE_UP))
        ],
    ),
    versions={MADE_UP: MADE_UP},
    planted=(Planted(claim=MADE_UP, fault=MADE_UP, caught=True),),
)


def shown(name: str, found: Evidence) -> str:
    """Return the whole output of one format."""
    return "".join(find(name).render(found, View(width=100, unicode=True)))


@pytest.mark.parametrize("name", known())
def test_each_format_as_a_whole(name: str, snapshot: SnapshotAssertion) -> None:
    assert shown(name, WHOLE) == snapshot


@pytest.mark.parametrize("name", known())
def test_text_of_a_target_is_obeyed_by_nothing(name: str) -> None:
    text = shown(name, HOSTILE)
    text.encode()
    assert not set("\x1b\u202e") & set(text)
    assert "@team" not in [line.strip()[:5] for line in text.splitlines()]


def test_a_row_of_markdown_stays_one_row() -> None:
    rows = [line for line in shown("markdown", HOSTILE).splitlines() if line.startswith("|")]
    assert len(rows) == 2 + len(HOSTILE.claims)
    assert "<script>" not in "".join(rows).replace("`", "")


@pytest.mark.parametrize("found", [WHOLE, HOSTILE, evidence()], ids=["whole", "hostile", "nothing"])
def test_json_obeys_its_schema(found: Evidence) -> None:
    schema = json.loads((Path(str(reports.__file__)).parent / "schema" / "evidence-1.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(json.loads(shown("json", found)))
