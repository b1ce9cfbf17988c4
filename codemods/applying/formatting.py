"""Changed files through the target's own formatter: a child for each, its tree compared, and nothing taken that changes other lines too."""

import ast
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import replace
from inspect import cleandoc

from ..editing.document import Document, UneditableError
from ..preview import Preview, Rewritten

SECONDS = 60.0
_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def formatted(preview: Preview, command: tuple[str, ...]) -> Preview:
    """Return *preview* with its files as the formatter leaves them; it reads a file and prints it, and `{path}` in it is the file's path.

    A file that was not formatted before keeps its form, which is noted: more than what moves would change in it.

    Raises:
        UneditableError: the formatter fails, or changes what a file means.

    """
    if not command:
        return preview
    notes: list[str] = []
    files = tuple(_formatted(preview.files, command, notes))
    return replace(preview, files=files, notes=(*preview.notes, *notes))


def _formatted(files: Iterable[Rewritten], command: tuple[str, ...], notes: list[str]) -> Iterator[Rewritten]:
    for file in files:
        if not file.path.endswith(".py") or Document(path=file.path, data=file.after).is_generated:  # the runtime is what it is
            yield file
        elif file.before is not None and _ran(command, file.path, file.before) != file.before:
            notes.append(f"{file.path}: not formatted, since it was not before, and other lines would change too")
            yield file
        else:
            after = _ran(command, file.path, file.after)
            if _meaning(after) != _meaning(file.after):
                raise UneditableError(
                    f"{file.path}: the formatter {command[0]} changes what the file means: take it out of [migrate] formatter"
                )
            yield replace(file, after=after)


def _ran(command: tuple[str, ...], path: str, data: bytes) -> bytes:
    words = [word.replace("{path}", path) for word in command]
    try:
        done = subprocess.run(words, input=data, capture_output=True, timeout=SECONDS, check=False)  # noqa: S603 - the user's own words, no shell
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UneditableError(f"{path}: the formatter {words[0]} did not run: {error}") from error
    if done.returncode:
        said = done.stderr.decode("utf-8", "backslashreplace").strip()
        raise UneditableError(f"{path}: the formatter {words[0]} exits {done.returncode}: {said or 'it says nothing'}")
    return done.stdout


def _meaning(data: bytes) -> str | None:
    """Return the tree of a file as text, white space at the edges of documentation left aside; None where it does not parse."""
    try:
        tree = ast.parse(data)
    except (SyntaxError, ValueError):
        return None
    for node in ast.walk(tree):
        first = node.body[0] if isinstance(node, _DOCUMENTED) and node.body else None
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
            first.value.value = cleandoc(first.value.value).strip()
    return ast.dump(tree)
