"""A linked program in; what its files look like once all hooks read the new field, and which places were left."""

from ...analyzer.analysis import Program
from ...analyzer.inventory import Zone
from ...analyzer.reading.source import Source
from ...registry.dialects.dialect import Dialect
from ..applying.assembling import check
from ..editing.document import Document, UneditableError
from ..planning.plan import Migration, Refused, digested
from ..preview import Preview, Rewritten
from .consumers import context
from .field import DeprecationError, Renamed
from .rewriting import Readers

CODE, STEP = "DEP", "read the new field there by hand"


def deprecated(source: Source, program: Program, dialect: Dialect, renamed: Renamed) -> Preview:
    """Return what it comes to where every hook reads the new field; files that are frozen or generated are told, not changed.

    Raises:
        DeprecationError: no hook has such a parameter, or none of them reads the old field.

    """
    files: list[Rewritten] = []
    left: list[Refused] = []
    words = tuple(word.encode() for word in (renamed.parameter, context(dialect)) if word)
    for file in program.files:
        if file.zone is Zone.IGNORED or not any(word in file.data for word in words):
            continue
        document = Document(path=file.path, data=file.data)
        readers = Readers(document=document, renamed=renamed)
        try:
            readers.look(dialect)
        except UneditableError:
            continue  # it does not parse, which is told as not read
        still = [(one.line, one.scope, one.why) for one in readers.left]
        if readers.edits and (file.zone is Zone.FROZEN or document.is_generated):
            still.append((1, "<module>", "the file is frozen, or a program writes it"))
        elif readers.edits:
            after = document.edited(readers.edits)
            check(file.path, after)
            files.append(Rewritten(path=file.path, before=file.data, after=after))
        left += (_left(file.path, *one) for one in still)
    if not files and not left:
        raise DeprecationError(f"no hook reads {renamed.parameter}.{renamed.old}: name the parameter as the hooks do, and an old field")
    made = Migration(models=(), dialect=dialect.name, plumbing=(), plans=(), refused=tuple(left))
    unread = tuple(f"{one.path}: {one.reason}" for one in program.unread)
    return Preview(target=source.target, revision=source.revision, migration=digested(made), files=tuple(files), unread=unread)


def _left(path: str, line: int, scope: str, why: str) -> Refused:
    return Refused(code=CODE, reason=why, step=STEP, path=path, line=line, scope=scope, branches=(), names=())
