"""The house as a whole: what is shipped, how big its rooms may grow, and who may read, write and run."""

import ast
import fnmatch
import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import namebranch

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("analyzer", "codemods", "commands", "parity", "registry", "reports")
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())
SHIPPED = PROJECT["tool"]["setuptools"]
HOUSE: dict[str, Any] = tomllib.loads((ROOT / "tests" / "house.toml").read_text())

LONGEST_MODULE, LONGEST_FUNCTION = 300, 40  # lines
SAYS_NOTHING = {"base", "common", "core", "helper", "helpers", "manager", "misc", "tools", "util", "utils"}

MODULES = {
    "reads": {"fileinput", "linecache"},
    "writes": {"tempfile"},
    "runs": {"asyncio", "concurrent.futures", "multiprocessing", "pty", "subprocess"},
    "archives": {"bz2", "gzip", "lzma", "tarfile", "zipfile", "zlib"},
    "database": {"dbm", "shelve", "sqlite3"},
    "loads": {"marshal", "pickle", "runpy"},
    "network": {"distributed", "ftplib", "http", "requests", "smtplib", "socket", "ssl", "urllib.request"},
}
CALLS = {
    "reads": {"get_data", "glob", "iterdir", "listdir", "open", "read_bytes", "read_text", "rglob", "scandir"},
    "writes": {"chmod", "hardlink_to", "mkdir", "rmdir", "symlink_to", "touch", "unlink", "write_bytes", "write_text"},
    "runs": {"fork", "forkpty", "popen", "posix_spawn", "system"},
    "loads": {"__import__", "eval", "exec", "exec_module", "import_module"},
}
CALLS_OF = {
    "os": {
        "reads": {"walk"},
        "writes": {"link", "makedirs", "mkfifo", "remove", "removedirs", "rename", "renames", "replace", "symlink", "truncate"},
        "runs": {"execv", "execve", "execvp", "execvpe", "spawnv", "spawnve", "spawnvp"},
    },
    "shutil": {
        "writes": {"chown", "copy", "copy2", "copyfile", "copyfileobj", "copytree", "make_archive", "move", "rmtree", "unpack_archive"}
    },
}
WRITING = {"O_APPEND", "O_CREAT", "O_RDWR", "O_TRUNC", "O_WRONLY"}
NOT_HERE = {
    "a path of somebody's machine": r"/[w]ork/|/[h]ome/\w|/[r]oot/|/[U]sers/\w|/[t]mp/\w",
    "the address of a package registry": r"pypi[.]org|[p]ythonhosted|[n]pmjs|[g]oproxy",
}


def modules() -> list[Path]:
    """Return all modules that are shipped."""
    return sorted([*ROOT.glob("*.py"), *(file for room in ROOMS for file in (ROOT / room).rglob("*.py"))])


