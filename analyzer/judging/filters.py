"""Which sites a person asked for, as one frozen value; every verb that shows sites takes the same filters."""

from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """What to keep of an inventory: values of one field are joined by or, fields by and; an empty field keeps everything.

    `path`, `subject` and `origin` are globs; `rule`, `kind`, `op`, `role`, `zone`, `subsystem` and `model` are exact.
    The words are kept as the user wrote them: who applies the filters also judges whether a word is known.
    """

    path: tuple[str, ...] = ()
    subsystem: tuple[str, ...] = ()
    kind: tuple[str, ...] = ()
    op: tuple[str, ...] = ()
    subject: tuple[str, ...] = ()
    origin: tuple[str, ...] = ()
    role: tuple[str, ...] = ()
    model: tuple[str, ...] = ()
    zone: tuple[str, ...] = ()
    rule: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """True if anything was asked for."""
        return any(getattr(self, field.name) for field in fields(self))
