"""`python examples/tinytrain_migrated FOLDER`: moves a copy of tinytrain in FOLDER, which must not exist, to descriptors, one model after the other.

After each model the tests of the copy run: its own where torch is installed, in a process that has imported it already, and those that the
migration wrote for what moved anyway. At the end the sites are held against `examples/tinytrain/expected.toml`: each has moved, or it is
refused with the code that a person gave it there. Touches nothing but FOLDER. Exits 1 where a test fails, where fewer than four of five sites
moved, or where one stays for another reason.
"""

import os
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Iterable
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from importlib.util import find_spec
from io import StringIO
from pathlib import Path

from namebranch.__main__ import main
from namebranch.analyzer.inventory import Site, Zone
from namebranch.analyzer.reading.target import open_target
from namebranch.analyzer.scan import program, scan
from namebranch.analyzer.settings.load import load
from namebranch.codemods import previewing
from namebranch.codemods.moving import previewing as moving
from namebranch.codemods.planning.follows import following

HERE = Path(__file__).resolve().parent
BEFORE = HERE.parent / "tinytrain"
KEPT = ("tinytrain/**/*.py", "tinytrain/**/*.toml", "tests/*.py", "pyproject.toml", "namebranch.toml")
MODELS = (
    *("mixtral", "qwen3_moe", "olmoe", "deepseek_v3", "falcon_h1", "nemotron_h", "granitemoehybrid", "mamba", "gemma3", "gemma3_text"),
    *("t5", "whisper", "gpt_neox", "phi3", "llama", "qwen2", "qwen2_vl", "llava", "mistral", "llava_llama"),
)
SAID = {"gemma3": ("tinytrain/data/collate.py", "class Gemma3Collator")}  # a person says whose it is: its name alone does not
ENOUGH = 0.8
COUNTED = {Zone.SHARED, Zone.FROZEN}


def copied(folder: Path) -> None:
    """Copy tinytrain, and what people decided about its tests by spelling.

    Raises:
        FileExistsError: *folder* exists.

    """
    folder.mkdir(parents=True)
    for glob in KEPT:
        for path in BEFORE.glob(glob):
            place = folder / path.relative_to(BEFORE)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(path.read_bytes())
    (folder / ".namebranch").mkdir()
    (folder / ".namebranch" / "decisions.toml").write_bytes((HERE / "decisions.toml").read_bytes())


def moved(folder: Path, model: str) -> str:
    """Migrate a model, and return what the tool says of it."""
    said = _told("migrate", folder, "--model", model)
    if model in SAID:
        path, text = SAID[model]
        line = (folder / path).read_text().partition(text)[0].count("\n") + 1
        said += _told("move-defs", folder, "--at", f"{path}:{line}", "--to", model)
    return "; ".join([*said, *_told("move-defs", folder, "--model", model)])


def _told(verb: str, folder: Path, *options: str) -> list[str]:
    """Run a verb, and return the lines by which it says what moved; nothing where nothing did."""
    words, errors = StringIO(), StringIO()
    with redirect_stdout(words), redirect_stderr(errors):
        code = main([verb, str(folder), "--dialect", "vendored", "--write", "--jobs", "1", *options])
    if code:
        sys.exit(f"{verb} {' '.join(options)}: exit code {code}\n{errors.getvalue()}")
    return [line for line in errors.getvalue().splitlines() if " move, " in line and not line.startswith("0 definitions")]


def tested(folder: Path) -> str:
    """Run the tests of the tree in a process of their own, and return the last line of their report.

    Raises:
        SystemExit: one failed.

    """
    reads, writes = os.pipe()
    if (child := os.fork()) == 0:
        os.dup2(writes, 1)
        os.dup2(writes, 2)
        os.chdir(folder)
        os._exit(_run(folder))
    os.close(writes)
    with os.fdopen(reads) as report:
        lines = report.read().splitlines()
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code:
        sys.exit("\n".join(lines))
    return lines[-1] if lines else "no test"


