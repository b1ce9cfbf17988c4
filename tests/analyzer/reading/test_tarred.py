"""Sdists: broken and hostile ones too."""

import gzip
import io
import random
import tarfile
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


def member(name: str, data: bytes = b"evil", kind: bytes = tarfile.REGTYPE, to: str = "") -> tuple[tarfile.TarInfo, bytes]:
    """Return a member of any kind."""
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, to
    info.size = len(data) if kind == tarfile.REGTYPE else 0
    return info, data if info.size else b""


def write(archive: Path, *infos: tuple[tarfile.TarInfo, bytes], form: int = tarfile.PAX_FORMAT) -> Path:
    """Write members as they are told, and one behind them that is fine."""
    with tarfile.open(archive, "w:gz", format=form) as file:
        for info, data in [*infos, member("fine.py", FINE)]:
            file.addfile(info, io.BytesIO(data))
    return archive


def raw(archive: Path, content: bytes) -> Path:
    """Write any bytes as if they were a tar."""
    archive.write_bytes(gzip.compress(content))
    return archive


@pytest.mark.parametrize(
    ("evil", "reason"),
    [
        pytest.param(member("../evil.py"), "its name has an empty part, a `.` or a `..`", id="a name that leads out"),
        pytest.param(member("/etc/evil.py"), "its name is absolute", id="an absolute name"),
        pytest.param(member("a\\evil.py"), "its name has a backslash", id="a backslash"),
        pytest.param(member("D:/evil.py"), "its name has a drive letter", id="a drive letter"),
        pytest.param(member("l.py", kind=tarfile.SYMTYPE, to="fine.py"), "a link; links in archives are not followed", id="a link"),
        pytest.param(member("l.py", kind=tarfile.SYMTYPE, to="/etc/passwd"), "a link; links in archives are not followed", id="a link out"),
        pytest.param(member("h.py", kind=tarfile.LNKTYPE, to="fine.py"), "a link; links in archives are not followed", id="a hard link"),
        pytest.param(member("d.py", kind=tarfile.CHRTYPE), "not a regular file", id="a device"),
        pytest.param(member("p.py", kind=tarfile.FIFOTYPE), "not a regular file", id="a pipe"),
        pytest.param(member("s.py", kind=b"Z"), "not a regular file", id="a kind nobody knows"),
    ],
)
def test_a_member_that_is_unsafe_is_unread_and_its_neighbour_is_intact(
    evil: tuple[tarfile.TarInfo, bytes], reason: str, tmp_path: Path
) -> None:
    assert outcome(write(tmp_path / "x.tar.gz", evil)) == {evil[0].name: reason, "fine.py": FINE}


@pytest.mark.parametrize("names", [("a.py", "a.py"), ("a.py", "./a.py")], ids=["plainly", "by a dot"])
def test_two_members_of_one_name_are_both_unread(names: tuple[str, str], tmp_path: Path) -> None:
    found = outcome(write(tmp_path / "x.tar.gz", member(names[0], b"1"), member(names[1], b"2")))
    assert found == {"a.py": "several files have this name, and none can be told to be the right one", "fine.py": FINE}


def test_a_name_that_is_not_utf8_is_unread(tmp_path: Path) -> None:
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w", format=tarfile.GNU_FORMAT, encoding="latin-1") as file:
        file.addfile(tarfile.TarInfo("caf\u00e9.py"))
    assert outcome(raw(tmp_path / "x.tar.gz", content.getvalue())) == {"caf\\xe9.py": "its name is not UTF-8"}


@pytest.mark.parametrize("form", [tarfile.PAX_FORMAT, tarfile.GNU_FORMAT], ids=["pax", "gnu"])
def test_long_names_are_read(form: int, tmp_path: Path) -> None:
    name = "/".join(["long" * 20] * 5) + "/\u00e9.py"
    assert outcome(write(tmp_path / "x.tar.gz", member(name, b"1"), form=form)) == {name: b"1", "fine.py": FINE}