def tracked() -> list[Path]:
    """Return all files of the repository."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout  # noqa: S607
    return [ROOT / path for path in listed.split("\0") if path and (ROOT / path).is_file()]


def named(file: Path) -> str:
    """Return the path of *file* as people say it."""
    return file.relative_to(ROOT).as_posix()


every_module = pytest.mark.parametrize("file", modules(), ids=named)


def test_every_folder_of_code_is_shipped() -> None:
    folders = [init.parent.relative_to(ROOT) for room in ROOMS for init in (ROOT / room).rglob("__init__.py")]
    assert sorted(SHIPPED["packages"]) == sorted(["namebranch", *(".".join(("namebranch", *folder.parts)) for folder in folders)])


def test_every_file_of_data_is_shipped() -> None:
    def shipped(file: Path) -> bool:
        package = ".".join(("namebranch", *file.parent.relative_to(ROOT).parts))
        return any(fnmatch.fnmatch(file.name, glob) for glob in SHIPPED["package-data"].get(package, ()))

    files = [file for room in ROOMS for file in (ROOT / room).rglob("*") if file.is_file() and "__pycache__" not in file.parts]
    assert [named(file) for file in files if file.suffix != ".py" and not shipped(file)] == []
    assert (ROOT / "py.typed").is_file()


def test_every_pattern_of_data_finds_some() -> None:
    patterns = [(package.split(".")[1:], glob) for package, globs in SHIPPED["package-data"].items() for glob in globs]
    assert [("/".join(folder), glob) for folder, glob in patterns if not list(ROOT.joinpath(*folder).glob(glob))] == []


def test_every_folder_with_code_is_a_package() -> None:
    assert {named(file.parent) for file in modules() if not (file.parent / "__init__.py").is_file()} == set()


def test_only_the_front_door_lies_at_the_root() -> None:
    assert {path.name for path in ROOT.glob("*.py")} == {"__init__.py", "__main__.py"}


def test_this_checkout_is_under_test() -> None:
    assert Path(str(namebranch.__file__)).resolve().parent == ROOT


def test_every_dependency_has_a_lower_bound() -> None:
    assert [text for text in PROJECT["project"]["dependencies"] if not re.fullmatch(r"[\w-]+>=[\d.]+", text)] == []


@every_module
def test_no_more_lines_than_a_module_may_have(file: Path) -> None:
    lines = len(file.read_text().splitlines())
    assert lines <= LONGEST_MODULE


@every_module
def test_no_more_lines_than_a_function_may_have(file: Path) -> None:
    assert [name for name, lines in functions(file) if lines > LONGEST_FUNCTION] == []


@every_module
def test_a_name_that_says_something(file: Path) -> None:
    assert file.stem not in SAYS_NOTHING
    assert file.parent.name not in SAYS_NOTHING


@every_module
def test_words_for_the_module_and_what_is_public_in_it(file: Path) -> None:
    tree = ast.parse(file.read_text())
    public = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_")]
    assert ast.get_docstring(tree)
    assert [node.name for node in public if not ast.get_docstring(node)] == []


@every_module
def test_touches_only_what_it_may(file: Path) -> None:
    allowed = next((set(entry["touches"]) for entry in HOUSE["module"] if entry["path"] == named(file)), set())
    found = dict(sorted(touches(ast.parse(file.read_text()))))
    assert set(found) == allowed, f"{named(file)} touches {found}, tests/house.toml says {sorted(allowed)}"


def test_every_permission_is_for_a_module_and_has_a_reason() -> None:
    paths = [entry["path"] for entry in HOUSE["module"]]
    assert sorted(set(paths)) == paths
    assert [entry["path"] for entry in HOUSE["module"] if not (ROOT / entry["path"]).is_file() or len(entry["reason"]) < 20] == []


def test_only_a_cluster_that_the_user_names_may_use_the_network() -> None:
    assert [entry["path"] for entry in HOUSE["module"] if "network" in entry["touches"]] == ["analyzer/executors/dask.py"]


@pytest.mark.parametrize("what", NOT_HERE)
def test_no_tracked_file_holds(what: str) -> None:
    pattern = re.compile(NOT_HERE[what])
    texts = ((file, file.read_bytes().decode("utf-8", "replace")) for file in tracked())
    assert [f"{named(file)}: {found[0]}" for file, text in texts if (found := pattern.search(text))] == []


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        pytest.param("open('f')", {"reads"}, id="open reads"),
        pytest.param("open('f', 'w')", {"writes"}, id="open in mode w writes"),
        pytest.param("p.open(mode='ab')", {"writes"}, id="a path opened for appending writes"),
        pytest.param("os.open('f', os.O_RDONLY)", {"reads"}, id="os.open reads"),
        pytest.param("os.open('f', os.O_WRONLY | os.O_CREAT)", {"writes"}, id="os.open for writing writes"),
        pytest.param("p.read_text()", {"reads"}, id="read_text reads"),
        pytest.param("os.replace('a', 'b')", {"writes"}, id="os.replace writes"),
        pytest.param("from os import replace", {"writes"}, id="os.replace imported by name writes"),
        pytest.param("import shutil\nshutil.rmtree('d')", {"writes"}, id="shutil.rmtree writes"),
        pytest.param("import subprocess", {"runs"}, id="subprocess runs"),
        pytest.param("def f():\n from concurrent.futures import Executor", {"runs"}, id="an import in a function counts"),
        pytest.param("os.fork()", {"runs"}, id="fork runs"),
        pytest.param("import urllib.request", {"network"}, id="urllib.request is the network"),
        pytest.param("import sqlite3, zipfile", {"database", "archives"}, id="two at once"),
        pytest.param("eval('1')", {"loads"}, id="eval loads code"),
        pytest.param("'a'.replace('a', 'b')", set(), id="replacing text is no touch"),
        pytest.param("import urllib.parse, os.path", set(), id="cousins of a listed module are no touch"),
        pytest.param("from ..reading.archive import open_archive", set(), id="our own modules are no touch"),
        pytest.param("shutil.get_terminal_size()", set(), id="asking how wide a terminal is is no touch"),
        pytest.param("path.exists()", set(), id="asking is no touch"),
        pytest.param("# subprocess.run()", set(), id="a comment is no touch"),
    ],
)
def test_touches_are_found(code: str, expected: set[str]) -> None:
    assert {what for what, _ in touches(ast.parse(code))} == expected


def functions(file: Path) -> Iterator[tuple[str, int]]:
    """Yield the name and the number of lines of every function."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, (node.end_lineno or node.lineno) - node.lineno + 1


def touches(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Yield what a module touches outside its process, with the line."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from ((what, node.lineno) for alias in names for what in of_module(alias.name))
            case ast.ImportFrom(module="os" | "shutil" as module, names=names):
                yield from ((what, node.lineno) for alias in names for what in of_call(alias.name, module))
            case ast.ImportFrom(module=str(module), level=0):
                yield from ((what, node.lineno) for what in of_module(module))
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
                owner = node.func.value if isinstance(node.func, ast.Attribute) else None
                wanted = "writes" if name == "open" and for_writing(node) else ""
                yield from ((wanted or what, node.lineno) for what in of_call(name, owner.id if isinstance(owner, ast.Name) else ""))
            case _:
                pass


def of_module(name: str) -> list[str]:
    """Return what importing the module of that name counts as."""
    return [what for what, listed in MODULES.items() if any(name == module or name.startswith(f"{module}.") for module in listed)]


def of_call(name: str, owner: str) -> list[str]:
    """Return what a call of that name counts as; *owner* is the name before the dot, or nothing."""
    of_owner = CALLS_OF.get(owner, {})
    return [what for what in MODULES if name in CALLS.get(what, ()) or name in of_owner.get(what, ())]


def for_writing(call: ast.Call) -> bool:
    """Return whether a call of `open` names a mode or a flag that writes."""
    modes = [*call.args, *(keyword.value for keyword in call.keywords)]
    flags = {part.attr for mode in modes for part in ast.walk(mode) if isinstance(part, ast.Attribute)}
    texts = [mode.value for mode in modes if isinstance(mode, ast.Constant) and isinstance(mode.value, str)]
    return bool(flags & WRITING) or any(re.fullmatch("[rwaxbt+]{1,4}", text) and set(text) & set("wax+") for text in texts)
