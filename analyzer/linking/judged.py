"""What linking says of one test, lookup or call that decides by a name; and which words are names."""

from dataclasses import dataclass

from ...registry.space import Space
from ...registry.universe.names import Names
from ...registry.universe.spelling import is_task_suffix, key_of, without_suffix
from ..inventory import Confidence
from .carrier import Carrier
from .members import Members, Shape

_GENERIC = frozenset({"", "auto", "none", "null", "default"})
_SIGNS = "*,^$ |()[]\\"
_SHORTEST_WORD = 3  # letters; shorter runs in a pattern are escapes
_HOPS_LIMIT = 8
_DEEP = 3  # parts of a dotted name, more than which the last may be a module


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What linking says of one test, lookup or call that decides by a name."""

    op: str
    subject: str  # source text
    origin: str
    key: str  # last attribute or key of the origin
    space: Space
    names: tuple[str, ...]
    shape: Shape  # of what holds the names
    reversed: bool  # the names stand on the left of `in`: elements or letters of the subject
    many: bool  # the subject holds several names
    constant: str | None
    confidence: Confidence
    via: tuple[str, ...]


def judged(op: str, subject: str, carrier: Carrier, members: Members, names: tuple[str, ...], *, is_reversed: bool = False) -> Judged:
    """Return the judgement of an accepted test."""
    followed = carrier.confidence is Confidence.EXACT and members.constant is not None
    return Judged(
        op=op,
        subject=subject,
        origin=carrier.origin,
        key=carrier.key,
        space=carrier.space,
        names=names,
        shape=members.shape,
        reversed=is_reversed,
        many=carrier.many,
        constant=members.constant,
        confidence=Confidence.LINKED if followed else carrier.confidence,
        via=tuple(dict.fromkeys((*carrier.via, *members.via)))[:_HOPS_LIMIT],
    )


class Spelling:
    """Judges strings by the universe of names; the answers are kept."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self._is_name: dict[str, bool] = {}
        self._models: dict[tuple[str, bool], tuple[str, ...]] = {}
        self._is_distinct: dict[str, bool] = {}
        self._named: dict[str, tuple[str, ...]] = {}

    def is_name(self, text: str) -> bool:
        """Whether a literal beside a weak subject is a model's name, the signs of a glob or of a list around it left out."""
        found = self._is_name.get(text)
        if found is None:
            found = self._is_name[text] = self.names.is_name(text) or self.names.is_name(text.strip(_SIGNS))
        return found

    def is_distinct(self, text: str) -> bool:
        """Whether a literal is a model's whole name and nothing else: `llama-` is the beginning of many things."""
        found = self._is_distinct.get(text)
        if found is None:
            bare = text.strip(_SIGNS)
            found = self._is_distinct[text] = self.names.is_distinct(bare) and bare[-1] not in "-_."
        return found

    def models_named(self, text: str) -> tuple[str, ...]:
        """Return the models that an identifier names."""
        found = self._named.get(text)
        if found is None:
            found = self._named[text] = self.names.models_named(text)
        return found

    def models_on(self, module: str, *, module_only: bool) -> tuple[str, ...]:
        """Return the models that the parts of another package's dotted name name; the last may be a name inside it, unless *module_only*."""
        found = self._models.get((module, module_only))
        if found is None:
            named = self.models_named
            parts = module.split(".")
            inner = parts[1:] if module_only else parts[1:-1]
            if not module_only and len(parts) > _DEEP and named(parts[-1]) and parts[-1].islower():
                inner = parts[1:]  # `from transformers.models import jamba`
            found = self._models[module, module_only] = tuple(dict.fromkeys(name for part in inner for name in named(part)))
        return found

    def knows(self, text: str) -> bool:
        """Whether a string is the name of a known type or class, though it be a common word."""
        return self.names.knows(text)

    def is_module(self, text: str) -> bool:
        """Whether a part of a dotted name is a model's name."""
        return any(self.is_name(part) for part in text.split("."))

    def may_be_type(self, text: str, *, is_affix: bool = False) -> bool:
        """Whether a literal beside a strong subject can be a model's name: known, or one word of letters, digits, `_`, `-`, `.`.

        Task suffixes, and words that the universe gives a reason against, are none (`Eagle` may still open a class, `eagle` is a word);
        of a beginning or an end only known ones are.
        """
        if self.names.knows(text) or self.is_name(text):
            return True
        if is_affix or text.lower() in _GENERIC or text.startswith("Auto") or is_task_suffix(text):
            return False
        if key_of(text) in self.names.words.phrases or (text.islower() and self.names.reason(text) is not None):
            return False
        return len(text) > 1 and text.isascii() and text.replace("_", "").replace("-", "").replace(".", "").isalnum()

    def teaches(self, text: str) -> bool:
        """Whether a type that nobody knows is spelled so that it means the same elsewhere: with a number, or as a class with a task."""
        told = any(letter.isdigit() for letter in text) or (text[:1].isupper() and without_suffix(text) not in {"", text})
        return told and not text[:1].isdigit() and not self.is_name(text) and self.may_be_type(text)

    def is_new_type(self, text: str) -> bool:
        """Whether the key of a registry is a type that nobody knows, of several words or with a number: one word means many things."""
        several = any(letter.isdigit() or letter in "-_" for letter in text)
        return several and text[:1].isalpha() and not self.is_name(text) and self.may_be_type(text)

    def mostly_names(self, names: tuple[str, ...]) -> bool:
        """Whether at least half of some strings are names."""
        hits = sum(1 for name in names if self.is_name(name))
        return hits > 0 and hits * 2 >= len(names)

    def words(self, pattern: str) -> tuple[str, ...]:
        """Return the words of a regular expression that are names."""
        found: dict[str, None] = {}
        word = ""
        for letter in f"{pattern} ":
            if letter.isalnum() or letter in "_-":
                word += letter
            else:
                if len(word) >= _SHORTEST_WORD and self.is_name(word.strip("-_")):
                    found[word.strip("-_")] = None
                word = ""
        return tuple(found)
