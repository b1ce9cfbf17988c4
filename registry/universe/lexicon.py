"""Every key that spells a name or swallows a word, built from a release's model types and the curated words."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from .spelling import key_of
from .words import Words

STEM_LETTERS = 4  # a shorter stem counts only where `families.toml` lists it

_STEM = re.compile(r"[a-z]+")
_NUMBERED = re.compile(r"(?P<stem>[a-z]{5,})[-_]?\d[\w.-]*")


class Tier(Enum):
    """How much an entry says by itself."""

    NAME = "a name wherever it stands as whole atoms"
    EXACT = "a name only as the whole, or before the ending of a model's class"
    WORD = "no name"


@dataclass(frozen=True, slots=True)
class Entry:
    """The name that one key spells, and how much that says."""

    name: str
    tier: Tier


def stem_of(name: str) -> str:
    """Return the letters that open a name: those of its family.

    >>> stem_of("qwen2_5_vl"), stem_of("Llama4ForCausalLM"), stem_of("bert-generation")
    ('qwen', 'llama', 'bert')
    """
    match = _STEM.match(name.lower())
    return match.group() if match else ""


def lexicon_of(types: Iterable[str], words: Words) -> dict[str, Entry]:
    """Return the entries by key. A word of a tier wins over a type, a type over a nickname, a nickname over a stem."""
    spelled = [name for name in types if key_of(name) not in words.never]
    stems = {stem for name in spelled if len(stem := stem_of(name)) >= STEM_LETTERS or stem in words.short}
    lexicon = {stem: Entry(stem, Tier.NAME) for stem in stems}
    lexicon |= {key_of(name): Entry(known or name, Tier.NAME) for name, known in words.families.items()}
    lexicon |= {key_of(name): Entry(name, Tier.NAME) for name in spelled}
    lexicon |= {key: Entry(lexicon[key].name if key in lexicon else key, Tier.EXACT) for key in words.exact}
    return lexicon | {key: Entry(key, Tier.WORD) for key in (*words.never, *words.phrases)}


def added(types: Iterable[str]) -> dict[str, Entry]:
    """Return the entries of types that a target adds, with the family of each that is one word and a number.

    >>> sorted(added(["zephyrus3", "tiny_model"]))
    ['tinymodel', 'zephyrus', 'zephyrus3']
    """
    spelled = [name for name in types if key_of(name)]
    stems = {match["stem"] for name in spelled if (match := _NUMBERED.fullmatch(name))}
    return {stem: Entry(stem, Tier.NAME) for stem in stems} | {key_of(name): Entry(name, Tier.NAME) for name in spelled}
