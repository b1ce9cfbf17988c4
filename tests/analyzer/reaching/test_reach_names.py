"""Which known names take an arm, which strings that nobody knows, and which missing ones: form by form."""

import pytest
import reaches

from namebranch.analyzer.reaching.reach import Case, Reach, compare
from namebranch.registry.space import Space

RELEASE = reaches.snapshot(
    {
        "deepseek_v2": ("DeepseekV2ForCausalLM",),
        "deepseek_v3": ("DeepseekV3ForCausalLM", "DeepseekV3Model"),
        "gemma3": ("Gemma3ForConditionalGeneration",),
        "gemma3_text": ("Gemma3ForCausalLM", "Gemma3TextModel"),
        "llama": ("LlamaForCausalLM",),
        "mbart": ("MBartForConditionalGeneration",),
        "qwen2": ("Qwen2ForCausalLM",),
        "qwen3_moe": ("Qwen3MoeForCausalLM",),
        "whisper": ("WhisperForConditionalGeneration",),
    },
    processors={"whisper": ("WhisperProcessor",), "gemma3": ("Gemma3Processor",)},
    texts={"gemma3": "gemma3_text"},
)
FORMS = {
    "a prefix also takes what nobody has named yet": (
        'if cfg.model_type.startswith(("deepseek", "qwen")): # here',
        ("deepseek", "deepseek_v2", "deepseek_v3", "qwen", "qwen2", "qwen3_moe"),
        True,
    ),
    "an equality takes one name and no other string": ('if cfg.model_type == "llama": # here', ("llama",), False),
    "an equality in lower case takes strings in other cases": ('if cfg.model_type.lower() == "llama": # here', ("llama",), True),
    "an exclusion takes all but what it names": (
        'if cfg.model_type not in ("deepseek_v2", "deepseek_v3", "gemma3", "gemma3_text", "mbart", "qwen2", "qwen3_moe"): # here',
        ("llama", "whisper"),
        True,
    ),
    "a substring hits what it was not written for": ('if "bart" in cfg.model_type: # here', ("mbart",), True),
    "what is replaced is asked as it is afterwards": ('if "qwen3moe" in cfg.model_type.replace("_", ""): # here', ("qwen3_moe",), True),
    "a name that no table holds is a known one where it is spelled": (
        'if cfg.model_type in ("kimi_k2", "llama"): # here',
        ("kimi_k2", "llama"),
        False,
    ),
    "an alias and another spelling are followed": (
        'kind = str(cfg.model_type).strip().lower()\n    if kind == "whisper": # here',
        ("whisper",),
        True,
    ),
    "a default for a missing name takes nothing": ('if (cfg.model_type or "") == "llama": # here', ("llama",), False),
    "what is bound under a condition is another atom": (
        'kind = cfg.model_type\n    if cfg.forced:\n        kind = "llama"\n    if kind == "qwen2": # here',
        ("qwen2",),
        False,
    ),
    "a list of architectures is asked one by one": (
        'if any("nemotron" in arch.lower() or "gemma3" in arch.lower() for arch in cfg.architectures): # here',
        ("Gemma3ForCausalLM", "Gemma3ForConditionalGeneration", "Gemma3TextModel"),
        True,
    ),
    "the first architecture is asked with its case": (
        'if "Deepseek" in cfg.architectures[0]: # here',
        ("DeepseekV2ForCausalLM", "DeepseekV3ForCausalLM", "DeepseekV3Model"),
        True,
    ),
    "a class is known by its name": (
        'if "gemma3" in type(model).__name__.lower(): # here',
        ("Gemma3ForCausalLM", "Gemma3ForConditionalGeneration", "Gemma3TextModel"),
        True,
    ),
    "a processor is asked for its class": (
        "from transformers import WhisperProcessor\n    if isinstance(processor, WhisperProcessor): # here",
        ("WhisperProcessor",),
        False,
    ),
    "the language model inside is asked for its own type": (
        'if cfg.text_config.model_type == "gemma3_text": # here',
        ("gemma3_text",),
        False,
    ),
    "a pattern that is anchored takes no other string": (
        'import re\n    if re.fullmatch("qwen2|qwen3_moe", cfg.model_type): # here',
        ("qwen2", "qwen3_moe"),
        False,
    ),
    "a pattern that is open at its end takes others": (
        'import re\n    if re.match("qwen[23]", cfg.model_type): # here',
        ("qwen2", "qwen3_moe"),
        True,
    ),
    "a glob": ('from fnmatch import fnmatch\n    if fnmatch(cfg.model_type, "qwen3*"): # here', ("qwen3_moe",), True),
    "sets that share a member": ('if {cfg.model_type, "none"} & {"llama", "qwen2"}: # here', ("llama", "qwen2"), False),
    "a table's keys": ('if cfg.model_type in {"llama": 1, "qwen2": 2}: # here', ("llama", "qwen2"), False),
    "an item of what was split": (
        'if cfg.model_type.split("_")[0] == "deepseek": # here',
        ("deepseek", "deepseek_v2", "deepseek_v3"),
        True,
    ),
    "a literal case": ('match cfg.model_type:\n        case "llama" | "qwen2": # here', ("llama", "qwen2"), False),
    "a loop over names": (
        'for name in ("llama", "qwen"):\n        if name in cfg.model_type: # here',
        ("llama", "qwen", "qwen2", "qwen3_moe"),
        True,
    ),
    "a name put together": ('if f"{cfg.model_type}_text" == "gemma3_text": # here', ("gemma3",), False),
}
BODY = """
def build(cfg, model=None, processor=None):
    {}
    {}        return 1
"""


