"""Claims that were measured elsewhere, on a machine with what this one has not: taken in with where and how, and only for the same two trees."""

from dataclasses import replace

import msgspec

from .evidence import SCHEMA, Claim, Evidence, Grade


class ImportedError(ValueError):
    """A file holds no evidence that can be taken in; the message says why."""


def imported(data: bytes, name: str) -> Evidence:
    """Return the evidence of a file that `prove --where TEXT --format json` wrote elsewhere.

    Raises:
        ImportedError: it is none, or does not say where or how its claims were measured.

    """
    try:
        found = msgspec.json.decode(data, type=Evidence)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise ImportedError(f"{name}: not the evidence of `prove --format json`: {error}") from error
    if found.schema != SCHEMA:
        raise ImportedError(f"{name}: schema {found.schema}, and this is {SCHEMA}: measure again with this version")
    silent = [claim.id for claim in found.claims if not claim.where.strip()]
    if silent or not found.command.strip():
        raise ImportedError(f"{name}: it does not say where and how {silent[0] if silent else 'it'} was measured: add --where to that run")
    return found


def with_imported(found: Evidence, other: Evidence) -> Evidence:
    """Return *found* with the claims of *other*; those about other trees stand there, and count for nothing."""
    where = f"{other.command}; " + ", ".join(f"{name} {version}" for name, version in other.versions.items())
    taken = tuple(replace(claim, where=f"{claim.where} ({where})") for claim in other.claims)
    if (other.old.tree, other.new.tree) != (found.old.tree, found.new.tree):
        earlier = f"{other.old.tree}..{other.new.tree}"
        return replace(found, claims=(*found.claims, *(replace(claim, trees=claim.trees or earlier) for claim in taken)))
    measured = {claim.id for claim in taken if claim.grade is not Grade.NOT_RUN}
    kept = tuple(claim for claim in found.claims if not (_is_not_run(claim) and claim.id in measured))
    return replace(
        found,
        claims=(*kept, *taken),
        differences=(*found.differences, *other.differences),
        planted=(*found.planted, *other.planted),
    )


def _is_not_run(claim: Claim) -> bool:
    return claim.grade is Grade.NOT_RUN
