"""Texts and numbers that remember under which path they were read."""


class RecordedStr(str):
    """A text that was read under a path: it is the text wherever it is asked, and its path where it is told."""

    __slots__ = ("recorded_path",)
    recorded_path: str


class RecordedInt(int):
    """A number that was read under a path."""

    recorded_path: str
