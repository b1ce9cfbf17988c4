"""`--at`: what a word points at, the sites that are meant, and words that help where there is nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inventories import LIGER, LOADER, PATCHES, SMALL

from namebranch.analyzer.judging.at import At, AtError, AtPlace, AtRule, AtSite, parsed, sites_at

PATHS = tuple(sorted({*(site.path for site in SMALL.sites), "tinytrain/other/model.py", "README.md"}))


@pytest.mark.parametrize(
    ("word", "at"),
    [
        pytest.param("NB101", AtRule(rule="NB101"), id="a rule"),
        pytest.param("nb203", AtRule(rule="NB203"), id="a rule in small letters"),
        pytest.param("0123456789abcdef", AtSite(id="0123456789abcdef"), id="an id"),
        pytest.param("0123456789ABCDEF", AtSite(id="0123456789abcdef"), id="an id in capitals"),
        pytest.param("a/b.py:12", AtPlace(path="a/b.py", line=12), id="a line"),
        pytest.param("a/b.py:12:7", AtPlace(path="a/b.py", line=12), id="a line and a column, as scan prints them"),
        pytest.param("a/b.py:12:", AtPlace(path="a/b.py", line=12), id="with the colon that scan prints behind"),
        pytest.param("a/b.py", AtPlace(path="a/b.py", line=None), id="a file"),
        pytest.param("C:x.py:3", AtPlace(path="C:x.py", line=3), id="a colon in the path"),
        pytest.param(" a.py:3 ", AtPlace(path="a.py", line=3), id="blanks around it"),
    ],
)
def test_what_a_word_points_at(word: str, at: At) -> None:
    assert parsed(word) == at


@given(path=st.text(min_size=1).filter(lambda text: text.strip() == text and not text.endswith(":")), line=st.integers(1, 10**6))
def test_a_path_with_a_line_is_taken_apart_again(path: str, line: int) -> None:
    if "\n" not in path and not path.rpartition(":")[2].isdigit():
        assert parsed(f"{path}:{line}") == AtPlace(path=path, line=line)


def test_nothing_points_at_nothing() -> None:
    with pytest.raises(AtError, match="write PATH:LINE"):
        parsed("  ")


@pytest.mark.parametrize(
    ("at", "below", "lines"),
    [
        pytest.param(AtPlace(path=PATCHES, line=31), "", [31], id="a line"),
        pytest.param(AtPlace(path=LIGER, line=12), "", [12, 12], id="two sites of a line"),
        pytest.param(AtPlace(path=LIGER, line=None), "", [3, 12, 12], id="a whole file"),
        pytest.param(AtPlace(path=f"./{PATCHES}", line=31), "", [31], id="as a shell completes it"),
        pytest.param(AtPlace(path="patch_manager.py", line=31), "", [31], id="a file's name, where one is called so"),
        pytest.param(AtPlace(path=f"src/{PATCHES}", line=31), "", [31], id="with a leading src"),
        pytest.param(AtPlace(path=f"repos/tiny/{PATCHES}", line=31), "repos/tiny", [31], id="seen from where we are"),
        pytest.param(AtPlace(path=PATCHES.replace("/", "\\"), line=31), "", [31], id="written on Windows"),
        pytest.param(AtSite(id=SMALL.sites[0].id), "", [SMALL.sites[0].line], id="an id"),
    ],
)
def test_the_sites_that_are_meant(at: AtPlace | AtSite, below: str, lines: list[int]) -> None:
    assert [site.line for site in sites_at(at, SMALL.sites, PATHS, below=below)] == lines


@pytest.mark.parametrize(
    ("at", "words"),
    [
        pytest.param(
            AtPlace(path=PATCHES, line=33), "no site is on that line; the nearest are on line 31 (NB101 ", id="no site on the line"
        ),
        pytest.param(AtPlace(path="README.md", line=1), "no site is in that file, in any zone", id="no site in the file"),
        pytest.param(AtPlace(path="model.py", line=9), f"several files are called so: {LOADER}, tinytrain/other/model.py", id="two files"),
        pytest.param(AtPlace(path="tinytrain/loader/model.py", line=9), f"is it {LOADER} or tinytrain/other/model.py?", id="a near path"),
        pytest.param(AtPlace(path="patchmanager.py", line=9), f"is it {PATCHES}", id="a misspelled file"),
        pytest.param(AtPlace(path="zzz", line=9), "paths are relative to the root of the target", id="nothing near"),
        pytest.param(AtSite(id="f" * 16), "`namebranch scan --format json` holds all ids", id="an unknown id"),
    ],
)
def test_words_that_help(at: AtPlace | AtSite, words: str) -> None:
    with pytest.raises(AtError) as caught:
        sites_at(at, SMALL.sites, PATHS)
    assert words in str(caught.value)
