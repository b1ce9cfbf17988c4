"""Places of nodes: what the standard library says of a text, handed to LibCST's nodes, is what LibCST would say itself."""

from textwrap import indent as indented
from zipfile import ZipFile

import libcst as cst
import pytest
from hypothesis import HealthCheck, given, settings
from libcst.metadata import MetadataWrapper, PositionProvider
from programs import programs

from namebranch.analyzer.extracting import positions as placing
from namebranch.analyzer.extracting.expression import Span
from namebranch.analyzer.extracting.trees import nodes
from published import Published

slowly = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def placed(text: str, shift: int = 0) -> tuple[dict[str, list[Span]], dict[str, list[Span]], bool]:
    """Return the spans by type of node as they are found and as LibCST says, and whether the standard library was asked alone."""
    module = cst.parse_module(text)
    within = nodes(module)
    found = placing.positions(module, within, text, shift)
    right = MetadataWrapper(module, unsafe_skip_copy=True).resolve(PositionProvider)
    ours: dict[str, list[Span]] = {}
    theirs: dict[str, list[Span]] = {}
    for node in within:
        if id(node) in found:
            place = right[node]
            ours.setdefault(type(node).__name__, []).append(found[id(node)])
            theirs.setdefault(type(node).__name__, []).append(
                (place.start.line - 1 - shift, place.start.column, place.end.line - 1 - shift, place.end.column)
            )
    return ours, theirs, id(module) not in found


@slowly
@given(programs())
def test_a_place_is_where_libcst_says(text: str) -> None:
    ours, theirs, alone = placed(text)
    assert ours == theirs
    assert alone


@slowly
@given(programs(max_size=2))
def test_a_place_is_counted_from_the_unit(text: str) -> None:
    ours, theirs, _ = placed("if 1:\n" + indented(text + "\npass\n", "    "), shift=1)
    assert ours == theirs


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('x = f"{a["b"]}" == kind\n', id="quotes in quotes of an f-string"),
        pytest.param("type X[T] = int\n", id="a type statement"),
        pytest.param('def f[T: int](x: T) -> T:\n    return x.kind == "jamba"\n', id="parameters of types"),
        pytest.param("class C[*A, **P](D): pass\n", id="a generic class"),
    ],
)
def test_syntax_newer_than_any_python_at_hand_is_placed_too(text: str) -> None:
    ours, theirs, _ = placed(text)
    assert ours == theirs
    assert ours


def test_real_files_are_placed_without_asking_libcst(published: Published) -> None:
    with ZipFile(published("axolotl", "0.18.0")) as wheel:
        sizes = sorted((info.file_size, info.filename) for info in wheel.infolist() if info.filename.endswith(".py"))
        for _, name in sizes[100:280:9]:
            ours, theirs, alone = placed(wheel.read(name).decode())
            assert ours == theirs, name
            assert alone, name