def test_the_largest_member_is_read_and_a_larger_one_is_not(tmp_path: Path) -> None:
    noise = random.Random(1).randbytes(LARGEST_FILE // 32)  # noqa: S311 - so that the ratio is that of honest data
    fits, over = noise * 32, noise * 32 + b"x"
    found = outcome(write(tmp_path / "x.tar.gz", member("fits.py", fits), member("over.py", over)))
    assert found == {"fits.py": fits, "over.py": "larger than 8 MB", "fine.py": FINE}


def test_a_sparse_member_is_unread(tmp_path: Path) -> None:
    info, data = member("s.py", b"x" * 512)
    info.pax_headers = {
        "GNU.sparse.size": "1024",
        "GNU.sparse.numblocks": "1",
        "GNU.sparse.map": "0,512",
        "GNU.sparse.major": "0",
        "GNU.sparse.minor": "1",
    }
    assert outcome(write(tmp_path / "x.tar.gz", (info, data))) == {"s.py": "not a regular file", "fine.py": FINE}


def test_a_bomb_is_refused_while_it_unpacks(tmp_path: Path) -> None:
    with pytest.raises(TargetError, match="more than 100 times its size and is not read"):
        outcome(write(tmp_path / "x.tar.gz", member("a.py", bytes(2 * LARGEST_FILE))))


def test_a_bomb_behind_the_end_of_the_archive_is_refused_too(tmp_path: Path) -> None:
    archive = write(tmp_path / "x.tar.gz")
    archive.write_bytes(archive.read_bytes() + gzip.compress(bytes(20 * 1024**2)))
    with pytest.raises(TargetError, match="more than 100 times its size"):
        outcome(archive)


def test_what_unpacks_is_counted_whatever_is_declared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(members, "MOST_BYTES", 50_000)
    with pytest.raises(TargetError, match="unpacks to more than"):
        outcome(write(tmp_path / "x.tar.gz", *(member(f"{n}.py", b"x" * 10_000) for n in range(9))))


def test_too_many_members_are_refused_folders_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(members, "MOST_MEMBERS", 5)
    with pytest.raises(TargetError, match="more than 5 members"):
        outcome(write(tmp_path / "x.tar.gz", *(member(f"{n}", kind=tarfile.DIRTYPE) for n in range(6))))


def header(name: str, size: int, kind: bytes) -> bytes:
    """Return the header of a member that declares any size."""
    info = tarfile.TarInfo(name)
    info.size, info.type = size, kind
    return info.tobuf(tarfile.GNU_FORMAT)


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(header("x", 900 * 1024**2, tarfile.XHDTYPE), id="a pax header of 900 MB"),
        pytest.param(header("x", 900 * 1024**2, tarfile.GNUTYPE_LONGNAME), id="a name of 900 MB"),
        pytest.param(header("x", 2**40, tarfile.REGTYPE), id="a member of a terabyte"),
        pytest.param(header("x", -1024, tarfile.REGTYPE), id="a member of negative size"),
        pytest.param(header("x", 1, tarfile.GNUTYPE_LONGNAME) + b"x" + bytes(511), id="a long name with no member"),
        pytest.param((header("x", 1, tarfile.GNUTYPE_LONGNAME) + b"x" + bytes(511)) * 3000, id="a long name of a long name of …"),
        pytest.param(header("a.py", 0, tarfile.REGTYPE) + b"oops" * 128, id="a broken header behind a good one"),
        pytest.param(header("a.py", 0, tarfile.REGTYPE) + b"cut", id="a cut header behind a good one"),
        pytest.param(b"oops" * 1000, id="no tar at all"),
    ],
)
def test_headers_that_lie_are_an_error(content: bytes, tmp_path: Path) -> None:
    with pytest.raises(TargetError, match=r"damaged, or not what its name says|is not read"):
        outcome(raw(tmp_path / "x.tar.gz", content))


