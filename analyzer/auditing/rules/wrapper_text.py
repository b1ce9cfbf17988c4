"""NB401: a test of the language model inside that asks for the name of the whole model around it."""

import re
from collections.abc import Iterator, Mapping

from ....registry.space import Space
from ....registry.universe.names import shipped
from ...finding.detector import Example
from ...finding.draft import Draft
from ...inventory import Finding, Kind, Site
from ..audited import Audited
from ..rule import AuditRule

_INNER_CONFIG = re.compile(r"\.(?:text_config|get_text_config\(\))\.model_type$")
_INNER_CLASS = re.compile(r"^type\(.*\.language_model\)\.__name__$|\.language_model\.__class__\.__name__$")
_EXACT = frozenset({"==", "!=", "in", "not in", "case", "[]", "get"})
_ONE_ARM = frozenset({Kind.COMPARE, Kind.MEMBERSHIP, Kind.MATCH})
_CLASSES = frozenset({Space.CLASS_NAME, Space.ARCHITECTURE})


def _audit(audited: Audited) -> Iterator[Finding]:
    types, classes, told = audited.names.text_types, _inner_classes(audited), set[tuple[str, str, str, str | None]]()
    for site, draft in audited.sites:
        if site.op not in _EXACT or site.origin is None or _asks_both(audited, draft):
            continue
        asked = site.path, site.scope, site.origin, site.constant or ",".join(site.names)
        if asked in told:
            continue
        told.add(asked)
        if _INNER_CONFIG.search(site.origin) and site.kind in _ONE_ARM:
            yield from _told(audited, site, draft, types)
        elif site.space in _CLASSES and _INNER_CLASS.search(site.origin):
            yield from _told(audited, site, draft, classes)


def _asks_both(audited: Audited, draft: Draft) -> bool:
    """Whether the same decision asks the same names of another subject as well: `outer in LIST or inner in LIST`."""
    if draft.decision is None:
        return False
    leaves = audited.decided.get((id(draft.decision[0]), draft.decision[1]), ())
    return any(leaf.judged is not None and leaf.judged.names == draft.names and leaf.judged.origin != draft.origin for leaf in leaves)


def _inner_classes(audited: Audited) -> Mapping[str, str]:
    """Class of a whole model → class of the language model inside it, by the tables of transformers and the file of names."""
    tables = shipped().tables
    bare = {name: found[0] for name, found in tables.get("MODEL_MAPPING_NAMES", {}).items()}
    found: dict[str, str] = {}
    for table in tables.values():
        for name, classes in table.items():
            if (inner := bare.get(audited.names.text_types.get(name, ""))) is not None:
                found |= {outer: inner for outer in classes if outer.endswith("ForConditionalGeneration")}
    return found | dict(audited.upstream.overlay.language_model_class_of)


def _told(audited: Audited, site: Site, draft: Draft, inside: Mapping[str, str]) -> Iterator[Finding]:
    held = frozenset(inside.values())
    outer = tuple(name for name in site.names if inside.get(name, name) not in site.names and name not in held)
    if not outer:
        return
    inner = tuple(dict.fromkeys(inside[name] for name in outer))
    whose = "type" if site.space not in _CLASSES else "class"
    said = "this is never true" if set(outer) == set(site.names) else f"{_listed(outer)} is never met here"
    yield audited.finding(
        "NB401",
        (draft.unit, draft.span),
        f"{said}: `{site.subject}` is the {whose} of the language model inside, {_listed(inner)} where the whole is {_listed(outer)}; "
        f"ask for {_listed(inner)}, or for the {whose} of the whole",
        witness=outer[0],
        names=outer,
        places=tuple(hop for hop in site.via if hop.rpartition(":")[0] != site.path)[:1],
    )


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(map(repr, names))


wrapper_text = AuditRule(
    name="wrapper-text",
    rule="NB401",
    title="the name of a whole model where the one inside it is asked",
    doc="""
Finds `config.text_config.model_type == "gemma3"`: a multimodal model holds a language model with a type (`gemma3_text`) and a class of its
own, so a test of what is inside never meets the name of the whole. Which type holds which is read off the configurations of transformers,
and off the file that `--names` names.

Leaves alone: a test that lists the inner name as well, or asks the whole the same; beginnings and parts of names (`startswith("gemma3")`), which the inner name has,
too; types that stand inside others under their own name (`qwen2`, `llama`).
""",
    finds=(
        Example(
            title="types, directly and through a local",
            code="""
def patch(config):
    text = getattr(config, "text_config", config)
    if getattr(text, "model_type", None) == "gemma3":  # here
        return 1
    kind = config.get_text_config().model_type
    if kind in ("qwen2_5_vl", "llama"):  # here
        return 2
""",
        ),
        Example(
            title="the class of the model inside",
            code="""
LAYERS = {"LlamaForCausalLM": 1, "Qwen2_5_VLForConditionalGeneration": 2}


def layers(model):
    inner = getattr(model, "language_model", model)
    kind = type(inner).__name__
    return LAYERS[kind]  # here
""",
        ),
    ),
    passes=(
        Example(
            title="both names, a part of the name, a type that stands inside under its own name",
            code="""
def patch(config):
    kind = config.text_config.model_type
    if kind in ("gemma3", "gemma3_text"):
        return 1
    if kind.startswith("gemma3"):
        return 2
    if config.model_type == "gemma3" or config.text_config.model_type == "gemma3":
        return 3
    return kind == "llama"
""",
        ),
        Example(
            title="the type of the whole",
            code="""
def patch(config):
    return config.model_type == "gemma3"
""",
        ),
    ),
    audit=_audit,
)
