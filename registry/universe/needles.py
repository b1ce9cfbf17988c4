"""The openings of names that the screen looks for."""

from collections.abc import Iterator, Mapping

from .lexicon import STEM_LETTERS, Entry, Tier, stem_of
from .spelling import split_camel
from .words import Words


def needles_of(lexicon: Mapping[str, Entry], words: Words) -> tuple[str, ...]:
    """Return the shortest lower-case openings that are no words: a stem, else the first two atoms in every spelling."""
    held = [name for key, entry in lexicon.items() if entry.tier is not Tier.WORD for name in (entry.name, key)]
    found = {opening for name in [*held, *words.families] for opening in _openings(name, lexicon, words)}
    return tuple(sorted(_shortest(found)))


def _openings(name: str, lexicon: Mapping[str, Entry], words: Words) -> Iterator[str]:
    stem = stem_of(name)
    held = lexicon.get(stem)
    if held is not None and held.tier is not Tier.WORD and (len(stem) >= STEM_LETTERS or stem in words.short):
        yield stem
        return
    yield from _spellings(split_camel(name), words)


def _spellings(atoms: tuple[str, ...], words: Words) -> Iterator[str]:
    """The fewest atoms, two at least, that are long enough to look for; with each separator that may stand between them."""
    for end in range(2, len(atoms) + 1):
        opening = "".join(atoms[:end])
        if len(opening) >= STEM_LETTERS or opening in words.short:
            yield opening
            if not any(atom.isdigit() for atom in atoms[:end]):
                yield from (separator.join(atoms[:end]) for separator in "-_")
            return


def _shortest(needles: set[str]) -> Iterator[str]:
    """Those that no other one opens."""
    for needle in needles:
        if not any(needle[:end] in needles for end in range(1, len(needle))):
            yield needle
