"""How large a change is: lines that count, lines that moved, tests and folders apart."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from programs import programs

from namebranch.codemods.preview import Rewritten
from namebranch.codemods.sizing.size import Size, size
from namebranch.codemods.sizing.source_lines import source_lines

BODY = "model.router.scale = config.scale\n    model.router.freeze()\n"


def of(*files: tuple[str, str | None, str]) -> Size:
    """Return the size of a change of these files, each with what it was and what it is."""
    rewritten = (Rewritten(path=path, before=None if was is None else was.encode(), after=now.encode()) for path, was, now in files)
    return size(rewritten, lambda path: path.startswith("tests/"), lambda path: "/_runtime/" in path)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        pytest.param("", [], id="nothing"),
        pytest.param("x = 1\n\n# why\n", [1], id="a comment and a blank line do not count"),
        pytest.param("x = 1  # why\n", [1], id="a comment behind code is no line of its own"),
        pytest.param('"""What."""\n\nx = 1\n', [3], id="the docstring of a module"),
        pytest.param('def f():\n    """What.\n\n    More.\n    """\n    return 1\n', [1, 6], id="a docstring of many lines"),
        pytest.param('class C:\n    """What."""\n', [1], id="a class that holds its docstring only"),
        pytest.param('def f(): "What."\n', [1], id="a docstring on the line of its def"),
        pytest.param('x = """a\n\nb"""\n', [1, 3], id="a text is no docstring; its empty line does not count"),
        pytest.param("f(\n    # why\n    1,\n)\n", [1, 3, 4], id="a comment inside a call"),
        pytest.param("x = (\n", [1], id="what does not parse counts by its lines"),
        pytest.param('async def f():\n    "What."\n    await g()\n', [1, 3], id="a docstring of a coroutine"),
        pytest.param("x = 1\r\n\r\ny = 2\r\n", [1, 3], id="carriage returns"),
    ],
)
def test_lines_that_count_are(text: str, lines: list[int]) -> None:
    assert [number for number, _ in source_lines(text.encode())] == lines


def test_a_source_in_another_encoding_is_read_by_its_cookie() -> None:
    assert source_lines("# coding: latin-1\nx = 'é'\n".encode("latin-1")) == ((2, "x = 'é'"),)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        pytest.param(of(("a/x.py", "x = 1\n", "x = 1\n")), (0, 0, 0, 0), id="nothing"),
        pytest.param(of(("a/x.py", None, "x = 1\ny = 2\n")), (2, 0, 0, 0), id="a new file"),
        pytest.param(of(("a/x.py", "x = 1\n", "x = 2\n")), (1, 0, 0, 1), id="a line that is another"),
        pytest.param(of(("a/x.py", "x = 1\n", "if y:\n    x = 1\n")), (1, 0, 0, 0), id="a line that is indented is the same line"),
        pytest.param(of(("tests/x.py", None, "x = 1\n")), (0, 0, 1, 0), id="tests apart"),
        pytest.param(of(("a/x.toml", None, "x = 1\n")), (0, 0, 0, 0), id="what is no Python"),
        pytest.param(of(("a/_runtime/x.py", None, "x = 1\n")), (0, 0, 0, 0), id="what is vendored"),
        pytest.param(
            of(("a/x.py", f"if y:\n    {BODY}", "if y:\n    ask()\n"), ("a/m.py", None, f"def hook():\n    {BODY}")),
            (2, 2, 0, 2),
            id="a body that moved",
        ),
        pytest.param(
            of(("a/x.py", f"{BODY.replace('    ', '')}", ""), ("a/m.py", None, BODY.replace("    ", "") * 2)),
            (2, 2, 0, 2),
            id="what left once came once",
        ),
        pytest.param(of(("a/x.py", "pass\n", ""), ("a/m.py", None, "pass\n")), (1, 0, 0, 1), id="too little to be told from chance"),
        pytest.param(
            of(("a/x.py", f"if y:\n    {BODY}", ""), ("a/m.py", None, f"def f():\n    # why\n\n    {BODY}")),
            (1, 2, 0, 3),
            id="a comment on the way",
        ),
    ],
)
def test_a_change_is(change: Size, expected: tuple[int, int, int, int]) -> None:
    assert (change.added, change.moved, change.tests, change.removed) == expected


def test_new_lines_are_told_by_folder() -> None:
    change = of(("b/x.py", None, "x = 1\n"), ("a/b/x.py", None, "x = 1\ny = 2\n"), ("setup.py", None, "x = 1\n"))
    assert change.folders == (("a", 2), (".", 1), ("b", 1))
    assert (change + change).folders == (("a", 4), (".", 2), ("b", 2))


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(programs(max_size=2), programs(max_size=2))
def test_all_lines_that_count_are_accounted_for(old: str, new: str) -> None:
    change = of(("a/x.py", old, new))
    came = change.added + change.moved
    assert came - change.removed == len(source_lines(new.encode())) - len(source_lines(old.encode()))
    assert of(("a/x.py", old, old)) == of()


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(programs(max_size=2), min_size=2, max_size=4, unique=True))
def test_a_file_that_is_renamed_is_moved_or_too_small_to_tell(texts: list[str]) -> None:
    whole = "\n".join(texts)
    change = size(
        [Rewritten(path="a.py", before=whole.encode(), after=b""), Rewritten(path="b.py", before=None, after=whole.encode())],
        lambda _: False,
    )
    assert change.added + change.moved == change.removed == len(source_lines(whole.encode()))
    lines = "".join(text for _, text in source_lines(whole.encode()))
    assert not change.added or sum(map(str.isalnum, lines)) < 20