def _run(folder: Path) -> int:
    import pytest  # noqa: PLC0415  in the child only

    sys.path.insert(0, str(folder))
    options = ["-q", "-x", "-p", "no:cacheprovider", "-p", "no:randomly"]
    if find_spec("torch") is None:
        own = sorted(str(path) for path in folder.glob("tests/test_model_support_*.py"))
        return int(pytest.main([*options, "--noconftest", *own])) if own else 0
    return int(pytest.main([*options, "tests"]))


def _imported() -> None:
    """Import what the tests need, once for all processes that are forked."""
    os.environ |= {"OMP_NUM_THREADS": "1", "HF_HUB_OFFLINE": "1", "TOKENIZERS_PARALLELISM": "false"}
    import_module("safetensors.torch")
    for model in MODELS:
        if find_spec(f"transformers.models.{model}") is not None:
            import_module(f"transformers.models.{model}.modeling_{model}")


def sites(folder: Path) -> tuple[Site, ...]:
    """Return the sites of shared and frozen code."""
    source = open_target(str(folder), cwd=folder)
    return tuple(site for site in scan(source, load(source), jobs=1).sites if site.zone in COUNTED)


def codes(folder: Path) -> dict[str, str]:
    """Return why each site that is there still stays, by its id."""
    source = open_target(str(folder), cwd=folder)
    linked = program(source, load(source), jobs=1)
    dialect, base = previewing.chosen("vendored", source)
    plans = (
        previewing.previewed(source, linked, dialect, base, ()).migration,
        moving.previewed(source, linked, dialect, base, moving.Wanted()).migration,
    )
    found = {site: one.code for plan in plans for one in plan.refused for site in one.branches}
    for code in sorted(set(found.values())):  # flags and predicates, and all that asks them, stay with the last of their tests
        follow = following(linked, frozenset(site for site, held in found.items() if held == code))
        found |= {site: f"with {code}" for site in follow if site not in found}
    return {site.id: found.get(site.id, "-") for site, _ in linked.sites if site.zone in COUNTED}


def judged(before: Iterable[Site], folder: Path) -> tuple[Counter[str], list[str]]:
    """Return how many sites stay, by why they do, and in words those that stay for another reason than expected."""
    lines = tomllib.loads((BEFORE / "expected.toml").read_text())["line"]
    refused = {(line["path"], one["kind"], tuple(one["names"])): one.get("refuse", "") for line in lines for one in line["sites"]}
    left, found, other = codes(folder), Counter[str](), []
    for site in before:
        place = (site.path, site.kind.value, site.names)
        if site.id not in left:
            continue
        if left[site.id] == refused[place]:
            found["with the code expected"] += 1
        elif left[site.id].startswith("with "):
            found["flags that keep such a test"] += 1
        else:
            other.append(
                f"{site.path}:{site.line} {site.kind} {', '.join(site.names)}: {left[site.id]}, expected {refused[place] or 'a rewrite'}"
            )
    return found, other


def migrate(folder: Path) -> int:
    """Migrate model by model; return the exit code."""
    copied(folder)
    before = sites(folder)
    torch = find_spec("torch") is not None
    if torch:
        _imported()
    print(f"{len(before)} sites; {'its own tests and those' if torch else 'without torch, only the tests'} that the migration writes run")
    for model in MODELS:
        began = time.monotonic()
        said = moved(folder, model)
        print(f"{model:18}{said}; tests: {tested(folder)}  [{time.monotonic() - began:.1f} s]", flush=True)
    why, other = judged(before, folder)
    stay = why.total() + len(other)
    share = 1 - stay / len(before)
    print(
        f"{len(before) - stay} of {len(before)} sites moved ({share:.0%}); {stay} stay: "
        + ", ".join(f"{count} {word}" for word, count in why.items())
    )
    print("".join(f"stays for another reason than expected: {line}\n" for line in other), end="")
    return int(share < ENOUGH or bool(other))


if __name__ == "__main__":
    match sys.argv[1:]:
        case [folder] if not folder.startswith("-"):
            sys.exit(migrate(Path(folder).resolve()))
        case _:
            sys.exit(__doc__)
