"""How a subject was recognised: spelled right there, followed to its source with the hops, or inferred; and in which key space."""

import pytest
import scanning

from namebranch.analyzer.inventory import Confidence, Kind, Site
from namebranch.registry.space import Space

HANDLER = """
def handle(what):
    return what == "qwen3_moe"
"""


def the_compare(files: dict[str, str]) -> Site:
    """Return the one comparison of these files."""
    (found,) = [site for site in scanning.sites(files) if site.kind is Kind.COMPARE]
    return found


@pytest.mark.parametrize(
    ("code", "confidence", "space"),
    [
        pytest.param('x = cfg.model_type == "qwen3_moe"', Confidence.EXACT, Space.MODEL_TYPE, id="an attribute that always carries one"),
        pytest.param('x = type(m).__name__ == "Qwen3MoeMLP"', Confidence.EXACT, Space.CLASS_NAME, id="the name of a class"),
        pytest.param(
            'x = type(processor).__name__ == "Qwen2VLProcessor"', Confidence.EXACT, Space.PROCESSOR, id="the class of a processor"
        ),
        pytest.param('x = cfg.text_config.model_type == "qwen3"', Confidence.EXACT, Space.TEXT_MODEL_TYPE, id="a nested configuration"),
        pytest.param(
            'x = getattr(getattr(cfg, "text_config", None), "model_type", "") == "qwen3"',
            Confidence.EXACT,
            Space.TEXT_MODEL_TYPE,
            id="a nested configuration by getattr",
        ),
        pytest.param(
            'x = cfg.get_text_config().model_type == "qwen3"', Confidence.EXACT, Space.TEXT_MODEL_TYPE, id="one that a call returns"
        ),
        pytest.param(
            'inner = cfg.text_config\nx = inner.model_type == "qwen3"', Confidence.EXACT, Space.TEXT_MODEL_TYPE, id="one under an alias"
        ),
        pytest.param('NAME = "qwen3"\nx = cfg.model_type == NAME', Confidence.LINKED, Space.MODEL_TYPE, id="a constant beside it"),
        pytest.param('kind = cfg.model_type\nx = kind == "qwen3"', Confidence.LINKED, Space.MODEL_TYPE, id="a local that was set to it"),
        pytest.param(
            'def go(model_type):\n    return model_type == "qwen3"', Confidence.INFERRED, Space.MODEL_TYPE, id="a parameter of its name"
        ),
        pytest.param('def go(what):\n    return what == "qwen3_moe"', Confidence.INFERRED, Space.UNKNOWN, id="a parameter of any name"),
        pytest.param('def go(path):\n    return path == "Qwen/Qwen3-8B"', Confidence.INFERRED, Space.UNKNOWN, id="a hub id"),
    ],
)
def test_a_subject_is_recognised(code: str, confidence: Confidence, space: Space) -> None:
    found = the_compare(
        {"shared/a.py": f"def around(cfg, m, processor):\n{indented(code)}\n    return x\n" if "def " not in code else code}
    )
    assert (found.confidence, found.space) == (confidence, space)


def indented(code: str) -> str:
    """Return a text four columns further in."""
    return "\n".join(f"    {row}" for row in code.splitlines())


def test_a_parameter_is_linked_to_the_caller_that_hands_in_a_name() -> None:
    caller = "from shared.handle import handle\n\ndef route(cfg):\n    return handle(cfg.model_type)\n"
    found = the_compare({"shared/handle.py": HANDLER, "shared/route.py": caller})
    assert (found.confidence, found.space, found.via) == (Confidence.LINKED, Space.MODEL_TYPE, ("shared/route.py:4",))
    assert found.origin == "cfg.model_type"


def test_a_parameter_of_a_method_and_of_a_constructor_is_linked_too() -> None:
    code = """
    class Router:
        def __init__(self, what):
            self.what = what

        def route(self, cfg):
            return self.pick(cfg.model_type)

        def pick(self, kind):
            return kind == "qwen3_moe"

    def make(cfg):
        return Router(cfg.model_type)
    """
    found = the_compare({"shared/router.py": code})
    assert (found.confidence, found.via) == (Confidence.LINKED, ("shared/router.py:6",))


@pytest.mark.parametrize(
    "call",
    [
        pytest.param("handle('qwen3_moe')", id="a literal"),
        pytest.param("handle(*cfg.names)", id="what a star hides"),
        pytest.param("handle(cfg.width)", id="something else"),
        pytest.param("other(cfg.model_type)", id="another function"),
    ],
)
def test_a_parameter_stays_inferred_where_callers_hand_in(call: str) -> None:
    caller = f"from shared.handle import handle\n\ndef route(cfg, other):\n    return {call} or cfg.model_type\n"
    assert the_compare({"shared/handle.py": HANDLER, "shared/route.py": caller}).confidence is Confidence.INFERRED


def test_a_name_in_an_environment_variable_is_linked_to_where_it_was_put() -> None:
    writer = 'import os\n\ndef put(cfg):\n    os.environ["RUN_FAMILY"] = cfg.model_type\n'
    reader = 'import os\n\ndef get():\n    return os.getenv("RUN_FAMILY") == "qwen3"\n'
    found = the_compare({"shared/put.py": writer, "shared/get.py": reader})
    assert (found.confidence, found.space, found.via) == (Confidence.LINKED, Space.MODEL_TYPE, ("shared/put.py:4",))


def test_a_getter_of_the_target_is_a_hop() -> None:
    code = """
    def kind_of(cfg):
        return getattr(cfg, "model_type", None)

    def go(cfg):
        return kind_of(cfg) == "qwen3"
    """
    found = the_compare({"shared/a.py": code})
    assert (found.confidence, found.space, found.via) == (Confidence.LINKED, Space.MODEL_TYPE, ("shared/a.py:1",))


def test_the_call_of_a_matcher_is_told_by_what_the_matcher_compares() -> None:
    code = """
    def is_one_of(module, names):
        return any(name in type(module).__name__ for name in names)

    def go(module):
        if is_one_of(module, ["MixtralSparseMoeBlock", "DbrxExperts"]):
            return 1
    """
    (found,) = scanning.sites({"shared/a.py": code})
    assert (found.kind, found.line, found.names) == (Kind.SUBSTRING, 5, ("MixtralSparseMoeBlock", "DbrxExperts"))
    assert (found.space, found.subject) == (Space.CLASS_NAME, 'is_one_of(module, ["MixtralSparseMoeBlock", "DbrxExperts"])')
