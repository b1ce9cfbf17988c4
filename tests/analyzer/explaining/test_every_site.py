"""Whatever site there is, there is something to say of it, and what is said hangs together."""

from pathlib import Path

import pytest
from explaining import of_source

from namebranch.analyzer.explaining.clauses import atoms_of
from namebranch.analyzer.explaining.explanation import Explained, Explanation
from namebranch.analyzer.reading.target import open_target
from namebranch.reports.explain_rendering import find, known
from namebranch.reports.format import View

ROOT = Path(__file__).resolve().parents[3]
TREES = [ROOT / "examples" / "tinytrain", ROOT / "examples" / "first_look", *sorted((ROOT / "tests" / "cases").iterdir())]


@pytest.mark.parametrize("tree", [tree for tree in TREES if tree.is_dir()], ids=lambda tree: tree.name)
def test_what_is_said_of_every_site(tree: Path) -> None:
    found = of_source(open_target(str(tree), revision=None, cwd=ROOT))
    for one in found:
        hangs_together(one)
    whole = Explained(target=tree.name, revision=None, preset="generic", explanations=found, unread=())
    for name in known():
        text = "".join(find(name).render(whole, View(width=80)))
        assert text.endswith("\n")
        assert text.isascii() or name == "table" or "\\u" not in text


def hangs_together(one: Explanation) -> None:
    """Hold that all that is said of one site is of that site."""
    site = one.site
    assert one.source[0].line == site.line
    assert [f"{hop.path}:{hop.line}" for hop in one.hops] == list(site.via)
    assert all(hop.text.strip() for hop in one.hops)
    assert [arm.here for arm in one.chain].count(True) == bool(one.chain)
    assert len({arm.arm for arm in one.chain}) == len(one.chain)
    if one.test is not None and site.kind not in {"flag", "predicate"}:
        assert site.id in {atom.site for atom in atoms_of(one.test)}
    assert all(set(other.same) | set(other.only_here) == set(one.elsewhere.names) for other in one.elsewhere.others)
    assert (site.id, site.path) not in {(other.site, other.path) for other in one.elsewhere.others}
    if one.reach is not None and one.reach.test.undecided is None and site.op == "==":
        assert set(one.reach.takers.names) <= set(site.names) or one.reach.takers.exception
