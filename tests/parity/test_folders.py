"""Two folders of what a run wrote: where they part is found and said, and what is the same is said to be so."""

import json
import os
import struct
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from namebranch.parity.artifacts.json import FORMAT as JSON
from namebranch.parity.artifacts.safetensors import FORMAT as SAFETENSORS
from namebranch.parity.evidence import Grade, Verdict
from namebranch.parity.folders import digest_of, folders_compared
from namebranch.parity.part import Shown

Files = Mapping[str, bytes]
Tensors = Mapping[str, tuple[str, list[int], bytes]]


def written(folder: Path, files: Files) -> Path:
    """Return a folder of these files."""
    for path, data in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    folder.mkdir(exist_ok=True)
    return folder


def compared(place: Path, old: Files, new: Files) -> Shown:
    """Return what is shown of two folders of these files."""
    return folders_compared(written(place / "old", old), written(place / "new", new))


def safetensors(tensors: Tensors, metadata: Mapping[str, str] | None = None) -> bytes:
    """Return a file of these tensors, each its dtype, shape and bytes."""
    header: dict[str, object] = {} if metadata is None else {"__metadata__": metadata}
    at = 0
    for name, (dtype, shape, data) in tensors.items():
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [at, at + len(data)]}
        at += len(data)
    text = json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + b"".join(data for _, _, data in tensors.values())


def floats(*values: float) -> bytes:
    """Return numbers as F32."""
    return struct.pack(f"<{len(values)}f", *values)


WEIGHT = {"w": ("F32", [2, 2], floats(1, 2, 3, 4)), "b": ("F32", [2], floats(0, 0))}


@pytest.mark.parametrize(
    ("path", "old", "new", "at", "said"),
    [
        pytest.param(
            "model.safetensors",
            safetensors(WEIGHT),
            safetensors(WEIGHT | {"w": ("F32", [2, 2], floats(1, 2, 3.5, 5))}),
            "w[1, 0]",
            ("3.0 (F32 0x40400000)", "3.5 (F32 0x40600000)"),
            id="the first value of a tensor that differs",
        ),
        pytest.param(
            "m.safetensors",
            safetensors({"w": ("F32", [], floats(0.0))}),
            safetensors({"w": ("F32", [], floats(-0.0))}),
            "w[]",
            ("0.0 (F32 0x00000000)", "-0.0 (F32 0x80000000)"),
            id="minus zero is not zero, and a scalar has no index",
        ),
        pytest.param(
            "m.safetensors",
            safetensors({"w": ("BF16", [2], bytes.fromhex("803f0040"))}),
            safetensors({"w": ("BF16", [2], bytes.fromhex("803f4040"))}),
            "w[1]",
            ("2.0 (BF16 0x4000)", "3.0 (BF16 0x4040)"),
            id="bfloat16",
        ),
        pytest.param(
            "m.safetensors",
            safetensors({"w": ("F8_E4M3", [3], b"\1\2\3")}),
            safetensors({"w": ("F8_E4M3", [3], b"\1\2\4")}),
            "w[2]",
            ("F8_E4M3 0x03", "F8_E4M3 0x04"),
            id="of a kind that Python has not, the bits",
        ),
        pytest.param(
            "m.safetensors",
            safetensors(WEIGHT),
            safetensors({"w": WEIGHT["w"]}),
            "b",
            ("F32 [2]", "absent"),
            id="a tensor that is not there",
        ),
        pytest.param(
            "m.safetensors",
            safetensors({"w": ("F32", [4], floats(1, 2, 3, 4))}),
            safetensors({"w": ("F32", [2, 2], floats(1, 2, 3, 4))}),
            "w",
            ("F32 [4]", "F32 [2, 2]"),
            id="the same numbers in another shape",
        ),
        pytest.param(
            "m.safetensors",
            safetensors(WEIGHT, {"format": "pt"}),
            safetensors(WEIGHT),
            "__metadata__.format",
            ("'pt'", "None"),
            id="what a header says beside its tensors",
        ),
        pytest.param(
            "m.safetensors", b"\xff" * 9, b"\xff" * 8 + b"\0", "byte 8", ("ff of 9 bytes", "00 of 9 bytes"), id="no safetensors at all"
        ),
        pytest.param(
            "config.json",
            b'{"a": {"n": [1, 2]}, "z": 0}',
            b'{"a": {"n": [1, 3]}, "z": 1}',
            "$.a.n[1]",
            ("2", "3"),
            id="the path of the first value",
        ),
        pytest.param("c.json", b'{"a b": 1}', b"{}", '$["a b"]', ("1", "absent"), id="a key that is gone"),
        pytest.param("c.json", b"[1]", b"[1, null]", "$[1]", ("absent", "None"), id="null is not nothing"),
        pytest.param("c.json", b'{"a": 1}', b'{"a": true}', "$.a", ("1", "True"), id="one is not true"),
        pytest.param("c.json", b'{"a": 1}', b'{"a": 1.0}', "$.a", ("1", "1.0"), id="one is not one point nought"),
        pytest.param("c.json", b"{}", b"[]", "$", ("an object of 0 keys", "a list of 0"), id="an object is no list"),
        pytest.param("c.json", b"{,}", b"{;}", "byte 1", ("2c 7d of 3 bytes", "3b 7d of 3 bytes"), id="no JSON at all"),
        pytest.param("c.yaml", b"a:\n  b: [x]\n", b"a:\n  b: [y]\n", "$.a.b[0]", ('"x"', '"y"'), id="YAML"),
        pytest.param(
            "c.yml",
            b"!!python/name:os.system\n",
            b"!!python/name:os.popen\n",
            "byte 17",
            None,
            id="YAML that would run code is compared as bytes",
        ),
        pytest.param("model.bin", b"abcd", b"abXd", "byte 2", ("63 64 of 4 bytes", "58 64 of 4 bytes"), id="anything else, by its bytes"),
        pytest.param("model.bin", b"abcd", b"abcde", "byte 4", ("the end of 4 bytes", "65 of 5 bytes"), id="one that goes on"),
    ],
)
def test_where_two_files_part(path: str, old: bytes, new: bytes, at: str, said: tuple[str, str] | None, tmp_path: Path) -> None:
    shown = compared(tmp_path, {path: old}, {path: new})
    (claim,), (difference,) = shown.claims, shown.differences
    assert (claim.subject, claim.verdict, claim.grade) == (path, Verdict.DIFFERENT, Grade.PROVED)
    assert difference.answers == {"file": path, "at": at}
    assert said is None or (*difference.old, *difference.new) == said


