"""Names that are no model's, names of templates that are, and what keeps the outcome of a test that moves."""

import pytest
import scanning
import spelled

from namebranch.analyzer.scan import program
from namebranch.analyzer.settings.load import load
from namebranch.codemods.planning.follows import following

PATH = "framework/loaders/choosing.py"


def left(code: str) -> list[str]:
    planned, _ = spelled.migrated({PATH: code})
    return [one.code for one in planned.refused]


@pytest.mark.parametrize(
    ("test", "code"),
    [
        pytest.param('any(word in cfg.architectures[0] for word in ["Eagle", "Medusa"])', "X1", id="words of no model's name"),
        pytest.param('"Deepseek" in cfg.architectures[0]', "R14", id="a word of a model's name"),
        pytest.param('"moe" in cfg.model_type', "R14", id="a part that many models' names have"),
        pytest.param('"vl" in cfg.model_type', "R14", id="a short part that many models' names have"),
    ],
)
def test_a_part_that_no_name_has_is_no_key(test: str, code: str) -> None:
    assert left(f"def is_one(cfg):\n    return {test}\n") == [code]


TEMPLATES = """
def strategy(chat_template_type, options):
    if chat_template_type == "gemma3":
        return [options, 3]
    if chat_template_type == "llama4":
        return [options, 4]
    if chat_template_type == "mistral_v7_tekken":
        return [options, 7]
    return None
"""


def test_early_returns_by_a_template_ask_the_model_of_that_name() -> None:
    planned, files = spelled.migrated({PATH: TEMPLATES})
    assert [plan.guard.key.values for plan in planned.plans] == [("gemma3",), ("llama4",)]
    assert files[PATH].decode().count("if (answer := ask(chat_template_type,") == len(planned.plans)
    assert "return [options, 3]" in files["framework/owners/gemma3.py"].decode()


def test_a_template_without_a_model_of_that_name_stays() -> None:
    assert left(TEMPLATES) == ["X6"]


PROPERTY = """
class Loader:
    def __init__(self, cfg):
        self.cfg = cfg

    @property
    def is_sharded(self):
        \"\"\"Whether it is split.\"\"\"
        return self.cfg.fsdp is not None or self.cfg.sharded

    @property
    def workers(self):
        return self.cfg.count()

    def adjust(self, options):
        if self.cfg.model_type == "jamba" and not self.is_sharded:
            options["storage"] = 32
        if self.cfg.model_type == "mamba" and self.workers:
            options["storage"] = 16
        return options
"""


def test_a_property_that_compares_options_is_handed_over_and_one_that_calls_is_not() -> None:
    planned, files = spelled.migrated({PATH: PROPERTY})
    by_key = {plan.guard.key.values[0]: plan.rules[0] for plan in planned.plans}
    assert by_key == {"jamba": "R1", "mamba": "R6"}
    assert "self.is_sharded)" in files[PATH].decode()


KEPT = """
def is_wrapper(config):
    return config.model_type == "llava"


def load(config, options):
    is_wrapped = is_wrapper(config)
    other = options.get("other")
    if is_wrapped:
        options["images"] = True
    if other:
        options["other"] = 1
"""


def test_a_flag_that_keeps_a_predicate_and_all_its_uses_follow() -> None:
    source = scanning.source({PATH: KEPT})
    linked = program(source, load(source), jobs=1)
    moved = frozenset(site.id for site, _ in linked.sites if site.kind == "compare")
    kinds = {site.id: str(site.kind) for site, _ in linked.sites}
    assert [kinds[one] for one in following(linked, moved)] == ["predicate", "flag", "flag-use"]
    assert following(linked, frozenset()) == ()
