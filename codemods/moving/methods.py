"""Methods that may be functions: what they need of their object they are handed, and nobody else calls them."""

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from ..editing.document import Document, Edit
from ..editing.lifting import lifted, region_of
from ..editing.places import places_of
from ..editing.removing import removal
from .gathering import NotMovable

Method = ast.FunctionDef | ast.AsyncFunctionDef
_CLASS_BOUND = frozenset({"super", "__class__"})
_STATIC = "staticmethod"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Held:
    """A method, and the class at the top of a module that holds it."""

    owner: ast.ClassDef
    node: Method

    @property
    def is_static(self) -> bool:
        """Whether it is handed no object."""
        return [ast.unparse(each) for each in self.node.decorator_list] == [_STATIC]

    @property
    def object(self) -> str | None:
        """What it calls its object; None where it is handed none."""
        arguments = [*self.node.args.posonlyargs, *self.node.args.args]
        return None if self.is_static or not arguments else arguments[0].arg


def method(document: Document, name: str) -> Held | None:
    """Return the method of that name; None where no class at the top of the module has one, or several have."""
    classes = (node for node in document.tree.body if isinstance(node, ast.ClassDef))
    found = [Held(owner=each, node=node) for each in classes for node in each.body if isinstance(node, Method) and node.name == name]
    return found[0] if len(found) == 1 else None


def functions(document: Document, names: Iterable[str], is_used: Callable[[str], bool]) -> tuple[Document, Mapping[str, str]]:
    """Return the document where those of *names* that are methods are functions, and the class of each; raises what `as_function` does."""
    found: dict[str, str] = {}
    for name in names:
        if not any(getattr(node, "name", "") == name for node in document.tree.body) and (held := method(document, name)) is not None:
            document = as_function(document, held, is_used)
            found[name] = held.owner.name
    return document, found


def as_function(document: Document, held: Held, is_used: Callable[[str], bool]) -> Document:
    """Return the document where a method stands as a function in front of its class; *is_used* tells whether any other file speaks of a word.

    Raises:
        NotMovable: somebody else may call it, or it needs more of its class than the object that it is handed.

    """
    name = held.node.name
    _check_private(document, held, is_used)
    _check_free(held)
    dropped = _dropped(document, held)
    hands_on = dropped is None and not held.is_static
    calls = [_called(document, call, name, hands_on=hands_on) for call in _calls(document, held)]
    text = lifted([held.node], document, [*calls, *([] if dropped is None else [dropped])]).strip("\n")
    text = text.replace(f"@{_STATIC}\n", "", 1) if held.is_static else text
    region, around = region_of([held.node], document), region_of([held.owner], document)
    if region is None or around is None:
        raise NotMovable("R10", f"{name} shares a line with another statement")
    gone = removal(held.node, document, places_of(document), region.first)
    kept = [edit for edit in calls if not gone.start <= edit.start < gone.end]
    at = document.starts[around.first]
    return Document(path=document.path, data=document.edited([Edit(start=at, end=at, text=f"{text}\n\n\n"), gone, *kept]))


# -- who calls it


def _check_private(document: Document, held: Held, is_used: Callable[[str], bool]) -> None:
    name = held.node.name
    if not name.startswith("_") or name.startswith("__"):
        raise NotMovable("R10", f"{name} is a method of {held.owner.name}, which anybody who has one may call")
    spelt = {name, *(name[: at + 1] for at in range(1, len(name)) if name[at] == "_")}  # a name may be put together, too
    texts = {part.value for part in ast.walk(document.tree) if isinstance(part, ast.Constant) and isinstance(part.value, str)}
    if spelt & texts or any(map(is_used, spelt)):
        raise NotMovable("R10", f"{name} is a method of {held.owner.name}, and somebody else speaks of it")
    if any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(document.tree)):
        raise NotMovable("R10", f"{name} means something else in {document.path}")


def _calls(document: Document, held: Held) -> Iterator[ast.Call]:
    """Yield all calls of a method; raises NotMovable where it is read otherwise, or not from the object of its class."""
    calls = {id(part.func): part for part in ast.walk(document.tree) if isinstance(part, ast.Call)}
    mine = {id(part) for part in _from_object(held)}
    for part in ast.walk(document.tree):
        if isinstance(part, ast.Attribute) and part.attr == held.node.name:
            call = calls.get(id(part))
            if call is None or id(part) not in mine:
                raise NotMovable(
                    "R10", f"{held.node.name} is a method of {held.owner.name}, and line {part.lineno} does more than to call it"
                )
            yield call


def _from_object(held: Held) -> Iterator[ast.Attribute]:
    """Yield what the other methods of its class read of their object."""
    for member in held.owner.body:
        if isinstance(member, Method) and not member.decorator_list:
            own = Held(owner=held.owner, node=member).object
            yield from (
                part
                for part in ast.walk(member)
                if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name) and part.value.id == own
            )


def _called(document: Document, call: ast.Call, name: str, *, hands_on: bool) -> Edit:
    start, end = document.start(call.func), document.end(call.func)
    if document.text[end] != "(":
        raise NotMovable("R10", f"the call of {name} in line {call.lineno} is spelled over several lines")
    assert isinstance(call.func, ast.Attribute)
    handed = document.source(call.func.value) + (", " if call.args or call.keywords else "") if hands_on else ""
    return Edit(start=start, end=end + 1, text=f"{name}({handed}")


# -- what it needs


def _check_free(held: Held) -> None:
    name, node = held.node.name, held.node
    if node.decorator_list and not held.is_static:
        raise NotMovable("R10", f"{name} is a decorated method of {held.owner.name}")
    if held.object is None and not held.is_static:
        raise NotMovable("R10", f"{name} takes its object among all its arguments")
    for part in ast.walk(node):
        match part:
            case ast.Name(id=word) if word in _CLASS_BOUND or _is_mangled(word):
                raise NotMovable("X5", f"`{word}` in line {part.lineno - node.lineno + 1} of it means the class that it stands in")
            case ast.Attribute(value=value, attr=word) if _is_mangled(word) or (
                isinstance(value, ast.Name) and value.id == held.object and word.startswith("_") and word != name
            ):
                raise NotMovable("X5", f"{name} uses {word}, which {held.owner.name} keeps to itself")
            case ast.Name(id=word, ctx=ast.Store() | ast.Del()) if word == held.object:
                raise NotMovable("R10", f"{name} gives {word} anew")
            case _:
                pass


def _is_mangled(word: str) -> bool:
    return word.startswith("__") and not word.endswith("__")


def _dropped(document: Document, held: Held) -> Edit | None:
    """Return the edit that takes out the parameter for the object; None where it is read, or there is none."""
    arguments, node = held.node.args, held.node
    others = len(arguments.args) > 1
    if held.is_static or any(isinstance(part, ast.Name) and part.id == held.object for part in ast.walk(node)):
        return None
    if arguments.posonlyargs or (not others and (arguments.vararg or arguments.kwonlyargs or arguments.kwarg)):
        return None
    first = arguments.args[0]
    return Edit(start=document.start(first), end=document.start(arguments.args[1]) if others else document.end(first), text="")
