"""Whether a model can do something: yes, as an experiment, or no; always with words a person can act on."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class Supported:
    """It works."""

    note: str = ""
    allowed: ClassVar[bool] = True


@dataclass(frozen=True)
class Experimental:
    """It is allowed, and whoever asks for it is told that it is an experiment."""

    note: str
    allowed: ClassVar[bool] = True


@dataclass(frozen=True)
class Unsupported:
    """It does not work, for a reason."""

    reason: str
    allowed: ClassVar[bool] = False


Support = Supported | Experimental | Unsupported


def support_fault(value: object) -> str | None:
    """Return what is wrong with *value* as an answer about a capability, or None."""
    match value:
        case Supported():
            return None
        case Experimental(note=str(words)) | Unsupported(reason=str(words)) if words.strip():
            return None
        case Experimental() | Unsupported():
            return f"{value!r} has no words: say why"
        case _:
            return f"{value!r} is none of Supported(), Experimental(note), Unsupported(reason)"
