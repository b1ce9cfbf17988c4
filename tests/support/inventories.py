"""Inventories made by hand: a small framework, a hostile one, an empty one, and any at all."""

from dataclasses import replace
from hashlib import blake2b
from typing import Any

from hypothesis import strategies as st

from namebranch.analyzer.inventory import Confidence, Finding, Inventory, Kind, Registration, Role, Site, Unread, Zone
from namebranch.registry.space import Space

RULES = {
    Kind.COMPARE: "NB101",
    Kind.MEMBERSHIP: "NB102",
    Kind.AFFIX: "NB103",
    Kind.SUBSTRING: "NB104",
    Kind.REGEX: "NB105",
    Kind.MATCH: "NB106",
    Kind.CLASSCHECK: "NB107",
    Kind.PREDICATE: "NB108",
    Kind.FLAG: "NB109",
    Kind.FLAG_USE: "NB109",
    Kind.TABLE: "NB201",
    Kind.TABLE_USE: "NB202",
    Kind.NAMESET: "NB203",
    Kind.PER_MODEL_DEF: "NB301",
    Kind.REACH_IN: "NB302",
}
SUBJECT = "self.cfg.model_config_type"


def digest(*parts: object) -> str:
    """Return 16 hex digits of *parts*."""
    return blake2b(repr(parts).encode("utf-8", "backslashreplace"), digest_size=8).hexdigest()


def site(path: str, line: int, *names: str, kind: Kind = Kind.COMPARE, **changes: Any) -> Site:
    """Return a site with everything that matters to no test filled in."""
    made = Site(
        id=digest(path, line, names, kind),
        rule=RULES[kind],
        kind=kind,
        op="==",
        path=path,
        line=line,
        column=12,
        end_line=line,
        end_column=40,
        lines=3,
        unit=digest(path),
        subject=SUBJECT,
        origin=SUBJECT,
        space=Space.MODEL_TYPE,
        names=names,
        constant=None,
        scope="PatchManager.apply",
        zone=Zone.SHARED,
        subsystem="loaders",
        decision=digest(path, line),
        chain=None,
        arm=None,
        role=Role.IF,
        confidence=Confidence.EXACT,
        via=(),
    )
    return replace(made, **changes)


def inventory(*sites: Site, registrations: tuple[Registration, ...] = (), findings: tuple[Finding, ...] = ()) -> Inventory:
    """Return an inventory of these sites, sorted."""
    return Inventory(
        target="tinytrain",
        revision=None,
        preset="generic",
        files=41,
        units=17,
        sites=tuple(sorted(sites, key=lambda one: (one.path, one.line, one.column))),
        registrations=registrations,
        findings=findings,
        unread=(),
    )


PATCHES, LIGER, LOADER = "tinytrain/loaders/patch_manager.py", "tinytrain/integrations/liger/plugin.py", "tinytrain/loaders/model.py"
OWNED = "tinytrain/models/jamba/modeling.py"

