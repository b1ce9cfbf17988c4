"""The configuration file that `init --write` starts a target with: what was inferred, with words on every table."""

from .load import Loaded
from .writing import to_toml

_ABOUT_THE_TREE = frozenset({"preset", "select", "ignore", "zones", "models", "subsystems"})  # the preset says the rest
_NOTES = {
    "preset": (
        "What namebranch looks at in this repository. `namebranch config show --origin` prints all settings and where each is from;",
        "`namebranch init` prints which file falls where. The same tables may stand in pyproject.toml, as [tool.namebranch] and below.",
        "",
        "Everything that is not said here is taken from this preset.",
    ),
    "select": ("Rules, or beginnings of rules, that fail `namebranch check`.",),
    "[zones]": (
        "Who owns a file. Gitignore patterns: the last that matches decides, and `!` takes a path out again; a leading src/ makes no",
        "difference. The first zone that matches wins: ignored (not looked at), frozen (counted, never edited), model (owned by one",
        "model: names are fine there), shared. What matches none is recognised by its name, see [models]; what is left gets `default`.",
    ),
    "[models]": (
        "Folders and files of one model. With `recognise`, each that is named after a model is (modeling_jamba.py, qwen3_moe/), but for",
        "the names in `never`. `folders` and `files` are patterns of further ones, whatever their names.",
    ),
    "[subsystems]": ("Parts of the framework, for reports: the first that matches wins, else it is the first folder below the package.",),
}
_EXAMPLES = """
# Expressions that carry a model's name here, with the kind of name, beyond those of the preset:
# [subjects.strong]
# my_model_kind = "model_type"

# The most decisions by name that some files may hold; `namebranch check` fails above it. 0 is the end state.
# [[budget]]
# paths = ["src/package/loading.py"]
# kinds = ["compare", "membership"]
# max = 0

# The tracking issue: one row a part that is to become a strategy, and the open questions that rows wait for.
# [[tracker.rows]]
# subsystem = "loaders"
# paths = ["src/package/loading.py"]
# becomes = "each branch is a hook of its model's descriptor"
# gate = "migrate-old-models"
# [[tracker.questions]]
# id = "migrate-old-models"
# text = "Should models that exist move to descriptors?"

# What a proof runs. Taken only from the work tree you stand in, or from --config.
# [prove]
# python = ".venv/bin/python"
# suite = ["python", "-m", "pytest", "-q", "tests"]
# load = ["package.loading:load_model", "package.config:Config"]
# [prove.models]
# types = ["llama", "mixtral"]
# options = { base_model = "tiny/{type}" }
"""


def starter(loaded: Loaded) -> str:
    """Return the text of the file; it reads back to the settings that hold now."""
    return to_toml(loaded.settings, note=_note, only=_ABOUT_THE_TREE) + _EXAMPLES


def _note(key: str) -> tuple[str, ...]:
    return tuple(f"# {line}".rstrip() for line in _NOTES.get(key, ()))
