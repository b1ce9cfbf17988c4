"""What all other files say of the names of a module: by their words, so rather too much than too little."""

import re
from collections.abc import Iterable


class Outside:
    """The texts of the other files of a target."""

    def __init__(self, texts: Iterable[bytes]) -> None:
        """Take the texts."""
        self._texts = tuple(texts)

    def speaks_of(self, name: str) -> bool:
        """Whether any of them holds a name as a whole word."""
        return self._has(name.encode(), rb"(?<!\w)" + re.escape(name.encode()) + rb"(?!\w)")

    def takes(self, name: str, module: str) -> bool:
        """Whether any of them may take a name from a module: imports it, reads it as an attribute, or spells it in a string."""
        last, word = (re.escape(text.encode()) for text in (module.rpartition(".")[2], name))
        taken = rb"(?<!\w)" + last + rb"(?:\s+import\s*\([^)]*|\s+import[^\n]*|\.|,\s*[\"'])(?<!\w)" + word + rb"(?!\w)"
        return self._has(last, taken) or self._has(last, rb"(?<!\w)" + last + rb"\s+import\s*\*")

    def _has(self, needle: bytes, pattern: bytes) -> bool:
        held = re.compile(pattern)
        return any(needle in text and held.search(text) is not None for text in self._texts)
