"""A history in, out: the commits that brought a model's own folder, and which shared files each of them changed as well."""

from collections.abc import Iterator

from ..inventory import Zone
from ..reading.log import Commit, History
from ..settings.zones import Zoning
from .arrival import Arrival


def arrivals(history: History, zoning: Zoning) -> tuple[Arrival, ...]:
    """Return the commits of *history* in which a folder of a model first holds a file, oldest first.

    What the first commit of a whole history holds came from elsewhere, and arrives in no commit. A folder that was renamed is none that
    came, where the old one goes in the same commit.
    """
    known: set[str] = set()
    found = []
    for number, commit in enumerate(history.commits):
        came = dict(_owned(commit, zoning))
        fresh = tuple(model for model in came if model not in known)
        gone = any(change.blob is None and _model(change.path, zoning) not in {None, *came} for change in commit.changes)
        begins = number == 0 and history.base is None
        known.update(came)
        if fresh and not begins and not gone:
            found.append(
                Arrival(
                    id=commit.id,
                    date=commit.date,
                    subject=commit.subject,
                    models=fresh,
                    files=tuple(sorted(change.path for change in commit.changes if _is_shared(change.path, zoning))),
                )
            )
    return tuple(found)


def _owned(commit: Commit, zoning: Zoning) -> Iterator[tuple[str, None]]:
    for change in commit.changes:
        if change.blob is not None and (model := _model(change.path, zoning)) is not None:
            yield model, None


def _model(path: str, zoning: Zoning) -> str | None:
    """Return whose folder a file lies in."""
    placed = zoning.placed(path) if path.endswith(".py") else None
    owner = placed.owner if placed is not None and placed.zone is Zone.MODEL else None
    return None if owner is None or owner.at.endswith(".py") else owner.model


def _is_shared(path: str, zoning: Zoning) -> bool:
    return path.endswith(".py") and zoning.placed(path).zone is Zone.SHARED
