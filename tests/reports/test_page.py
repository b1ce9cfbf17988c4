"""A page with fences: what people write around them is kept byte for byte, and what they did to the fences is an error, never a loss."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from namebranch.reports.page import PageError, fence, refreshed, sections

NAMES = ("verified", "subsystems", "models")
FENCE = re.compile(r"<!-- namebranch:begin .*?<!-- namebranch:end [a-z]+ -->", re.DOTALL)
inside = st.text(st.characters(codec="utf-8", exclude_characters="\r"), max_size=40).map(
    lambda text: f"{text.replace('namebranch:', '')}\n"
)
wrote = st.text(st.characters(codec="utf-8"), max_size=40).map(lambda text: f"{text.replace('namebranch:', '')}\n")


def page(*texts: str, facts: str = "abc") -> str:
    """Return a page with a section for each text."""

    def part(name: str, text: str) -> str:
        return fence(name, {"at": facts} if name == NAMES[0] else {}, caller=lambda: text)

    return "# Title\n\n" + "\n\n## Between\n\n".join(map(part, NAMES, texts)) + "\n\nThe end.\n"


def people(text: str) -> list[str]:
    """Return what lies outside the fences."""
    return FENCE.split(text)


@settings(deadline=None)
@given(st.tuples(inside, inside, inside), st.tuples(inside, inside, inside), st.lists(wrote, min_size=4, max_size=4), st.booleans())
def test_a_page_edited_by_hand_between_two_runs_loses_nothing(
    first: tuple[str, str, str], second: tuple[str, str, str], words: list[str], returns: bool
) -> None:
    edited = words[0]
    for (begin, end), more in zip((found.span() for found in FENCE.finditer(page(*first))), words[1:], strict=True):
        edited += page(*first)[begin:end] + "\n" + more
    edited = edited.replace("\r", "").replace("\n", "\r\n") if returns else edited
    anew = refreshed(edited, page(*second, facts="def"))
    assert people(anew) == people(edited)
    assert [kept.text for kept in sections(anew)] == list(second)
    assert refreshed(anew, page(*second, facts="def")) == anew
    assert sections(anew)[0].facts == {"at": "def"}


@settings(deadline=None)
@given(st.tuples(inside, inside, inside), st.data())
def test_a_line_of_a_fence_that_is_gone_is_an_error(texts: tuple[str, str, str], data: st.DataObject) -> None:
    whole = page(*texts)
    fences = [line for line in whole.split("\n") if line.startswith("<!-- namebranch:")]
    gone = data.draw(st.sampled_from(fences))
    with pytest.raises(PageError):
        refreshed(whole.replace(f"{gone}\n", "", 1), whole)


@pytest.mark.parametrize(
    ("was", "becomes", "words"),
    [
        pytest.param("two\n", "two, and mine\n", "'subsystems' was changed by hand", id="a word inside a fence"),
        pytest.param("two\n", "", "'subsystems' was changed by hand", id="a section that was emptied"),
        pytest.param("<!-- namebranch:end models -->", "", "the end of section 'models' is missing", id="the last fence"),
        pytest.param("end verified", "end subsystems", "'subsystems' ends where it did not begin", id="a fence of another section"),
        pytest.param("begin models ", "begin others ", "ends where it did not begin", id="a section that is called otherwise"),
        pytest.param("<!-- namebranch:end verified -->", "namebranch:end verified", "is no fence", id="a fence that is none any more"),
        pytest.param(" -->\none", "-->\none", "is no fence", id="a blank of a fence"),
    ],
)
def test_the_page_is_refused_where_it_was_changed_at(was: str, becomes: str, words: str) -> None:
    whole = page("one\n", "two\n", "three\n")
    assert was in whole
    with pytest.raises(PageError, match=words):
        refreshed(whole.replace(was, becomes, 1), whole)


def test_a_section_that_stands_twice_is_an_error() -> None:
    whole = page("one\n", "two\n", "three\n")
    with pytest.raises(PageError, match="stands in the page more than once"):
        refreshed(whole + FENCE.findall(whole)[1] + "\n", whole)


def test_a_section_that_nobody_writes_any_more_is_an_error() -> None:
    whole = page("one\n", "two\n", "three\n")
    with pytest.raises(PageError, match="'models' is none that this report writes"):
        refreshed(whole, "\n".join(FENCE.findall(whole)[:2]))


def test_sections_may_change_places() -> None:
    first, second, third = FENCE.findall(page("one\n", "two\n", "three\n"))
    assert [kept.text for kept in sections(refreshed(f"{third}\n{first}\n{second}", page("1\n", "2\n", "3\n")))] == ["3\n", "1\n", "2\n"]


def test_blanks_behind_a_fence_are_kept() -> None:
    whole = page("one\n", "two\n", "three\n").replace("end verified -->", "end verified -->  ")
    assert "end verified -->  \n" in refreshed(whole, page("1\n", "2\n", "3\n"))