def arm(code: str, **more: str) -> Reach:
    """Return the reach of the arm whose test stands on the line that says so."""
    pad = "    " * (code.splitlines()[-1].startswith("    ") + code.splitlines()[-1].startswith("        "))
    text = more.get("head", "") + BODY.format(code, pad)
    tree = reaches.Tree(text, RELEASE)
    line = text.lstrip("\n")[: text.lstrip("\n").index("# here")].count("\n") + 1
    return tree.reaches.of_arm(next(site for site in tree.sites(line) if site.op != "get").decision)


@pytest.mark.parametrize("form", FORMS)
def test_who_takes_it(form: str) -> None:
    code, names, others = FORMS[form]
    reach = arm(code)
    assert reach.undecided is None
    assert (reach.ever, reach.others) == (names, others)


CHAIN = """
def choose(cfg):
    if cfg.model_type is None:
        return 0
    if cfg.model_type.startswith("deepseek") and not cfg.plain:
        return 1
    elif cfg.model_type == "deepseek_v3":
        return 2
    elif "deepseek" in cfg.model_type:
        return 3
    return 4
"""


def of_line(text: str, line: int) -> Reach:
    """Return the reach of the arm of the test on a line."""
    tree = reaches.Tree(text, RELEASE)
    return tree.reaches.of_arm(tree.site(line).decision)


def test_an_arm_loses_what_earlier_arms_take() -> None:
    assert of_line(CHAIN, 6).cases == (
        Case(atoms=(("cfg.plain", True),), names=("deepseek_v3",), others=False),
        Case(atoms=(("cfg.plain", False),), names=(), others=False),
    )


def test_the_last_arm_still_takes_other_strings() -> None:
    assert of_line(CHAIN, 8).cases == (
        Case(atoms=(("cfg.plain", True),), names=("deepseek", "deepseek_v2"), others=True),
        Case(atoms=(("cfg.plain", False),), names=(), others=True),
    )


def test_a_missing_name_that_returned_early_raises_nothing_later() -> None:
    first = of_line(CHAIN, 4)
    assert (first.absent, first.raises) == ((), ())


def test_a_missing_name_that_nobody_handled_raises() -> None:
    reach = arm('if cfg.model_type.lower() == "llama": # here')
    assert (reach.absent, reach.raises) == ((), ("None", "[]"))


def test_an_arm_behind_its_own_test_is_never_taken() -> None:
    reach = of_line(
        """
        def choose(cfg):
            if cfg.model_type == "llama":
                return 1
            if cfg.model_type in ("llama",):
                return 2
        """,
        4,
    )
    assert reach.never


@pytest.mark.parametrize(
    "condition",
    [
        "cfg.x and not cfg.x",
        "cfg.x is None and cfg.x is not None",
        "cfg.mode == 'a' and cfg.mode == 'b'",
        "len(cfg.x) > 1 and not len(cfg.x) > 1",
    ],
)
def test_conditions_that_exclude_each_other_are_seen(condition: str) -> None:
    reach = arm(f'if cfg.model_type == "llama" and {condition}: # here')
    assert reach.never


def test_a_condition_that_makes_no_difference_is_left_out() -> None:
    reach = arm('if (cfg.model_type == "llama" and cfg.x) or cfg.model_type == "llama": # here')
    assert reach.cases == (Case(atoms=(), names=("llama",), others=False),)


RESOLVER = """
FAMILIES = {"Gemma": "gemma", "Gemma3": "gemma3", "Llama": "llama", "MBart": "bart"}

def family_of(model):
    for part, family in FAMILIES.items():
        if part.lower() in type(model).__name__.lower():
            return family
    return None

def export(model):
    family = family_of(model)
    if family == "gemma":
        return 1
    if family == "gemma3":
        return 2
    if family is None:
        return 3
    if family != "bart" and model.config.model_type == "llama":
        return 4
"""


