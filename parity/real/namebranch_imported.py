"""Tells from where the modules of some packages were imported."""

import hashlib
import sys
from pathlib import Path


def imported(packages: frozenset[str]) -> dict[str, tuple[str, str]]:
    """Return the file of each module of these packages, and the digest of what it holds."""
    found = {}
    for name, module in sorted(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if name.partition(".")[0] in packages and isinstance(file, str) and Path(file).is_file():
            found[name] = str(Path(file).resolve()), hashlib.blake2b(Path(file).read_bytes(), digest_size=8).hexdigest()
    return found
