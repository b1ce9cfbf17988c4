"""The known names of models as one frozen value, and the judgements on spelling that everything else asks it for."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from .lexicon import Entry, Tier, added, lexicon_of
from .needles import needles_of
from .snapshot import ModelType, Snapshot, from_json
from .spelling import is_task_suffix, key_of, split_camel, without_suffix
from .words import Words, curated

LONGEST_NAME = 120  # code points; a longer string is text
LONGEST_KEY = 16  # atoms
_IMPORTS = ("import ", "from ")
_PARTS = re.compile(r"\w+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """The universe of known names: those of a release of transformers, the curated ones, and what a target adds.

    >>> names = Names.load()
    >>> names.is_name("qwen3_v17"), names.is_name("adamw")
    (True, False)
    """

    version: str  # of transformers
    types: Mapping[str, ModelType]  # of that release, by model_type
    type_keys: frozenset[str]
    classes: Mapping[str, str]  # key → model type or family, "" where only the target knows it
    lexicon: Mapping[str, Entry]
    text_types: Mapping[str, str]  # type of a whole model → type of the language model inside it
    words: Words

    @staticmethod
    def load() -> "Names":
        """Return the names that ship with the package (read once a process)."""
        return _named()

    def overlay(self, types: Iterable[str] = (), classes: Iterable[str] = (), text_types: Mapping[str, str] | None = None) -> "Names":
        """Return these names with what a target itself registers; nothing that is known here is taken away or changed.

        A type of one word and a number (`zephyrus3`) adds its family, too: `zephyrus4` is then a name.

        >>> more = Names.load().overlay(types=["zephyrus3"], classes=["ZephyrusForCausalLM"])
        >>> more.is_name("zephyrus3"), more.is_name("zephyrus4"), more.knows("ZephyrusForCausalLM"), Names.load().is_name("zephyrus3")
        (True, True, True, False)
        """
        spelled = tuple(types)
        return replace(
            self,
            type_keys=self.type_keys | {key for name in spelled if (key := key_of(name))},
            classes={**{key: "" for name in classes if (key := key_of(name))}, **self.classes},
            lexicon={**added(spelled), **self.lexicon},
            text_types={**(text_types or {}), **self.text_types},
        )

    def knows(self, text: str) -> bool:
        """Tell whether *text* is the name of a known type or class, however it is spelled: `-` or `_`, case, `Fast`, task.

        >>> names = Names.load()
        >>> [names.knows(text) for text in ("clip", "Qwen3-MoE", "LlamaTokenizerFast", "GemmaForTokenClassification")]
        [True, True, True, True]
        >>> [names.knows(text) for text in ("Linear", "adamw", "qwen3_v17")]
        [False, False, False]
        """
        key = key_of(text)
        if key in self.type_keys or self._is_class(key):
            return True
        rest = without_suffix(text)
        return rest != text and text[:1].isupper() and key_of(rest) in self.type_keys

    def family(self, text: str) -> str | None:
        """Return the model that a token or an identifier names first: the longest known type, else its family's stem.

        >>> names = Names.load()
        >>> [names.family(text) for text in ("qwen3_moe", "_parallelize_gemma3", "delinearize_llama4", "NemotronHForCausalLM")]
        ['qwen3_moe', 'gemma3', 'llama4', 'nemotron_h']
        >>> names.family("get_text_config")
        """
        return next(iter(self.models_named(text)), None)

    def models_named(self, identifier: str) -> tuple[str, ...]:
        """Return the models that an identifier names, snake or Camel, whole atoms only, in the order they stand.

        >>> names = Names.load()
        >>> names.models_named("apply_liger_kernel_to_qwen2_vl"), names.models_named("KimiVLCollator")
        (('qwen2_vl',), ('kimi',))
        >>> [names.models_named(text) for text in ("load_llama_adapter", "clip_grad_norm", "git_root", "use_mamba_ssm")]
        [(), (), (), ()]
        """
        whole = key_of(without_suffix(identifier))
        spelled = (entry for entry, _, _ in self._lex(split_camel(identifier)))
        found = [entry.name for entry in spelled if entry.tier is Tier.NAME or key_of(entry.name) == whole]
        if not found and identifier[:1].isupper() and (owner := self.classes.get(key_of(identifier))):
            return (owner,)
        return tuple(dict.fromkeys(found))

    def on_line(self, line: str) -> bool:
        """Tell whether the line of a def, a class or an import names a model; in an import each part of a path is asked by itself.

        >>> names = Names.load()
        >>> [names.on_line(line) for line in ("def patch_qwen3():", "from pkg.layers.mamba.ops import scan", "def use_mamba_ssm():")]
        [True, True, False]
        """
        return bool(self.models_named(line)) or (line.startswith(_IMPORTS) and any(map(self.models_named, _PARTS.findall(line))))

    def is_name(self, literal: str) -> bool:
        """Tell whether a string compared with something that may hold a name (a local, a class name, a path) is one.

        Of a hub id (`owner/name`) the name counts, of a path to a class the class. An unknown member of a known family is a name, too.

        >>> names = Names.load()
        >>> [names.is_name(text) for text in ("gemma4_unified_text", "RefinedWebModel", "Gemma4ClippableLinear", "qwen3_v17")]
        [True, True, True, True]
        >>> [names.is_name(text) for text in ("sharegpt", "llama-adapter", "flash_attention_2", "ForCausalLM", "clip")]
        [False, False, False, False, False]
        """
        if _SPELLED.fullmatch(literal) is None or len(literal) > LONGEST_NAME or is_task_suffix(literal):
            return False
        text = _last_part(literal)
        key = key_of(text)
        if key in self.words.never or key in self.words.phrases:
            return False
        return self._is_class(key) or self._opens(text, key)

    def reason(self, text: str) -> str | None:
        """Return why a word is no name by its spelling alone, or None where no list of words says so.

        >>> Names.load().reason("clip")
        'a word of training code: an operation, an option, a unit, something counted'
        """
        key = key_of(text)
        return next((tier[key] for tier in (self.words.never, self.words.phrases, self.words.exact) if key in tier), None)

    def is_distinct(self, literal: str) -> bool:
        """Tell whether a string is a model's name and, alone, nothing else: `mamba` is also a kind of layer.

        >>> names = Names.load()
        >>> [names.is_distinct(text) for text in ("qwen3_moe", "MambaForCausalLM", "mamba", "adamw")]
        [True, True, False, False]
        """
        if not self.is_name(literal):
            return False
        entry = self.lexicon.get(key_of(literal))
        return entry is None or entry.tier is not Tier.EXACT

    def families(self) -> tuple[str, ...]:
        """Return the needles of the screen: lower-case openings of names.

        Where a name is tested, one of them opens a string literal or stands in the line of a def, a class or an import;
        a name that none opens (`clip`, `opt`) is too common a word to look for, and is found by its subject alone.
        """
        return needles_of(self.lexicon, self.words)

    def _is_class(self, key: str) -> bool:
        return key in self.classes or key.removesuffix("fast") in self.classes

    def _opens(self, text: str, key: str) -> bool:
        """Tell whether a family opens the text; in snake case no later word may make it a thing of the code."""
        atoms = split_camel(text)
        head, start, end = next(self._lex(atoms), (None, 0, 0))
        if head is None or start:
            return False
        if head.tier is Tier.EXACT:
            return key_of(head.name) in (key, key_of(without_suffix(text)))
        return text[0].isupper() or self.words.things.keys().isdisjoint(atoms[end:])

    def _lex(self, atoms: tuple[str, ...]) -> Iterator[tuple[Entry, int, int]]:
        """The entries that the atoms spell and where, left to right, the longest first at each place; words are swallowed."""
        start = 0
        while start < len(atoms):
            entry, end = self._longest(atoms, start)
            if entry is not None and entry.tier is not Tier.WORD:
                yield entry, start, end
            start = end

    def _longest(self, atoms: tuple[str, ...], start: int) -> tuple[Entry | None, int]:
        for end in range(min(len(atoms), start + LONGEST_KEY), start, -1):
            if (entry := self.lexicon.get("".join(atoms[start:end]))) is not None:
                return entry, end
        return None, start + 1


def _last_part(literal: str) -> str:
    """Of a hub id, the name behind the owner; of a class in a module (`modeling_x.XForCausalLM`), the class."""
    text = literal.rpartition("/")[2]
    last = text.rpartition(".")[2]
    return last if last[:1].isupper() else text


_SPELLED = re.compile(r"(?:[\w.-]+/)?[A-Za-z0-9][\w.+-]*", re.ASCII)


@cache
def shipped() -> Snapshot:
    """Return the snapshot that ships with the package."""
    return from_json(Path(__file__).with_name("transformers.json").read_bytes())


@cache
def _named() -> Names:
    return names_of(shipped(), curated())


def names_of(snapshot: Snapshot, words: Words) -> Names:
    """Build the names of one release, completed by the curated ones."""
    return Names(
        version=snapshot.version,
        types=snapshot.types,
        type_keys=frozenset(map(key_of, snapshot.types)),
        classes=_classes(snapshot, words),
        lexicon=lexicon_of(snapshot.types, words),
        text_types={name: text for name in snapshot.types if (text := _text_type(name, snapshot))},
        words=words,
    )


def _text_type(name: str, snapshot: Snapshot) -> str:
    """The language model inside a type, one level down or two (`thinker_config.text_config`); "" where there is none."""
    parts = dict(snapshot.types[name].parts)
    if "text_config" in parts or "thinker_config" not in parts:
        return parts.get("text_config", "")
    thinker = snapshot.types.get(parts["thinker_config"])
    return "" if thinker is None else dict(thinker.parts).get("text_config", "")


def _classes(snapshot: Snapshot, words: Words) -> dict[str, str]:
    """Key of a class → the model type it is named after, else the first that the tables give it to."""
    owners = {key_of(held.config): name for name, held in reversed(tuple(snapshot.types.items()))}
    named: dict[str, str] = {}
    for table in snapshot.tables.values():
        for name, classes in table.items():
            prefix = key_of(name)
            for key in map(key_of, classes):
                owners.setdefault(key, name)
                if key.startswith(prefix) and len(prefix) >= len(key_of(named.get(key, ""))):
                    named[key] = name
    return {key: name for key, name in (owners | named).items() if key not in words.shared}
