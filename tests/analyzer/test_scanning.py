"""A scan is a function of the files alone: not of how many work at it, in which order, what is cached, or where the files lie."""

import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
import scanning
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from memory import MemorySource
from programs import programs

from namebranch.analyzer.inventory import Inventory, Unread
from namebranch.analyzer.reading.source import Source
from namebranch.analyzer.reading.target import open_target
from namebranch.analyzer.scan import scan
from namebranch.analyzer.settings.load import load
from namebranch.analyzer.store import Store

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "first_look"
FILES: Mapping[str, str] = {
    path.relative_to(EXAMPLE).as_posix(): path.read_text() for path in sorted(EXAMPLE.rglob("*.py")) if "__pycache__" not in path.parts
}
BROKEN = {"shared/broken.py": "if cfg.model_type == 'jamba'\n    pass\n"}
CHANGED = {"tinytrain/core/new.py": "def f(cfg):\n    return 1 if cfg.model_type == 'falcon' else 2\n"}


def found(source: Source, *, jobs: int = 1, store: Store | None = None) -> Inventory:
    """Return what a scan finds, without the name of the target and without how many units were read."""
    return replace(scan(source, load(source), jobs=jobs, store=store, names=scanning.names()), target="", revision=None)


def tree(files: Mapping[str, str]) -> MemorySource:
    """Return a tree of these files."""
    return scanning.source({path: text.encode() for path, text in files.items()})


PLAIN = found(tree(FILES))


def test_there_is_something_to_compare() -> None:
    assert len(PLAIN.sites) > 40
    assert PLAIN.complete


@pytest.mark.parametrize("jobs", [2, 3, None])
def test_it_does_not_matter_how_many_work_at_it(jobs: int) -> None:
    assert found(tree(FILES), jobs=jobs) == PLAIN


def test_it_does_not_matter_what_is_cached(tmp_path: Path) -> None:
    for _ in ("cold", "warm", "warm again"):
        assert found(tree(FILES), store=Store(tmp_path)) == PLAIN


def test_what_is_cached_of_some_files_serves_others(tmp_path: Path) -> None:
    more = {**FILES, **CHANGED}
    found(tree(more), store=Store(tmp_path))
    assert found(tree(FILES), store=Store(tmp_path)) == PLAIN
    assert found(tree(more), store=Store(tmp_path)) == found(tree(more))


def test_a_file_that_cannot_be_read_stays_unread_when_others_change(tmp_path: Path) -> None:
    one = found(tree({**FILES, **BROKEN}), store=Store(tmp_path))
    other = found(tree({**FILES, **BROKEN, **CHANGED}), store=Store(tmp_path))
    assert one.unread == other.unread == (Unread(path="shared/broken.py", reason="line 1: expected ':'"),)
    assert one.sites == PLAIN.sites


def test_a_cache_that_lies_is_not_read_as_something_else(tmp_path: Path) -> None:
    found(tree(FILES), store=Store(tmp_path))
    for file in tmp_path.glob("*"):
        file.write_bytes(b"\0" * file.stat().st_size)
    assert found(tree(FILES), store=Store(tmp_path)) == PLAIN


@settings(max_examples=6, deadline=None)
@given(st.permutations(sorted(FILES)))
def test_it_does_not_matter_in_which_order_files_come(order: list[str]) -> None:
    class Shuffled(MemorySource):
        def paths(self) -> tuple[str, ...]:
            return tuple(order)

    assert found(Shuffled(files=dict(tree(FILES).files))) == PLAIN


def test_it_does_not_matter_where_they_lie(tmp_path: Path) -> None:
    git = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "PATH": os.environ["PATH"]}
    repository = tmp_path / "repository"
    with zipfile.ZipFile(tmp_path / "wheel.whl", "w") as wheel:
        for path, text in FILES.items():
            (repository / path).parent.mkdir(parents=True, exist_ok=True)
            (repository / path).write_text(text)
            wheel.writestr(path, text)
    for command in ("init -q", "add -A", "-c user.name=n -c user.email=e commit -q -m m"):
        subprocess.run(["git", *command.split()], cwd=repository, env=git, check=True)  # noqa: S607
    for target in ("repository", "repository@HEAD", "wheel.whl"):
        assert found(open_target(target, cwd=tmp_path)).sites == PLAIN.sites


WARM = """
import json, sys
from pathlib import Path
from namebranch.analyzer.executing import Workers
from namebranch.analyzer.reading.target import open_target
from namebranch.analyzer.scan import scan
from namebranch.analyzer.settings.load import load
from namebranch.analyzer.store import Store

started = []
start = Workers._start
Workers._start = lambda workers: started.append(workers) or start(workers)
source = open_target(sys.argv[1], cwd=Path())
found = scan(source, load(source), store=Store(Path(sys.argv[2])))
parsed = "libcst" in sys.modules or bool(started)
print(json.dumps({"units": found.units, "sites": [site.id for site in found.sites], "parsed": parsed}))
"""


def run(target: Path, cache: Path) -> dict[str, object]:
    """Scan in a process of its own; returns the units, the sites, and whether anything was parsed."""
    said = subprocess.run([sys.executable, "-c", WARM, str(target), str(cache)], capture_output=True, text=True, check=True).stdout
    result: dict[str, object] = json.loads(said)
    return result


def test_a_warm_run_parses_nothing_and_knows_the_same(tmp_path: Path) -> None:
    cold, warm = run(EXAMPLE, tmp_path), run(EXAMPLE, tmp_path)
    assert (cold["parsed"], warm["parsed"]) == (True, False)
    assert cold == {**warm, "parsed": True}
    assert cold["units"] == PLAIN.units


def test_units_that_are_known_are_linked_without_a_parser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found(tree({**FILES, **CHANGED}), store=Store(tmp_path))

    def asked(*_: object) -> None:
        raise AssertionError("something was parsed")

    monkeypatch.setattr("namebranch.analyzer.executing.Workers.map", asked)
    assert found(tree(FILES), store=Store(tmp_path)) == PLAIN


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(programs(), programs())
def test_nothing_that_parses_breaks_a_scan(one: str, other: str) -> None:
    files = {"shared/one.py": one, "shared/other.py": other + "\nif cfg.model_type == 'jamba': pass\n"}
    result = found(tree(files))
    assert result.unread == ()
    assert [site.path for site in result.sites if site.names == ("jamba",)][-1:] == ["shared/other.py"]


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(programs(), st.binary(max_size=30), st.integers(0, 10_000))
def test_no_bytes_break_a_scan(text: str, junk: bytes, at: int) -> None:
    data = text.encode()
    data = data[: at % (len(data) + 1)] + junk + data[at % (len(data) + 1) :]
    good = b"if cfg.model_type == 'jamba': pass\n"
    result = found(scanning.source({"shared/odd.py": data + b"\n" + good, "shared/good.py": good}))
    assert {item.path for item in result.unread} <= {"shared/odd.py"}
    assert "shared/good.py" in {site.path for site in result.sites}


@pytest.mark.parametrize(
    "line",
    ["from pkg.layers.mamba.ops import scan", "from .layers.mamba import ops", "import pkg.layers.mamba.ops as ops"],
    ids=["absolute", "relative", "as a whole"],
)
def test_an_import_leads_to_a_model_though_its_name_is_a_common_word(line: str) -> None:
    files = {
        "pkg/use.py": f"def f():\n    {line}\n    return 1\n",
        "pkg/layers/mamba/ops.py": "def scan():\n    return 1\n",
        "pkg/__init__.py": "",
    }
    assert [(site.rule, site.line, site.names) for site in scanning.sites(files)] == [("NB302", 2, ("mamba",))]
