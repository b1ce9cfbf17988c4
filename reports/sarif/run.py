"""Results to the one run of a SARIF log: sorted by what matters, cut to what readers take, numbered, and the cut said."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec

from ... import __version__
from ...analyzer.inventory import Inventory, Unread
from ...analyzer.judging.counts import count
from ..document import encoded
from ..format import View
from . import log, places, rules
from .results import FINGERPRINT

MOST_RESULTS = 25_000  # GitHub rejects a run that has more
MOST_SHOWN = 5_000  # GitHub shows no more of a run
LINE_HASH = "primaryLocationLineHash"  # the one fingerprint that GitHub compares


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """What a log says of its run beside the results."""

    kind: str  # `scan`, `check`
    inventory: Inventory
    code: int | None = None  # exit code
    notes: tuple[log.Notification, ...] = ()  # about the configuration, for example a budget
    most: int = MOST_RESULTS  # results
    line_hash: bool = False  # also write the fingerprint that GitHub compares


def text(results: Sequence[log.Result], account: Account, view: View) -> str:
    """Return the log as JSON. The *results* come in the order of what matters: the last are left out where there are too many."""
    kept, left_out = results[: account.most], len(results) - account.most
    descriptors = rules.descriptors(view.rules(), {result.rule_id for result in kept})
    unread = tuple(not_read(one, view.below) for one in account.inventory.unread)
    run = log.Run(
        tool=log.Tool(driver=log.Component(name="namebranch", semantic_version=__version__, rules=descriptors)),
        automation_details=log.Automation(id=f"namebranch/{account.kind}/"),
        invocations=(
            log.Invocation(
                execution_successful=not unread,
                exit_code=account.code,
                tool_execution_notifications=(*((cut(left_out, len(kept)),) if left_out > 0 else ()), *unread),
                tool_configuration_notifications=account.notes,
            ),
        ),
        original_uri_base_ids={places.ROOT: log.Base(description=log.Message(text="The folder from which namebranch was run."))},
        column_kind="unicodeCodePoints",
        results=tuple(numbered(kept, descriptors, line_hash=account.line_hash)),
        properties=figures(account.inventory),
    )
    return encoded(log.Log(schema=log.SCHEMA, version=log.VERSION, runs=(run,)), indent=2) + "\n"


def numbered(results: Iterable[log.Result], descriptors: Sequence[log.Descriptor], *, line_hash: bool) -> Iterable[log.Result]:
    """Yield *results* with the index of their rule, and fingerprints that tell equal ones of a file apart."""
    indices = {rule.id: index for index, rule in enumerate(descriptors)}
    seen: Counter[tuple[str, str]] = Counter()
    for result in results:
        mark = result.partial_fingerprints[FINGERPRINT]
        key = result.locations[0].physical_location.artifact_location.uri, mark
        seen[key] += 1
        marks = {FINGERPRINT: mark if seen[key] == 1 else f"{mark}:{seen[key]}"}
        marks |= {LINE_HASH: f"{mark}:{seen[key]}"} if line_hash else {}
        yield msgspec.structs.replace(result, rule_index=indices[result.rule_id], partial_fingerprints=marks)


def figures(inventory: Inventory) -> dict[str, int | str]:
    """Return the numbers beside the results."""
    counts = count(inventory)
    held: dict[str, int | str] = {"drift": counts.drift, "sites": counts.sites, "files": inventory.files}
    return held if inventory.revision is None else {**held, "revision": inventory.revision}


def not_read(unread: Unread, below: str) -> log.Notification:
    """Return that a file could not be read."""
    return log.Notification(
        descriptor=log.DescriptorReference(id="NB905"),
        level=log.Level.ERROR,
        message=log.Message(text=places.plain(f"not read: {unread.reason}")),
        locations=(places.of_line(unread.path, 0, below),),
    )


def cut(left_out: int, kept: int) -> log.Notification:
    """Return that some results are not in the log."""
    return log.Notification(
        descriptor=log.DescriptorReference(id="results-left-out"),
        level=log.Level.WARNING,
        message=log.Message(text=f"{left_out} more results are left out: readers take or show {kept}. What fails the check comes first."),
    )


def note(name: str, words: str, level: log.Level) -> log.Notification:
    """Return a notification about the configuration."""
    return log.Notification(descriptor=log.DescriptorReference(id=name), level=level, message=log.Message(text=places.plain(words)))
