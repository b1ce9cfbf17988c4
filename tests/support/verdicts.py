"""Verdicts made by hand: one of every fate, a hostile one, a clean one, a huge one, and any at all."""

from dataclasses import replace

from hypothesis import strategies as st
from inventories import EVIL, LIGER, LOADER, OWNED, PATCHES, SMALL, anything, hostile, inventories, inventory, site, sites

from namebranch.analyzer.inventory import Confidence, Finding, Kind, Site, Suppression, Unread
from namebranch.analyzer.judging.verdict import FAILING, Change, Fate, Known, OverBudget, Stage, Verdict, in_order


def known(was: Site, *, seen: bool = True) -> Known:
    """Return *was* as an earlier side knows it; where not *seen*, as a baseline remembers it."""
    return Known(
        id=was.id,
        rule=was.rule,
        path=was.path,
        scope=was.scope,
        op=was.op,
        key=was.subject.rpartition(".")[2],
        names=tuple(sorted(was.names)) if was.constant is None else (),
        constant=was.constant and was.constant.rpartition(".")[2],
        site=was if seen else None,
    )


def said(of: Site, reason: str, *, word: str = "keep", issue: str | None = None, until: str | None = None) -> Suppression:
    """Return the comment behind a site."""
    line = of.line
    return Suppression(
        path=of.path, line=line, column=30, first=line, last=line, word=word, rules=(of.rule,), reason=reason, issue=issue, until=until
    )


def change(fate: Fate, was: Known | None, now: Site | None, **more: tuple[str, ...]) -> Change:
    """Return a change."""
    return Change(fate=fate, stage=Stage.NONE if was is None or now is None else Stage.ELSEWHERE, was=was, now=now, **more)


def verdict(*changes: Change, code: int | None = None, sites: tuple[Site, ...] = SMALL.sites) -> Verdict:
    """Return a verdict of these changes, over these sites and those of the changes."""
    now = dict.fromkeys(one.now for one in changes if one.now is not None)
    return Verdict(
        against="origin/main (merge base 0123456789ab)",
        inventory=replace(inventory(*dict.fromkeys((*sites, *now))), registrations=SMALL.registrations),
        changes=tuple(sorted(changes, key=in_order)),
        unchanged=len(sites) - len(now.keys() & set(sites)),
        suppressed=(),
        owed=(),
        budgets=(),
        findings=(),
        code=int(any(one.fate in FAILING for one in changes)) if code is None else code,
    )


STANDING = {one.line: one for one in SMALL.sites if one.path == PATCHES}
GONE = site(LOADER, 50, "dbrx", scope="load")
EVERY = replace(
    verdict(
        change(Fate.NEW, None, site(LIGER, 40, "glm4_moe", chain="c" * 16, arm=2, scope="patch", subsystem="liger")),
        change(
            Fate.NEW,
            None,
            site(PATCHES, 70, "dbrx", kind=Kind.FLAG_USE, op="truth", subject="is_dbrx", via=(f"{LOADER}:8", f"{PATCHES}:2")),
        ),
        change(Fate.WIDENED, known(replace(STANDING[38], names=("qwen3_moe",))), STANDING[38], added=("qwen3_next",)),
        change(Fate.LOST, known(site(LOADER, 77, "falcon_h1")), None),
        change(Fate.LOST, known(site(LOADER, 78, "bamba", scope="gone"), seen=False), None),
        change(Fate.NARROWED, known(site(PATCHES, 60, "mamba", "jamba", "bamba")), STANDING[60], removed=("bamba",)),
        change(Fate.MOVED, known(replace(STANDING[44], path="tinytrain/old.py")), STANDING[44]),
        change(Fate.TAKEN_OVER, known(GONE), None, by=(f"{OWNED}:5 tinytrain.models.jamba.Jamba",)),
        change(Fate.FIXED, known(site(LOADER, 51, "falcon", scope="load")), None),
        change(Fate.DROPPED, known(site(LOADER, 52, "bloom", scope="load")), None),
        change(Fate.STALE, known(site(LOADER, 53, "t5", scope="load"), seen=False), None),
    ),
    suppressed=(
        (site(LOADER, 60, "t5", scope="load"), said(site(LOADER, 60, "t5", scope="load"), "T5 has no decoder-only head", issue="12")),
    ),
    owed=((STANDING[31], said(STANDING[31], "waits for the plugin", word="todo", until="2031-01-31")),),
    budgets=(
        OverBudget(paths=("tinytrain/loaders/*",), kinds=(), most=5, now=7, reason="loaders become strategies"),
        OverBudget(paths=("tinytrain/cli.py",), kinds=(Kind.COMPARE,), most=2, now=0, reason=None),
    ),
    findings=SMALL.findings,
)
CLEAN = verdict()
BETTER = verdict(change(Fate.STALE, known(GONE, seen=False), None), code=3)
PARTIAL = replace(
    CLEAN, inventory=replace(CLEAN.inventory, unread=(Unread(path="tinytrain/broken.py", reason="line 3: no Python"),)), code=4
)


