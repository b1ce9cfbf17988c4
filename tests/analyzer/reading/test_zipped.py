"""Wheels and zips: broken and hostile ones too."""

import random
import stat
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from namebranch.analyzer.reading import members
from namebranch.analyzer.reading.archive import open_archive
from namebranch.analyzer.reading.source import LARGEST_FILE, SourceFile, TargetError

Tree = dict[str, bytes]
FINE = b"fine = 1\n"


def outcome(archive: Path) -> dict[str, bytes | str]:
    """Return the bytes of each member, or the reason why there are none."""
    found = open_archive("t", archive).read(lambda _: True)
    return {one.path: one.data if isinstance(one, SourceFile) else one.reason for one in found}


def write(archive: Path, *infos: tuple[zipfile.ZipInfo | str, bytes], method: int = zipfile.ZIP_DEFLATED) -> Path:
    """Write members as they are told, and one beside them that is fine."""
    with zipfile.ZipFile(archive, "w", method) as file:
        for info, data in infos:
            file.writestr(info, data)
        file.writestr("fine.py", FINE, zipfile.ZIP_DEFLATED)
    return archive


def unix(name: str, mode: int) -> zipfile.ZipInfo:
    """Return a member with a mode of Unix."""
    info = zipfile.ZipInfo(name)
    info.create_system = 3
    info.external_attr = mode << 16
    return info


def patched(archive: Path, old: bytes, new: bytes) -> Path:
    """Replace bytes of the same length everywhere in an archive."""
    assert len(old) == len(new)
    data = archive.read_bytes()
    assert old in data
    archive.write_bytes(data.replace(old, new))
    return archive


@pytest.mark.parametrize(
    ("member", "reason"),
    [
        pytest.param("../evil.py", "its name has an empty part, a `.` or a `..`", id="a name that leads out"),
        pytest.param("a/../../evil.py", "its name has an empty part, a `.` or a `..`", id="a name that leads out later"),
        pytest.param("/etc/evil.py", "its name is absolute", id="an absolute name"),
        pytest.param("C:evil.py", "its name has a drive letter", id="a drive letter"),
        pytest.param("a\\..\\evil.py", "its name has a backslash", id="a backslash"),
        pytest.param(unix("link.py", stat.S_IFLNK | 0o777), "a link; links in archives are not followed", id="a link"),
        pytest.param(unix("device.py", stat.S_IFCHR | 0o666), "not a regular file", id="a device"),
        pytest.param(unix("pipe.py", stat.S_IFIFO | 0o666), "not a regular file", id="a pipe"),
    ],
)
def test_a_member_that_is_unsafe_is_unread_and_its_neighbour_is_intact(member: str | zipfile.ZipInfo, reason: str, tmp_path: Path) -> None:
    name = member if isinstance(member, str) else member.filename
    assert outcome(write(tmp_path / "x.zip", (member, b"evil"))) == {name: reason, "fine.py": FINE}


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("names", [("a.py", "a.py"), ("a.py", "./a.py"), ("p/a.py", "p//a.py")], ids=["plainly", "by a dot", "by a slash"])
def test_two_members_of_one_name_are_both_unread(names: tuple[str, str], tmp_path: Path) -> None:
    found = outcome(write(tmp_path / "x.zip", (names[0], b"1"), (names[1], b"2")))
    assert found == {names[0]: "several files have this name, and none can be told to be the right one", "fine.py": FINE}


def test_names_that_differ_in_case_only_are_two_names(tmp_path: Path) -> None:
    assert outcome(write(tmp_path / "x.zip", ("a.py", b"1"), ("A.py", b"2"))) == {"a.py": b"1", "A.py": b"2", "fine.py": FINE}


def test_a_name_cut_short_by_a_nul_hides_behind_no_other(tmp_path: Path) -> None:
    archive = patched(write(tmp_path / "x.zip", ("a.py", b"1"), ("a.pyXevil", b"2")), b"a.pyXevil", b"a.py\0evil")
    found = outcome(archive)
    assert found.pop("a.py\0evil") == "its name holds a NUL"
    assert found == {"a.py": "damaged in the archive: another member hides behind its name by a NUL", "fine.py": FINE}