@pytest.mark.parametrize(
    ("path", "old", "new", "cases", "remark"),
    [
        pytest.param("m.safetensors", safetensors(WEIGHT), safetensors(WEIGHT), 2, "", id="the same tensors"),
        pytest.param(
            "m.safetensors",
            safetensors(WEIGHT),
            safetensors(dict(reversed(WEIGHT.items()))),
            2,
            "the same values, in other bytes",
            id="the same tensors in another order",
        ),
        pytest.param(
            "c.json", b'{"a":1,"b":[2.50]}', b'{\n "b": [2.5],\n "a": 1\n}', 2, "the same values, in other bytes", id="another layout"
        ),
        pytest.param("c.json", b"NaN", b" NaN", 1, "the same values, in other bytes", id="one NaN is like another"),
        pytest.param("c.yaml", b"a: 1 # x\n", b"a: 1\n", 1, "the same values, in other bytes", id="a comment"),
        pytest.param("empty", b"", b"", 1, "", id="nothing in it"),
        pytest.param("weights.pt", b"\x80\x04.", b"\x80\x04.", 1, "", id="a pickle, which is never loaded"),
    ],
)
def test_what_is_the_same(path: str, old: bytes, new: bytes, cases: int, remark: str, tmp_path: Path) -> None:
    shown = compared(tmp_path, {path: old}, {path: new})
    (claim,) = shown.claims
    assert (claim.verdict, claim.cases, claim.reason) == (Verdict.SAME, cases, remark)
    assert [one.caught for one in shown.planted] == [True]
    assert shown.differences == ()


