"""NB406: letters are looked for that the subject cannot hold after `.lower()`, `.replace("-", "_")` or `.split("/")[-1]`."""

from collections.abc import Iterator

from ...finding.detector import Example
from ...inventory import Confidence, Finding
from ...linking.judged import Judged
from ..audited import Audited
from ..comparing import Compared, compared, is_spelled, steps
from ..rule import AuditRule

_COMPARES = frozenset({"==", "!=", "in", "not in", "startswith", "endswith", "find"})


def _audit(audited: Audited) -> Iterator[Finding]:
    for one in compared(audited):
        judged = one.leaf.judged
        assert judged is not None
        if judged.op in _COMPARES and not judged.many and is_spelled(audited.linked, one.letters, one.place):
            yield from _told(audited, one, judged)


def _told(audited: Audited, one: Compared, judged: Judged) -> Iterator[Finding]:
    names = judged.names
    for step in steps(audited.linked, one.subject, one.place):
        lost = tuple(name for name in names if step.leaves_out(name))
        if lost:
            every = "never" if judged.op not in {"!=", "not in"} else "always"
            whole = f"so this test is {every} true" if len(lost) == len(names) else "so these can go, or never did what they were meant to"
            yield audited.finding(
                "NB406",
                (one.leaf.unit, one.leaf.span),
                f"after `{step.spelled}` the subject never holds {', '.join(map(repr, lost))}, {whole}; spell it as it is then",
                witness=lost[0],
                names=lost,
                confidence=Confidence.EXACT if len(lost) == len(names) or judged.constant is None else Confidence.INFERRED,
            )
            return


never_so_spelled = AuditRule(
    name="never-so-spelled",
    rule="NB406",
    title="letters that the subject cannot hold",
    doc="""
Finds `"Qwen" in name.lower()` and `"qwen2-vl" in kind.replace("-", "_")`: the subject holds no such letter any more, whatever the model
is, so the test always has the same outcome. The call may stand a line earlier: `name = path.lower()`.

Leaves alone: letters that go through the same (`key.lower() in name.lower()`).
""",
    finds=(
        Example(
            title="a capital, a sign that was replaced, a folder behind a split",
            code="""
def build(model, cfg, ckpt_path):
    if "Qwen" in type(model).__name__.lower():  # here
        return 1
    kind = cfg.model_type.replace("-", "_")
    if kind in ("qwen2_vl", "gpt-neox"):  # here
        return 2
    if "qwen/qwen2" in ckpt_path.lower().split("/")[-1]:  # here
        return 3
    return 4
""",
        ),
    ),
    passes=(
        Example(
            title="letters that go the same way, letters that are there",
            code="""
KNOWN = {"Llama": 1, "Qwen2": 2}


def build(model, cfg):
    for key in KNOWN:
        if key.lower() in type(model).__name__.lower():
            return KNOWN[key]
    name = cfg.model_type.lower().replace("-", "_")
    if name in ("qwen2_vl", "gpt_neox") or name.upper() == "LLAMA":
        return 3
    return 4
""",
        ),
    ),
    audit=_audit,
)
