"""Safetensors: tensor by tensor, with the index and the values of the first that differ. The header is parsed here; no library is needed."""

import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

import msgspec

from ..artifact import Buffer, Compared, Format, NotOfFormatError, Place
from ._parting import parting
from ._structure import json_of

_HEAD, _LARGEST_HEADER = 8, 100_000_000  # bytes
_KINDS = {"F64": "<d", "F32": "<f", "F16": "<e", "I64": "<q", "I32": "<i", "I16": "<h", "I8": "<b", "U64": "<Q", "U32": "<I", "U16": "<H"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Tensor:
    """One entry of a header."""

    dtype: str
    shape: tuple[int, ...]
    data_offsets: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class _File:
    data: Buffer
    start: int  # of what lies behind the header
    tensors: Mapping[str, Tensor]
    metadata: Mapping[str, str]

    def stretch(self, name: str) -> tuple[int, int]:
        begin, end = self.tensors[name].data_offsets
        return self.start + begin, self.start + end


def _compare(old: Buffer, new: Buffer) -> Compared:
    sides = _read(old), _read(new)
    found = [*_metadata(*sides), *(_tensor(name, *sides) for name in dict.fromkeys((*sides[0].tensors, *sides[1].tensors)))]
    differing = [place for place in found if place is not None]
    remark = f"{len(differing)} of {len(found)} tensors and remarks differ" if differing else ""
    return Compared(cases=len(found), differing=len(differing), first=differing[0] if differing else None, remark=remark)


def _read(data: Buffer) -> _File:
    size = int.from_bytes(data[:_HEAD], "little")
    if len(data) < _HEAD or size > min(len(data) - _HEAD, _LARGEST_HEADER):
        raise NotOfFormatError("not safetensors: its header does not fit in it")
    try:
        header = json_of(data[_HEAD : _HEAD + size].decode())
        held = msgspec.convert(header, dict[str, object])
        metadata = msgspec.convert(held.pop("__metadata__", None) or {}, dict[str, str])
        tensors = msgspec.convert(held, dict[str, Tensor])
    except (UnicodeDecodeError, msgspec.ValidationError) as error:
        raise NotOfFormatError(f"not safetensors: {error}") from error
    _whole(tensors, len(data) - _HEAD - size)
    return _File(data=data, start=_HEAD + size, tensors=tensors, metadata=metadata)


def _whole(tensors: Mapping[str, Tensor], size: int) -> None:
    """Refuse offsets that leave bytes out or lie on each other."""
    spans = sorted(tensor.data_offsets for tensor in tensors.values())
    met = [(0, 0), *spans, (size, size)]
    if any(one[1] != other[0] for one, other in pairwise(met)) or any(begin > end for begin, end in spans):
        raise NotOfFormatError("not safetensors: its tensors do not fill it")


def _metadata(old: _File, new: _File) -> Iterator[Place | None]:
    for key in dict.fromkeys((*old.metadata, *new.metadata)):
        said = old.metadata.get(key), new.metadata.get(key)
        yield None if said[0] == said[1] else Place(at=f"__metadata__.{key}", old=repr(said[0]), new=repr(said[1]))


def _tensor(name: str, old: _File, new: _File) -> Place | None:
    sides = old.tensors.get(name), new.tensors.get(name)
    one, other = sides
    if one is None or other is None or (one.dtype, one.shape) != (other.dtype, other.shape):
        return Place(at=name, old=_kind(one), new=_kind(other))
    at = parting(old.data, old.stretch(name), new.data, new.stretch(name))
    if at is None:
        return None
    size = _size(one)
    number = at // size
    values = [side.data[begin + number * size : begin + (number + 1) * size] for side in (old, new) for begin in [side.stretch(name)[0]]]
    return Place(at=f"{name}{list(_index(number, one.shape))}", old=_value(values[0], one.dtype), new=_value(values[1], one.dtype))


def _kind(tensor: Tensor | None) -> str:
    return "absent" if tensor is None else f"{tensor.dtype} {list(tensor.shape)}"


def _size(tensor: Tensor) -> int:
    """Return the bytes of one value; 1 where values are smaller than that."""
    count = 1
    for dimension in tensor.shape:
        count *= dimension
    return max(1, (tensor.data_offsets[1] - tensor.data_offsets[0]) // max(1, count))


def _index(number: int, shape: tuple[int, ...]) -> tuple[int, ...]:
    found: list[int] = []
    for dimension in reversed(shape):
        number, rest = divmod(number, max(1, dimension))
        found.append(rest)
    return tuple(reversed(found))


def _value(data: bytes, dtype: str) -> str:
    """Return a value, with its bits: two that print alike may differ in them."""
    bits = f"{dtype} 0x{data[::-1].hex()}"
    kind = _KINDS.get(dtype)
    if dtype == "BF16" and len(data) == struct.calcsize("<e"):
        return f"{struct.unpack('<f', bytes(2) + data)[0]!r} ({bits})"
    return f"{struct.unpack(kind, data)[0]!r} ({bits})" if kind and len(data) == struct.calcsize(kind) else bits


FORMAT = Format(name="safetensors", suffixes=(".safetensors",), compare=_compare)
