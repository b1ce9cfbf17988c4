"""`check --registry` on folders and on published wheels."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from published import Published

Verb = Callable[..., tuple[int, str, str]]
REGISTRY = "MODELS = {}\n\n\ndef register_model(kind):\n    return lambda owner: MODELS.setdefault(kind, owner)\n\n\ndef get(kind):\n    return MODELS.get(kind)\n"
JAMBA = 'from kit.registry import register_model\n\n\n@register_model("jamba")\nclass Jamba: ...\n'


@pytest.fixture
def kit(tmp_path: Path) -> Path:
    (tmp_path / "kit" / "models").mkdir(parents=True)
    (tmp_path / "kit" / "registry.py").write_text(REGISTRY)
    (tmp_path / "kit" / "models" / "jamba.py").write_text(JAMBA)
    return tmp_path


def test_a_broken_promise_exits_1_and_is_told_with_what_to_do(verb: Verb, kit: Path) -> None:
    code, out, err = verb("check", str(kit), "--registry")
    assert code == 1
    assert "NB505" in out
    assert "let the registry import it" in " ".join(out.split())
    assert "registries: register_model (1)" in err


def test_a_kept_contract_exits_0(verb: Verb, kit: Path) -> None:
    (kit / "kit" / "registry.py").write_text(
        REGISTRY.replace("    return MODELS.get", "    import kit.models.jamba\n\n    return MODELS.get")
    )
    code, out, _ = verb("check", str(kit), "--registry")
    assert (code, "Nothing was found to be wrong." in out) == (0, True)


def test_a_target_without_a_registry_exits_0_and_says_so(verb: Verb, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")
    code, _, err = verb("check", str(tmp_path), "--registry")
    assert code == 0
    assert "no registry of the target's own was found" in err


def test_a_file_that_could_not_be_read_exits_4_where_nothing_is_broken(verb: Verb, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def a(:\n")
    code, _, err = verb("check", str(tmp_path), "--registry")
    assert code == 4
    assert "a.py: NB905 not read" in err


def test_the_json_document_holds_the_chain(verb: Verb, kit: Path) -> None:
    (kit / "worker.py").write_text("from kit.registry import get\n")
    code, out, _ = verb("check", str(kit), "--registry", "--format", "json", "-q")
    (found,) = json.loads(out)["findings"]
    assert (code, found["rule"], found["witness"]) == (1, "NB505", "worker.py → kit/registry.py")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        pytest.param(["--against", "HEAD"], "leave --against out", id="a second tree"),
        pytest.param(["--format", "markdown"], "has no format markdown", id="a format of verdicts only"),
        pytest.param(["--kind", "compare"], "--kind cannot choose promises", id="a filter for sites"),
    ],
)
def test_what_has_no_answer_exits_2(verb: Verb, kit: Path, options: list[str], message: str) -> None:
    code, _, err = verb("check", str(kit), "--registry", *options)
    assert code == 2
    assert message in " ".join(err.split())


@pytest.mark.parametrize(
    ("name", "version", "rules"),
    [
        pytest.param("axolotl", "0.19.0", {}, id="axolotl keeps every promise"),
        pytest.param(
            "nvidia-modelopt",
            "0.48.0rc1",
            {"NB505": 1, "NB506": 2},
            id="one plugin that only an example imports, one zoo that is imported whole",
        ),
    ],
)
def test_published(verb: Verb, published: Published, name: str, version: str, rules: dict[str, int]) -> None:
    code, out, _ = verb("check", str(published(name, version)), "--registry", "--format", "json", "-q")
    found = [one["rule"] for one in json.loads(out)["findings"]]
    assert {rule: found.count(rule) for rule in set(found)} == rules
    assert code == (1 if rules else 0)
