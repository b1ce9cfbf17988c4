"""Properties over made-up changes of a small framework: what keeps its identity, what always fails, where two ways of asking agree."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import pytest
from comparing import from_text, newer, scanned
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from namebranch.analyzer.inventory import Inventory
from namebranch.analyzer.judging.checking import Newer, by_baseline, by_revision, updated
from namebranch.analyzer.judging.verdict import FAILING, Known, Verdict

NAMES = ("jamba", "dbrx", "gemma3", "llama4", "mixtral", "falcon_h1")
FILES = ("pkg/loader.py", "pkg/trainer.py", "pkg/export.py")
FUNCTIONS = ("load", "build", "patch", "save", "freeze")
SOME = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])


@dataclass(frozen=True, slots=True, kw_only=True)
class Function:
    """A function of a file, and the sets of names that it asks for, one test each."""

    file: str
    name: str
    tests: tuple[tuple[str, ...], ...]

    def text(self, gap: str = "", quote: str = '"') -> str:
        """Return its source."""
        lines = [f"def {self.name}(cfg):", "    done = 0"]
        for number, names in enumerate(self.tests):
            spelled = ", ".join(f"{quote}{name}{quote}" for name in names)
            test = f"== {spelled}" if len(names) == 1 else f"in ({spelled})"
            lines += [f"{gap}    if cfg.model_type {test}:", f"        done += {number}"]
        return "\n".join([*lines, "    return done", ""])


@dataclass(frozen=True, slots=True, kw_only=True)
class Framework:
    """Functions that ask for names, and the names that were registered."""

    functions: tuple[Function, ...]
    registered: tuple[str, ...] = ()

    def files(self, gap: str = "", quote: str = '"') -> Mapping[str, str]:
        """Return its files; *gap* goes before every test, *quote* around every name."""
        texts = dict.fromkeys(FILES, '"""A part."""\n')
        for function in self.functions:
            texts[function.file] += f"\n\n{function.text(gap, quote)}"
        if self.registered:
            entries = ", ".join(f'"{name}": {name}' for name in self.registered)
            texts["pkg/registry.py"] = f"from . import {', '.join(self.registered)}\n\n_ALL = {{{entries}}}\n"
        return texts


names = st.lists(st.sampled_from(NAMES), min_size=1, max_size=3, unique=True).map(lambda held: tuple(sorted(held)))


@st.composite
def frameworks(draw: st.DrawFn) -> Framework:
    """Return any framework in which no function asks the same twice."""
    places = draw(st.lists(st.tuples(st.sampled_from(FILES), st.sampled_from(FUNCTIONS)), min_size=1, max_size=4, unique=True))
    asked = st.lists(names, min_size=1, max_size=3, unique=True).map(tuple)
    return Framework(functions=tuple(Function(file=file, name=name, tests=draw(asked)) for file, name in places))


@st.composite
def changed(draw: st.DrawFn, base: Framework) -> Framework:
    """Return what a framework becomes by one to three changes of any kind."""
    found = base
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(found.functions) - 1))
        function = found.functions[at]
        match draw(st.sampled_from(["file", "rename", "add", "remove", "widen", "narrow", "register"])):
            case "file":
                function = replace(function, file=draw(st.sampled_from(FILES)))
            case "rename":
                function = replace(function, name=draw(st.sampled_from(FUNCTIONS)))
            case "add":
                function = replace(function, tests=(*function.tests, draw(names)))
            case "remove":
                function = replace(function, tests=function.tests[1:])
            case "widen":
                function = replace(function, tests=tuple(tuple(sorted({*one, draw(st.sampled_from(NAMES))})) for one in function.tests))
            case "narrow":
                function = replace(function, tests=tuple(one[:1] for one in function.tests))
            case _:
                found = replace(found, registered=tuple(sorted({*found.registered, draw(st.sampled_from(NAMES))})))
        others = [one for number, one in enumerate(found.functions) if number != at]
        if (function.file, function.name) not in {(one.file, one.name) for one in others}:
            found = replace(found, functions=(*others, function))
    return found


histories = frameworks().flatmap(lambda base: st.tuples(st.just(base), changed(base)))


def ids(found: Inventory) -> list[tuple[str, str]]:
    """Return the ids of a tree, each with what it is of."""
    return sorted((site.id, site.scope) for site in found.sites)


def verdicts(base: Framework, head: Framework) -> tuple[Verdict, Verdict]:
    """Return what a fresh baseline of *base*, and *base* itself, say to *head*."""
    side, earlier = newer(head.files()), newer(base.files())
    return by_baseline(side, baseline(earlier)), by_revision(side, earlier.inventory, "base")


def baseline(side: Newer) -> tuple[Known, ...]:
    """Return a tree's whole baseline."""
    return from_text(side.known())


