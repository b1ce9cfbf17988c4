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


def runtime() -> Mapping[str, bytes]:
    """Return the files of our own runtime by name, sorted."""
    folder = resources.files(f"{__package__.rpartition('.')[0]}.registry.runtime")
    return {file.name: file.read_bytes() for file in sorted(folder.iterdir(), key=lambda file: file.name) if file.name.endswith(".py")}


def vendoring(folder: str, held: Mapping[str, bytes], files: Mapping[str, bytes], version: str) -> Vendoring:
    """Return how the runtime's *files* come into *folder*, in which *held* lies now, by name.

    Raises:
        VendoringError: something there is no unmodified part of a vendored runtime.

    """
    versions = {_unmodified(f"{folder}/{name}", name, data) for name, data in held.items()}
    written = {name: HEADER.format(version=version, name=name, digest=_digest(data)).encode() + data for name, data in files.items()}
    changes = (Writing(path=f"{folder}/{name}", before=held.get(name), after=written.get(name)) for name in sorted({*held, *written}))
    return Vendoring(
        folder=folder,
        version=version,
        digest=sha256(b"".join(name.encode() + b"\0" + sha256(data).digest() for name, data in sorted(files.items()))).hexdigest(),
        replaced=", ".join(sorted(versions)) or None,
        changes=tuple(each for each in changes if each.before != each.after),
    )


def _unmodified(path: str, name: str, data: bytes) -> str:
    """Return the version that a file is of; git may have changed its line ends."""
    text = data.replace(b"\r\n", b"\n")
    header = KNOWN.match(text)
    if header is None or header["name"].decode() != name:
        raise VendoringError(f"{path}: it is no part of a vendored runtime: move it away, or choose another folder with --into")
    if _digest(text[header.end() :]) != header["digest"].decode():
        raise VendoringError(
            f"{path}: it was changed after it was vendored: bring the change to the shared code that uses it, restore the file, and run again"
        )
    return header["version"].decode()


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()
