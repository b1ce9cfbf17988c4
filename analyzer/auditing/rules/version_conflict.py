"""NB413: a release of a dependency that is demanded here, and that the target's own requirements rule out."""

import ast
import re
from collections.abc import Iterator

from packaging.requirements import InvalidRequirement, Requirement

from ...finding.detector import Example
from ...inventory import Confidence, Finding, Zone
from ...upstream.trees import tree_of
from ..audited import Audited
from ..rule import AuditRule


def _audit(audited: Audited) -> Iterator[Finding]:
    releases, allowed = audited.upstream.releases, audited.upstream.rungs
    for file in audited.program.files:
        for node, text in _demanded(file.data, releases.package):
            wanted = releases.allowed(Requirement(text).specifier)
            if wanted and allowed and not wanted & allowed:
                yield Finding(
                    rule="NB413",
                    path=file.path,
                    line=node.lineno,
                    places=(),
                    witness=text,
                    names=(),
                    message=f"{text!r} is demanded here, and the target's own requirements allow {releases.package} {releases.said(allowed)}: "
                    "what stands behind this can never be used; widen the one, or take out the other",
                    confidence=Confidence.EXACT,
                )


def _demanded(data: bytes, package: str) -> Iterator[tuple[ast.Constant, str]]:
    """Yield the first arguments of calls that are a requirement of *package* with a version."""
    if re.search(rb"[\"']" + package.encode() + rb"[^\"'\n]*[<>=!~]", data) is None:
        return
    tree = tree_of(data)
    if tree is None:
        return
    for node in ast.walk(tree):
        match node:
            case ast.Call(args=[ast.Constant(value=str(text)) as first, *_]) if text.startswith(package) and _names(text, package):
                yield first, text
            case _:
                pass


def _names(text: str, package: str) -> bool:
    try:
        found = Requirement(text)
    except InvalidRequirement:
        return False
    return found.name == package and bool(found.specifier)


version_conflict = AuditRule(
    name="version-conflict",
    rule="NB413",
    title="a release that the target's own requirements rule out",
    doc="""
Finds `check_version("transformers>=4.45,<4.48")` in a target whose requirements allow no such release: the feature behind it can never be
used, and its code is dead.

Leaves alone: demands that some allowed release meets; comparisons of versions, which choose between two ways.
""",
    finds=(
        Example(
            title="a demand that nothing meets",
            code="""
def patch(check_version):
    check_version("transformers>=4.45.0,<4.48.0", mandatory=True)  # here

# file: pyproject.toml
[project]
name = "x"
dependencies = ["transformers>=4.55,<=5.6"]
""",
        ),
    ),
    passes=(
        Example(
            title="a demand that an allowed release meets, another library, no version",
            code="""
def patch(check_version):
    check_version("transformers>=4.56,<6")
    check_version("torch<1")
    check_version("transformers")

# file: pyproject.toml
[project]
name = "x"
dependencies = ["transformers>=4.55,<=5.6"]
""",
        ),
    ),
    audit=_audit,
    zones=frozenset({Zone.SHARED, Zone.MODEL}),
)
