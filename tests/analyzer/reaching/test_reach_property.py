"""Reach by formula is what running the source says, for generated tests."""

from types import SimpleNamespace
from typing import Any

import reaches
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from namebranch.analyzer.reaching.reach import Reach

TYPES = ("bart", "gemma", "gemma2", "gemma3_text", "llama", "llama4", "mistral", "qwen2", "qwen2_vl", "qwen3", "qwen3_moe", "t5")
RELEASE = reaches.snapshot(TYPES)
FLAGS = ("fast", "wide")
STRANGE = ("qwen", "QWEN3", "xllama", "llama-", "gem_ma", "t5t5", "mis", "qwen3~moe", "2", "a", "_", "gemma2gemma2")
PARTS = (*TYPES[:8], "qwen", "gem", "2", "moe", "l", "vl", "_")

literals = st.sampled_from(TYPES)
parts = st.sampled_from(PARTS)
collections = st.builds(
    lambda names, form: form.format(", ".join(map(repr, names))),
    st.lists(literals, min_size=1, max_size=4),
    st.sampled_from(["({},)", "[{}]", "{{{}}}", "frozenset([{}])", "dict.fromkeys([{}])", "[*({},), 'kimi_k2']"]),
)
changes = st.sampled_from(
    [
        ".lower()",
        ".upper().lower()",
        ".casefold()",
        ".replace('_', '')",
        ".replace('qwen', 'q')",
        ".strip('a')",
        ".removeprefix('gem')",
        ".removesuffix('_moe')",
        ".split('_')[0]",
        ".partition('_')[2]",
        ".rsplit('_', 1)[-1]",
    ]
)
subjects = st.one_of(
    st.just("cfg.model_type"),
    st.builds("cfg.model_type{}{}".format, changes, st.sampled_from(["", ".lower()", ".replace('2', '')"])),
    st.builds("(cfg.model_type or ''){}".format, changes),
    st.builds("str(cfg.model_type){}".format, changes),
    st.builds("f'{}{{cfg.model_type}}'".format, st.sampled_from(["", "x-", "q"])),
)
leaves = st.one_of(
    st.builds("{} {} {!r}".format, subjects, st.sampled_from(["==", "!="]), parts),
    st.builds("{!r} == {}".format, parts, subjects),
    st.builds("{} {} {}".format, subjects, st.sampled_from(["in", "not in"]), collections),
    st.builds("{!r} {} {}".format, parts, st.sampled_from(["in", "not in"]), subjects),
    st.builds("{}.{}({!r})".format, subjects, st.sampled_from(["startswith", "endswith"]), parts),
    st.builds("{}.startswith(({!r}, {!r}))".format, subjects, parts, parts),
    st.builds(
        "re.{}({!r}, {})".format,
        st.sampled_from(["match", "search", "fullmatch"]),
        st.sampled_from(["qwen[23]", "^llama$", "gemma\\d?"]),
        subjects,
    ),
    st.builds("re.search('LLAMA|qwen', {}, re.IGNORECASE)".format, subjects),
    st.builds("fnmatch.fnmatchcase({}, {!r})".format, subjects, st.sampled_from(["qwen*", "*_moe", "gemma?"])),
    st.builds("{}.find({!r}) {}".format, subjects, parts, st.sampled_from([">= 0", "!= -1", "== 0", "> 0"])),
    st.builds("any(name in {} for name in ({!r}, {!r}))".format, subjects, parts, parts),
    st.builds("all(name not in {} for name in ({!r}, {!r}))".format, subjects, parts, parts),
    st.builds("any({}.startswith(name) for name in NAMES if name != 'llama')".format, subjects),
    st.builds("{{{}}} & {{{!r}, {!r}}}".format, subjects, parts, parts),
    st.builds("{{{}}}.isdisjoint({})".format, subjects, collections),
    st.builds("TABLE.get({}) == {!r}".format, subjects, st.sampled_from(["one", "two"])),
    st.builds("family({}) == {!r}".format, subjects, st.sampled_from(["qwen", "gemma", "big"])),
    st.sampled_from(["cfg.model_type is None", "cfg.model_type is not None", "cfg.model_type", "is_small(cfg)", "not is_small(cfg)"]),
    st.sampled_from([f"cfg.{flag}" for flag in FLAGS]),
    st.sampled_from([f"not cfg.{flag}" for flag in FLAGS]),
)
tests = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.builds("({} and {})".format, inner, inner), st.builds("({} or {})".format, inner, inner), st.builds("not ({})".format, inner)
    ),
    max_leaves=4,
)
HEAD = """
import fnmatch
import re

NAMES = ["qwen", "llama", "gemma"]
TABLE = {"llama": "one", "qwen2": "two", "gemma2": "one"}
FAMILIES = {"qwen3": "big", "qwen": "qwen", "gem": "gemma"}

def family(name):
    for part, found in FAMILIES.items():
        if part in name.lower():
            return found
    return None

def is_small(config):
    if config.fast:
        return config.model_type == "t5"
    return config.model_type in ("bart", "t5")
"""
FUNCTION = """
def chain(cfg):
    if {0}:
        return 0
    kind = cfg.model_type
    if cfg.wide:
        kind = "llama"
    if {1}:
        return 1
    elif kind == "llama" or {2}:
        return 2
    return 3
"""


def program_of(first: str, second: str, third: str) -> str:
    """Return a module whose function takes one of four arms."""
    return HEAD + FUNCTION.format(first, second, third)


def taken(run: Any, name: str | None, flags: tuple[bool, ...]) -> object:
    """Return the arm that running the function takes, or that it raises."""
    try:
        return run(SimpleNamespace(model_type=name, **dict(zip(FLAGS, flags, strict=True))))
    except (AttributeError, TypeError, IndexError):
        return "raises"


def told(reach: Reach, name: str | None, flags: tuple[bool, ...]) -> bool:
    """Return whether a reach says that a name takes its arm."""
    label = {None: "None", "": "''"}.get(name, name)
    held = {f"cfg.{flag}": value for flag, value in zip(FLAGS, flags, strict=True)}
    (case,) = [case for case in reach.cases if all(held[atom] == holds for atom, holds in case.atoms)]
    return label in (case.names if name else case.absent)


@settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(tests, tests, tests)
def test_reach_is_what_running_the_source_says(first: str, second: str, third: str) -> None:
    text = program_of(first, second, third)
    tree = reaches.Tree(text, RELEASE)
    space: dict[str, Any] = {}
    exec(text, space)  # noqa: S102  our own source
    lines = text.lstrip("\n").splitlines()
    for arm in (0, 1, 2):
        line = lines.index(f"        return {arm}")
        found = [site for site in tree.sites(line) if site.op != "get"]  # a lookup decides by itself
        if not found:
            continue
        reach = tree.reaches.of_arm(found[0].decision)
        assert reach.undecided is None
        for flags in ((False, False), (False, True), (True, False), (True, True)):
            for name in (*TYPES, None, ""):
                assert told(reach, name, flags) == (taken(space["chain"], name, flags) == arm), (arm, name, flags, reach)
            if any(taken(space["chain"], name, flags) == arm for name in STRANGE if name not in reach.ever):
                assert reach.others, (arm, reach)
