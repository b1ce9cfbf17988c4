"""Two folders of what both sides wrote are compared, file by file."""

from ..folders import folders_compared
from ..part import Asked, Part, Shown


def _show(asked: Asked) -> Shown:
    return Shown(claims=()) if asked.artifacts is None else folders_compared(*asked.artifacts, asked.progress)


PART = Part(name="artifacts", title="compare what both sides wrote into two folders, tensor by tensor and value by value", show=_show)
