"""What one published release of transformers calls its models: facts only, as a value and as deterministic JSON."""

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

SCHEMA = 1


class SnapshotError(ValueError):
    """The bytes are no snapshot of this schema; the message says where they went wrong."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelType:
    """One `model_type`: its configuration class, the folder it lives in, and the configurations it holds."""

    config: str  # GemmaConfig
    module: str  # folder under transformers/models
    sub: bool = False  # it stands inside another type's configuration (`gemma3_text`); else it is a checkpoint's own type
    parts: tuple[tuple[str, str], ...] = ()  # (text_config, gemma3_text), …; "" where the source names no type


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """The model types of one release and its auto tables (table → model type → class names, as the source spells them)."""

    package: str
    version: str
    types: Mapping[str, ModelType]
    tables: Mapping[str, Mapping[str, tuple[str, ...]]]
    schema: int = SCHEMA


def to_json(snapshot: Snapshot) -> bytes:
    """Spell a snapshot: keys sorted, one type and one table a line, LF, so that a diff of two releases reads."""
    head = f'{{"schema":{snapshot.schema},"package":{_text(snapshot.package)},"version":{_text(snapshot.version)}'
    types = ",\n".join(f"{_text(name)}:{_type(snapshot.types[name])}" for name in sorted(snapshot.types))
    tables = ",\n".join(f"{_text(name)}:{_text(snapshot.tables[name])}" for name in sorted(snapshot.tables))
    return f'{head},\n"types":{{\n{types}\n}},\n"tables":{{\n{tables}\n}}}}\n'.encode()


def from_json(data: bytes) -> Snapshot:
    """Read a snapshot. Raises SnapshotError where the bytes are something else or of another schema."""
    try:
        snapshot = msgspec.json.decode(data, type=Snapshot)
    except msgspec.MsgspecError as error:
        raise SnapshotError(f"not a snapshot of model names: {error}") from error
    if snapshot.schema != SCHEMA:
        raise SnapshotError(f"a snapshot of schema {snapshot.schema}; this release reads {SCHEMA}: write it again with `names sync`")
    return snapshot


def _type(held: ModelType) -> str:
    """Compact JSON of one type; what holds its default is left out."""
    facts: dict[str, object] = {"config": held.config, "module": held.module}
    return _text(facts | ({"sub": True} if held.sub else {}) | ({"parts": held.parts} if held.parts else {}))


def _text(value: object) -> str:
    return msgspec.json.encode(value, order="sorted").decode()
