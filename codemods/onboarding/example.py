"""One worked example: a new model that says one fact and has one hook; else the smallest descriptor that the target has."""

from collections import Counter
from collections.abc import Iterable, Mapping

from ...analyzer.scanned import File
from ...registry.dialects.dialect import Dialect, HookKind, Part
from ...registry.dialects.emit import files_of
from ...registry.dialects.keys import function_of
from ...registry.dialects.policies import Binding
from ...registry.dialects.said import Fact, Hook, Said, Section
from ..describing.series import Example
from .guide import Owned, Slot

BODY = "...  # what only this model does here\n"
_LONGEST, _MOST_KEYS = 160, 3  # lines of a file that is shown as it stands, and the models in it
_OTHER = {"False": "True", "True": "False"}
_SAID = frozenset({HookKind.FACT.value, HookKind.CAPABILITY.value})


def made(dialect: Dialect, asked: Iterable[Slot], model: str, subsystems: Mapping[str, str]) -> tuple[Example, ...]:
    """Return the files of a model that answers the first fact and the first hook that are asked; none where nothing is."""
    known = tuple(asked)
    fact = next((slot for slot in known if slot.kind == HookKind.FACT.value), None)
    hook = next((slot for slot in known if slot.kind not in _SAID), None)
    if fact is None and hook is None:
        return ()
    said = Said(
        model=model,
        keys=(model,),
        title=model,
        hooks=() if hook is None else (_hook(dialect, hook, subsystems),),
        bindings=() if hook is None or Part.BINDING not in dialect.texts else ((hook.name, (function_of(hook.name),)),),
        facts=() if fact is None or dialect.declares is not None else (_fact(dialect, fact, subsystems),),
        sections=() if fact is None else _sections(dialect, fact),
    )
    return tuple(Example(path=file.path, text=file.text.strip("\n") + "\n") for file in files_of(dialect, said))


def smallest(owned: Iterable[Owned], files: Mapping[str, File], registries: Iterable[str]) -> tuple[Example, ...]:
    """Return the shortest file that registers a model or a few, as it stands; none where all are long, or lie in the registry itself."""
    keys, shared = Counter(one.path for one in owned), set(registries)
    own = [files[path] for path, number in keys.items() if number <= _MOST_KEYS and path in files and path not in shared]
    short = [file for file in own if file.data.count(b"\n") <= _LONGEST]
    chosen = min(short, key=lambda file: (file.data.count(b"\n"), file.path), default=None)
    return () if chosen is None else (Example(path=chosen.path, text=chosen.data.decode("utf-8", "replace")),)


def _fact(dialect: Dialect, slot: Slot, subsystems: Mapping[str, str]) -> Fact:
    name = function_of(slot.name) if dialect.binding is Binding.NAME else slot.name
    return Fact(name=name, value=_OTHER.get(slot.default, "..."), role=_role(dialect, slot, subsystems))


def _sections(dialect: Dialect, slot: Slot) -> tuple[Section, ...]:
    if dialect.declares is None:
        return ()
    field = (function_of(slot.name), _OTHER.get(slot.default, "..."))
    return (Section(name=dialect.declares.section, type=dialect.declares.name, fields=(field,)),)


def _hook(dialect: Dialect, slot: Slot, subsystems: Mapping[str, str]) -> Hook:
    words = [text.rpartition(".")[2] for text in slot.arguments]
    names = dict.fromkeys(word if word.isidentifier() else f"argument_{place}" for place, word in enumerate(words, 1))
    return Hook(name=function_of(slot.name), body=BODY, parameters=tuple(names), role=_role(dialect, slot, subsystems))


def _role(dialect: Dialect, slot: Slot, subsystems: Mapping[str, str]) -> str:
    if slot.role:
        return slot.role
    place = slot.places[0].rpartition(":")[0] if slot.places else ""
    file = dialect.file(subsystems.get(place, ""))
    return "" if file.part is Part.OWNER else file.role
