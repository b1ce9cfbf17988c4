"""What the types of the schema cannot say: patterns that compile, rules that are spelled like rules, references that hold."""

import re
from collections.abc import Iterator

from .globs import matcher
from .schema import Globs, Settings
from .spelling import Place, nearest

_RULE = re.compile(r"NB[0-9]{0,3}")
_MOST_STARS = 8  # in one pattern: more make matching slow, and say nothing more


def check(settings: Settings, file: str) -> None:
    """Raise ConfigError for the first value that is typed well but cannot be meant."""
    for path, globs in _globs(settings):
        _check_globs(globs, Place(file=file, path=path))
    for key, rules in (("select", settings.select), ("ignore", settings.ignore)):
        for number, rule in enumerate(rules):
            if not _RULE.fullmatch(rule):
                raise Place(file=file, path=key).item(number).wrong(f"{rule!r} is no rule, or beginning of one, like NB101 or NB1")
    _check_budgets(settings, file)
    _check_gates(settings, file)


def _globs(settings: Settings) -> Iterator[tuple[str, Globs]]:
    zones, models = settings.zones, settings.models
    yield from (("zones.ignored", zones.ignored), ("zones.frozen", zones.frozen))
    yield from (("zones.model", zones.model), ("zones.shared", zones.shared))
    yield from (("models.folders", models.folders), ("models.files", models.files))
    yield from ((f"subsystems.{name}", globs) for name, globs in settings.subsystems)
    yield from ((f"roles.{name}", globs) for name, globs in settings.roles)
    yield "registry.modules", settings.registry.modules
    yield from ((f"budget[{number}].paths", budget.paths) for number, budget in enumerate(settings.budget))
    yield from ((f"tracker.rows[{number}].paths", row.paths) for number, row in enumerate(settings.tracker.rows))


def _check_globs(globs: Globs, place: Place) -> None:
    for number, glob in enumerate(globs):
        if glob.replace("**", "").count("*") > _MOST_STARS:
            raise place.item(number).wrong(f"{glob!r} has more than {_MOST_STARS} stars; write it as several patterns")
        if not glob.strip() or glob.startswith("#"):
            raise place.item(number).wrong(f"{glob!r} matches nothing")
    try:
        matcher(globs)
    except ValueError as error:
        raise place.wrong(str(error)) from error


def _check_budgets(settings: Settings, file: str) -> None:
    for number, budget in enumerate(settings.budget):
        place = Place(file=file, path="budget").item(number)
        if budget.max < 0:
            raise place.key("max").wrong(f"{budget.max} is less than nothing; 0 is the end state")
        if not budget.paths:
            raise place.key("paths").wrong("a budget needs at least one pattern")


def _check_gates(settings: Settings, file: str) -> None:
    known = {question.id for question in settings.tracker.questions}
    for number, row in enumerate(settings.tracker.rows):
        if row.gate is not None and row.gate not in known:
            place = Place(file=file, path="tracker.rows").item(number).key("gate")
            raise place.wrong(f"{row.gate!r} is no question's id{nearest(row.gate, known)}")