@SOME
@given(frameworks(), st.sampled_from(["", "    # words\n\n", "    x = 1\n"]), st.sampled_from("\"'"))
def test_ids_survive_other_lines_and_quotes(base: Framework, gap: str, quote: str) -> None:
    assert ids(scanned(base.files())[0]) == ids(scanned(base.files(gap, quote))[0])


@SOME
@given(frameworks())
def test_ids_survive_files_that_are_renamed(base: Framework) -> None:
    new = dict(zip(FILES, (f"pkg/moved_{at}.py" for at in range(len(FILES))), strict=True))
    moved = {new.get(path, path): text for path, text in base.files().items()}
    assert ids(scanned(base.files())[0]) == ids(scanned(moved)[0])
    assert {change.fate.value for change in by_revision(newer(moved), scanned(base.files())[0], "base").changes} <= {"moved"}


@SOME
@given(frameworks(), st.data())
def test_one_fixed_and_one_added_always_fails(base: Framework, data: st.DataObject) -> None:
    out, into = (data.draw(st.integers(0, len(base.functions) - 1)) for _ in range(2))
    added = data.draw(names)
    functions = list(base.functions)
    gone = functions[out].tests[0]
    functions[out] = replace(functions[out], tests=functions[out].tests[1:])
    assume(added not in functions[into].tests and (out != into or added != gone))
    assume(out != into or not set(added) <= set(gone))  # that is one branch, narrowed
    functions[into] = replace(functions[into], tests=(*functions[into].tests, added))
    for verdict in verdicts(base, Framework(functions=tuple(functions))):
        assert verdict.code == 1
        assert verdict.failing


@SOME
@given(histories)
def test_a_baseline_and_a_revision_agree_on_what_fails(history: tuple[Framework, Framework]) -> None:
    file, revision = verdicts(*history)
    failing = [
        sorted((change.fate, change.id, change.path) for change in one.changes if change.fate in FAILING) for one in (file, revision)
    ]
    assert failing[0] == failing[1]
    assert (file.code == 1) == (revision.code == 1)


@SOME
@given(histories)
def test_a_baseline_that_was_updated_stays_as_it_is(history: tuple[Framework, Framework]) -> None:
    base, head = history
    side = newer(head.files())
    once = from_text(updated(side, baseline(newer(base.files()))))
    assert from_text(updated(side, once)) == once


@SOME
@given(histories)
def test_an_update_never_makes_a_check_pass_that_failed(history: tuple[Framework, Framework]) -> None:
    base, head = history
    side, entries = newer(head.files()), baseline(newer(base.files()))
    before, after = by_baseline(side, entries), by_baseline(side, from_text(updated(side, entries)))
    assert [(change.fate, change.id) for change in before.failing] == [(change.fate, change.id) for change in after.failing]
    assert after.code in ({1} if before.code == 1 else {0})


@pytest.mark.parametrize("which", [0, 1], ids=["a baseline", "a revision"])
def test_nothing_changed_is_nothing_said(which: int) -> None:
    base = Framework(functions=(Function(file=FILES[0], name="load", tests=(("jamba",), ("dbrx", "gemma3"))),))
    verdict = verdicts(base, base)[which]
    assert (verdict.changes, verdict.unchanged, verdict.code) == ((), 2, 0)
