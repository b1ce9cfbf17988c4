"""Functions made at random decide by names in every shape; after each migration they do, for every name and option, what they did."""

import importlib
import itertools
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import indent
from types import SimpleNamespace
from typing import Any

import spelled
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

NAMES = ("mamba", "llama", "mixtral", "phi3")
KEYS = (*NAMES, "gpt2", "", None)
PATH = "framework/loaders/made.py"

name = st.sampled_from(NAMES)
several = st.lists(name, min_size=1, max_size=3, unique=True)
subject = st.sampled_from(["cfg.model_type", "kind"])


@st.composite
def name_test(draw: st.DrawFn) -> str:
    """Return one test of a name."""
    of = draw(subject)
    match draw(st.sampled_from(["==", "!=", "in", "not in", "set"])):
        case "in" | "not in" as op:
            return f"{of} {op} ({''.join(f'{one!r}, ' for one in draw(several))})"
        case "set":
            return f"{of} in {draw(st.sampled_from(['FEW', 'MANY']))}"
        case op:
            return f"{of} {op} {draw(name)!r}"


@st.composite
def condition(draw: st.DrawFn) -> str:
    """Return a test of a name, alone or among others, some of which do something."""
    test, other = draw(name_test()), draw(st.sampled_from(["cfg.flag", "not cfg.flag", "probe(log)", "kind"]))
    return draw(
        st.sampled_from(
            [
                test,
                test,
                test,
                f"{test} and {other}",
                f"{other} and {test}",
                f"{test} or {other}",
                f"not ({test} and {other})",
                f"({other} or cfg.flag) and {test}",
            ]
        )
    )


effect = st.integers(0, 9).map(lambda number: f"log.append({number})")
value = st.integers(0, 9).map(lambda number: f"x = x + {number}")
local = st.integers(0, 9).map(lambda number: f"y = {number}\nlog.append(y + x)")
answer = st.integers(0, 9).map(lambda number: f"return [x, {number}]")
action = st.one_of(effect, effect, answer, effect, value, local, answer, st.just("log.pop()"), st.just("return"))


def block(text: str) -> str:
    """Return statements one step deeper."""
    return indent(text, "    ")


@st.composite
def statement(draw: st.DrawFn, depth: int = 0) -> str:
    """Return a statement, maybe of several lines."""
    inner = statement(depth + 1) if depth < 2 else action
    match draw(st.sampled_from(["if", "if", "if", "else", "chain", "loop", "try", "match", "ternary", "flag", "plain"])):
        case "if":
            return f"if {draw(condition())}:\n{block(draw(inner))}"
        case "else":
            return f"if {draw(condition())}:\n{block(draw(action))}\nelse:\n{block(draw(inner))}"
        case "chain":
            arms = [f"elif {draw(condition())}:\n{block(draw(action))}" for _ in range(draw(st.integers(1, 3)))]
            return "\n".join([f"if {draw(condition())}:\n{block(draw(action))}", *arms])
        case "loop":
            word = draw(st.sampled_from(["continue", "break", "log.append(9)"]))
            return f"for n in range(2):\n    if {draw(condition())}:\n        {word}\n{block(draw(inner))}"
        case "try":
            return f"try:\n{block(draw(inner))}\nexcept IndexError:\n    log.append('caught')"
        case "match":
            cases = [f"    case {draw(name)!r}:\n{block(block(draw(action)))}" for _ in range(draw(st.integers(1, 2)))]
            return "\n".join([f"match {draw(subject)}:", *cases])
        case "ternary":
            return f"x = {draw(st.integers(0, 9))} if {draw(condition())} else x"
        case "flag":
            return f"known = {draw(condition())}\nif known:\n{block(draw(action))}"
        case _:
            plain: str = draw(action)
            return plain


@st.composite
def module(draw: st.DrawFn) -> str:
    """Return a module with one such function."""
    body = "\n".join(draw(st.lists(statement(), min_size=1, max_size=4)))
    return f"""
FEW = ("mamba", "llama")
MANY = {{*FEW, "phi3"}}


def probe(log):
    log.append("probe")
    return len(log) % 2


def made(cfg, log):
    x = 1
    kind = cfg.model_type
{block(body)}
    log.append(x)
    return x
"""


def outcomes(files: Mapping[str, Any]) -> list[Any]:
    """Return what the function does for each name and option: what it returns or raises, and what it logs."""
    with TemporaryDirectory() as folder:
        for path, data in files.items():
            place = Path(folder) / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data.encode() if isinstance(data, str) else data)
        sys.path.insert(0, folder)
        try:
            importlib.invalidate_caches()
            made = importlib.import_module("framework.loaders.made").made
            return [outcome(made, key, flag=flag) for key, flag in itertools.product(KEYS, (True, False))]
        finally:
            sys.path.remove(folder)
            for loaded in [one for one in sys.modules if one.partition(".")[0] == "framework"]:
                del sys.modules[loaded]


def outcome(made: Callable[[Any, list[Any]], Any], key: str | None, *, flag: bool) -> tuple[Any, ...]:
    """Return what one call does."""
    log: list[Any] = []
    try:
        return key, flag, made(SimpleNamespace(model_type=key, flag=flag), log), log
    except (IndexError, UnboundLocalError, TypeError) as error:
        return key, flag, type(error).__name__, log


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(code=module(), models=st.permutations(NAMES))
def test_after_each_migration_it_does_what_it_did(code: str, models: list[str]) -> None:
    base: dict[str, str | bytes] = {"framework/__init__.py": "", "framework/loaders/__init__.py": "", PATH: code}
    before = outcomes(base)
    files = base
    for chosen in ((models[0],), (models[1], models[2]), ()):
        _, after = spelled.migrated(files, *chosen)
        assert outcomes(after) == before, after[PATH].decode()
        files = dict(after)
    planned, again = spelled.migrated(files)
    assert planned.plans == ()
    assert again == files
