"""What `check` would say of a site: as it does, and why."""

import pytest
from explaining import explanations, one

from namebranch.analyzer.explaining.explanation import Standing, Stands
from namebranch.analyzer.judging.known import known_of
from namebranch.analyzer.judging.notes import Note, Notes, Word
from namebranch.analyzer.judging.verdict import Known

ONE = 'def f(cfg):\n    return cfg.model_type == "jamba"\n'
TWO = 'def f(cfg):\n    return cfg.model_type in ("jamba", "mamba")\n'


def baseline(code: str) -> tuple[Known, ...]:
    """Return what a baseline of that code holds."""
    return known_of([one({"a.py": code}, "a.py:2").site])


def standing(code: str, entries: tuple[Known, ...] | None = None, notes: Notes | None = None, path: str = "a.py") -> Standing:
    """Return what is said of the site on line 2."""
    return explanations({path: code}, f"{path}:2", entries=entries, notes=notes)[0].standing


@pytest.mark.parametrize(
    ("code", "entries", "stands", "because"),
    [
        pytest.param(ONE, None, Stands.NEW, "there is no baseline yet", id="without a baseline it is new"),
        pytest.param(ONE, (), Stands.NEW, "the baseline does not hold it", id="it is not in the baseline"),
        pytest.param(ONE, baseline(ONE), Stands.ACCEPTED, "the baseline holds it as it is", id="it is accepted"),
        pytest.param(TWO, baseline(ONE), Stands.WIDENED, "the baseline holds it without mamba", id="it grew"),
        pytest.param(
            ONE, baseline(TWO), Stands.CHANGED, "the baseline holds it from before it narrowed: `check --fix` renews it", id="it shrank"
        ),
        pytest.param(
            ONE.replace('"jamba"', '"jamba"  # namebranch: keep[NB101] ours for ever'),
            (),
            Stands.KEPT,
            "a comment says that it is intended",
            id="a comment keeps it",
        ),
        pytest.param(
            ONE.replace('"jamba"', '"jamba"  # namebranch: todo[NB101] goes next'),
            (),
            Stands.OWED,
            "a comment says that it is owed: it passes, and counts as debt",
            id="a comment owes it",
        ),
        pytest.param(
            ONE.replace('"jamba"', '"jamba"  # namebranch: keep[NB101]'),
            (),
            Stands.NEW,
            "the baseline does not hold it",
            id="a comment without a reason covers nothing",
        ),
        pytest.param(
            "def f(cfg):\n    from transformers.models.jamba import modeling_jamba\n    return modeling_jamba\n",
            (),
            Stands.NOT_GATED,
            "NB302 is not among the rules that are selected",
            id="its rule is not selected",
        ),
        pytest.param(
            'def f(name):\n    return "jamba" in name.lower()\n',
            (),
            Stands.NOT_GATED,
            "it is inferred, and only what was recognised for certain fails",
            id="it is inferred",
        ),
    ],
)
def test_what_check_would_say(code: str, entries: tuple[Known, ...] | None, stands: Stands, because: str) -> None:
    found = standing(code, entries)
    assert (found.stands, found.because, found.baseline) == (stands, because, entries is not None)


def test_in_the_files_of_one_model_nothing_fails() -> None:
    code = {f"pkg/models/{name}/modeling.py": ONE.replace("jamba", name) for name in ("jamba", "mamba", "dbrx", "llama", "qwen3")}
    found = explanations(code, "pkg/models/jamba/modeling.py:2")[0].standing
    assert (found.stands, found.because) == (Stands.NOT_GATED, "only shared code fails, and this lies in zone model")


def test_the_words_of_people_come_along() -> None:
    entries = baseline(ONE)
    note = Note(word=Word.ACCEPTED, id=entries[0].id, reason="until the port", owner="mara", issue="#7")
    assert standing(ONE, entries, Notes(accepted={note.id: note})).note == note
    every = Note(word=Word.ACCEPTED, id="all", reason="as we found it")
    assert standing(ONE, entries, Notes(accepted={"all": every})).note == every
    assert standing(ONE, (), Notes(accepted={"all": every})).note is None


def test_the_comment_comes_along() -> None:
    found = standing(ONE.replace('"jamba"', '"jamba"  # namebranch: keep[NB101] ours (issue=#3)')).suppression
    assert found is not None
    assert (found.reason, found.issue) == ("ours", "#3")
