"""NB403: a name that nothing has any more, or that is spelled as nothing is."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from ....registry.space import Space
from ....registry.universe.spelling import key_of, without_suffix
from ...finding.detector import Example
from ...finding.draft import Draft
from ...inventory import Confidence, Finding, Kind, Site
from ..audited import Audited
from ..natives import Natives
from ..rule import AuditRule

_TYPES = frozenset({Space.MODEL_TYPE, Space.TEXT_MODEL_TYPE})
_CLASSES = frozenset({Space.ARCHITECTURE, Space.CLASS_NAME, Space.PROCESSOR, Space.TOKENIZER})
_EXACT = frozenset({"==", "!=", "in", "not in", "case", "[]", "get", "isdisjoint"})
_ASKING = frozenset({Kind.COMPARE, Kind.MEMBERSHIP, Kind.MATCH, Kind.TABLE_USE})
_HOLDING = frozenset({Kind.TABLE, Kind.NAMESET})
_SERVING = re.compile(r"(?:Processor|Tokenizer|TokenizerFast)$")  # other classes are often of remote code, whoever has the model by now
_VERSION = re.compile(r"\d_\d+$")
_WHOLE = re.compile(r"For[A-Z]\w*$|Model$")
_MEANT = re.compile(r"remote|legacy|\bold\b|older|custom|backward|compat|not in|unreleased|upcoming|future|internal", re.IGNORECASE)
_FOLDED = re.compile(r"\.(?:lower|upper|casefold|replace|translate)\(|re\.sub\(")
_MOSTLY = 0.5  # of the names that a subject is compared with: below, its names are of another space


@dataclass(frozen=True, slots=True, kw_only=True)
class _Fate:
    """Why a name is met by no model."""

    said: str
    instead: tuple[str, ...]


def _audit(audited: Audited) -> Iterator[Finding]:
    natives, shares, told = Natives(audited), _shares(audited), set[tuple[str, int, str]]()
    for site, draft in audited.sites if natives.allowed else ():
        judge = _part if site.kind is Kind.SUBSTRING else _held if site.kind in _HOLDING else _fate
        if site.confidence is Confidence.INFERRED or (judge is _fate and not (site.op in _EXACT and site.kind in _ASKING)):
            continue
        if site.space in _TYPES and shares[site.space, draft.key] < _MOSTLY:
            continue
        for name in site.names:
            fate = None if name in natives.own else judge(natives, site, name)
            if fate is None:
                continue
            path, line = _where(audited, site, name)
            if (path, line, name) not in told and not _MEANT.search(audited.remarks(path, line)):
                told.add((path, line, name))
                yield _finding(draft, (path, line), name, fate)


def _fate(natives: Natives, site: Site, name: str) -> _Fate | None:
    """Judge a whole name: None where an allowed release has it, or it may be of remote code."""
    is_type = site.space in _TYPES
    if not is_type and (site.space not in _CLASSES or not name[:1].isupper()):
        return None
    rungs = (natives.types if is_type else natives.classes).get(name, 0)
    if rungs & natives.allowed or _FOLDED.search(site.subject):
        return None
    alike = tuple(other for other in (natives.keyed_types if is_type else natives.keyed_classes).get(key_of(name), ()) if other != name)
    if any(other in site.names for other in alike):
        return None
    if rungs:
        return _Fate(said=f"was last there in {natives.last(rungs)}", instead=alike) if rungs < natives.lowest else None
    respelled = tuple(other for other in alike if is_type or (other.lower() == name.lower() and _SERVING.search(name)))
    if respelled and not (is_type and site.confidence is not Confidence.EXACT):
        return _Fate(said=f"is spelled otherwise in {natives.label}", instead=respelled)
    if is_type and not alike and (around := natives.around(name)):
        return _Fate(said=f"is no model type of {natives.label}, which has {' and '.join(map(repr, around))}", instead=())
    if not is_type and not alike and _SERVING.search(name) and key_of(without_suffix(name)) in natives.keyed_types:
        return _Fate(said=f"is a class that {natives.label} does not have, though it has the model", instead=())
    return None


def _held(natives: Natives, site: Site, name: str) -> _Fate | None:
    """Judge a name that a table or a list of model types holds, whatever asks for it there."""
    if sum(each in natives.types for each in site.names) < len(site.names) * _MOSTLY:
        return None
    fate = _fate(natives, replace(site, space=Space.MODEL_TYPE, confidence=Confidence.LINKED, subject=""), name)
    if fate is None or any(other in site.names for other in fate.instead):
        return None
    return fate if fate.instead or name in natives.types or _VERSION.search(name) else None


def _part(natives: Natives, site: Site, name: str) -> _Fate | None:
    """Judge a part of a class name: None where some class holds it, or it may be of remote code."""
    if site.space not in _CLASSES or not name[:1].isupper() or "_" in name or _WHOLE.search(name):
        return None
    model = next(iter(natives.names.models_named(name)), "")
    opened = re.match(rf"{re.escape(key_of(model))}[A-Z][a-z]", _with_key(name, key_of(model)))
    is_native = bool(natives.allowed & natives.types.get(model, 0)) and opened is not None
    if not is_native or any(name.lower() in each for each in natives.folded):
        return None
    return _Fate(said=f"is part of no class of {natives.label}, which has {model!r} itself", instead=())


def _with_key(name: str, key: str) -> str:
    """Return a class name with its beginning as a key, where it begins with that: `GptOssMoE` → `gptossMoE`."""
    return key + name[len(key) :] if key and name.lower().startswith(key) else name


def _shares(audited: Audited) -> Mapping[tuple[Space, str], float]:
    """How many of the names that are asked of each subject are model types at all."""
    asked: defaultdict[tuple[Space, str], set[str]] = defaultdict(set)
    for site, draft in audited.sites:
        if site.op in _EXACT and site.kind in _ASKING:
            asked[site.space, draft.key].update(site.names)
    types = audited.upstream.releases.types
    return {key: sum(name in types for name in names) / max(len(names), 1) for key, names in asked.items()}


def _where(audited: Audited, site: Site, name: str) -> tuple[str, int]:
    """Return the line that spells a name: in the test, else in the definition that holds it."""
    starts = [(site.path, site.line, site.end_line)]
    for hop in site.via:
        at, _, first = hop.rpartition(":")
        starts.append((at, int(first), int(first) + _LONGEST))
    quoted = (f'"{name}"', f"'{name}'")
    for path, begin, end in starts:
        for line in range(begin, end + 1):
            if any(text in audited.row(path, line) for text in quoted):
                return path, line
    return site.path, site.line


def _finding(draft: Draft, where: tuple[str, int], name: str, fate: _Fate) -> Finding:
    path, line = where
    hint = f"; nearest: {', '.join(map(repr, fate.instead))}" if fate.instead else ""
    at = f"{draft.unit.path}:{draft.unit.first + draft.span[0]}"
    return Finding(
        rule="NB403",
        path=path,
        line=line,
        places=() if at == f"{path}:{line}" else (at,),
        witness=name,
        names=(name, *fate.instead),
        message=f"no model has the name {name!r}: it {fate.said}{hint}; correct it, or take it out",
        confidence=Confidence.LINKED,
    )


_LONGEST = 400  # lines of a table


unknown_name = AuditRule(
    name="unknown-name",
    rule="NB403",
    title="a name that no model has",
    doc="""
