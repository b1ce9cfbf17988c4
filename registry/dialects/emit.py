"""What a model says, as the text of a new owner: templates filled in, nothing read and nothing written."""

import re
from collections.abc import Iterable

from msgspec import Struct

from . import tested
from .dialect import Dialect, OwnerFile, Part
from .keys import class_stem, package
from .said import Fact, Hook, Said, Section
from .template import placeholders, render

_MORE_TESTS = '''
$header

"""What $title says at hook points."""

$imports


$answers
'''
_WORD = re.compile(r"[A-Za-z_]\w*")


class Written(Struct, frozen=True, kw_only=True):
    """A new file, its path below the folder that holds the package."""

    path: str
    text: str


def module_of(dialect: Dialect, model: str) -> str:
    """Return the dotted name of the package that owns a model."""
    return render(dialect.owner.module, {"package": package(model)})


def files_of(dialect: Dialect, said: Said) -> tuple[Written, ...]:
    """Return the new files of an owner; those of its side files that would hold nothing are left out.

    Raises:
        TemplateError: a template cannot be filled in.

    """
    roles = _roles(said)
    wanted = (file for file in dialect.owner.files if file.part is not Part.SIDE or file.role in roles)
    return tuple(Written(path=render(file.path, _names(dialect, said)), text=_text(dialect, said, file)) for file in wanted)


def file_of_test(dialect: Dialect, said: Said, *, is_new: bool = True) -> Written | None:
    """Return the file that tests a descriptor, its path from the root of the repository; None where the dialect has no such text.

    Of a descriptor that is not new only what is said here is tested: each hook and each fact.
    """
    if Part.TEST not in dialect.texts:
        return None
    names = _names(dialect, said)
    tests = "\n\n\n".join(tested.answers(dialect, said, names))
    own = dialect.texts[Part.TEST].imports if is_new else ()
    values = names | {"keys": _keys(dialect, said), "answers": tests, "header": dialect.header.strip("\n")}
    text = dialect.texts[Part.TEST].text if is_new else _MORE_TESTS
    lines = merged([*own, *tested.imports(dialect, said)], render(text, values | {"imports": ""}), dialect.width)
    return Written(path=render(dialect.owner.test, values), text=render(text, values | {"imports": "\n".join(lines)}))


def part(dialect: Dialect, which: Part, **values: str) -> str:
    """Return the text of one part, without a line end."""
    return render(dialect.texts[which].text, values).strip("\n")


def _text(dialect: Dialect, said: Said, file: OwnerFile) -> str:
    here = tuple(hook for hook in said.hooks if hook.role == file.role or (file.part is Part.OWNER and not hook.role))
    names = _names(dialect, said)
    described = descriptor(dialect, said) if "$descriptor" in dialect.texts[file.part].text else ""
    values = names | {
        "header": dialect.header.strip("\n"),
        "hooks": "\n\n\n".join(hook_text(dialect, hook, said.keys) for hook in here),
        "descriptor": described,
        "facts": _facts(dialect, said, file.role),
        "roles": ", ".join(sorted(_roles(said))),
        "exports": ", ".join(f'"{hook.name}"' for hook in here),
    }
    text = dialect.texts[file.part].text
    used = render(text, values | {"imports": ""})
    return render(text, values | {"imports": "\n".join(merged(_imports(dialect, said, file, here), used, dialect.width))})


def descriptor(dialect: Dialect, said: Said) -> str:
    """Return the registered value or class, without a line end."""
    texts = dialect.texts
    values = {
        "keys": _keys(dialect, said),
        "bindings": _each(part(dialect, Part.BINDING, point=point, hooks=_tuple(hooks)) for point, hooks in said.bindings),
        "facts": _facts(dialect, said, ""),
        "capabilities": _each(
            _commented(one, part(dialect, Part.CAPABILITY, name=one.name, state=one.value, reason=one.reason)) for one in said.capabilities
        ),
        "sections": _each(_section(dialect, section) for section in said.sections),
    }
    return render(texts[Part.DESCRIPTOR].text, _names(dialect, said) | values).strip("\n")


