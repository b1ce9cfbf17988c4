"""Sites, changes and findings to SARIF results. What depends on the whole log (rule indices, ordinals) is added by `run`."""

from hashlib import blake2b

from ...analyzer.inventory import Finding, Site
from ...analyzer.inventory import Suppression as Comment
from ...analyzer.judging.counts import counted
from ...analyzer.judging.verdict import FAILING, Change, Fate
from ..change import became, details, remedy, tested
from ..escape import visible
from ..phrase import phrase
from . import places
from .log import CodeFlow, Level, Location, Message, Result, State, Suppression, ThreadFlow, ThreadFlowLocation

FINGERPRINT = "namebranch/v1"  # of a branch: its id; a change of what ids are made of is v2
MOST_LOCATIONS = 100  # GitHub shows no more of one result
STATES = {
    Fate.NEW: State.NEW,
    Fate.WIDENED: State.UPDATED,
    Fate.NARROWED: State.UPDATED,
    Fate.MOVED: State.UPDATED,
}  # the others are absent


def of_site(site: Site, below: str, *, state: State | None = None, suppressions: tuple[Suppression, ...] = ()) -> Result:
    """Return *site* as a result: a note unless it counts as drift."""
    return result(
        site,
        below,
        level=Level.WARNING if counted(site) else Level.NOTE,
        words=f"name branch: {phrase(site)}",
        state=state,
        suppressions=suppressions,
    )


def of_change(change: Change, below: str) -> Result:
    """Return *change* as a result: an error if it fails the check."""
    level = Level.ERROR if change.fate in FAILING else Level.NOTE
    state = STATES.get(change.fate, State.ABSENT)
    words = "; ".join(part for part in (f"{became(change)}: {tested(change)}", details(change)) if part)
    todo = remedy(change)
    words += f". To do: {todo}" if todo else ""
    if change.now is not None:
        former = f"{change.was.path}:{change.was.site.line} was here" if change.was is not None and change.was.site is not None else None
        return result(change.now, below, level=level, words=words, state=state, also=((former,) if former else ()) + change.by)
    if change.was is not None and change.was.site is not None:
        return result(change.was.site, below, level=level, words=words, state=state, also=change.by)
    return remembered(change, below, level, words)


def remembered(change: Change, below: str, level: Level, words: str) -> Result:
    """Return the result of a branch of which only a baseline tells."""
    was = change.was
    return Result(
        rule_id=visible(was.rule) if was is not None else "",
        level=level,
        message=Message(text=places.plain(words)),
        locations=(places.of_line(change.path, change.line, below, scope=was.scope if was is not None else None),),
        related_locations=related(change.by, below, "registered here:"),
        partial_fingerprints={FINGERPRINT: visible(change.id)},
        baseline_state=State.ABSENT,
        properties={"names": tuple(map(visible, was.names)) if was is not None else ()},
    )


def of_finding(finding: Finding, below: str, *, state: State | None = None) -> Result:
    """Return *finding* as a result; its fingerprint is made of its words, as it has no id."""
    data = repr((finding.rule, finding.path, finding.message)).encode("utf-8", "surrogatepass")
    return Result(
        rule_id=visible(finding.rule),
        level=Level.WARNING,
        message=Message(text=places.plain(finding.message)),
        locations=(places.of_line(finding.path, finding.line, below),),
        related_locations=related(finding.places, below, "see also"),
        partial_fingerprints={FINGERPRINT: blake2b(data, digest_size=8).hexdigest()},
        baseline_state=state,
    )


def suppressed(comment: Comment, *, accepted: bool) -> Suppression:
    """Return a comment that keeps a site: for good if *accepted*, else as a debt, which counts still. Its issue and last day are told."""
    more = [f"issue={comment.issue}"] * bool(comment.issue) + [f"until={comment.until}"] * bool(comment.until)
    told = f"{comment.reason} ({', '.join(more)})" if more else comment.reason
    return Suppression(kind="inSource", status="accepted" if accepted else "underReview", justification=visible(told))


def result(
    site: Site,
    below: str,
    *,
    level: Level,
    words: str,
    state: State | None,
    also: tuple[str, ...] = (),
    suppressions: tuple[Suppression, ...] = (),
) -> Result:
    """Return a result whose place is *site*."""
    hops = related(site.via, below, "the name comes from here:")
    here = places.of_site(site, below)
    linked = ", ".join(places.link(hop, text) for hop, text in zip(hops, site.via, strict=False))
    text = places.plain(words) + (f" (the name comes by {linked})" if linked else "")
    return Result(
        rule_id=visible(site.rule),
        level=level,
        message=Message(text=text),
        locations=(here,),
        related_locations=hops + related(also, below, "see", first=len(hops)),
        code_flows=(flow(hops, here),) if hops else (),
        partial_fingerprints={FINGERPRINT: visible(site.id)},
        baseline_state=state,
        suppressions=suppressions,
        properties=facts(site),
    )


def related(texts: tuple[str, ...], below: str, words: str, *, first: int = 0) -> tuple[Location, ...]:
    """Return the places that *texts* name, numbered from *first*, as many as are shown."""
    return tuple(places.of_hop(text, below, first + at, words) for at, text in enumerate(texts[: MOST_LOCATIONS - first]))


def flow(hops: tuple[Location, ...], here: Location) -> CodeFlow:
    """Return the way of a name over *hops* to where it is asked for."""
    steps = tuple(ThreadFlowLocation(location=place) for place in (*hops, here))
    return CodeFlow(thread_flows=(ThreadFlow(locations=steps),))


def facts(site: Site) -> dict[str, str | tuple[str, ...]]:
    """Return what programs may want of *site* beside its place."""
    return {
        "names": tuple(map(visible, site.names)),
        "decision": visible(site.decision),
        "subsystem": visible(site.subsystem),
        "zone": site.zone,
        "confidence": site.confidence,
    }