def test_files_of_one_side_only_are_different(tmp_path: Path) -> None:
    shown = compared(tmp_path, {"a/x": b"1", "gone": b"12"}, {"a/x": b"1", "a/new": b""})
    assert [(claim.subject, claim.verdict, claim.reason) for claim in shown.claims] == [
        ("a/new", Verdict.DIFFERENT, "only the new side has it"),
        ("a/x", Verdict.SAME, ""),
        ("gone", Verdict.DIFFERENT, "only the old side has it"),
    ]


def test_a_link_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("x")
    for side in ("old", "new"):
        written(tmp_path / side, {})
        (tmp_path / side / "l").symlink_to(tmp_path / "secret")
        (tmp_path / side / "d").symlink_to(tmp_path)
    shown = folders_compared(tmp_path / "old", tmp_path / "new")
    assert [(claim.subject, claim.verdict) for claim in shown.claims] == [("d", Verdict.OPEN), ("l", Verdict.OPEN)]


def test_a_pipe_is_not_opened(tmp_path: Path) -> None:
    for side in ("old", "new"):
        os.mkfifo(written(tmp_path / side, {}) / "p")
    assert [claim.verdict for claim in folders_compared(tmp_path / "old", tmp_path / "new").claims] == [Verdict.OPEN]


def test_aliases_that_multiply_are_gone_through_once(tmp_path: Path) -> None:
    lines = ["a0: &a0 [x]"] + [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    bomb = "\n".join(lines).encode()
    shown = compared(tmp_path, {"c.yaml": bomb}, {"c.yaml": bomb + b"\n"})
    assert [claim.verdict for claim in shown.claims] == [Verdict.SAME]


@pytest.mark.parametrize(
    "header",
    [
        pytest.param(b'{"w": {"dtype": "U8", "shape": [1], "data_offsets": [0, 9]}}', id="a tensor that goes beyond the end"),
        pytest.param(b'{"w": {"dtype": "U8", "shape": [1], "data_offsets": [1, 2]}}', id="bytes that belong to nobody"),
        pytest.param(b'{"w": {"dtype": "U8", "shape": [2], "data_offsets": [2, 0]}}', id="an end before its start"),
        pytest.param(b'{"w": 1}', id="an entry that is none"),
        pytest.param(b'{"w": {}, "w": {}}', id="a name twice"),
        pytest.param(b"[]", id="no object"),
        pytest.param(b"\xff", id="no text"),
    ],
)
def test_a_broken_header_is_compared_byte_by_byte(header: bytes, tmp_path: Path) -> None:
    broken = len(header).to_bytes(8, "little") + header + b"\0\0"
    shown = compared(tmp_path, {"m.safetensors": broken}, {"m.safetensors": broken})
    (claim,) = shown.claims
    assert (claim.verdict, claim.cases) == (Verdict.SAME, 1)
    assert claim.reason.startswith("compared byte by byte: not ")


def test_the_digest_of_a_folder_is_that_of_what_it_holds(tmp_path: Path) -> None:
    one, same = written(tmp_path / "one", {"a": b"1", "d/b": b""}), written(tmp_path / "same", {"d/b": b"", "a": b"1"})
    assert digest_of(one) == digest_of(same) != digest_of(written(tmp_path / "other", {"a": b"2", "d/b": b""}))


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=12,
)


@settings(deadline=None)
@given(old=values, new=values)
def test_json_is_the_same_where_its_values_are(old: object, new: object) -> None:
    sides = [json.dumps(one, sort_keys=True) for one in (old, new)]
    found = JSON.compare(*(one.encode() for one in sides))
    assert (found.first is None) == (sides[0] == sides[1])
    assert found.cases >= 1


@settings(deadline=None)
@given(data=st.binary(min_size=1, max_size=64), at=st.integers(min_value=0), flip=st.integers(min_value=1, max_value=255))
def test_each_changed_byte_of_a_tensor_is_found_where_it_is(data: bytes, at: int, flip: int) -> None:
    at %= len(data)
    changed = bytes([*data[:at], data[at] ^ flip, *data[at + 1 :]])
    sides = [safetensors({"w": ("U8", [len(one)], one)}) for one in (data, changed)]
    found = SAFETENSORS.compare(*sides)
    assert found.first is not None
    assert found.first.at == f"w[{at}]"
