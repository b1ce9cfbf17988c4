"""A unit that linking stumbles over is told, and the rest of the target is judged all the same."""

import pytest
import scanning

from namebranch.analyzer.inventory import Kind
from namebranch.analyzer.linking.constants import Constants
from namebranch.analyzer.linking.judge import Judge
from namebranch.analyzer.linking.meaning import Place
from namebranch.analyzer.linking.members import Members

TREE = {
    "shared/good.py": """
        def go(cfg):
            return 1 if cfg.model_type == "llama" else 2
    """,
    "shared/bad.py": """
        def fails(cfg):
            return 1 if cfg.model_type == "mistral" else 2

        def works(cfg):
            return 1 if cfg.model_type == "gemma3" else 2
    """,
}


@pytest.mark.parametrize(
    "error", [IndexError, KeyError, RecursionError, TypeError, ValueError, AttributeError], ids=lambda one: one.__name__
)
def test_a_unit_that_cannot_be_linked_is_unread_and_its_neighbours_are_intact(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = scanning.inventory(TREE)
    judge = Judge.test

    def stumbles(self: Judge, test: object, place: Place) -> object:
        if "mistral" in str(test):
            raise error
        return judge(self, test, place)  # type: ignore[arg-type]

    monkeypatch.setattr(Judge, "test", stumbles)
    partial = scanning.inventory(TREE)
    assert whole.unread == ()
    assert [(one.path, "fails cannot be linked" in one.reason) for one in partial.unread] == [("shared/bad.py", True)]
    assert partial.sites == tuple(site for site in whole.sites if site.names != ("mistral",))


def test_what_a_table_leads_to_is_evaluated_where_the_table_stands() -> None:
    """The values are of another unit than the lookup, and that one has fewer scopes."""
    tree = {
        "shared/a.py": """
            def family(k):
                return k
            TABLE = {"qwen2": tuple(family(k) for k in ("qwen2_vl",)), "llama": tuple(k for k in ("llama", "llama4"))}
        """,
        "shared/b.py": """
            from .a import TABLE
            def go(config):
                return 1 if config.model_type in TABLE["llama"] else 2
        """,
    }
    found = scanning.inventory(tree)
    assert found.unread == ()
    assert [site.names for site in found.sites if site.kind is Kind.MEMBERSHIP] == [("llama", "llama4")]


def test_keeping_every_expression_alive_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers are kept by the identity of an expression: one that is gone must not lend its own to another."""
    tree = {
        f"shared/part{number}.py": f"""
            KINDS = {{"llama{number}": 1, "qwen{number}": 2}}
            OTHERS = {{"flag_{number}": True, "other": dict(a=1, b=2)}}
            PAIRS = dict([("gemma{number}", 1), ("glm{number}", 2)])

            def of(cfg, name):
                for key, value in PAIRS.items():
                    if cfg.model_type == key or name in ("add_bos", "eos") or cfg.model_type.startswith(("phi{number}", "mpt")):
                        return value
                return KINDS.get(cfg.model_type) or OTHERS.get(name)
        """
        for number in range(6)
    }
    plain = scanning.inventory(tree)
    kept: list[object] = []
    members = Constants.members

    def keeping(self: Constants, expr: object, place: Place) -> Members | None:
        kept.append(expr)
        return members(self, expr, place)  # type: ignore[arg-type]

    monkeypatch.setattr(Constants, "members", keeping)
    assert scanning.inventory(tree).sites == plain.sites == scanning.inventory(tree).sites
    assert kept
    assert not [site for site in plain.sites if "flag" in "".join(site.names)]
