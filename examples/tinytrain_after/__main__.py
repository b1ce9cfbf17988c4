"""`python examples/tinytrain_after FOLDER`: builds in FOLDER, which must not exist, tinytrain as it is once its models speak for themselves.

That is tinytrain, with the files of `tree` in the place of its own, without those that are gone, and with the descriptor runtime of
this namebranch in it. Touches nothing but FOLDER.
"""

import sys
from pathlib import Path

from namebranch import __version__
from namebranch.codemods.vendoring import runtime, vendoring

HERE = Path(__file__).resolve().parent
BEFORE = HERE.parent / "tinytrain"
KEPT = ("tinytrain/**/*.py", "tinytrain/**/*.toml", "tests/*.py", "pyproject.toml", "namebranch.toml")
GONE = (
    "tinytrain/loaders/constants.py",
    "tinytrain/loaders/patches.py",
    "tinytrain/models/granitemoehybrid/support.py",
    "tinytrain/models/mamba/support.py",
)
RUNTIME = "tinytrain/_namebranch"


def files() -> dict[str, bytes]:
    """Return all files of the tree, by their paths in it."""
    before = {path.relative_to(BEFORE).as_posix(): path for glob in KEPT for path in BEFORE.glob(glob)}
    mine = {path.relative_to(HERE / "tree").as_posix(): path for path in (HERE / "tree").rglob("*") if path.is_file()}
    found = {name: path.read_bytes() for name, path in (before | mine).items() if name not in GONE and "__pycache__" not in path.parts}
    return found | {each.path: each.after or b"" for each in vendoring(RUNTIME, {}, runtime(), __version__).changes}


def build(folder: Path) -> None:
    """Write the tree.

    Raises:
        FileExistsError: *folder* exists.

    """
    folder.mkdir(parents=True)
    for name, data in sorted(files().items()):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


if __name__ == "__main__":
    match sys.argv[1:]:
        case [folder] if not folder.startswith("-"):
            build(Path(folder))
        case _:
            sys.exit(__doc__)
