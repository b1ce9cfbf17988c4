"""Spawned processes: what a process answers does not depend on which module it imported first."""

import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path

from runtime_under_test import kit, runtime

SHARED = """
from RUNTIME import *
registry = Registry("kit", spaces=("model_type",), unknown="default", owners={"model_type": {"mllama": "KIT.mllama", "jamba": "KIT.jamba"}})

@registry.value("layout")
def layout(): return "flat"
"""
MODEL = """
from KIT.shared import *
registry.register(Descriptor(keys={"model_type": "NAME"}, hooks={"layout": lambda: "LAYOUT"}))
"""
WORKER = """
import sys
def answer(key):
    from KIT.shared import layout
    return layout.of(key)()
def answers(keys):
    from KIT.shared import RegistryError
    def one(key):
        try:
            return answer(key)
        except RegistryError as error:
            return type(error).__name__
    return [one(key) for key in keys], sorted(name.rpartition(".")[2] for name in sys.modules if name.startswith("KIT."))
def markers(values):
    from KIT.shared import CLEARED, DECLINED, INHERITED, Supported, Unsupported
    same = (values[0] is DECLINED, values[1] is CLEARED, values[2] is INHERITED, values[3] == Unsupported("why"))
    return same, (DECLINED, Supported("there"))
"""
MODELS = {
    "shared": SHARED,
    "worker": WORKER,
    "cli": "from KIT.shared import layout",
    "mllama": MODEL.replace("NAME", "mllama").replace("LAYOUT", "cross"),
    "jamba": MODEL.replace("NAME", "jamba").replace("LAYOUT", "hybrid"),
}
KEYS = ("mllama", "jamba", "llama")


def test_a_spawned_worker_that_imports_another_entry_gets_the_same_answers() -> None:
    with kit(**MODELS) as name, ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        import_module(f"{name}.cli").layout.of("jamba")
        answers = import_module(f"{name}.worker").answers
        assert pool.submit(answers, ()).result() == ([], ["shared", "worker"])
        assert pool.submit(answers, ("jamba",)).result() == (["hybrid"], ["jamba", "shared", "worker"])
        assert pool.submit(answers, KEYS).result()[0] == ["cross", "hybrid", "flat"]


def test_a_broken_owner_breaks_only_itself_in_a_spawned_worker_too() -> None:
    with kit(**{**MODELS, "mllama": "1 / 0"}) as name, ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        answers = import_module(f"{name}.worker").answers
        for _ in range(2):
            assert pool.submit(answers, KEYS).result()[0] == ["BrokenOwnerError", "hybrid", "flat"]


def test_markers_and_answers_are_themselves_on_the_other_side() -> None:
    with kit(**MODELS) as name, ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        values = (runtime.DECLINED, runtime.CLEARED, runtime.INHERITED, runtime.Unsupported("why"))
        same, (declined, supported) = pool.submit(import_module(f"{name}.worker").markers, values).result()
        assert same == (True, True, True, True)
        assert declined is runtime.DECLINED
        assert supported == runtime.Supported("there")


def test_the_registry_is_filled_in_a_fresh_process_from_any_entry() -> None:
    with kit(**MODELS) as name:
        folders = [str(Path(str(import_module(name).__file__)).parents[1]), *sys.path]
        for entry in ("cli", "worker", "shared", "jamba", "mllama"):
            code = f"import sys; sys.path[:] = {folders!r}; import {name}.{entry}; from {name}.worker import answer; print(*map(answer, {KEYS}))"
            ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
            assert (ran.stdout, ran.stderr) == ("cross hybrid flat\n", ""), entry
