"""The curated words: what only looks like a name, and the families no release of transformers lists."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from .spelling import key_of

_HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """The tiers of `words.toml`, by key (see `key_of`) with the reason of each, and what `families.toml` adds."""

    never: Mapping[str, str]
    exact: Mapping[str, str]
    phrases: Mapping[str, str]
    things: Mapping[str, str]
    shared: Mapping[str, str]
    families: Mapping[str, str]  # spelling → nickname of, or ""
    short: tuple[str, ...]


@cache
def curated() -> Words:
    """Return the words that ship with the package."""
    words = tomllib.loads((_HERE / "words.toml").read_text("utf-8"))
    families = tomllib.loads((_HERE / "families.toml").read_text("utf-8"))
    tiers = {tier: {key_of(word): group["reason"] for group in words[tier] for word in group["words"]} for tier in words}
    return Words(
        never=tiers["never"],
        exact=tiers["exact"],
        phrases=tiers["phrase"],
        things=tiers["thing"],
        shared=tiers["shared"],
        families=families["names"],
        short=tuple(families["needles"]["short"]),
    )
