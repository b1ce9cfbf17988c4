"""Bug reports of other projects, retold: what an audit says of the small trees under `cases/`."""

import json
from pathlib import Path
from typing import Any

import auditing
import pytest

from namebranch.analyzer.inventory import Confidence, Finding

CASES = Path(__file__).parents[2] / "cases"
TABLES = {
    "quant/tables.py": """
        LAYER_OF = {
            "LlamaForCausalLM": "LlamaDecoderLayer",
            "Qwen2ForCausalLM": "Qwen2DecoderLayer",
            "Qwen2_5_VLForConditionalGeneration": "Qwen2_5_VLDecoderLayer",
        }
        NORM_OF = dict(
            LlamaForCausalLM="LlamaRMSNorm",
            Qwen2ForCausalLM="Qwen2RMSNorm",
        )
    """,
    "quant/run.py": """
        from .tables import LAYER_OF, NORM_OF


        def plan(model):
            kind = type(model).__name__
            if kind not in LAYER_OF:
                raise RuntimeError(f"{kind} is not supported")
            return LAYER_OF[kind], NORM_OF[kind]
    """,
}


def told(case: str) -> tuple[Finding, ...]:
    """Return the findings in one case."""
    (folder,) = CASES.glob(f"{case}_*")
    return auditing.findings({path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.py")})


def right(case: str) -> dict[str, Any]:
    """Return the right answer of one case."""
    (folder,) = CASES.glob(f"{case}_*")
    held: dict[str, Any] = json.loads((folder / "expect.json").read_text())
    return held["expect"]  # type: ignore[no-any-return]


def test_letters_in_a_whole_path_are_told_with_a_word_that_holds_them() -> None:
    (found,) = [one for one in told("a01") if one.rule == "NB407"]
    assert (found.path, found.line, found.witness) == ("shared/builder.py", 11, "prompt")


def test_both_strings_that_are_always_true_are_told() -> None:
    wanted = {(one["file"], one["line"]) for one in right("a09")["warnings"]}
    assert {(one.path, one.line) for one in told("a09") if one.rule == "NB406"} == wanted


def test_what_a_prefix_lets_in_and_no_list_names_is_told_at_both_prefixes() -> None:
    found = [one for one in told("d01") if one.rule == "NB410"]
    assert [(one.path, one.line) for one in found] == [("shared/build.py", 5), ("shared/build.py", 10)]
    (drift,) = right("d01")["drift"]
    lost = {name for name in drift["extra"] if not name.endswith("_text")}  # a checkpoint's own type is told, not that of its part
    assert all(lost <= set(one.names) for one in found)
    assert "recurrent_gemma" not in found[0].names
    assert {place.rpartition(":")[0] for place in found[0].places} == {"families/gemma/support.py", "shared/build.py"}
    assert found[0].confidence is Confidence.LINKED


@pytest.mark.parametrize(
    ("line", "missing"),
    [
        pytest.param(1, {"ernie4_5_moe"}, id="the list of whole models"),
        pytest.param(2, {"qwen3_5_moe_text"}, id="the list of text models, in their spelling"),
        pytest.param(25, {"ernie4_5_moe"}, id="the list in a test of whole models"),
        pytest.param(27, {"qwen3_5_moe_text", "glm4v_moe_text"}, id="the list in a test of text models"),
        pytest.param(7, {"dbrx", "jamba", "qwen2_moe", "glm4v_moe"}, id="the tests one after the other"),
    ],
)
def test_what_a_copy_lacks_is_told_at(line: int, missing: set[str]) -> None:
    (found,) = [one for one in told("d03") if one.rule == "NB405" and one.line == line]
    assert missing <= set(found.names)
    assert "ernie4_5_moe" not in found.names or line not in {2, 27}


def test_a_table_that_lacks_a_key_which_the_guard_lets_through_is_told() -> None:
    (found,) = [one for one in auditing.findings(TABLES) if one.rule == "NB408"]
    assert (found.path, found.line, found.names) == ("quant/run.py", 8, ("Qwen2_5_VLForConditionalGeneration",))
    assert "NORM_OF has no such key" in found.message
    assert "quant/tables.py:6" in found.places


@pytest.mark.parametrize(
    ("remark", "found"),
    [
        pytest.param("# the path of a checkpoint", 1, id="a comment that says what it is"),
        pytest.param(
            "# deliberately any path with these letters:\n    # folders are called after the model here", 0, id="one that says it is meant"
        ),
    ],
)
def test_what_a_comment_says_is_meant_is_left_out(remark: str, found: int) -> None:
    code = f'def build(ckpt_dir):\n    {remark}\n    if "mpt" in ckpt_dir.lower():\n        return 1\n    return 2\n'
    assert len(auditing.findings({"shared/build.py": code})) == found
