"""Loads tiny models by the target's own function, each in a process of its own, and writes what each of them is and does."""

import json
import os
import platform
import signal
import sys
import traceback
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

_NEEDED = ("torch", "transformers")
_SECONDS = 300  # for one model
_THREADS = 1


def main(job: dict[str, Any]) -> None:
    """Do what *job* says, and write the answers to its report."""
    report = Path(job["report"])
    try:
        versions = {name: str(import_module(name).__version__) for name in _NEEDED} | {"python": platform.python_version()}
    except ImportError as error:
        report.write_text(json.dumps({"missing": error.name or str(error)}), encoding="utf-8")
        return
    import_module("torch").set_num_threads(_THREADS)
    import_module("torch").use_deterministic_algorithms(mode=True, warn_only=True)
    import_module("transformers").logging.set_verbosity_error()
    import_module("transformers").logging.disable_progress_bar()
    try:
        functions = [_function(name) for name in job["load"]]
        inputs = _function(job["inputs"]) if job["inputs"] else None
    except Exception as error:  # noqa: BLE001  code under test may fail in any way
        report.write_text(json.dumps({"failed": f"{type(error).__name__}: {error}"}), encoding="utf-8")
        return
    imported = import_module("namebranch_imported").imported(frozenset(job["packages"]))
    told = [_forked(run, functions, inputs, job) for run in job["runs"]]
    report.write_text(json.dumps({"runs": told, "versions": versions, "imported": imported}), encoding="utf-8")


def _function(name: str) -> Callable[..., Any]:
    module, _, attribute = name.partition(":")
    found: Any = import_module(module)
    for step in attribute.split("."):
        found = getattr(found, step)
    return found  # type: ignore[no-any-return]  # whatever it is, it will be called


def _forked(
    run: dict[str, Any], functions: list[Callable[..., Any]], inputs: Callable[..., Any] | None, job: dict[str, Any]
) -> dict[str, Any]:
    """Load one model in a child, so that nothing that it patches is there for the next."""
    file = Path(job["scratch"], "reports", f"{run['number']}.run")
    inner = os.fork()
    if not inner:
        signal.alarm(_SECONDS)
        try:
            told = import_module("namebranch_facts").told(run, functions, inputs, job)
            file.write_text(json.dumps(told), encoding="utf-8")
        except BaseException:  # noqa: BLE001  a child that ends here, whatever happened
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    _, status = os.waitpid(inner, 0)
    if file.is_file():
        return dict(json.loads(file.read_text(encoding="utf-8")))
    return {"fell": f"the process ended with {os.waitstatus_to_exitcode(status)}"}


if __name__ == "__main__":
    main(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))