SMALL = inventory(
    site(PATCHES, 31, "jamba"),
    site(PATCHES, 38, "qwen3_moe", "qwen3_next", op="in", kind=Kind.MEMBERSHIP),
    site(PATCHES, 44, "dbrx", op="!=", scope="PatchManager.finish"),
    site(
        PATCHES, 60, "mamba", "jamba", op="not in", kind=Kind.MEMBERSHIP, subject="mct", origin=SUBJECT, constant="tinytrain.names.STATEFUL"
    ),
    site(LIGER, 12, "jamba", subsystem="liger", scope="patch", decision="0123456789abcdef", role=Role.ELIF),
    site(LIGER, 12, "llama", subsystem="liger", scope="patch", decision="0123456789abcdef", role=Role.ELIF),
    site(LIGER, 3, *(f"m{at}" for at in range(9)), kind=Kind.TABLE, op="table", subject="KERNELS", subsystem="liger", scope="<module>"),
    site(LOADER, 9, "gemma3", kind=Kind.PREDICATE, op="def", subject="is_gemma3", scope="<module>", decision="fedcba9876543210"),
    site(LOADER, 10, "gemma3", scope="is_gemma3", decision="fedcba9876543210"),
    site(LOADER, 90, "gemma3", kind=Kind.FLAG_USE, op="truth", subject="is_gemma3", scope="load", decision="fedcba9876543210"),
    site(LOADER, 99, "falcon", subject="kind", scope="load", confidence=Confidence.INFERRED),
    site(LOADER, 120, "kimi_vl", kind=Kind.PER_MODEL_DEF, op="def", subject="kimi_vl_collate", scope="<module>"),
    site(LOADER, 4, "jamba", kind=Kind.REACH_IN, op="import", subject="tinytrain.models.jamba", scope="<module>"),
    site(OWNED, 8, "jamba", zone=Zone.MODEL, subsystem="models"),
    site(OWNED, 18, "jamba", zone=Zone.MODEL, subsystem="models"),
    registrations=(
        Registration(
            key="jamba",
            space=Space.MODEL_TYPE,
            registry="MODELS",
            owner="tinytrain.models.jamba.Jamba",
            path=OWNED,
            line=5,
            form="decorator",
        ),
        Registration(
            key="dbrx",
            space=Space.MODEL_TYPE,
            registry="MODELS",
            owner="tinytrain.models.dbrx.Dbrx",
            path="tinytrain/models/dbrx.py",
            line=7,
            form="call",
        ),
    ),
    findings=(
        Finding(
            rule="NB901",
            path=PATCHES,
            line=31,
            places=(),
            witness=None,
            names=("jamba",),
            message="keep[NB101] gives no reason",
            confidence=Confidence.EXACT,
        ),
    ),
)

EMPTY = replace(inventory(), files=0, units=0)
CLEAN = inventory()

EVIL = '\x1b[31mred\x1b]0;title\x07 [bold]loud[/bold] :smile: \u202egpj.exe\u2066 \udcff\r\n::error::x \x9b2J</script>"`|<b>\u200b'
WIDE = "tinytrain/型番/模型加载器.py"


def hostile() -> Inventory:
    """Return an inventory every text of which comes from somebody who wants to own the terminal."""
    evil = site(f"{EVIL}.py", 1, EVIL, "jamba", subject=EVIL, scope=EVIL, subsystem=EVIL, op=EVIL, constant=EVIL, origin=EVIL)
    entry = Registration(key=EVIL, space=Space.UNKNOWN, registry=EVIL, owner=EVIL, path=EVIL, line=1, form=EVIL)
    finding = Finding(
        rule="NB901", path=EVIL, line=1, places=(EVIL,), witness=EVIL, names=(EVIL,), message=EVIL, confidence=Confidence.EXACT
    )
    whole = inventory(
        evil,
        site(WIDE, 3, "glm4_moe", subsystem="型"),
        site("a.py", 3, "glm4_moe", subsystem="b"),
        registrations=(entry,),
        findings=(finding,),
    )
    return replace(whole, target=EVIL, revision=EVIL, preset=EVIL, unread=(Unread(path=EVIL, reason=EVIL),))


words = st.text(max_size=12)
anything = st.text(alphabet=st.characters(exclude_categories=()), max_size=12)  # surrogates too
positive = st.integers(min_value=1, max_value=10**6)


def sites(text: st.SearchStrategy[str]) -> st.SearchStrategy[Site]:
    """Return any site with texts of *text*."""
    texts = dict.fromkeys(("id", "rule", "op", "path", "unit", "subject", "scope", "subsystem", "decision"), text)
    numbers = dict.fromkeys(("line", "column", "end_line", "end_column", "lines"), positive)
    return st.builds(Site, **texts, **numbers, names=st.lists(text, max_size=6).map(tuple), via=st.lists(text, max_size=2).map(tuple))


def inventories(text: st.SearchStrategy[str] = anything) -> st.SearchStrategy[Inventory]:
    """Return any inventory with texts of *text*."""
    many = st.lists(sites(text), max_size=6).map(tuple)
    return st.builds(
        Inventory,
        target=text,
        revision=st.none() | text,
        preset=text,
        sites=many,
        registrations=st.lists(st.builds(Registration, key=text, registry=text, owner=text, path=text, form=text), max_size=3).map(tuple),
        findings=st.lists(st.builds(Finding, rule=text, path=text, message=text), max_size=3).map(tuple),
        unread=st.lists(st.builds(Unread, path=text, reason=text), max_size=2).map(tuple),
    )
