"""markdown: the evidence as a proposal: what of shared code belongs to models, where, how it grew, in which order it could move."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from statistics import mean, median

from ...analyzer.costing.cost import PACKAGE, ModelCost
from ...analyzer.splitting.split import ATTENDANT, Group, Item, Need, SharedFile, Split
from ..escape import visible
from ..markup import code, row, words
from ..splitting import SplitFormat
from ..terminal.glyphs import number

_LITERALS = ("table", "nameset")
_QUOTES = 3  # of one file
_NAMES = 6  # of one item
_NEEDS = 30  # models whose needs are spelled out
_ARRIVALS = 25  # commits that brought a model
_FIRST = 10  # pull requests of the suggested order
_KINDS = {
    ATTENDANT: "called for it alone",
    "per-model-def": "per-model definition",
    "reach-in": "import of a model's code",
    "nameset": "name set",
}


def render(split: Split) -> Iterator[str]:
    """Yield the sections."""
    yield from _head(split)
    yield from _growth(split)
    yield from _arrivals(split)
    yield from _layout(split)
    yield "\n## Evidence\n"
    for at, group in enumerate(split.groups, 1):
        yield from _group(at, group)
    yield from _footprint(len(split.groups) + 1, split.cost.models)
    yield from _needs(split)
    yield from _order(split)
    yield from _remains(split)


def _head(split: Split) -> Iterator[str]:
    at = f" at {code(split.revision[:12])}" if split.revision else ""
    day = f", {words(split.date[:10])}" if split.date else ""
    files = split.files
    leaving, lines = sum(file.leaving for file in files), sum(file.lines for file in files)
    yield f"# Separate models from shared code: the evidence\n\n{code(split.target)}{at}{day}.\n"
    if split.cost.unread:
        yield f"\n**Incomplete**: {number(len(split.cost.unread), 'file')} could not be read, so every number is a lower bound.\n"
    yield "\n## In short\n\n"
    if not files:
        yield "Shared code holds nothing that belongs to a model.\n"
        return
    yield f"- {number(sum(group.decisions for group in split.groups), 'decision')} by a model's name in {number(len(files), 'shared file')}.\n"
    if split.cost.mean:
        yield (
            f"- A model with a folder of its own is named in {split.cost.mean:g} shared files on average, {split.cost.median:g} in the median.\n"
        )
    yield f"- {leaving:,} of the {lines:,} lines of these files belong to models.\n"
    for file in [file for file in files if file.leaving][:3]:
        yield f"- {code(file.path)} has {file.lines:,} lines, of which {file.leaving:,} belong to models.\n"


def _growth(split: Split) -> Iterator[str]:
    yield "\n## How shared files grew\n\n"
    if split.against is None:
        yield "Not asked: `--against` takes an earlier revision, or an archive of an earlier release.\n"
        return
    yield row(f"since {code(split.against)}", "lines then", "now", "decisions then", "now") + row("---", "--:", "--:", "--:", "--:")
    for file in split.files:
        then = ("new", "") if file.before is None else (f"{file.before:,}", str(file.decisions_before))
        yield row(code(file.path), then[0], f"{file.lines:,}", then[1], str(file.decisions))
    joined = ", ".join(map(code, split.joined)) or "none"
    yield f"\nModels that got a folder of their own since then: {joined}.\n"
    touched = [model.touched for model in split.cost.models if model.model in split.joined]
    if touched:
        yield f"Each of them is named in {sum(touched) / len(touched):.1f} shared files on average.\n"


def _arrivals(split: Split) -> Iterator[str]:
    """Yield what bringing a model took in shared code, as history tells it."""
    if not split.arrivals:
        return
    counts = [len(arrival.files) for arrival in split.arrivals]
    since = f" since {code(split.against)}" if split.against else ""
    yield (
        f"\n## What it took to bring a model\n\n{number(len(counts), 'commit')}{since} brought a folder of a model, and changed "
        f"{mean(counts):.1f} shared files each on average, {median(counts):g} in the median, {max(counts)} at most.\n\n"
    )
    yield row("commit", "day", "model", "shared files", "subject") + row("---", "---", "---", "--:", "---")
    for one in split.arrivals[: -_ARRIVALS - 1 : -1]:
        models = ", ".join(map(code, one.models))
        yield row(code(one.id[:9]), words(one.date[:10]), models, str(len(one.files)), words(one.subject))
    if len(split.arrivals) > _ARRIVALS:
        yield f"\nand {len(split.arrivals) - _ARRIVALS} earlier.\n"


def _layout(split: Split) -> Iterator[str]:
    if split.layout:
        yield "\n## A folder for each model\n\n" + row("file", "holds", "what branches of these parts say") + row("---", "---", "---")
    for slot in split.layout:
        path = slot.path.replace("${package}", "<name>").replace("$package", "<name>")
        yield row(code(path), words(slot.role), ", ".join(map(code, slot.subsystems)))


def _group(at: int, group: Group) -> Iterator[str]:
    lines = sum(file.leaving for file in group.files)
    counts = f"{number(group.decisions, 'decision')}, {number(lines, 'line')} that belong to models"
    yield f"\n### {at}. {words(group.subsystem)}: {counts}\n"
    for file in group.files:
        yield f"\n#### {code(file.path)} ({number(file.lines, 'line')}, {number(file.decisions, 'decision')})\n\n"
        yield row("line", "what", "", "names", "lines") + row("--:", "---", "---", "---", "--:")
        for item in file.items:
            yield row(str(item.line), words(_what(item)), code(item.subject), _names(item.names), str(item.lines or ""))
        yield from _quotes(file)


def _what(item: Item) -> str:
    return _KINDS.get(item.kind, item.kind)


def _names(names: Sequence[str]) -> str:
    more = f", +{len(names) - _NAMES}" if len(names) > _NAMES else ""
    return ", ".join(map(code, names[:_NAMES])) + more


def _quotes(file: SharedFile) -> Iterator[str]:
    """Yield the tables of a file as they stand there, or else its first tests."""
    telling = [item for item in file.items if item.kind in _LITERALS] or [item for item in file.items if item.decision is not None]
    for _, items in groupby(telling[:_QUOTES], key=lambda item: item.line):
        item = next(items)
        shown = [f"# {item.path}:{item.line}", *item.quote, *(["…"] if item.line + len(item.quote) <= item.end_line else [])]
        yield _fence([visible(line) for line in shown])


def _fence(lines: Sequence[str]) -> str:
    """Return lines as a block of code that none of them can end."""
    fence = "`" * max(3, 1 + max(line.count("`") for line in lines))
    return f"\n{fence}python\n" + "".join(f"{line}\n" for line in lines) + f"{fence}\n"


def _footprint(at: int, models: Sequence[ModelCost]) -> Iterator[str]:
    own = sorted((model for model in models if model.at), key=lambda model: model.model)
    roles = sorted({role.role for model in own for role in model.roles if role.role != PACKAGE}, key=lambda role: (role == "other", role))
    yield f"\n### {at}. What each model has of its own\n\n"
    if not own:
        yield "No model has files of its own.\n"
        return
    yield "Physical lines by the role of the file, `__init__.py` left out.\n\n"
    yield row("model", *map(words, roles), "total") + row("---", *["--:"] * (len(roles) + 1))
    for model in own:
        held = {role.role: role.lines for role in model.roles}
        yield row(code(model.model), *(f"{held[role]:,}" if role in held else "—" for role in roles), f"{model.lines:,}")


def _needs(split: Split) -> Iterator[str]:
    touched = {model.model: model for model in split.cost.models}
    yield "\n## What each model needs to run\n\n" + row("model", "own lines", "shared files", "places", "that name it alone")
    yield row("---", "--:", "--:", "--:", "--:")
    for need in split.needs:
        known = touched.get(need.model)
        files, places = (
            (known.touched, known.places) if known is not None else (len({item.path for _, item in need.items}), len(need.items))
        )
        yield row(code(need.model), f"{need.lines:,}" if need.at else "—", str(files), str(places), str(need.alone))
    for need in split.needs[:_NEEDS]:
        yield from _need(need)
    if len(split.needs) > _NEEDS:
        yield f"\nand {len(split.needs) - _NEEDS} more models: `--format json` has all.\n"


def _need(need: Need) -> Iterator[str]:
    own = f" ({', '.join(map(code, need.at))}, {need.lines:,} lines)" if need.at else " (no folder of its own)"
    yield f"\n### {code(need.model)}{own}\n\n"
    going = any(where for where, _ in need.items)
    yield row("today", "what", "", *["would lie in"] * going) + row("---", "---", "---", *["---"] * going)
    for where, item in need.items:
        yield row(code(f"{item.path}:{item.line}"), words(_what(item)), code(item.subject), *[code(where)] * going)


def _order(split: Split) -> Iterator[str]:
    yield "\n## Suggested order\n\n"
    yield "One model a pull request, after one that creates the hook points. Models with a folder come first, those that free most lines ahead.\n\n"
    for at, need in enumerate(split.needs[:_FIRST], 1):
        files = len({item.path for _, item in need.items})
        yield f"{at}. {code(need.model)}: {number(need.gains, 'line')} from {number(files, 'shared file')}\n"
    if len(split.needs) > _FIRST:
        yield f"\nthen {len(split.needs) - _FIRST} more.\n"


def _remains(split: Split) -> Iterator[str]:
    files = split.files
    yield "\n## What would remain of shared files\n\n"
    yield row("file", "lines", "belong to models", "lookups in their place", "after") + row("---", "--:", "--:", "--:", "--:")
    for file in files:
        yield row(code(file.path), f"{file.lines:,}", f"{file.leaving:,}", str(file.asking), f"{file.after:,}")
    total = (sum(file.lines for file in files), sum(file.leaving for file in files), sum(file.asking for file in files))
    yield row("**all**", f"{total[0]:,}", f"{total[1]:,}", str(total[2]), f"{total[0] - total[1] + total[2]:,}")
    yield (
        "\nProjected, not measured: definitions and literals leave whole, arms that are taken for names alone with their test, of other tests the test alone, "
        "and each decision leaves one line that asks. `namebranch plan` says what can really move, and why the rest cannot.\n"
    )


MARKDOWN = SplitFormat(name="markdown", media="text/markdown", render=render)
