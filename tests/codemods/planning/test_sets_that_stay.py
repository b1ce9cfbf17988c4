"""Sets of names that stay: as their tests do, or because something else reads them; and sets of which nothing is said."""

import pytest
import spelled

PATH = "framework/loaders/choosing.py"


@pytest.mark.parametrize(
    ("code", "ends"),
    [
        pytest.param(
            'DRAFTS = ["Eagle", "Medusa", "Mamba"]\n\n\ndef is_draft(cfg):\n    return any(word in cfg.architectures[0] for word in DRAFTS)\n',
            [("R14", 1), ("R14", 5)],
            id="its tests stay",
        ),
        pytest.param(
            'FAST = ("mamba", "llama")\n\n\ndef warn(cfg, log):\n    if cfg.model_type not in FAST:\n        log(sorted(FAST))\n',
            [("R6", 1)],
            id="a message prints it",
        ),
    ],
)
def test_a_set_that_stays_is_told_with_its_reason(code: str, ends: list[tuple[str, int]]) -> None:
    planned, _ = spelled.migrated({PATH: code})
    assert sorted((one.code, one.line) for one in planned.refused) == ends


@pytest.mark.parametrize(
    "code",
    [
        pytest.param(
            'FAST = ("mamba", "llama")\n\n\ndef warn(cfg, log):\n    if cfg.model_type in FAST:\n        log(1)\n',
            id="all its names leave it",
        ),
        pytest.param('FAST = ("mamba", "llama")\n\n\ndef known():\n    return FAST\n', id="nothing tests it"),
    ],
)
def test_of_other_sets_nothing_is_said(code: str) -> None:
    planned, _ = spelled.migrated({PATH: code})
    assert planned.refused == ()
