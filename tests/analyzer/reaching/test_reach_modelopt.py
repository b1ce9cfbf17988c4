"""Predicates of a quantization example as a pull request found them, and a substring test that became an exact one: nothing is lost unseen."""

from functools import cache

import pytest
import reaches

from namebranch.analyzer.reaching.reach import against, compare

BASE = """
def is_enc_dec_export(model_type):
    return model_type in ("t5", "mt5", "umt5", "bart", "mbart", "whisper")

def pre_quantize(args, config):
    if config.model_type.startswith(("deepseek", "kimi_k2")):
        return "skip"
    if config.model_type == "nemotron_h":
        return "skip"
    return "preview"

def post_quantize(args, config):
    if config.model_type not in ("llama4", "llama4_text"):
        return "generate"
    if config.model_type == "whisper":
        return "features"
    return None
"""
DEEPSEEK = (
    "deepseek_ocr2",
    "deepseek_ocr2_encoder",
    "deepseek_ocr2_sam_vision_model",
    "deepseek_ocr2_text",
    "deepseek_ocr2_vision",
    "deepseek_v2",
    "deepseek_v3",
    "deepseek_v32",
    "deepseek_v4",
    "deepseek_vl",
    "deepseek_vl_hybrid",
    "kimi_k25",
    "kimi_k25_vision",
)
REGISTRY = ("deepseek", "deepseek_v3", "deepseek_v32", "deepseek_v4", "kimi_k2", "kimi_k25")


@cache
def base() -> reaches.Tree:
    """Return the predicates, scanned."""
    return reaches.Tree(BASE)


@pytest.mark.parametrize(
    ("line", "names", "others"),
    [
        (2, ("bart", "mbart", "mt5", "t5", "umt5", "whisper"), False),
        (5, ("deepseek", *DEEPSEEK[:-2], "kimi_k2", *DEEPSEEK[-2:]), True),
        (7, ("nemotron_h",), False),
        (14, ("whisper",), False),
    ],
    ids=["exported as encoder-decoder", "skipped by a prefix", "skipped by name", "given features"],
)
def test_a_predicate_reaches(line: int, names: tuple[str, ...], others: bool) -> None:
    reach = base().reaches.of_site(base().site(line))
    assert (reach.ever, reach.others, reach.undecided) == (names, others, None)


def test_an_exclusion_leaves_out_two_types_only() -> None:
    reach = base().reaches.of_site(base().site(12))
    types = base().reaches.universe.of(reach.space)
    assert sorted(set(types) - set(reach.ever)) == ["llama4", "llama4_text"]


def test_a_registry_of_exact_types_loses_what_only_the_prefix_reached() -> None:
    change = against(base().reaches.of_site(base().site(5)), REGISTRY)
    assert base().reaches.roots(change.lost) == ("deepseek_ocr2", "deepseek_v2", "deepseek_vl", "deepseek_vl_hybrid")
    assert (change.gained, change.others) == ((), (True, False))


CLASSES = (
    "LlamaRMSNorm",
    "GemmaRMSNorm",
    "DiffusionGemmaRMSNorm",
    "RecurrentGemmaRMSNorm",
    "T5GemmaRMSNorm",
    "VaultGemmaRMSNorm",
    "Gemma2RMSNorm",
    "EmbeddingGemma2RMSNorm",
    "T5Gemma2RMSNorm",
    "Gemma3RMSNorm",
    "Gemma4RMSNorm",
    "NemotronLayerNorm1P",
)
BY_SUBSTRING = """
def adds_one(module):
    if any(name in type(module).__name__ for name in ["LayerNorm1P", "GemmaRMSNorm", "Gemma2RMSNorm", "Gemma3RMSNorm"]):
        return True
    return bool(hasattr(module, "zero_centered") and module.zero_centered)
"""
BY_NAME = """
NORMS = ("LayerNorm1P", "NemotronLayerNorm1P", "GemmaRMSNorm", "Gemma2RMSNorm", "Gemma3RMSNorm")

def matches(module, names):
    known = {cls.__name__.lower() for cls in type(module).__mro__}
    return any(name.lower() in known for name in names)

def adds_one(module):
    if matches(module, NORMS):
        return True
    return bool(hasattr(module, "zero_centered") and module.zero_centered)
"""


def test_a_substring_test_that_became_exact_loses_six_families() -> None:
    new = reaches.Tree(BY_NAME, classes=CLASSES)
    old = reaches.Tree(BY_SUBSTRING, classes=CLASSES, beside=[new])
    change = compare(old.reaches.of_decision(old.site(2).decision), new.reaches.of_site(new.site(8)))
    assert change.lost == (
        "DiffusionGemmaRMSNorm",
        "EmbeddingGemma2RMSNorm",
        "RecurrentGemmaRMSNorm",
        "T5Gemma2RMSNorm",
        "T5GemmaRMSNorm",
        "VaultGemmaRMSNorm",
    )
    assert change.gained == ()