def test_a_member_without_a_name_is_unread(tmp_path: Path) -> None:
    found = outcome(patched(write(tmp_path / "x.zip", ("a.py", b"1"), ("XYZ", b"2")), b"XYZ", b"\0YZ"))
    assert found == {"\0YZ": "its name holds a NUL", "a.py": b"1", "fine.py": FINE}


def test_a_nul_makes_no_folder_of_a_member(tmp_path: Path) -> None:
    found = outcome(patched(write(tmp_path / "x.zip", ("a/Xb.py", b"2")), b"a/Xb.py", b"a/\0b.py"))
    assert found == {"a/\0b.py": "its name holds a NUL", "fine.py": FINE}


def test_an_encrypted_member_is_unread(tmp_path: Path) -> None:
    archive = write(tmp_path / "x.zip", ("a.py", b"1"))
    data = bytearray(archive.read_bytes())
    data[data.index(b"PK\x01\x02") + 8] |= 1
    archive.write_bytes(data)
    assert outcome(archive) == {"a.py": "it is encrypted", "fine.py": FINE}


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA], ids=["bzip2", "lzma"])
def test_compressions_that_cannot_be_bounded_are_unread(method: int, tmp_path: Path) -> None:
    found = outcome(write(tmp_path / "x.zip", ("a.py", b"1"), method=method))
    assert found == {"a.py": f"its compression (method {method}) is not read", "fine.py": FINE}


def test_the_largest_member_is_read_and_a_larger_one_is_not(tmp_path: Path) -> None:
    noise = random.Random(1).randbytes(LARGEST_FILE // 32)  # noqa: S311 - so that the ratio is that of honest data
    fits, over = noise * 32, noise * 32 + b"x"
    archive = write(tmp_path / "x.zip", ("fits.py", fits), ("over.py", over), method=zipfile.ZIP_STORED)
    assert outcome(archive) == {"fits.py": fits, "over.py": "larger than 8 MB", "fine.py": FINE}


def test_zip64_is_read(tmp_path: Path) -> None:
    archive = tmp_path / "x.zip"
    with zipfile.ZipFile(archive, "w") as file, file.open("a.py", "w", force_zip64=True) as member:
        member.write(FINE)
    assert outcome(archive) == {"a.py": FINE}


def test_a_member_whose_declared_size_lies_is_unread(tmp_path: Path) -> None:
    archive = write(tmp_path / "x.zip", ("a.py", b"0123456789" * 1000))
    assert (
        outcome(patched(archive, struct.pack("<L", 10000), struct.pack("<L", 9999)))["a.py"]
        == "damaged in the archive: Bad CRC-32 for file 'a.py'"
    )


def test_a_bomb_is_refused_by_its_ratio(tmp_path: Path) -> None:
    with pytest.raises(TargetError, match="more than 100 times its size and is not read; unpack it yourself"):
        outcome(write(tmp_path / "x.zip", *((f"{n}.py", bytes(LARGEST_FILE)) for n in range(2))))


def test_a_small_archive_may_be_packed_tightly(tmp_path: Path) -> None:
    assert outcome(write(tmp_path / "x.zip", ("a.py", bytes(1_000_000))))["a.py"] == bytes(1_000_000)


def test_an_archive_within_an_archive_is_a_file(tmp_path: Path, archived: Callable[[Path, Tree], Path]) -> None:
    inner = archived(tmp_path / "inner.zip", {"a.py": b"1"}).read_bytes()
    assert outcome(write(tmp_path / "x.zip", ("inner.zip", inner))) == {"inner.zip": inner, "fine.py": FINE}


def test_members_that_share_one_kernel_count_as_often_as_they_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(members, "MOST_BYTES", 50_000)
    archive = write(tmp_path / "x.zip", *((f"{n}.py", b"x" * 10_000) for n in range(9)))
    with pytest.raises(TargetError, match="unpacks to more than"):
        outcome(archive)


def test_too_many_members_are_refused(tmp_path: Path) -> None:
    archive = tmp_path / "x.zip"
    with zipfile.ZipFile(archive, "w") as file:
        for number in range(members.MOST_MEMBERS + 1):
            file.writestr(zipfile.ZipInfo(f"{number}"), b"")
    with pytest.raises(TargetError, match="more than 50,000 members"):
        outcome(archive)


def test_a_directory_of_absurd_size_is_not_read(tmp_path: Path) -> None:
    archive = tmp_path / "x.zip"
    size = 17 * 1024**2
    with archive.open("wb") as file:
        file.truncate(size)
        file.seek(size)
        file.write(struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 1, 1, size, 0, 0))
    with pytest.raises(TargetError, match="its directory is larger than"):
        outcome(archive)


