"""Imports of a model's own modules go with what needs them, or stay with a code."""

import pytest
import scanning
import spelled

from namebranch.analyzer.inventory import Kind

INSIDE = """
def apply(cfg, model):
    if cfg.model_type == "jamba":
        from transformers.models.jamba import modeling_jamba

        modeling_jamba.patch(model)
"""
ABOVE = """
from transformers.models.jamba.modeling_jamba import JambaRMSNorm


def apply(cfg, model):
    if cfg.model_type == "jamba":
        model.each(JambaRMSNorm)
"""
STILL_READ = ABOVE + "    model.all(JambaRMSNorm)\n"
BODY_STAYS = """
def apply(cfg, model):
    for layer in model.layers:
        if cfg.model_type == "jamba":
            from transformers.models.jamba import modeling_jamba

            modeling_jamba.patch(layer)
            continue
        layer.patch()
"""
BY_CONVENTION = """
from importlib import import_module


def apply(cfg, model):
    return import_module(f"transformers.models.{cfg.model_type}.modeling_{cfg.model_type}")
"""
NEEDED_BY_REFUSED = """
def apply(cfg, layer):
    from transformers.models.jamba.modeling_jamba import JambaRMSNorm

    if isinstance(layer, JambaRMSNorm):
        return 1
    return 2
"""
OF_A_DEFINITION = """
def _patch_jamba(model):
    from transformers.models.jamba import modeling_jamba

    modeling_jamba.patch(model)
"""


def told(text: str, *models: str) -> tuple[int, list[str]]:
    """Return how many imports go, and the codes of those that stay."""
    files = {"framework/loaders/shared.py": text}
    planned, _ = spelled.migrated(files, *models)
    mine = {site.id for site in scanning.sites(files) if site.kind is Kind.REACH_IN}
    return len(mine & {*planned.follows}), [one.code for one in planned.refused if mine & {*one.branches}]


@pytest.mark.parametrize(
    ("text", "goes", "codes"),
    [
        pytest.param(INSIDE, 1, [], id="one inside a body goes with it"),
        pytest.param(ABOVE, 1, [], id="one at the top goes with the last who needs it"),
        pytest.param(STILL_READ, 0, ["R16"], id="one that something else needs stays"),
        pytest.param(BODY_STAYS, 0, ["R16"], id="one in a body that stays stays"),
        pytest.param(BY_CONVENTION, 0, ["X0"], id="a convention finds the module of any model"),
        pytest.param(NEEDED_BY_REFUSED, 0, ["X3"], id="one for a refused test stays with the code of that test"),
        pytest.param(OF_A_DEFINITION, 0, [], id="one in a definition of the model's own is the affair of move-defs"),
    ],
)
def test_what_becomes_of_an_import(text: str, goes: int, codes: list[str]) -> None:
    assert told(text) == (goes, codes)


@pytest.mark.parametrize("text", [STILL_READ, BODY_STAYS, NEEDED_BY_REFUSED])
def test_those_of_other_models_are_not_spoken_of(text: str) -> None:
    assert told(text, "mixtral") == (0, [])


def test_an_import_that_goes_is_gone() -> None:
    _, files = spelled.migrated({"framework/loaders/shared.py": ABOVE})
    assert b"JambaRMSNorm" not in files["framework/loaders/shared.py"]
    assert b"JambaRMSNorm" in files["framework/owners/jamba.py"]
