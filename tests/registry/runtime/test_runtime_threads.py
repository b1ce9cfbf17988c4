"""Many threads at once: each owner is imported once, and all get the same answer."""

import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib import import_module
from typing import Any

from runtime_under_test import kit, runtime

THREADS, ROUNDS = 16, 200

SHARED = """
from RUNTIME import *
LOADED = []
registry = Registry("kit", spaces=("model_type",), unknown="default", owners={"model_type": {
    f"kite{number}": f"KIT.kite{number}" for number in range(ROUNDS)
}})
layout = registry.value("layout")(lambda: "default")
"""
KITE = """
from KIT.shared import *
LOADED.append("kiteN")
registry.register(Descriptor(keys={"model_type": "kiteN"}, hooks={"layout": lambda: "kiteN"}))
"""


def at_once(do: Callable[[int], Any], rounds: int) -> list[set[Any]]:
    """Let all threads do each round at once; returns what they got, by round."""
    barrier = threading.Barrier(THREADS)

    def one(_: int) -> list[Any]:
        answers = []
        for number in range(rounds):
            barrier.wait(timeout=60)
            answers.append(do(number))
        return answers

    with ThreadPoolExecutor(THREADS) as pool:
        return [set(answers) for answers in zip(*pool.map(one, range(THREADS)), strict=True)]


def test_threads_that_ask_first_at_once_get_one_answer_and_import_the_owner_once() -> None:
    switch = sys.getswitchinterval()
    owners = {f"kite{number}": KITE.replace("kiteN", f"kite{number}") for number in range(ROUNDS)}
    with kit(shared=SHARED.replace("ROUNDS", str(ROUNDS)), **owners) as name:
        at = import_module(f"{name}.shared")
        sys.setswitchinterval(1e-5)
        try:
            answers = at_once(lambda number: at.layout.of(f"kite{number}")(), ROUNDS)
        finally:
            sys.setswitchinterval(switch)
        assert answers == [{f"kite{number}"} for number in range(ROUNDS)]
        assert [f"kite{number}" for number in range(ROUNDS)] == at.LOADED


def test_of_threads_that_register_one_key_at_once_one_wins_and_all_see_it() -> None:
    registry = runtime.Registry("kit", spaces=("model_type",), unknown="default")
    winner = registry.fact("winner", default=-1)

    def register(number: int) -> Any:
        me = threading.get_ident()
        try:
            registry.register(runtime.Descriptor(keys={"model_type": f"kite{number}"}, facts={"winner": me}))
        except runtime.DuplicateKeyError:
            assert winner.of(f"kite{number}") != me
        else:
            assert winner.of(f"kite{number}") == me
        return winner.of(f"kite{number}")

    answers = at_once(register, ROUNDS)
    assert [len(each) for each in answers] == [1] * ROUNDS
    assert -1 not in set().union(*answers)


def test_an_answer_that_is_asked_for_while_it_changes_is_never_kept_when_it_is_old() -> None:
    registry = runtime.Registry("kit", spaces=("model_type",), unknown="default")
    known = registry.fact("known", default=False)

    def ask(number: int) -> bool:
        key = f"kite{number}"
        if threading.get_ident() % 4 == 0:
            known.of(key)
        with suppress(runtime.DuplicateKeyError):
            registry.register(runtime.Descriptor(keys={"model_type": key}, facts={"known": True}))
        return known.of(key)

    assert at_once(ask, ROUNDS) == [{True}] * ROUNDS
