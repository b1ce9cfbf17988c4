"""Which names a list misses although it has their family: the text model inside a whole one, and others of the same generation."""

from collections import Counter
from collections.abc import Collection

from ...registry.space import Space
from ...registry.universe.spelling import split_camel
from ..reaching.universe import Universe

_TYPES = frozenset({Space.MODEL_TYPE, Space.TEXT_MODEL_TYPE, Space.UNKNOWN})
_SEVERAL = 2  # names of one generation, from which on the generation is meant


def siblings(spelled: Collection[str], covered: Collection[str], space: Space, universe: Universe) -> tuple[str, ...]:
    """Return known model types that are kin to what a test spells and that it does not cover, those tied by a configuration first.

    Kin are the text model inside a spelled one that is named after it (`gemma3_text`), the whole around a spelled text model, and,
    where several of one generation are spelled (`qwen3_moe`, `qwen3_next`), the others of it that a checkpoint can have.
    """
    if space not in _TYPES:
        return ()
    listed = frozenset(spelled)
    inside = [kin.text for kin in universe.kin if kin.type in listed and kin.text.startswith(kin.type)]
    around = [kin.type for kin in universe.kin if kin.text in listed and kin.text.startswith(kin.type)]
    generations = Counter(_generation(kin.type) for kin in universe.kin if kin.type in listed)
    near = [kin.type for kin in universe.kin if not kin.sub and generations[_generation(kin.type)] >= _SEVERAL]
    return tuple(dict.fromkeys(name for name in (*inside, *around, *near) if name not in listed and name not in covered))


def _generation(name: str) -> tuple[str, ...]:
    """Return the family and its number: `qwen3` of `qwen3_moe`, `llama` of `llama`."""
    atoms = split_camel(name)
    return atoms[:2] if atoms[1:2] and atoms[1].isdigit() else atoms[:1]
