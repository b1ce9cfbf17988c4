"""The file that `--names` takes: what a target, or a later release, calls its models."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields

import msgspec

from .names import Names


class OverlayError(ValueError):
    """The file of names cannot be read; the message says what is wrong in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Overlay:
    """Names to add to the known ones; every field may be left out of the file."""

    model_types: tuple[str, ...] = ()
    architectures: tuple[str, ...] = ()
    text_type_of: Mapping[str, str] = field(default_factory=dict)  # type of a whole model → that of the language model inside
    renamed: Mapping[str, str] = field(default_factory=dict)  # class as it was called → as it is called now
    language_model_class_of: Mapping[str, str] = field(default_factory=dict)

    def over(self, names: Names) -> Names:
        """Return *names* with these added; what is known there already stays as it is."""
        return names.overlay(
            types=(*self.model_types, *_both(self.text_type_of)),
            classes=(*self.architectures, *_both(self.renamed), *_both(self.language_model_class_of)),
            text_types=self.text_type_of,
        )


def read_overlay(data: bytes) -> Overlay:
    """Read the JSON of a file of names.

    Raises OverlayError where it is no JSON object, or holds a key or a kind of value that is not known here.
    """
    known = [each.name for each in fields(Overlay)]
    try:
        unknown = sorted(msgspec.json.decode(data, type=dict[str, object]).keys() - set(known))
        overlay = msgspec.json.decode(data, type=Overlay)
    except msgspec.MsgspecError as error:
        raise OverlayError(f"what --names gives is not a file of names, which is JSON (known are {', '.join(known)}): {error}") from error
    if unknown:
        raise OverlayError(f"what --names gives is not a file of names: unknown key {unknown[0]!r}; known are {', '.join(known)}")
    return overlay


def names_with(more: bytes) -> Names:
    """Return the names that ship, with those of a file of names where *more* holds one; raises what `read_overlay` does."""
    return read_overlay(more).over(Names.load()) if more else Names.load()


def _both(pairs: Mapping[str, str]) -> tuple[str, ...]:
    return (*pairs, *pairs.values())
