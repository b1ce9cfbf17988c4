"""Which names of hook points a target has already: they stand in its code, as texts, or what they are looked up by does."""

from collections.abc import Callable

from ...registry.dialects.dialect import Dialect
from ...registry.dialects.keys import function_of
from ...registry.dialects.policies import Binding
from .branch import Documents


def taken(documents: Documents, dialect: Dialect) -> Callable[[str], bool]:
    """Return the test whether a name is taken."""

    def is_taken(name: str) -> bool:
        known = {name, *([function_of(name)] if dialect.binding is Binding.NAME else [])}
        quoted = [f"{quote}{one}{quote}".encode() for one in known for quote in "\"'"]
        return any(one in data for data in documents.paths.values() for one in quoted)

    return is_taken