def test_a_resolver_and_an_exact_test_are_one_test() -> None:
    reach = of_line(RESOLVER, 11)
    assert reach.space is Space.CLASS_NAME
    assert reach.ever == ("Gemma3ForCausalLM", "Gemma3ForConditionalGeneration", "Gemma3TextModel")
    assert reach.others


def test_the_first_key_that_matches_shadows_a_later_one() -> None:
    reach = of_line(RESOLVER, 13)
    assert (reach.ever, reach.others) == ((), False)


def test_a_class_and_a_type_are_tied_by_the_tables() -> None:
    reach = of_line(RESOLVER, 17)
    assert reach.ever == ("llama",)


PREDICATES = """
LARGE = ("deepseek_v3",)
LARGE += ("qwen3_moe",)

def is_large(config, strict=False):
    if strict:
        return config.model_type == "deepseek_v3"
    return config.model_type in LARGE

class Plugin:
    def __init__(self, cfg):
        self.large = is_large(cfg)

    def run(self, cfg):
        if is_large(cfg, strict=cfg.strict) and cfg.on:
            return 1
        if self.large:
            return 2

def patch(cfg):
    names = []
    for config in (cfg, cfg.text_config):
        names.append(config.model_type or "")
        names.extend(config.architectures or [])
    return any("gemma3text" in name.lower().replace("_", "") for name in names)
"""


def test_a_predicate_is_looked_into_with_what_it_is_given() -> None:
    reach = of_line(PREDICATES, 14)
    assert reach.cases == (
        Case(atoms=(("cfg.strict", True), ("cfg.on", True)), names=("deepseek_v3",), others=False),
        Case(atoms=(("cfg.strict", True), ("cfg.on", False)), names=(), others=False),
        Case(atoms=(("cfg.strict", False), ("cfg.on", True)), names=("deepseek_v3", "qwen3_moe"), others=False),
        Case(atoms=(("cfg.strict", False), ("cfg.on", False)), names=(), others=False),
    )


def test_a_flag_is_the_test_that_it_keeps() -> None:
    tree = reaches.Tree(PREDICATES, RELEASE)
    flag, use = tree.site(11), tree.site(16)
    assert tree.reaches.of_site(flag).ever == tree.reaches.of_site(use).ever == ("deepseek_v3", "qwen3_moe")


def test_names_that_are_gathered_in_a_list_are_asked_together() -> None:
    tree = reaches.Tree(PREDICATES, RELEASE)
    reach = tree.reaches.of_decision(tree.site(24).decision)
    assert (reach.space, reach.ever) == (Space.MODEL_TYPE, ("gemma3", "gemma3_text"))


def test_root_types_and_types_inside_others_are_told_apart() -> None:
    tree = reaches.Tree('def f(cfg):\n    return cfg.model_type.startswith("gemma3")\n', RELEASE)
    reach = tree.reaches.of_site(tree.site())
    assert (reach.ever, tree.reaches.roots(reach.ever)) == (("gemma3", "gemma3_text"), ("gemma3",))


def test_two_models_in_one_test_are_not_taken_for_one() -> None:
    reach = arm('if cfg.model_type == "llama" and cfg.draft_config.model_type == "qwen2": # here')
    assert not reach.never


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ('import re\n    if re.match("(q+)+x|llama", cfg.model_type): # here', "exponential"),
        ('if cfg.model_type[:5] == "llama": # here', "could not be followed"),
        ('import re\n    if re.search("llama(", cfg.model_type): # here', "is no pattern"),
    ],
    ids=["a pattern that may take long", "a part of a name", "a pattern that is none"],
)
def test_what_cannot_be_decided_says_why(code: str, reason: str) -> None:
    reach = arm(code)
    assert reach.undecided is not None
    assert reason in reach.undecided
    assert not reach.never


def test_a_table_is_no_test() -> None:
    tree = reaches.Tree('SIZES = {"llama": 1, "qwen2": 2}\nprint(SIZES)\n', RELEASE)
    assert tree.reaches.of_site(tree.site()).undecided == "a table is no test"


def test_a_lookup_reaches_the_keys_of_its_table() -> None:
    tree = reaches.Tree('SIZES = {"llama": 1, "qwen2": 2}\n\ndef size(cfg):\n    return SIZES[cfg.model_type]\n', RELEASE)
    assert tree.reaches.of_site(tree.site(4)).ever == ("llama", "qwen2")


def test_the_same_test_under_two_releases() -> None:
    text = 'def f(cfg):\n    return cfg.model_type.startswith("qwen")\n'
    old, new = reaches.Tree(text, RELEASE), reaches.Tree(text, reaches.snapshot(("qwen2", "qwen4")))
    change = compare(old.reaches.of_site(old.site()), new.reaches.of_site(new.site()))
    assert (change.gained, change.lost, change.same) == (("qwen4",), ("qwen3_moe",), False)
