"""`python examples/tinytrain_after FOLDER`: builds in FOLDER, which must not exist, what tinytrain is once every model says itself what it needs.

That is tinytrain, with the files of `tree` in the place of its own, without those that are gone, and with the descriptor runtime of
this namebranch in it. Touches nothing but FOLDER.
"""

import shutil
import sys
from pathlib import Path

from namebranch.registry import runtime

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


def files() -> dict[str, Path]:
    """Return all files of the tree: where each of them lies there, and where it comes from."""
    before = {path.relative_to(BEFORE).as_posix(): path for glob in KEPT for path in BEFORE.glob(glob)}
    mine = {path.relative_to(HERE / "tree").as_posix(): path for path in (HERE / "tree").rglob("*") if path.is_file()}
    vendored = {f"{RUNTIME}/{path.name}": path for path in Path(runtime.__path__[0]).glob("*.py")}
    found = {name: path for name, path in (before | mine | vendored).items() if "__pycache__" not in path.parts}
    return {name: path for name, path in sorted(found.items()) if name not in GONE}


def build(folder: Path) -> None:
    """Write the tree.

    Raises:
        FileExistsError: *folder* exists.

    """
    folder.mkdir(parents=True)
    for name, path in files().items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, folder / name)


if __name__ == "__main__":
    match sys.argv[1:]:
        case [folder] if not folder.startswith("-"):
            build(Path(folder))
        case _:
            sys.exit(__doc__)
