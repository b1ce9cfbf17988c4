"""A unit that a detector or the registrations stumble over is told, and everything else is found all the same."""

from collections.abc import Iterable
from dataclasses import replace

import pytest
import scanning

from namebranch.analyzer import analysis
from namebranch.analyzer.finding.detector import Detector
from namebranch.analyzer.finding.draft import Draft
from namebranch.analyzer.finding.registrations import Registers
from namebranch.analyzer.inventory import Registration
from namebranch.analyzer.linking.linked import Linked

TREE = {
    "shared/good.py": """
        def go(cfg):
            return 1 if cfg.model_type == "llama" else 2
    """,
    "shared/bad.py": """
        def fails(cfg):
            return 1 if cfg.model_type == "mistral" else 2

        def works(cfg):
            return 1 if cfg.model_type == "gemma3" else 2

        TABLE = {"mistral": 1, "jamba": 2}

        def looks(cfg):
            return TABLE[cfg.model_type]
    """,
    "shared/registry.py": """
        @register("qwen2")
        def fine():
            pass

        @register("mixtral")
        def odd():
            pass
    """,
}
ERRORS = (AttributeError, IndexError, KeyError, RecursionError, TypeError, ValueError)


@pytest.mark.parametrize("error", ERRORS, ids=lambda one: one.__name__)
def test_a_unit_that_a_detector_stumbles_over_is_unread_and_its_neighbours_are_intact(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = scanning.inventory(TREE)
    real = analysis.detectors()

    def stumbling(detector: Detector) -> Detector:
        def find(linked: Linked) -> Iterable[Draft]:
            for draft in detector.find(linked):
                if draft.names == ("mistral",):
                    raise error
                yield draft

        return replace(detector, find=find)

    monkeypatch.setattr(analysis, "detectors", lambda: tuple(map(stumbling, real)))
    partial = scanning.inventory(TREE)
    reason = f"fails was not understood by compare ({error.__name__}); the rest was; please report it"
    assert whole.unread == ()
    assert [(one.path, one.reason) for one in partial.unread] == [("shared/bad.py", reason)]
    assert [(one.rule, one.path) for one in partial.findings] == [("NB905", "shared/bad.py")]
    assert partial.sites == tuple(site for site in whole.sites if site.names != ("mistral",))
    assert partial.registrations == whole.registrations


@pytest.mark.parametrize("error", ERRORS, ids=lambda one: one.__name__)
def test_a_registration_that_is_stumbled_over_takes_no_other_away(error: type[Exception], monkeypatch: pytest.MonkeyPatch) -> None:
    whole = scanning.inventory(TREE)

    registrations = Registers.registrations

    def stumbles(registers: Registers, linked: Linked) -> tuple[Registration, ...]:
        entries = registrations(registers, linked)
        if any(one.key == "mixtral" for one in entries):
            raise error
        return entries

    monkeypatch.setattr(Registers, "registrations", stumbles)
    partial = scanning.inventory(TREE)
    assert {one.key for one in whole.registrations} >= {"qwen2", "mixtral"}
    assert partial.registrations == tuple(one for one in whole.registrations if one.key != "mixtral")
    assert [(one.path, one.reason.partition(" (")[0]) for one in partial.unread] == [
        ("shared/registry.py", "odd was not understood by registrations")
    ]
    assert partial.sites == whole.sites


def test_who_looks_at_one_unit_after_another_finds_what_a_look_at_all_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = scanning.inventory(TREE)
    real = analysis.detectors()

    def hurried(detector: Detector) -> Detector:
        def find(linked: Linked) -> Iterable[Draft]:
            if len(linked.units) > 1:
                raise ValueError
            return detector.find(linked)

        return replace(detector, find=find)

    monkeypatch.setattr(analysis, "detectors", lambda: tuple(map(hurried, real)))
    assert scanning.inventory(TREE) == whole


def test_what_is_no_fault_of_a_unit_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    real = analysis.detectors()[0]

    def find(_linked: Linked) -> Iterable[Draft]:
        raise KeyboardInterrupt

    monkeypatch.setattr(analysis, "detectors", lambda: (replace(real, find=find),))
    with pytest.raises(KeyboardInterrupt):
        scanning.inventory(TREE)
