"""NB413: a module, class or function that the releases of a dependency which the target allows do not have."""

from collections.abc import Iterator

from ...finding.detector import Example
from ...inventory import Confidence, Finding, Zone
from ...upstream.taken import Missing, missing
from ..audited import Audited
from ..rule import AuditRule


def _audit(audited: Audited) -> Iterator[Finding]:
    for each in missing(audited.program.files, audited.upstream):
        yield Finding(
            rule="NB413",
            path=each.path,
            line=each.use.line,
            places=tuple(f"{each.path}:{line}" for line in each.again),
            witness=each.absent.missing,
            names=(),
            message=_message(each),
            confidence=Confidence.LINKED if each.absent.still or each.use.form == "string" else Confidence.EXACT,
        )


def _message(each: Missing) -> str:
    absent, name = each.absent, each.absent.missing.removeprefix(f"{each.absent.holder}.")
    effect = {"store": "what is stored here reaches nothing", "string": "nothing can be imported by this name"}.get(
        each.use.form, "this fails"
    )
    if absent.still:
        newest = absent.release.rpartition(" ")[2]
        return f"{absent.holder} has no `{name}` in {newest}, the newest release that is allowed here (it has in {absent.still}): {effect} there"
    history = f" (it was there in {absent.once})" if absent.once else ""
    return f"{absent.release}, which is what may be installed here, has no `{name}` in {absent.holder}{history}: {effect}"


missing_upstream = AuditRule(
    name="missing-upstream",
    rule="NB413",
    title="a module, class or function that the pinned dependency does not have",
    doc="""
Finds imports, attributes of imported modules (read, or stored into by a patch), and dotted names in strings that no release of transformers
has which the target's own requirements allow, or that the newest of them has no more; with `--dep`, the same for the library given.

Leaves alone: what stands in a `try` that catches the failure, under a test of a version, of `hasattr` or of what is installed (also through
a flag or a function that keeps such a test), under `TYPE_CHECKING`, behind such a test that returns; names that the target itself stores
into a module; and modules that make their names as they run.
""",
    finds=(
        Example(
            title="a class that is gone, a module that never was, a patch of a name that is gone",
            code="""
from transformers.models.llama.modeling_llama import LlamaFlashAttention2  # here
from transformers.models.mixtral import modeling_mixtral


def patch(model):
    import transformers.models.qwen2_6.modeling_qwen2_6  # here

    modeling_mixtral.MixtralBlockSparseTop2MLP = None  # here
""",
        ),
        Example(
            title="a module named in a string",
            code="""
from importlib import import_module

PATCHED = import_module("transformers.models.llama.modeling_lama")  # here
""",
        ),
    ),
    passes=(
        Example(
            title="what is there, whoever defines it",
            code="""
from transformers import AutoConfig, LlamaForCausalLM
from transformers.models.llama import LlamaConfig, modeling_llama
from transformers.models.llama.modeling_llama import LlamaAttention, logger

modeling_llama.LlamaAttention.forward = None
modeling_llama._patched_by_us = True
""",
        ),
        Example(
            title="an absence that is meant: a try, a version, a flag, what returns before",
            code="""
import transformers
from packaging.version import Version

IS_OLD = Version(transformers.__version__) < Version("4.48")

try:
    from transformers.models.llama.modeling_llama import LlamaFlashAttention2
except ImportError:
    LlamaFlashAttention2 = None


def patch():
    if IS_OLD:
        from transformers.models.llama.modeling_llama import LlamaSdpaAttention


def late():
    if Version(transformers.__version__) >= Version("4.48"):
        return None
    from transformers.models.llama.modeling_llama import LlamaSdpaAttention

    return LlamaSdpaAttention
""",
        ),
    ),
    audit=_audit,
    zones=frozenset({Zone.SHARED, Zone.MODEL}),  # what a model's own file imports fails just the same
)
