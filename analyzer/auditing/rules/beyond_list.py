"""NB410: a prefix accepts models of a family of which the target's lists name only some."""

from collections.abc import Iterator

from ....registry.space import Space
from ...finding.detector import Example
from ...inventory import Confidence, Finding
from ...linking.members import Shape
from ..asking import Asked, Form
from ..audited import Audited
from ..chains import Arm, alone
from ..lists import NameList
from ..rule import AuditRule

_TYPES = frozenset({Space.MODEL_TYPE, Space.TEXT_MODEL_TYPE})
_MOST_SHOWN = 6
_SOME = 2  # members of a family that a list names


def _audit(audited: Audited) -> Iterator[Finding]:
    spelled = _spelled(audited)
    for arm in alone(audited):
        questions = tuple(dict.fromkeys((*arm.needed, *arm.enough)))
        for one in questions:
            if one.form is Form.PREFIX and one.leaf.judged is not None and one.leaf.judged.space in _TYPES:
                yield from _beyond(audited, arm, one, questions, spelled)


def _spelled(audited: Audited) -> tuple[NameList, ...]:
    """The lists of types that the target keeps as constants, in every zone."""
    return tuple(
        NameList(
            unit=one.unit,
            span=one.definition.span,
            title=one.definition.name.rpartition(".")[2],
            subject="",
            names=one.names,
            form="list",
            scope="",
        )
        for one in audited.linked.collections
        if one.shape is Shape.SEQUENCE and one.definition.op == "="
    )


def _beyond(audited: Audited, arm: Arm, one: Asked, beside: tuple[Asked, ...], spelled: tuple[NameList, ...]) -> Iterator[Finding]:
    hit = tuple(name for name in audited.names.types if any(name.startswith(text) for text in one.texts))
    lists = [each for each in spelled if len(set(each.names) & set(hit)) >= _SOME]
    named = {name for each in lists for name in each.names} | {
        text for other in beside if other.form is Form.EXACT and other.subject == one.subject for text in other.texts
    }
    lost = tuple(name for name in audited.reach.roots(hit) if name not in named) or tuple(name for name in hit if name not in named)
    if not lost or not named & set(hit):
        return
    sure = any(other.form is Form.EXACT and other.subject == one.subject and set(other.texts) & set(hit) for other in beside)
    shown = ", ".join(map(repr, lost[:_MOST_SHOWN])) + (f" and {len(lost) - _MOST_SHOWN} more" if len(lost) > _MOST_SHOWN else "")
    yield audited.finding(
        "NB410",
        (arm.unit, one.leaf.span),
        f"{' and '.join(map(repr, one.texts))} also begins {shown}, which no list here names; spell the types that are meant, or refuse the others",
        witness=lost[0],
        names=lost,
        places=tuple(each.where for each in lists),
        confidence=Confidence.LINKED if sure else Confidence.INFERRED,
    )


beyond_list = AuditRule(
    name="beyond-list",
    rule="NB410",
    title="a prefix accepts what no list names",
    doc="""
Finds `kind not in SUPPORTED and not kind.startswith("gemma")` where `SUPPORTED` names `gemma` and `gemma2`: the prefix lets every later
generation through as well, which nobody has looked at. Told with the types of the release that the names come from.

Beside a list in the same test this is shown by default; where only some list of the target names members of the family, with
`--min-confidence inferred`.

Leaves alone: a prefix of which no list names a member, and families of which every member is named.
""",
    finds=(
        Example(
            title="a list and a prefix of one family",
            code="""
SUPPORTED = {"gemma", "gemma2", "llama", "mistral"}


def check(cfg):
    if cfg.model_type not in SUPPORTED and not cfg.model_type.startswith("gemma"):  # here
        raise ValueError(cfg.model_type)


def engine(cfg):
    return cfg.model_type.startswith("gemma")  # here
""",
        ),
    ),
    passes=(
        Example(
            title="a prefix alone",
            code="""
SUPPORTED = {"llama", "mistral"}


def engine(cfg):
    return cfg.model_type in SUPPORTED or cfg.model_type.startswith("gemma")
""",
        ),
    ),
    audit=_audit,
)