@pytest.mark.parametrize("name", ["x.zip", "x.whl"])
@pytest.mark.parametrize(
    "data", [b"", b"PK", b"not a zip" * 100, b"PK\x05\x06" + bytes(17)], ids=["empty", "two bytes", "text", "cut end record"]
)
def test_what_is_no_archive_is_an_error(name: str, data: bytes, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(TargetError, match="t: the archive is damaged, or not what its name says"):
        open_archive("t", tmp_path / name)


def test_a_damaged_member_is_unread_and_its_neighbour_is_intact(tmp_path: Path) -> None:
    noise = random.Random(2).randbytes(1000)  # noqa: S311 - any bytes
    archive = write(tmp_path / "x.zip", ("a.py", noise), method=zipfile.ZIP_STORED)
    assert outcome(patched(archive, noise[500:504], b"oops")) == {
        "a.py": "damaged in the archive: Bad CRC-32 for file 'a.py'",
        "fine.py": FINE,
    }


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_any_damage_is_an_error_or_unread_and_never_a_traceback(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    archive = write(tmp_path_factory.mktemp("zip") / "x.zip", ("a.py", b"abc" * 50), ("p/b.py", b"def"))
    content = bytearray(archive.read_bytes())
    for place in data.draw(st.lists(st.integers(0, len(content) - 1), max_size=4)):
        content[place] = data.draw(st.integers(0, 255))
    archive.write_bytes(content[: data.draw(st.integers(0, len(content)) | st.just(len(content)))])
    try:
        outcome(archive)
    except TargetError as error:
        said = str(error)
    else:
        said = "t: the archive is fine"
    assert said.startswith("t: the archive")


@pytest.mark.parametrize(
    ("name", "tree", "paths"),
    [
        pytest.param("p-1.whl", {"p/a.py": b"", "p/setup.py": b""}, ("p/a.py", "p/setup.py"), id="a wheel keeps its folder"),
        pytest.param("p.zip", {"p/a.py": b"", "p/b.py": b""}, ("p/a.py", "p/b.py"), id="a zip keeps a folder that is no project"),
        pytest.param("p.zip", {"p-main/p/a.py": b"", "p-main/setup.py": b""}, ("p/a.py", "setup.py"), id="a zipped project loses it"),
        pytest.param("p.zip", {"p/pyproject.toml": b"", "a.py": b""}, ("a.py", "p/pyproject.toml"), id="but not beside other files"),
        pytest.param("p.zip", {".git/x.py": b"", "a/__pycache__/b.py": b"", "a.py": b""}, ("a.py",), id="ignored folders are left out"),
        pytest.param("p.zip", {"e/pyvenv.cfg": b"", "e/lib/a.py": b"", "a.py": b""}, ("a.py",), id="so is a virtual environment"),
        pytest.param("p.zip", {}, (), id="an empty archive"),
    ],
)
def test_paths_are(name: str, tree: Tree, paths: tuple[str, ...], tmp_path: Path, archived: Callable[[Path, Tree], Path]) -> None:
    assert open_archive("t", archived(tmp_path / name, tree)).paths() == paths


def test_an_archive_that_vanishes_is_an_error(tmp_path: Path) -> None:
    source = open_archive("t", write(tmp_path / "x.zip"))
    assert (source.one("fine.py"), source.one("none.py")) == (FINE, None)
    (tmp_path / "x.zip").unlink()
    with pytest.raises(TargetError, match="No such file"):
        list(source.read(lambda _: True))
