"""The descriptor runtime into a package of the target: which files come, change and go, and what is refused."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib import resources

from .applying.writing import Writing

FOLDER = "_namebranch"
HEADER = "# namebranch {version}, registry.runtime/{name}, sha256 {digest}\n# SPDX-License-Identifier: Apache-2.0. Vendored by `namebranch registry vendor`, which replaces it: do not edit.\n"
KNOWN = re.compile(rb"# namebranch (?P<version>\S+), registry\.runtime/(?P<name>\S+), sha256 (?P<digest>[0-9a-f]{64})\n#[^\n]*\n")


class VendoringError(Exception):
    """The runtime cannot be put there; the message says which file stands in the way, and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Vendoring:
    """What is to be done to a folder of the target."""

    folder: str  # POSIX, relative to the root
    version: str
    digest: str  # of all files of the runtime, 64 hexadecimal digits
    replaced: str | None  # the version that lies there, or None
    changes: tuple[Writing, ...]


def is_runtime(path: str) -> bool:
    """Return whether a file lies in a folder of the vendored runtime."""
    return f"/{FOLDER}/" in f"/{path}"


def runtime() -> Mapping[str, bytes]:
    """Return the files of our own runtime by name, sorted."""
    folder = resources.files(f"{__package__.rpartition('.')[0]}.registry.runtime")
    return {file.name: file.read_bytes() for file in sorted(folder.iterdir(), key=lambda file: file.name) if file.name.endswith(".py")}


def vendoring(folder: str, held: Mapping[str, bytes], files: Mapping[str, bytes], version: str) -> Vendoring:
    """Return how the runtime's *files* come into *folder*, in which *held* lies now, by name.

    Raises:
        VendoringError: something there is no unmodified part of a vendored runtime.

    """
    if faults := [fault for name, data in sorted(held.items()) if (fault := _fault(f"{folder}/{name}", name, data))]:
        raise VendoringError("\n".join(faults))
    versions = {_parted(data)[0] for data in held.values()}
    written = {name: HEADER.format(version=version, name=name, digest=_digest(data)).encode() + data for name, data in files.items()}
    changes = (Writing(path=f"{folder}/{name}", before=held.get(name), after=written.get(name)) for name in sorted({*held, *written}))
    return Vendoring(
        folder=folder,
        version=version,
        digest=sha256(b"".join(name.encode() + b"\0" + sha256(data).digest() for name, data in sorted(files.items()))).hexdigest(),
        replaced=", ".join(sorted(versions)) or None,
        changes=tuple(each for each in changes if each.before != each.after),
    )


def _fault(path: str, name: str, data: bytes) -> str | None:
    version, named, digest, rest = _parted(data)
    if not version or named != name:
        return f"{path}: it is no part of a vendored runtime: move it away, or choose another folder with --into"
    if digest != _digest(rest):
        return f"{path}: it was changed after it was vendored: bring the change to the code that uses it, restore the file, and run again"
    return None


def _parted(data: bytes) -> tuple[str, str, str, bytes]:
    """Return what a header says, version, name and digest, and the rest of the file; git may have changed its line ends."""
    text = data.replace(b"\r\n", b"\n")
    header = KNOWN.match(text)
    if header is None:
        return "", "", "", text
    version, name, digest = (part.decode("ascii", "replace") for part in header.groups())
    return version, name, digest, text[header.end() :]


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()