@pytest.mark.parametrize("data", [b"", b"\x1f\x8b", b"not gzip" * 100], ids=["empty", "two bytes", "text"])
def test_what_is_no_gzip_is_an_error(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "x.tar.gz").write_bytes(data)
    with pytest.raises(TargetError, match="t: the archive is damaged, or not what its name says"):
        open_archive("t", tmp_path / "x.tar.gz")


@pytest.mark.parametrize("kept", [0.1, 0.5, 0.9, 0.99], ids="{:.0%} of it".format)
def test_a_truncated_archive_is_an_error(kept: float, tmp_path: Path) -> None:
    archive = write(tmp_path / "x.tar.gz", *(member(f"{n}.py", random.Random(n).randbytes(500)) for n in range(20)))  # noqa: S311 - any bytes
    archive.write_bytes(archive.read_bytes()[: int(archive.stat().st_size * kept)])
    with pytest.raises(TargetError, match="damaged"):
        open_archive("t", archive)


def test_a_wrong_checksum_at_the_very_end_is_noticed(tmp_path: Path) -> None:
    archive = write(tmp_path / "x.tar.gz")
    data = bytearray(archive.read_bytes())
    data[-8] ^= 1
    archive.write_bytes(data)
    with pytest.raises(TargetError, match="CRC check failed"):
        open_archive("t", archive)


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_any_damage_is_an_error_or_unread_and_never_a_traceback(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    archive = write(tmp_path_factory.mktemp("tar") / "x.tar.gz", member("a.py", b"abc" * 50), member("p/\u00e9.py", b"def"))
    content = bytearray(gzip.decompress(archive.read_bytes())[:4096])
    for place in data.draw(st.lists(st.integers(0, len(content) - 1), max_size=4)):
        content[place] = data.draw(st.integers(0, 255))
    raw(archive, bytes(content[: data.draw(st.integers(0, len(content)) | st.just(len(content)))]))
    try:
        outcome(archive)
    except TargetError as error:
        said = str(error)
    else:
        said = "t: the archive is fine"
    assert said.startswith("t: the archive")


@pytest.mark.parametrize(
    ("tree", "paths"),
    [
        pytest.param({"p-1/a.py": b"", "p-1/p/b.py": b""}, ("a.py", "p/b.py"), id="the single top folder is stripped"),
        pytest.param({"./p-1/a.py": b"", "./p-1/p/b.py": b""}, ("a.py", "p/b.py"), id="also where every name begins with a dot"),
        pytest.param({"p/a.py": b"", "q/b.py": b""}, ("p/a.py", "q/b.py"), id="two folders stay"),
        pytest.param({"p/a.py": b"", "b.py": b""}, ("b.py", "p/a.py"), id="a folder beside a file stays"),
        pytest.param({"a.py": b""}, ("a.py",), id="a single file is no folder"),
        pytest.param({"p-1/a.py": b"", "../evil.py": b""}, ("a.py",), id="a member that is refused keeps nothing from it"),
        pytest.param({"p-1/build/lib/a.py": b"", "p-1/a.py": b""}, ("a.py",), id="ignored folders are those below it"),
    ],
)
def test_paths_are(tree: Tree, paths: tuple[str, ...], tmp_path: Path, archived: Callable[[Path, Tree], Path]) -> None:
    source = open_archive("t", archived(tmp_path / "x.tar.gz", tree))
    assert source.paths() == paths
    assert source.one(paths[0]) == b""
    assert source.one("none.py") is None


def test_an_archive_that_changes_leaves_its_member_unread(tmp_path: Path) -> None:
    source = open_archive("t", write(tmp_path / "x.tar.gz", member("a.py", b"1")))
    write(tmp_path / "x.tar.gz")
    found = {one.path: one.data if isinstance(one, SourceFile) else one.reason for one in source.read(lambda _: True)}
    assert found == {"a.py": "it vanished: the archive changed while it was read", "fine.py": FINE}
