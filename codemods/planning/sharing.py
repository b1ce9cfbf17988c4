"""Descriptors with several keys: what one of them says, it says for all, so a key leaves a branch only where the others leave with it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from ...analyzer.inventory import Registration


class Sharing:
    """The keys that a model's descriptor, which is there already, answers for beside one."""

    def __init__(self, registrations: Iterable[Registration]) -> None:
        """Take what is registered."""
        together: defaultdict[tuple[str, int, str, str], set[str]] = defaultdict(set)
        for one in registrations:
            if one.form == "entry":  # each entry of a table is one owner's alone, though all stand in one statement
                continue
            together[one.path, one.line, one.owner, one.space].add(one.key)
        self._beside: Mapping[str, frozenset[str]] = {key: frozenset(keys) for keys in together.values() for key in keys}

    def strangers(self, key: str, names: Iterable[str]) -> tuple[str, ...]:
        """Return the other keys of a key's descriptor that are not among *names*: for them it would say what it never said."""
        return tuple(sorted(self._beside.get(key, frozenset((key,))).difference(names, (key,))))
