"""NB403: a class under the name that it had before it was renamed upstream."""

import ast
from collections.abc import Iterator, Mapping

from ...finding.detector import Example
from ...inventory import Confidence, Finding
from ...upstream.trees import tree_of
from ..audited import Audited
from ..rule import AuditRule


def _audit(audited: Audited) -> Iterator[Finding]:
    renamed = audited.upstream.overlay.renamed
    found = [
        (file.path, node.lineno, str(node.value))
        for file in audited.program.files
        if any(name.encode() in file.data for name in renamed)
        for node in _stale(file.data, renamed)
    ]
    for path, line, name in found:
        others = tuple(f"{other}:{at}" for other, at, same in found if same == name and (other, at) != (path, line))
        yield Finding(
            rule="NB403",
            path=path,
            line=line,
            places=others,
            witness=name,
            names=(name, renamed[name]),
            message=f"{name!r} is called {renamed[name]!r} by now: new checkpoints say that, and do not come here; add it, here and wherever "
            "the former name stands",
            confidence=Confidence.EXACT,
        )


def _stale(data: bytes, renamed: Mapping[str, str]) -> Iterator[ast.Constant]:
    """Yield the strings that are a former name, in the order of the source, but for those that stand beside the new one."""
    tree = tree_of(data)
    if tree is None:
        return
    strings = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and node.value in renamed]
    beside = {id(child) for node in ast.walk(tree) for child in _both(node, renamed)}
    yield from (node for node in sorted(strings, key=lambda node: (node.lineno, node.col_offset)) if id(node) not in beside)


def _both(node: ast.AST, renamed: Mapping[str, str]) -> Iterator[ast.AST]:
    """The former names among the parts of a display, a call or a comparison that spells the new name, too."""
    parts = [part for part in ast.iter_child_nodes(node) if isinstance(part, ast.Constant)]
    spelled = {part.value for part in parts}
    yield from (part for part in parts if isinstance(part.value, str) and renamed.get(part.value) in spelled)


renamed = AuditRule(
    name="renamed",
    rule="NB403",
    title="a class that was renamed upstream",
    doc="""
Finds, with `--names FILE`, every string that is a former name under `renamed` in that file: the registration, the comparison, the table.
A checkpoint saved since says the new name, and is refused or missed, although the code would do; adding the new name to one of the places
is not enough.

Leaves alone: a list, a call or a table that holds the new name beside the former one.
""",
    finds=(
        Example(
            title="a registration and a comparison",
            code="""
from converters import handles


@handles("ChameleonForCausalLM")  # here
class Chameleon:
    def fix(self, config):
        if config["architectures"][0] == "ChameleonForCausalLM":  # here
            config["norm_eps"] = 1e-5

# file: names.json
{"renamed": {"ChameleonForCausalLM": "ChameleonForConditionalGeneration"}}
""",
        ),
    ),
    passes=(
        Example(
            title="both names in one place, and a name that nothing renamed",
            code="""
from converters import handles


@handles("ChameleonForCausalLM", "ChameleonForConditionalGeneration")
class Chameleon:
    def fix(self, config):
        return config["architectures"][0] in ("ChameleonForConditionalGeneration", "ChameleonForCausalLM", "JambaForCausalLM")

# file: names.json
{"renamed": {"ChameleonForCausalLM": "ChameleonForConditionalGeneration"}}
""",
        ),
    ),
    audit=_audit,
)
