"""A descriptor that is there already says more: what a new one would say is put into it, and nothing of it is taken away."""

import ast
import re
from collections.abc import Iterator, Mapping
from itertools import count

from ..editing.document import Document, Edit, UneditableError, indent_of
from ..editing.imports import insertions


def merged(document: Document, new: Document, key: str) -> bytes:
    """Return the owner file *document*, whose descriptor of *key* also says what that of the file *new* says, with its functions and imports.

    Raises:
        UneditableError: the descriptor is not spelled as the dialect spells one.

    """
    old, more = _descriptor(document, key), _descriptor(new, key)
    if old is None or more is None:
        raise UneditableError(f"{document.path}: there is no descriptor of {key!r} in the form that the dialect knows")
    edits = list(_joined(more, old, new, document))
    functions = [node for node in new.tree.body if isinstance(node, ast.FunctionDef)]
    known = {node.name for node in document.tree.body if isinstance(node, ast.FunctionDef)}
    if both := sorted({node.name for node in functions} & known):
        raise UneditableError(f"{document.path}: it has a function {both[0]} already; rename the hook point in decisions.toml")
    if functions:
        at = document.start(old)
        edits.append(Edit(start=at, end=at, text="".join(f"{new.source(node)}\n\n\n" for node in functions)))
    lines = [new.source(node) for node in new.tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    added = " ".join(edit.text for edit in edits)
    wanted = [line for line in _each_name(lines) if re.search(rf"\b{re.escape(line.split()[-1])}\b", added)]
    return document.edited([*edits, *insertions(wanted, document)])


def appended(document: Document, new: Document) -> bytes:
    """Return a file that has more functions and constants: those of the file *new* that it lacks, with their imports.

    Raises:
        UneditableError: it has one of the same name that does something else.

    """
    held = {ast.unparse(node) for node in document.tree.body}
    more = [
        node
        for node in new.tree.body
        if not isinstance(node, ast.Import | ast.ImportFrom) and not _is_text(node) and ast.unparse(node) not in held
    ]
    listed = next((node for node in more if _is_exports(node)), None)
    more = [node for node in more if node is not listed]
    known = {node.name: node for node in document.tree.body if isinstance(node, ast.FunctionDef)}
    more, decorated = [node for node in more if not _is_keyed(node, known)], [node for node in more if _is_keyed(node, known)]
    if both := sorted(known.keys() & {node.name for node in more if isinstance(node, ast.FunctionDef)}):
        raise UneditableError(f"{document.path}: it has a function {both[0]} already; rename the hook point in decisions.toml")
    end = len(document.text)
    text = "".join(
        f"\n\n{_whole(node, new)}\n" if isinstance(node, ast.FunctionDef) else f"\n{_above(node, new)}{new.source(node)}\n" for node in more
    )
    edits = [edit for node in decorated if isinstance(node, ast.FunctionDef) for edit in _registered(node, known, new, document)]
    edits += [Edit(start=end, end=end, text=("" if document.text.endswith("\n") else "\n") + text)] if text else []
    exports = next((node for node in document.tree.body if _is_exports(node)), None)
    if isinstance(exports, ast.Assign) and isinstance(exports.value, ast.List) and isinstance(listed, ast.Assign):
        edits.append(_put([new.source(one) for one in _items(listed)], list(exports.value.elts), document.end(exports.value) - 1, document))
    lines = [new.source(node) for node in new.tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    return document.edited([*edits, *insertions(_each_name(lines), document)])


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_keyed(node: ast.stmt, known: Mapping[str, ast.FunctionDef]) -> bool:
    """Whether a function is found by its decorators or as a test, whatever it is called, and one of its name is there."""
    return isinstance(node, ast.FunctionDef) and node.name in known and (bool(node.decorator_list) or node.name.startswith("test_"))


def _whole(node: ast.FunctionDef, document: Document) -> str:
    """Return the text of a function with its decorators."""
    first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
    return document.text[document.starts[first - 1] : document.end(node)]


def _registered(node: ast.FunctionDef, known: Mapping[str, ast.FunctionDef], new: Document, document: Document) -> Iterator[Edit]:
    """Yield the edits by which a function is registered as well: the one that is there for more keys, or one more beside it."""
    there = known[node.name]
    if ast.dump(ast.Module(there.body, [])) == ast.dump(ast.Module(node.body, [])) and ast.dump(there.args) == ast.dump(node.args):
        held = {ast.unparse(each) for each in there.decorator_list}
        lines = [f"@{new.source(each)}\n" for each in node.decorator_list if ast.unparse(each) not in held]
        at = document.starts[min([there.lineno, *(each.lineno for each in there.decorator_list)]) - 1]
        yield from [Edit(start=at, end=at, text="".join(lines))] if lines else []
        return
    name = next(name for number in count(2) if (name := f"{node.name}_{number}") not in known)
    text = _whole(node, new).replace(f"def {node.name}(", f"def {name}(", 1)
    if text not in document.text:
        yield Edit(start=len(document.text), end=len(document.text), text=f"\n\n{text}\n")


def _is_exports(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"


def _items(node: ast.Assign) -> list[ast.expr]:
    return node.value.elts if isinstance(node.value, ast.List) else []


def _each_name(lines: list[str]) -> list[str]:
    """Return import lines with one name each."""
    found = []
    for line in lines:
        node = ast.parse(line).body[0]
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            continue
        if isinstance(node, ast.ImportFrom):
            found += [ast.unparse(ast.ImportFrom(module=node.module, names=[alias], level=node.level)) for alias in node.names]
        else:
            found.append(line)
    return found


def _descriptor(document: Document, key: str) -> ast.stmt | None:
    """Return the class or the call that registers *key*: the statement with the key in a text of its own."""
    for node in document.tree.body:
        is_one = (isinstance(node, ast.ClassDef) and node.decorator_list) or (
            isinstance(node, ast.Expr | ast.Assign) and isinstance(node.value, ast.Call)
        )
        if is_one and any(isinstance(part, ast.Constant) and part.value == key for part in ast.walk(node)):
            return node
    return None


def _joined(new: ast.AST, old: ast.AST, source: Document, document: Document) -> Iterator[Edit]:
    """Yield the edits that put into *old* what only *new* says."""
    match new, old:
        case (ast.ClassDef(body=new_body), ast.ClassDef(body=old_body)):
            for statement in new_body:
                same = next((one for one in old_body if _target(one) == _target(statement) is not None), None)
                if same is not None:
                    yield from _joined(statement, same, source, document)
        case (ast.Assign(value=value), ast.Assign(value=held)) | (ast.Expr(value=value), ast.Expr(value=held)):
            yield from _joined(value, held, source, document)
        case (ast.Call(), ast.Call()):
            yield from _calls(new, old, source, document)
        case (ast.Dict(), ast.Dict()):
            yield from _dicts(new, old, source, document)
        case _:
            return


def _target(statement: ast.stmt) -> str | None:
    return ast.unparse(statement.targets[0]) if isinstance(statement, ast.Assign) else None


def _calls(new: ast.Call, old: ast.Call, source: Document, document: Document) -> Iterator[Edit]:
    for mine, other in zip(new.args, old.args, strict=False):
        yield from _joined(mine, other, source, document)
    held = {keyword.arg: keyword.value for keyword in old.keywords}
    missing = [keyword for keyword in new.keywords if keyword.arg not in held]
    for keyword in new.keywords:
        if keyword.arg in held:
            yield from _joined(keyword.value, held[keyword.arg], source, document)
    if missing:
        texts = [f"{keyword.arg}={source.source(keyword.value)}" for keyword in missing]
        yield _put(texts, [*old.args, *(keyword.value for keyword in old.keywords)], document.end(old) - 1, document)


def _dicts(new: ast.Dict, old: ast.Dict, source: Document, document: Document) -> Iterator[Edit]:
    held = {ast.unparse(key): value for key, value in zip(old.keys, old.values, strict=True) if key is not None}
    texts = []
    for key, value in zip(new.keys, new.values, strict=True):
        if key is None:
            continue
        if ast.unparse(key) not in held:
            texts.append(f"{_above(key, source)}{source.source(key)}: {source.source(value)}")
        elif isinstance(mine := held[ast.unparse(key)], ast.Tuple) and isinstance(value, ast.Tuple):
            known = {ast.unparse(one) for one in mine.elts}
            more = [source.source(one) for one in value.elts if ast.unparse(one) not in known]
            if more:
                yield _put(more, list(mine.elts), document.end(mine) - 1, document)
    if texts:
        yield _put(texts, list(old.values), document.end(old) - 1, document)


def _above(node: ast.expr | ast.stmt, document: Document) -> str:
    """Return the lines of comment right above an item."""
    first = node.lineno - 1
    while first and document.lines[first - 1].lstrip().startswith("#"):
        first -= 1
    return "".join(line.strip() + "\n" for line in document.lines[first : node.lineno - 1])


def _put(texts: list[str], behind: list[ast.expr], closing: int, document: Document) -> Edit:
    """Put items behind the last of a bracket that closes there, each on a line of its own where those that are there are, or a comment is."""
    last = max((document.end(node) for node in behind), default=None)
    text = document.text
    begin = closing if last is None else last
    commented = any(one.startswith("#") for one in texts)
    if "\n" not in text[begin:closing] and not commented:
        return Edit(start=begin, end=closing, text=("" if last is None else ", ") + ", ".join(texts))
    line = text.rfind("\n", 0, closing) + 1
    indent = indent_of(text[line:]) + "    "
    has_comma = last is None or "," in text[last:closing].split("#")[0]
    at = text.find("\n", begin, closing)
    at = closing if at < 0 else at  # behind the comment of the last
    held = text[begin:at].rstrip()
    lines = ("".join(f"\n{indent}{part}" for part in _parts(one)) for one in texts)
    tail = f"\n{indent.removesuffix('    ')}" if at == closing else ""
    return Edit(start=begin, end=at, text=("" if has_comma else ",") + held + ",".join(lines) + "," + tail)


def _parts(text: str) -> list[str]:
    """Return the lines of comment before an item, and the item."""
    comments: list[str] = []
    while text.startswith("#"):
        comment, _, text = text.partition("\n")
        comments.append(comment)
    return [*comments, text]
