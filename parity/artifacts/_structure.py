"""Two plain values compared from the root down: how many values they hold, how many differ, and the path of the first."""

import json
from collections.abc import Iterator, Mapping
from decimal import Decimal

from ..artifact import Buffer, Compared, NotOfFormatError, Place

_LARGEST = 64 << 20  # bytes that are parsed
_ABSENT = object()
_SHOWN = 200  # characters of a value


def text_of(data: Buffer) -> str:
    """Return the text of a file.

    Raises:
        NotOfFormatError: it is too large, or no UTF-8.

    """
    if len(data) > _LARGEST:
        raise NotOfFormatError(f"larger than {_LARGEST >> 20} MB")
    try:
        return data[:].decode()
    except UnicodeDecodeError as error:
        raise NotOfFormatError(f"not UTF-8: {error.reason} at byte {error.start:,}") from error


def json_of(text: str) -> object:
    """Return a JSON document, numbers as they are spelled.

    Raises:
        NotOfFormatError: it is none, or has a key twice.

    """
    try:
        return json.loads(text, parse_float=Decimal, object_pairs_hook=_keyed)
    except (ValueError, RecursionError) as error:
        raise NotOfFormatError(f"not valid JSON: {error}") from error


def compared(old: object, new: object) -> Compared:
    """Return what comparing two values comes to; the order of keys is nothing."""
    cases, places = 0, list[Place]()
    differing = 0
    for place in _walk(old, new):
        cases += 1
        if place is not None:
            differing += 1
            places = places or [place]
    return Compared(cases=cases, differing=differing, first=places[0] if places else None)


def _keyed(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands in one object twice")
    return found


def _walk(old: object, new: object) -> Iterator[Place | None]:
    """Yield one entry a pair of values without parts; a pair that was met before is not gone through again."""
    queue: list[tuple[str, object, object]] = [("$", old, new)]
    met: set[tuple[int, int]] = set()
    while queue:
        at, one, other = queue.pop()
        parts = _parts(at, one, other)
        if parts and (id(one), id(other)) in met:
            continue
        if not parts:
            yield None if _same(one, other) else Place(at=at, old=_shown(one), new=_shown(other))
            continue
        met.add((id(one), id(other)))
        queue.extend(reversed(parts))


def _parts(at: str, one: object, other: object) -> list[tuple[str, object, object]]:
    """Return what two values of one kind hold, in pairs; nothing where they hold nothing, or are of two kinds."""
    match one, other:
        case Mapping(), Mapping():
            return [(f"{at}{_key(key)}", one.get(key, _ABSENT), other.get(key, _ABSENT)) for key in dict.fromkeys((*one, *other))]
        case ((list() | tuple()), (list() | tuple())) if type(one) is type(other):
            held = [[*side, *[_ABSENT] * (max(len(one), len(other)) - len(side))] for side in (one, other)]
            return [(f"{at}[{number}]", first, second) for number, (first, second) in enumerate(zip(*held, strict=True))]
        case _:
            return []


def _key(key: object) -> str:
    return f".{key}" if isinstance(key, str) and key.isidentifier() else f"[{_shown(key)}]"


def _same(one: object, other: object) -> bool:
    if type(one) is not type(other):
        return False
    match one, other:
        case float(), float():
            return repr(one) == repr(other)  # one NaN is like another, and zero is not minus zero
        case Decimal(), Decimal():
            return one == other and one.is_signed() == other.is_signed()
        case _:
            return one == other


def _shown(value: object) -> str:
    match value:
        case _ if value is _ABSENT:
            return "absent"
        case Decimal():
            return str(value)
        case Mapping():
            return f"an object of {len(value)} keys"
        case list() | tuple():
            return f"a list of {len(value)}"
        case str():
            text = json.dumps(value, ensure_ascii=False)
        case _:
            text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}… ({len(text):,} characters)"
