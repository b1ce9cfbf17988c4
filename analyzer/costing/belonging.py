"""A name in, the model it belongs to out: types, the types inside them, architectures, processors and own classes are one model."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ...registry.universe.names import Names
from ...registry.universe.spelling import key_of, split_camel, without_suffix
from .files import Home


@dataclass(frozen=True, slots=True, kw_only=True)
class Belongs:
    """Whose a name is: a model's, or that of a family (`nemotron-nas`), of which more than one model may be meant."""

    model: str
    is_family: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Belonging:
    """What tells the model of a name, in one tree."""

    names: Names
    types: Mapping[str, str]  # key of a type → the type, for a type inside another the outer one
    defined: Mapping[str, str]  # key of a class → the model in whose own files it is defined
    homes: Mapping[str, str]  # key of a type or of a folder → the model whose files they are

    def of(self, name: str) -> Belongs | None:
        """Return the model of *name*, however it is spelled; None for a word that is no model's name, such as `default`."""
        text = _last(name)
        if (owner := self.defined.get(key_of(text))) is not None:
            return Belongs(model=owner, is_family=False)
        if (known := self._type(text)) is not None:
            return Belongs(model=self.homes.get(key_of(known), known), is_family=False)
        for key in (key_of(text), key_of(without_suffix(text))):
            if key in self.homes:
                return Belongs(model=self.homes[key], is_family=False)
        family = self.names.family(text)
        return None if family is None else Belongs(model=self.types.get(key_of(family), family), is_family=True)

    def is_part_of_longer(self, name: str, identifier: str) -> bool:
        """Tell whether *identifier* goes on after *name* as other models' names do: `qwen2` in qwen2_5_collate, `llama` in llama2_flops."""
        atoms, parts = split_camel(identifier), split_camel(name)
        for end in range(len(parts), len(atoms)):
            if atoms[end - len(parts) : end] == parts:
                longer = "".join((*parts, atoms[end]))
                return atoms[end].isdigit() or any(key.startswith(longer) for key in self.types)
        return False

    def _type(self, text: str) -> str | None:
        key = key_of(text)
        if key in self.types:
            return self.types[key]
        if text[:1].isupper() and (found := self.types.get(key_of(without_suffix(text)))) is not None:
            return found
        owner = self.names.classes.get(key) or self.names.classes.get(key.removesuffix("fast"))
        return self.types.get(key_of(owner)) if owner else None


def belonging(homes: Iterable[Home], names: Names) -> Belonging:
    """Return what tells the model of a name in a tree with these homes."""
    held = tuple(homes)
    types = outermost(names)
    defined = _claimed((key_of(name), home) for home in held for name in home.classes)
    by_class = _claimed((key_of(types[key_of(owner)]), home) for home in held for owner in _owners(home, names) if key_of(owner) in types)
    by_type = _claimed((key_of(types.get(key_of(name), name)), home) for home in held for name in home.types)
    by_name = {key_of(home.model): home.model for home in held}
    misnamed = {key: owner for key, home in by_name.items() if key in types and (owner := _namesake(key, home, held, types))}
    return Belonging(names=names, types=types, defined=defined, homes=by_name | misnamed | by_type | by_class)


def outermost(names: Names) -> Mapping[str, str]:
    """Return the known types by key; for one inside another that is spelled like it (`gemma3_text`), the outer one."""
    found = {key_of(name): name for name in names.types}
    inside = {
        part: name
        for name, held in names.types.items()
        for _, part in held.parts
        if part and part != name and key_of(part).startswith(key_of(name))
    }
    for key, name in found.items():
        seen = {name}
        while (outer := inside.get(found[key])) is not None and outer not in seen:
            seen.add(outer)
            found[key] = outer
    return found


def _namesake(key: str, model: str, homes: Iterable[Home], types: Mapping[str, str]) -> str | None:
    """Return the home of the type *key*, where the one that is called so declares another type: mistral3 may hold ministral3."""
    declared = {key_of(types[key_of(name)]) for home in homes if home.model == model for name in home.types if key_of(name) in types}
    if not declared or key in declared:
        return None
    near = [home.model for home in homes if key_of(home.model).startswith(key) and home.model != model]
    owners = [home.model for home in homes if home.model in near and any(key_of(name).startswith(key) for name in home.classes)]
    return owners[0] if len(owners) == 1 else None


def _owners(home: Home, names: Names) -> tuple[str, ...]:
    """Return the known types whose classes a home defines."""
    return tuple(dict.fromkeys(owner for name in home.classes if (owner := names.classes.get(key_of(name)))))


def _claimed(claims: Iterable[tuple[str, Home]]) -> dict[str, str]:
    """Return what one home claims; where several do, the one that is called so has it, else nobody."""
    held: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for key, home in claims:
        held[key][home.model] = None
    found: dict[str, str] = {}
    for key, models in held.items():
        own = [model for model in models if key_of(model) == key]
        if own or len(models) == 1:
            found[key] = own[0] if own else next(iter(models))
    return found


def _last(name: str) -> str:
    """Of a class in a module the class, of a hub id what stands behind its owner."""
    text = name.rpartition("/")[2]
    last = text.rpartition(".")[2]
    return last if last[:1].isupper() else text
