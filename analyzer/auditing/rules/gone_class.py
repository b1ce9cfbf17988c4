"""NB403: a string that is a class which was in transformers once."""

import re
from collections.abc import Iterator

from ....registry.universe.spelling import key_of
from ...finding.detector import Example
from ...inventory import Confidence, Finding, Zone
from ...linking.meaning import module_of
from ...upstream.trees import tree_of
from ...upstream.uses import gates_in, uses
from ..audited import Audited
from ..rule import AuditRule

_QUOTED = re.compile(rb"[\"']([A-Z][A-Za-z0-9_]+)[\"']")


def _audit(audited: Audited) -> Iterator[Finding]:
    gone = _gone(audited)
    own = {dotted.rpartition(".")[2] for dotted in audited.linked.index.classes}
    told = {(site.path, name) for site, _ in audited.sites for name in site.names}  # what is asked for is judged elsewhere
    label = f"{audited.upstream.releases.package} {audited.upstream.releases.said(audited.upstream.rungs)}"
    for file in audited.program.files:
        for name, line in _words(file.path, file.data, gone):
            if name in own or (file.path, name) in told:
                continue
            others = _alike(audited, name)
            hint = f"; nearest: {', '.join(map(repr, others))}" if others else ""
            yield Finding(
                rule="NB403",
                path=file.path,
                line=line,
                places=(),
                witness=name,
                names=(name, *others),
                message=f"{label}, which is what may be installed here, has no class {name!r}: it was last there in "
                f"{audited.upstream.releases.said(gone[name])}{hint}; correct it, or take it out",
                confidence=Confidence.LINKED,
            )


def _gone(audited: Audited) -> dict[str, int]:
    """The classes of models that only releases have which are older than all allowed ones; and which have them."""
    upstream, names = audited.upstream, audited.names
    older = {name: rungs for name, rungs in upstream.releases.classes.items() if rungs and rungs < (upstream.rungs & -upstream.rungs)}
    return {
        name: rungs
        for name, rungs in older.items()
        if name[:1].isupper() and not name.isupper() and names.models_named(name) and not upstream.releases.is_served(name)
    }


def _words(path: str, data: bytes, gone: dict[str, int]) -> Iterator[tuple[str, int]]:
    """Yield the strings of a file that are one of those, where no test of a version or of what is there surrounds them."""
    if gone.keys().isdisjoint(word.decode() for word in _QUOTED.findall(data)):
        return
    tree = tree_of(data)
    if tree is None:
        return
    module, package = module_of(path)
    for use in uses(tree, module, frozenset(), gates_in(tree), package=package, words=gone):
        if use.form == "word" and not use.is_gated:
            yield use.dotted, use.line


def _alike(audited: Audited, name: str) -> tuple[str, ...]:
    classes, rungs = audited.upstream.releases.classes, audited.upstream.rungs
    return tuple(sorted(other for other, held in classes.items() if held & rungs and other != name and key_of(other) == key_of(name)))


gone_class = AuditRule(
    name="gone-class",
    rule="NB403",
    title="a string that is a class which is gone",
    doc="""
Finds a string, in a table, a list or a call, that is the whole name of a class of a model which transformers had before the releases that
the target's own requirements allow (`{"deepseek_v2": "DeepseekV2MoE"}`, where the class is `DeepseekV2Moe` by now): who looks a class of
that name up, or waits for a module of it, waits in vain.

Leaves alone: what the target defines itself; what stands under a test of a version or of what is there, or in a `try` that catches its
absence; annotations and docstrings; names that are asked of a model, which other rules judge.
""",
    finds=(
        Example(
            title="classes as values of a table",
            code="""
BLOCKS = {
    "deepseek_v2": "DeepseekV2MoE",  # here
    "mixtral": "MixtralSparseMoeBlock",
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
            title="classes that are there, a version, hasattr, an annotation, releases that have it still",
            code="""
BLOCKS = {"deepseek_v2": "DeepseekV2Moe", "llama": "LlamaAttention"}


def patch(self: "LlamaFlashAttention2", module):
    if is_transformers_version("<4.48"):
        return "LlamaFlashAttention2"
    if hasattr(module, "LlamaFlashAttention2"):
        return 1
    return getattr(module, "LlamaFlashAttention2", None)

# file: pyproject.toml
[project]
name = "x"
dependencies = ["transformers==5.16.1"]
""",
        ),
    ),
    audit=_audit,
    zones=frozenset({Zone.SHARED, Zone.MODEL}),
)
