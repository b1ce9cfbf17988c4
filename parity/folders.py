"""Two folders of files in, a claim a file out: what lies on one side only, what is the same, and where files part."""

import hashlib
import mmap
import os
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from ..registry import shelf
from . import artifacts
from .artifact import Buffer, Compared, Format, NotOfFormatError
from .evidence import Claim, Difference, Grade, Planted, Verdict
from .part import Shown, together

PART = "artifacts"
_FAULTS = 64  # places at most where a flipped bit is tried: in a comment it changes nothing
_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class _File:
    path: str  # in its folder, POSIX
    file: Path
    regular: bool
    size: int


def folders_compared(old: Path, new: Path, progress: Callable[[str], None] = lambda _: None) -> Shown:
    """Return what can be shown of two folders. Links are not followed, nothing in a file is executed."""
    sides = _files(old), _files(new)
    formats = tuple(shelf.gather(artifacts, Format).values())
    found: list[Shown] = []
    for path in sorted({*sides[0], *sides[1]}):
        progress(f"comparing {path}")
        found.append(_shown(path, sides[0].get(path), sides[1].get(path), formats))
    return together(found)


def digest_of(folder: Path) -> str:
    """Return the digest of what the regular files of a folder hold."""
    sums = hashlib.blake2b(digest_size=8)
    for one in _files(folder).values():
        sums.update(f"{one.path}\0{one.size}\0".encode("utf-8", "surrogateescape"))
        if one.regular:
            with _opened(one) as data:
                for start in range(0, len(data), _CHUNK):
                    sums.update(data[start : start + _CHUNK])
    return sums.hexdigest()


def _files(folder: Path) -> Mapping[str, _File]:
    found = {}
    for place, below, names in os.walk(folder):
        links = [name for name in below if (Path(place) / name).is_symlink()]
        for name in (*names, *links):
            file = Path(place) / name
            about = file.lstat()
            path = file.relative_to(folder).as_posix()
            found[path] = _File(path=path, file=file, regular=stat.S_ISREG(about.st_mode), size=about.st_size)
    return dict(sorted(found.items()))


def _shown(path: str, old: _File | None, new: _File | None, formats: tuple[Format, ...]) -> Shown:
    if old is None or new is None:
        told = tuple((f"{one.size:,} bytes" if one.regular else "no regular file",) if one else ("not there",) for one in (old, new))
        claim = _claim(path, Verdict.DIFFERENT, cases=1, differing=1, reason=f"only the {'new' if old is None else 'old'} side has it")
        return Shown(claims=(claim,), differences=(Difference(claim=claim.id, answers={"file": path}, old=told[0], new=told[1]),))
    if not (old.regular and new.regular):
        return Shown(claims=(_claim(path, Verdict.OPEN, reason="a link or no regular file: not followed, not read"),))
    try:
        return _read(path, old, new, formats)
    except OSError as error:
        return Shown(claims=(_claim(path, Verdict.OPEN, reason=f"not read: {error.strerror}"),))


def _read(path: str, old: _File, new: _File, formats: tuple[Format, ...]) -> Shown:
    with _opened(old) as one, _opened(new) as other:
        found = _compared(path, one, other, formats)
    if found.first is not None:
        claim = _claim(path, Verdict.DIFFERENT, cases=found.cases, differing=found.differing, reason=found.remark)
        answers = {"file": path, "at": found.first.at}
        return Shown(
            claims=(claim,), differences=(Difference(claim=claim.id, answers=answers, old=(found.first.old,), new=(found.first.new,)),)
        )
    planted = _planted(path, old, formats)
    if not planted.caught:
        return Shown(claims=(_claim(path, Verdict.VOID, cases=found.cases, reason="no flipped bit was noticed"),), planted=(planted,))
    return Shown(claims=(_claim(path, Verdict.SAME, cases=found.cases, reason=found.remark),), planted=(planted,))


def _compared(path: str, one: Buffer, other: Buffer, formats: tuple[Format, ...]) -> Compared:
    suffix = PurePosixPath(path).suffix.lower()
    plain = next(form for form in formats if not form.suffixes)
    form = next((form for form in formats if suffix in form.suffixes), plain)
    whole = plain.compare(one, other)
    try:
        found = form.compare(one, other)
    except NotOfFormatError as error:
        return Compared(cases=whole.cases, differing=whole.differing, first=whole.first, remark=f"compared byte by byte: {error}")
    if found.first is None and whole.first is not None:
        return Compared(cases=found.cases, differing=0, first=None, remark="the same values, in other bytes")
    return found


def _planted(path: str, old: _File, formats: tuple[Format, ...]) -> Planted:
    """Compare the old file with itself, a bit of it flipped: what does not find that finds nothing."""
    at = 0
    for step in range(1, _FAULTS + 1):
        at = old.size * step // (_FAULTS + 1)
        with _opened(old) as one, _opened(old, fault=at) as other:
            if _compared(path, one, other, formats).first is not None:
                return Planted(claim=f"{PART} {path}", fault=f"a bit flipped in byte {at:,}", caught=True)
    return Planted(claim=f"{PART} {path}", fault=f"a bit flipped in byte {at:,}", caught=False)


@contextmanager
def _opened(one: _File, *, fault: int | None = None) -> Iterator[Buffer]:
    """Open a file, with a bit flipped in a copy of the page at *fault*."""
    with one.file.open("rb") as held:
        if not os.fstat(held.fileno()).st_size:
            yield b"" if fault is None else b"\1"
            return
        with mmap.mmap(held.fileno(), 0, access=mmap.ACCESS_COPY) as mapped:
            if fault is not None:
                mapped[fault] ^= 1
            yield mapped


def _claim(path: str, verdict: Verdict, *, cases: int = 0, differing: int = 0, reason: str = "") -> Claim:
    grade = Grade.NOT_RUN if verdict is Verdict.OPEN else Grade.PROVED
    return Claim(
        id=f"{PART} {path}",
        part=PART,
        subject=path,
        names=0,
        grade=grade,
        verdict=verdict,
        cases=cases,
        differing=differing,
        reason=reason,
    )
