"""A fleet for the tests of its page: repositories with a history and without, hostile names, and two that cannot be looked at."""

from pathlib import Path
from textwrap import dedent

from repositories import Repository, repository
from zoo import FILES

EVIL = "<img src=x onerror=alert(1)>\u202e'\"{{7*7}}"
ODD = f"def odd(config):\n    return config.model_type in ({EVIL!r}, 'mixtral')\n"

GRADES = ("bloom", "falcon", "gemma3", "gpt_neox", "llama", "mistral", "opt", "phi3", "qwen2", "qwen3_moe")
GRADED = "".join(  # few decisions by the first, many by the last, of two digits, since a checker of contrast passes over one
    f"def f{grade}_{number}(config):\n    return config.model_type == {name!r}\n"
    for grade, name in enumerate(GRADES, start=1)
    for number in range(4 + 6 * grade)
)


def written(root: Path, files: dict[str, str] = FILES) -> Path:
    """Write a framework into a folder."""
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(dedent(text).lstrip("\n"), encoding="utf-8")
    return root


def trainer(root: Path) -> Repository:
    """Return a framework with a history, the last commit of which is hostile."""
    kept = repository(root)
    written(kept.root)
    kept.commit("begin")
    kept.commit(EVIL, tinytrain__core__odd_py=ODD)
    return kept


def fleet(root: Path) -> Path:
    """Return the file of a fleet of six, two of which cannot be looked at."""
    written(root / EVIL, {"pkg/__init__.py": "", "pkg/loader.py": ODD})
    written(root / "none", {"pkg/loader.py": "def load():\n    return 1\n"})
    targets = (
        trainer(root / "trainer").root,
        written(root / "copy", FILES | {"tinytrain/core/graded.py": GRADED}),
        root / EVIL,
        root / "none",
    )
    (root / "broken.whl").write_bytes(b"no archive")
    file = root / "fleet <b>.txt"
    file.write_text("".join(f"{target}\n" for target in (*targets, root / "broken.whl", root / f"gone {EVIL}")), encoding="utf-8")
    return file
