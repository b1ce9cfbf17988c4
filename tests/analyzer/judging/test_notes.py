"""What people said: read, written in its place, and left alone otherwise."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namebranch.analyzer.judging.notes import Note, NotesError, Word, expired, parsed, pruned, without, written

ONE, TWO, THREE = ("1" * 16, "2" * 16, "3" * 16)


def note(id_: str, reason: str = "why", word: Word = Word.ACCEPTED, **more: str) -> Note:
    """Return a note."""
    return Note(word=word, id=id_, reason=reason, **more)  # type: ignore[arg-type]  # texts only


EDITED = f"""# Mine.

# about the second
[accepted.{TWO}]
reason = "why"  # because
owner = 'me'
"""


def test_what_is_written_is_read() -> None:
    text = written("", [note(TWO, owner="me", issue="#1", until="2026-01-31"), note(ONE), note(ONE, "gone", Word.DROPPED)])
    notes = parsed(text.encode())
    assert (list(notes.accepted), list(notes.dropped)) == ([ONE, TWO], [ONE])
    held = notes.accepted[TWO]
    assert (held.reason, held.owner, held.issue, held.until, held.line) == ("why", "me", "#1", "2026-01-31", 6)


@given(st.text(min_size=1).filter(str.strip), st.text())
def test_any_reason_comes_back(reason: str, owner: str) -> None:
    text = written(EDITED, [note(ONE, reason, owner=owner)])
    assert (parsed(text.encode("utf-8", "surrogatepass")).accepted[ONE].reason, text.endswith(EDITED[10:])) == (reason, True)


def test_each_goes_to_its_place_and_the_rest_stays_as_it_is() -> None:
    text = written(written(EDITED, [note(THREE)]), [note(ONE)])
    assert text == (
        f'# Mine.\n\n[accepted.{ONE}]\nreason = "why"\n\n{EDITED.partition(chr(10) * 2)[2]}\n[accepted.{THREE}]\nreason = "why"\n'
    )


def test_a_note_is_written_over() -> None:
    notes = parsed(written(EDITED, [note(TWO, "another")]).encode())
    assert (notes.accepted[TWO].reason, notes.accepted[TWO].owner) == ("another", None)


def test_one_taken_out_leaves_the_others_as_they_are() -> None:
    text = written(EDITED, [note(ONE), note(THREE)])
    assert parsed(without(text, [(Word.ACCEPTED, ONE), (Word.ACCEPTED, THREE)]).encode()).accepted.keys() == {TWO}
    assert "# because" in without(text, [(Word.ACCEPTED, ONE)])
    assert without(text, [(Word.DROPPED, ONE)]) == text


def test_pruning_keeps_what_is_accepted_and_what_was_let_go() -> None:
    text = written(EDITED, [note(ONE), note("all", "as of adoption"), note(THREE, "gone", Word.DROPPED)])
    notes = parsed(pruned(text, {TWO}).encode())
    assert (sorted(notes.accepted), list(notes.dropped)) == ([TWO, "all"], [THREE])
    assert pruned(text, {ONE, TWO}) == text
    assert pruned("", set()) == ""


@pytest.mark.parametrize(
    ("text", "says"),
    [
        pytest.param("[accepted", "not valid TOML", id="no TOML"),
        pytest.param("[allowed.x]\n", "'allowed' is none of ours", id="another table"),
        pytest.param("accepted = 1\n", "'accepted' is none of ours", id="a value in the place of a table"),
        pytest.param(f"[accepted.{ONE}]\nowner = 'me'\n", "gives no reason", id="no reason"),
        pytest.param(f"[accepted.{ONE}]\nreason = ' '\n", "gives no reason", id="an empty reason"),
        pytest.param(f"[accepted.{ONE}]\nreason = 'x'\nuntil = 'soon'\n", "write a day like", id="no day"),
        pytest.param(f"[accepted.{ONE}]\nreason = 'x'\nwhy = 'y'\n", "has 'why'", id="another key"),
        pytest.param(f"[accepted.{ONE}]\nreason = 1\n", "has 'reason'", id="a number"),
    ],
)
def test_what_is_wrong_is_told(text: str, says: str) -> None:
    with pytest.raises(NotesError, match=says):
        parsed(text.encode())


def test_a_day_of_toml_is_a_day() -> None:
    assert parsed(f"[accepted.{ONE}]\nreason = 'x'\nuntil = 2026-01-31\n".encode()).accepted[ONE].until == "2026-01-31"


@pytest.mark.parametrize(("day", "many"), [("2026-01-31", 0), ("2026-02-01", 1)])
def test_a_day_is_over_on_the_next(day: str, many: int) -> None:
    notes = parsed(written("", [note(ONE, until="2026-01-31"), note(TWO)]).encode())
    assert [(found.rule, found.witness) for found in expired(notes, date.fromisoformat(day))] == [("NB903", ONE)] * many
