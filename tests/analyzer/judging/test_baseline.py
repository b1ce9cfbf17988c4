"""The text of a baseline: what goes in comes out, what is none is told, and git merges it."""

import random
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namebranch.analyzer.judging.baseline import BUCKETS, HEADER, BaselineError, dumped, merged, parsed, spelled
from namebranch.analyzer.judging.verdict import Known

JAMBA = Known(
    id="3a00000000000001",
    rule="NB101",
    path="pkg/loaders/model.py",
    scope="Loader.load",
    op="==",
    key="model_type",
    names=("jamba",),
    constant=None,
)
TEXTS = st.text(max_size=8) | st.sampled_from(["-", "@a", "registered:x", '"', "a,b", "x=y", "a::b", "<module>", "\u2028", "\ud800", " "])
NAMES = st.lists(TEXTS.filter(bool), max_size=3).map(lambda names: tuple(sorted(set(names))))
ANY = st.builds(
    Known,
    id=st.integers(0, 2**64 - 1).map(lambda number: f"{number:016x}"),
    rule=st.sampled_from(["NB101", "NB203", "NB302"]),
    path=TEXTS,
    scope=TEXTS,
    op=TEXTS | st.sampled_from(["==", "not in", "[]", "<", "startswith", "a-b", "-"]),
    key=TEXTS,
    names=NAMES,
    constant=st.none() | TEXTS,
    registered=NAMES,
    site=st.none(),
)
MERGES, MOST_CONFLICTS = 1000, 0.08


@pytest.mark.parametrize(
    ("known", "test"),
    [
        pytest.param(JAMBA, "model_type == jamba", id="one name"),
        pytest.param(replace(JAMBA, op="not in", names=("a", "b")), "model_type not-in a,b", id="two names, and an operator of two words"),
        pytest.param(replace(JAMBA, names=(), constant="MOE"), "model_type == @MOE", id="through a constant"),
        pytest.param(
            replace(JAMBA, names=("a",), constant="MOE"), "model_type == @MOE=a", id="the first use of a constant without definition"
        ),
        pytest.param(replace(JAMBA, names=()), "model_type == -", id="no name"),
        pytest.param(replace(JAMBA, names=("Qwen/Qwen3 8B",)), 'model_type == "Qwen/Qwen3 8B"', id="a name with a blank"),
        pytest.param(
            replace(JAMBA, registered=("jamba",)), "model_type == jamba registered:jamba", id="a name that was registered already"
        ),
    ],
)
def test_a_line_holds_the_test(known: Known, test: str) -> None:
    assert spelled(known) == f"3a00000000000001 NB101 pkg/loaders/model.py::Loader.load {test}"


def test_an_empty_baseline_is_its_header_and_256_fixed_lines() -> None:
    assert dumped([]).split("\n") == [HEADER, *BUCKETS, ""]
    assert (BUCKETS[0], BUCKETS[-1], len(BUCKETS)) == ("@00", "@ff", 256)


def test_a_branch_lies_under_the_first_digits_of_its_id() -> None:
    lines = dumped([JAMBA, replace(JAMBA, id="3b00000000000000"), replace(JAMBA, id="3a00000000000000")]).split("\n")
    at = lines.index("@3a")
    assert [line[:16] for line in lines[at : at + 5]] == ["@3a", "3a00000000000000", "3a00000000000001", "@3b", "3b00000000000000"]


@given(st.lists(ANY, max_size=8))
def test_what_goes_in_comes_out(known: list[Known]) -> None:
    text = dumped(known)
    assert set(parsed(text.encode())) == set(known)
    assert dumped(parsed(text.encode())) == text


def test_line_ends_of_windows_and_a_mark_at_the_beginning_are_read() -> None:
    assert parsed(("\ufeff" + dumped([JAMBA])).replace("\n", "\r\n").encode()) == (JAMBA,)


