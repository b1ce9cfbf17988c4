"""YAML: value by value, with the path of the first that differs; where PyYAML is not installed, byte by byte."""

from ..artifact import Buffer, Compared, Format, NotOfFormatError
from ._structure import compared, text_of


def _compare(old: Buffer, new: Buffer) -> Compared:
    return compared(_documents(old), _documents(new))


def _documents(data: Buffer) -> object:
    try:
        import yaml  # noqa: PLC0415  no dependency of ours
    except ModuleNotFoundError as error:
        raise NotOfFormatError("PyYAML is not installed") from error
    try:
        found = list(yaml.safe_load_all(text_of(data)))
    except (yaml.YAMLError, ValueError, TypeError, RecursionError) as error:
        raise NotOfFormatError(f"not plain YAML: {' '.join(str(error).split())[:200]}") from error
    if not found:
        raise NotOfFormatError("no document in it")
    return found[0] if len(found) == 1 else found


FORMAT = Format(name="yaml", suffixes=(".yaml", ".yml"), compare=_compare)
