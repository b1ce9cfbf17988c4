"""NB401: an arm, or a name in it, that an earlier arm or a guard has already taken."""

from collections.abc import Iterator

from ...finding.detector import Example
from ...inventory import Confidence, Finding
from ..asking import Asked, Form, covers
from ..audited import Audited
from ..chains import Arm, alone, answered, chains
from ..rule import AuditRule


def _audit(audited: Audited) -> Iterator[Finding]:
    told: set[tuple[int, int]] = set()
    for arms in chains(audited):
        for at, arm in enumerate(arms):
            found = _taken(audited, arm, arms[:at])
            if found is not None:
                told.add((id(arm.unit), arm.number))
                yield found
    for arm in alone(audited):
        if (id(arm.unit), arm.number) not in told and (found := _excluded(audited, arm)) is not None:
            yield found


def _taken(audited: Audited, arm: Arm, earlier: tuple[Arm, ...]) -> Finding | None:
    """Return that earlier arms leave nothing, or not all names, of what an arm asks for."""
    for one in arm.needed:
        if not one.holds or not _is_whole(arm, one):
            continue
        takers = [(text, taker) for text in one.texts if (taker := _taker(one, text, earlier)) is not None]
        if not takers:
            continue
        lost = tuple(dict.fromkeys(text for text, _ in takers))
        places = tuple(dict.fromkeys(taker.where for _, taker in takers))
        whole = len(lost) == len(one.texts)
        what = "this arm is never taken" if whole else f"{_quoted(lost)} never comes to this arm"
        return audited.finding(
            "NB401",
            (arm.unit, one.leaf.span),
            f"{what}: an earlier arm takes {_quoted(lost)} already; take it out, or ask for it first",
            witness=lost[0],
            names=lost,
            places=places,
            confidence=_sure(one),
        )
    return None


def _is_whole(arm: Arm, one: Asked) -> bool:
    """Whether the strings are spelled here: of what a constant holds, a part may be taken before on purpose."""
    return one.leaf.judged is not None and (one.leaf.judged.constant is None)


def _taker(one: Asked, text: str, earlier: tuple[Arm, ...]) -> Arm | None:
    for arm in earlier:
        for other in arm.enough:
            if other.holds and other.subject == one.subject and any(covers((other.form, known), (one.form, text)) for known in other.texts):
                return arm
    return None


def _excluded(audited: Audited, arm: Arm) -> Finding | None:
    """Return that a test which dominates this one has settled it: none of the names can come here."""
    known = list(answered(audited, arm))
    for one in arm.needed:
        if not one.holds or one.form is not Form.EXACT:
            continue
        facts = [(fact, where) for fact, where in known if fact.subject == one.subject and _is_complete(audited, fact)]
        barred = {text: next((where for fact, where in facts if not fact.fits(text)), None) for text in one.texts}
        if facts and all(barred.values()):
            places = tuple(dict.fromkeys(where.where for where in barred.values() if where is not None))
            return audited.finding(
                "NB401",
                (arm.unit, one.leaf.span),
                f"never true here: a test that leads here excludes {_quoted(one.texts)}; take it out, or move it in front",
                witness=one.texts[0],
                names=one.texts,
                places=places,
                confidence=_sure(one),
            )
    return None


def _is_complete(audited: Audited, fact: Asked) -> bool:
    """Whether a question asks for nothing but the strings that are known: a constant is set once, and spelled out."""
    constant = None if fact.leaf.judged is None else fact.leaf.judged.constant
    if constant is None or not fact.holds:
        return True
    held = [each for each in audited.linked.collections if each.dotted == constant]
    return len(held) == 1 and not held[0].via and len(audited.linked.index.definitions.get(constant, ())) == 1


def _sure(one: Asked) -> Confidence:
    assert one.leaf.judged is not None
    return one.leaf.judged.confidence


def _quoted(names: tuple[str, ...]) -> str:
    shown = ", ".join(map(repr, names[:4]))
    return shown if len(names) <= 4 else f"{shown} and {len(names) - 4} more"  # noqa: PLR2004


shadowed = AuditRule(
    name="shadowed",
    rule="NB401",
    title="an arm, or a name in it, that is never reached",
    doc="""
Finds an arm that asks for a name which an earlier arm of the chain has taken (`startswith("qwen2")` before `== "qwen2_vl"`), and a test
that a guard before it, or the arm around it, excludes (`if kind not in ("a", "b"): raise` before `kind == "c"`).

What stands in such an arm does not happen. Often the arm was added below a broader one.

Leaves alone: an earlier arm that asks for something else as well, a subject that is bound anew in between, names of a constant of which
a part is handled before.
""",
    finds=(
        Example(
            title="a prefix before the longer name, and a name twice",
            code="""
def template(cfg):
    if cfg.model_type.startswith("qwen2"):
        return "chatml"
    elif cfg.model_type == "qwen2_vl":  # here
        return "vision"
    elif cfg.model_type in ("llama", "mistral"):
        return "llama"
    elif cfg.model_type in ("mistral", "gemma"):  # here
        return "gemma"
    return None
""",
        ),
        Example(
            title="what a guard has refused, and what the arm around excludes",
            code="""
def load(model_type):
    if model_type not in ("llama", "qwen2"):
        raise ValueError(model_type)
    if model_type == "mixtral":  # here
        return 1
    if model_type == "llama":
        return 2 if model_type == "qwen2" else 3  # here
    return 4


SUPPORTED = ("llama", "mistral")


def build(config, fast):
    if config.model_type not in SUPPORTED:
        raise ValueError(config.model_type)
    if fast and config.model_type == "mixtral":  # here
        return 1
    return 2
""",
        ),
    ),
    passes=(
        Example(
            title="an earlier arm that asks for more, a subject bound anew, the longer name first",
            code="""
def template(cfg, fast, model_type):
    if cfg.model_type == "qwen2" and fast:
        return 1
    elif cfg.model_type == "qwen2":
        return 2
    if "qwen2_vl" in cfg.model_type:
        return 3
    elif "qwen2" in cfg.model_type:
        return 4
    if model_type != "llava":
        raise ValueError(model_type)
    model_type = cfg.text_config.model_type
    if model_type == "llama":
        return 5
    return 6
""",
        ),
    ),
    audit=_audit,
)
