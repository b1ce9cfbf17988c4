"""NB105: a name-carrying string is matched against a pattern that names a model."""

from ...inventory import Kind
from ...linking.leaves import Leaf
from ..detector import Detector, Example
from ..draft import of_leaves


def _chosen(leaf: Leaf) -> bool:
    return leaf.judged is not None and (leaf.judged.op.startswith("re.") or leaf.judged.op == "fnmatch")


regex = Detector(
    name="regex",
    rule="NB105",
    kind=Kind.REGEX,
    title="matches a model's name against a pattern",
    doc="""
Finds `re.search(pattern, name)`, `PATTERN.match(name)` with a pattern compiled elsewhere, and `fnmatch(name, glob)`, where the pattern
spells a model's name.

Leaves alone: patterns that only check a form (`[a-z0-9_]+`), and those for weights and file names.
""",
    finds=(
        Example(
            title="inline and compiled",
            code="""
import re

GEMMA4 = re.compile(r"^gemma[ _-]*4", re.I)

def template(path, tok_name):
    if re.search(r"deepseek.*vl2", path, re.IGNORECASE):  # here
        return 1
    return GEMMA4.match(tok_name)  # here
""",
        ),
    ),
    passes=(
        Example(
            title="a form, a weight",
            code="""
import re

def check(model_type, key):
    return re.fullmatch("[a-z0-9_]+", model_type) or re.match(r"layers.[0-9]+.mlp", key)
""",
        ),
    ),
    find=of_leaves(_chosen),
)