def hook_text(dialect: Dialect, hook: Hook, keys: tuple[str, ...]) -> str:
    """Return a hook function, without a line end; where hooks are registered by decorators, for *keys*."""
    first = (dialect.context.parameter,) if dialect.context is not None and hook.takes_context else ()
    returns = f" -> {hook.returns}" if hook.returns else ""
    parameters = ", ".join((*first, *hook.parameters))
    decorators = _each(part(dialect, Part.DECORATOR, key=key, function=hook.name) for key in keys if Part.DECORATOR in dialect.texts)
    return part(
        dialect, Part.HOOK, decorators=decorators, name=hook.name, parameters=parameters, returns=returns, doc=hook.doc, body=hook.body
    )


def _facts(dialect: Dialect, said: Said, role: str) -> str:
    here = tuple(one for one in said.facts if one.role == role)
    keys = said.keys if here and "key" in placeholders(dialect.texts[Part.FACT].text) else said.keys[:1]
    return _each(
        _commented(one, part(dialect, Part.FACT, key=key, name=one.name, value=one.value, reason=one.reason))
        for one in here
        for key in keys
    )


def _commented(fact: Fact, text: str) -> str:
    return "".join(f"{comment}\n" for comment in fact.comments) + text


def _roles(said: Said) -> set[str]:
    return {hook.role for hook in said.hooks} | {fact.role for fact in said.facts}


def _section(dialect: Dialect, section: Section) -> str:
    fields = _each(part(dialect, Part.FIELD, name=name, value=value) for name, value in section.fields)
    return part(dialect, Part.SECTION, name=section.name, type=section.type, fields=fields)


def _keys(dialect: Dialect, said: Said) -> str:
    return _tuple(tuple(part(dialect, Part.KEY, key=key) for key in said.keys)) if Part.KEY in dialect.texts else ""


def _names(dialect: Dialect, said: Said) -> dict[str, str]:
    stem = class_stem(said.model)
    return {
        "title": said.title or said.model,
        "model": said.model,
        "package": package(said.model),
        "module": module_of(dialect, said.model),
        "key": said.keys[0],
        "stem": stem,
        "class_name": render(dialect.owner.class_name, {"stem": stem}),
    }


def _imports(dialect: Dialect, said: Said, file: OwnerFile, hooks: tuple[Hook, ...]) -> list[str]:
    """Return the import lines that what stands in a new file may need."""
    lines = [line for hook in hooks for line in hook.imports]
    if any(hook.takes_context for hook in hooks) and dialect.context is not None:
        lines += dialect.context.imports
    if any(fact.role == file.role for fact in said.facts):
        lines += dialect.texts[Part.FACT].imports
    if hooks and Part.DECORATOR in dialect.texts:
        lines += dialect.texts[Part.DECORATOR].imports
    if "$descriptor" in dialect.texts[file.part].text:
        lines += dialect.texts[Part.DESCRIPTOR].imports
        lines += (render(line, {"state": one.value}) for one in said.capabilities for line in dialect.texts[Part.CAPABILITY].imports)
        lines += (render(line, {"type": one.type}) for one in said.sections for line in dialect.texts[Part.SECTION].imports)
    if dialect.declined is not None and any(dialect.declined.text in hook.body for hook in hooks):
        lines += dialect.declined.imports
    return lines


def merged(lines: Iterable[str], used: str, width: int) -> list[str]:
    """Return import lines sorted, the names of one module joined, without those that the text *used* does not use.

    >>> merged(["from b import y", "import a.c", "from b import x, y, z"], "a.c(x, y)", 88)
    ['import a.c', 'from b import x, y']
    """
    words = set(_WORD.findall(used))
    modules: dict[str, set[str]] = {}
    plain: set[str] = set()
    for line in lines:
        module, found, names = line.removeprefix("from ").partition(" import ")
        if found:
            modules.setdefault(module, set()).update(name.strip() for name in names.split(","))
        elif line.split()[-1].partition(".")[0] in words:
            plain.add(line)
    kept = {module: sorted(name for name in names if name.split()[-1] in words) for module, names in sorted(modules.items())}
    return [*sorted(plain), *(_import(module, names, width) for module, names in kept.items() if names)]


def _import(module: str, names: list[str], width: int) -> str:
    line = f"from {module} import {', '.join(names)}"
    return line if len(line) <= width else "\n".join((f"from {module} import (", *(f"    {name}," for name in names), ")"))


def _tuple(items: tuple[str, ...]) -> str:
    return f"{items[0]}," if len(items) == 1 else ", ".join(items)


def _each(texts: Iterable[str]) -> str:
    return "\n".join(texts)
