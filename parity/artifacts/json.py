"""JSON: value by value, with the path of the first that differs."""

from ..artifact import Buffer, Compared, Format
from ._structure import compared, json_of, text_of


def _compare(old: Buffer, new: Buffer) -> Compared:
    return compared(json_of(text_of(old)), json_of(text_of(new)))


FORMAT = Format(name="json", suffixes=(".json",), compare=_compare)
