"""Proofs of two small trees that lie in memory."""

from collections.abc import Mapping

import scanning

from namebranch.analyzer.scan import program
from namebranch.analyzer.settings.load import load
from namebranch.parity.evidence import Claim, Evidence
from namebranch.parity.proof import Wanted, proof
from namebranch.parity.tree import Tree, tree_of

Files = Mapping[str, str | bytes]


def tree(name: str, files: Files) -> Tree:
    """Return a tree of these files, whose settings may say which commands to run."""
    source = scanning.source(files)
    loaded = load(source, trusted=True)
    return tree_of(name, program(source, loaded, jobs=1), loaded.settings, source)


def proved(old: Files, new: Files, wanted: Wanted | None = None) -> Evidence:
    """Return what can be shown of two trees by running them."""
    return proof(tree("old", old), tree("new", new), wanted or Wanted(parts=("trace",), seconds=20))


def only(evidence: Evidence) -> Claim:
    """Return its one claim."""
    (claim,) = evidence.claims
    return claim