def worse(number: int) -> Verdict:
    """Return a verdict of that many new branches."""
    new = (site(f"big/file{at // 50}.py", 1 + at % 50, f"m{at}") for at in range(number))
    return verdict(*(change(Fate.NEW, None, one) for one in new))


def evil() -> Verdict:
    """Return a verdict every text of which comes from somebody who wants to own the reader."""
    whole = hostile()
    bad = whole.sites[0] if whole.sites[0].subject == EVIL else next(one for one in whole.sites if one.subject == EVIL)
    bad = replace(bad, via=(f"{EVIL}:3", EVIL), id=EVIL, rule=EVIL, decision=EVIL)
    was = replace(known(bad), names=(EVIL,), constant=EVIL)
    return Verdict(
        against=EVIL,
        inventory=replace(whole, sites=(*whole.sites, bad)),
        changes=tuple(
            change(fate, was if at else None, bad if at < 5 else None, added=(EVIL,), removed=(EVIL,), by=(f"{EVIL}:3 {EVIL}", EVIL))
            for at, fate in enumerate(
                (Fate.NEW, Fate.WIDENED, Fate.NARROWED, Fate.MOVED, Fate.LOST, Fate.TAKEN_OVER, Fate.FIXED, Fate.STALE)
            )
        ),
        unchanged=1,
        suppressed=((replace(bad, line=7), said(bad, EVIL, issue=EVIL, until=EVIL)),),
        owed=((replace(bad, line=9), said(bad, EVIL, word=EVIL)),),
        budgets=(OverBudget(paths=(EVIL,), kinds=(), most=0, now=1, reason=EVIL),),
        findings=(
            Finding(rule=EVIL, path=EVIL, line=1, places=(EVIL,), witness=EVIL, names=(EVIL,), message=EVIL, confidence=Confidence.EXACT),
        ),
        code=1,
    )


def knowns() -> st.SearchStrategy[Known]:
    """Return any branch that an earlier side knows."""
    return st.builds(
        Known, id=anything, rule=anything, path=anything, scope=anything, op=anything, key=anything, site=st.none() | sites(anything)
    )


def changes() -> st.SearchStrategy[Change]:
    """Return any change: a side is missing only where that makes sense."""
    new = st.builds(Change, fate=st.just(Fate.NEW), was=st.none(), now=sites(anything))
    both = st.builds(Change, fate=st.sampled_from((Fate.WIDENED, Fate.NARROWED, Fate.MOVED)), was=knowns(), now=sites(anything))
    gone = st.sampled_from((Fate.LOST, Fate.TAKEN_OVER, Fate.FIXED, Fate.DROPPED, Fate.STALE))
    return new | both | st.builds(Change, fate=gone, was=knowns(), now=st.none())


def verdicts() -> st.SearchStrategy[Verdict]:
    """Return any verdict."""
    told = st.lists(st.tuples(sites(anything), st.builds(Suppression, reason=anything, word=anything, path=anything)), max_size=2).map(
        tuple
    )
    findings = st.lists(st.builds(Finding, rule=anything, path=anything, message=anything), max_size=2).map(tuple)
    return st.builds(
        Verdict,
        against=anything,
        unchanged=st.integers(0, 9),
        inventory=inventories(),
        changes=st.lists(changes(), max_size=4).map(tuple),
        suppressed=told,
        owed=told,
        budgets=st.lists(st.builds(OverBudget, paths=st.lists(anything, max_size=2).map(tuple)), max_size=2).map(tuple),
        findings=findings,
        code=st.sampled_from((0, 1, 3, 4)),
    )