def test_a_line_that_a_person_put_in_the_wrong_place_is_read() -> None:
    assert parsed(f"{HEADER}\n{spelled(JAMBA)}\n".encode()) == (JAMBA,)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        pytest.param("", "not a baseline", id="an empty file"),
        pytest.param("# something else\n", "must begin with", id="another file"),
        pytest.param("# namebranch baseline v2\n", "upgrade namebranch", id="a later version"),
        pytest.param(f"{HEADER}\n<<<<<<< ours\n", ":2: a merge was left unfinished", id="the mark of a merge"),
        pytest.param(f"{HEADER}\n=======\n", ":2: a merge was left unfinished", id="its middle"),
        pytest.param(f"<<<<<<< ours\n{HEADER}\n", ":1: a merge was left unfinished", id="a merge of the header"),
        pytest.param(f"{HEADER}\n@00\nnonsense\n", ":3: no line of a baseline: 'nonsense'", id="a line that is none"),
        pytest.param(f"{HEADER}\n@00\n{spelled(JAMBA)[:40]}\n", ":3: no line of a baseline", id="half a line"),
        pytest.param(f'{HEADER}\n{spelled(JAMBA)[:-5]}"\\q"\n', ":2: no line of a baseline", id="a word that is badly quoted"),
    ],
)
def test_what_is_no_baseline_is_told(text: str, says: str) -> None:
    with pytest.raises(BaselineError, match=says.replace("(", r"\(")):
        parsed(text.encode())


def test_bytes_that_are_no_text_are_told() -> None:
    with pytest.raises(BaselineError, match="not UTF-8, at byte 2"):
        parsed(b"# \xff")


def test_what_is_accepted_again_takes_the_place_of_what_was() -> None:
    wider = replace(JAMBA, names=("dbrx", "jamba"))
    elsewhere = replace(JAMBA, path="pkg/other.py")
    assert merged([JAMBA, elsewhere], [wider]) == (wider, elsewhere)


def made(chance: random.Random, path: str) -> Known:
    """Return any branch of a file."""
    names = (chance.choice(["jamba", "dbrx", "llama", "gemma3"]),)
    return replace(JAMBA, id=f"{chance.getrandbits(64):016x}", path=path, scope=f"f{chance.randrange(99)}", names=names)


def edited(chance: random.Random, base: Sequence[Known], path: str) -> list[Known]:
    """Return a baseline after somebody worked on one file: some of its branches went, moved or narrowed, and one or two were accepted."""
    mine = [known for known in base if known.path == path]
    touched = chance.sample(mine, min(len(mine), chance.randrange(1, 4)))
    kept = [known for known in base if known not in touched]
    renewed = [replace(known, id=f"{chance.getrandbits(64):016x}") for known in touched if chance.random() < 0.5]
    return [*kept, *renewed, *(made(chance, path) for _ in range(chance.randrange(3)))]


def test_git_merges_what_two_people_did_to_the_branches_of_one_file(tmp_path: Path) -> None:
    chance = random.Random(5)  # noqa: S311 - a made-up history, the same on every run
    conflicts = 0
    for _ in range(MERGES):
        base = [made(chance, f"pkg/f{chance.randrange(12)}.py") for _ in range(chance.choice([5, 40, 150, 400]))]
        path = chance.choice(base).path
        sides = {"base": base, "ours": edited(chance, base, path), "theirs": edited(chance, base, path)}
        for name, known in sides.items():
            (tmp_path / name).write_text(dumped(known))
        words = ["git", "merge-file", "-p", "ours", "base", "theirs"]
        merge = subprocess.run(words, cwd=tmp_path, capture_output=True, check=False)
        conflicts += merge.returncode != 0
        was, ours, theirs = ({spelled(known) for known in sides[name]} for name in ("base", "ours", "theirs"))
        if merge.returncode == 0:
            assert {spelled(known) for known in parsed(merge.stdout)} == (was & ours & theirs) | (ours - was) | (theirs - was)
        else:
            assert (ours - was) | (theirs - was) <= set(merge.stdout.decode().splitlines())
            with pytest.raises(BaselineError, match="unfinished"):
                parsed(merge.stdout)
    assert conflicts / MERGES <= MOST_CONFLICTS