Finds, in exact tests and in the tables and lists that they ask: a model type or a class that was in transformers before the releases that
the target's own requirements allow, and is gone; one that is there with other capitals (`LlavaOneVisionProcessor` for
`LlavaOnevisionProcessor`); a type between two that are there (`qwen2_5`, where models say `qwen2` or `qwen2_5_vl`); a processor or tokenizer of a model that transformers has, but without that class (`Qwen3VLMoeProcessor`); and a part of a class name
that no class of such a model has (`"MixtralMoeSparseMoeBlock" in type(m).__name__`).

Leaves alone: names that no release ever had and that are near none (they may be of remote code, or newer); names that the target defines or
registers; a name that stands beside its other spelling; subjects that are folded before (`.lower()`, `.replace(…)`); subjects whose names are
mostly of another name space; a line whose comment says what it is for (remote code, legacy, compatibility).
""",
    finds=(
        Example(
            title="a class that is gone, one that is spelled otherwise, one that never was",
            code="""
PROCESSORS = {
    "LlavaOneVisionProcessor": 1,  # here
    "Qwen2VLProcessor": 2,
    "Qwen3VLMoeProcessor": 3,  # here
}


def collate(processor):
    return PROCESSORS[type(processor).__name__]


def special(tokenizer):
    return tokenizer.__class__.__name__ == "GPTNeoXTokenizerFast"  # here

# file: pyproject.toml
[project]
name = "x"
dependencies = ["transformers>=5.0"]
""",
        ),
        Example(
            title="a part of no class",
            code="""
def is_moe(module):
    name = type(module).__name__
    return "MixtralMoeSparseMoeBlock" in name or "MixtralSparseMoeBlock" in name or "DeepseekMoE" in name  # here
""",
        ),
        Example(
            title="a type under its former name, one between two, one that is gone in a table",
            code="""
def load(config):
    if config.model_type in ["lfm2-vl", "llama"]:  # here
        return 1
    return config.model_type == "qwen2_5"  # here


KINDS = {
    "llama": 1,
    "nezha": 2,  # here
    "qwen2": 3,
}

# file: pyproject.toml
[project]
name = "x"
dependencies = ["transformers==5.16.1"]
""",
        ),
    ),
    passes=(
        Example(
            title="remote code, both spellings, what the target has itself, what releases still have",
            code="""
PROCESSORS = {"KimiVLProcessor": 1, "Qwen2VLProcessor": 2, "MyLlamaProcessor": 3, "KimiK25Processor": 4}


class MyLlamaProcessor:
    pass


ENGINES = {"nemotron_asr": 1, "llama": 2, "qwen2": 3}


def collate(processor):
    return PROCESSORS[type(processor).__name__]


def load(config):
    if config.model_type in ["lfm2-vl", "lfm2_vl"]:
        return 1
    if config.model_type == "internlm2":
        return 2
    if config.model_type.replace("-", "_") == "lfm2-vl":
        return 3
    if type(config).__name__ in ("t5", "bart"):
        return 4
    # checkpoints of remote code
    return config.architectures[0] == "LLaMAForCausalLM"
""",
        ),
    ),
    audit=_audit,
)
