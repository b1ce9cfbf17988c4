"""A package of models that moves: what refers to it, what stays importable, what is refused, and that nothing happens twice."""

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
import scanning
from hypothesis import given
from hypothesis import strategies as st

from namebranch.analyzer.reading.source import SourceFile
from namebranch.analyzer.reading.target import open_target
from namebranch.codemods.editing.document import UneditableError
from namebranch.codemods.moving.move import PackageMove
from namebranch.codemods.moving.packages import MoveError, package_move, writings
from published import Published

OLD, NEW = "kit.parts.models", "kit.zoo.models"
KIT = {
    "kit/__init__.py": "",
    "kit/parts/__init__.py": "",
    "kit/parts/layers.py": "SIZE = 3\n",
    "kit/parts/models/__init__.py": 'from .llama import Llama\n\nKNOWN = ("llama",)\n',
    "kit/parts/models/llama/__init__.py": "from .model import Llama\n",
    "kit/parts/models/llama/model.py": "from ...layers import SIZE\nfrom .. import llama\n\n\nclass Llama:\n    size = SIZE\n",
    "kit/parts/models/jamba.py": "from .llama.model import Llama\n\n\nclass Jamba(Llama):\n    pass\n",
}


def moved(files: Mapping[str, str], *frozen: str, old: str = OLD, new: str = NEW) -> tuple[PackageMove, dict[str, bytes]]:
    """Return the move, and all files after it."""
    source = scanning.source(files)
    made = package_move(source, old, new, lambda path: path in frozen)
    after = {path: data or b"" for path, data in source.files.items()}
    for each in writings(made):
        assert each.before == source.one(each.path)
        if each.after is None:
            del after[each.path]
        else:
            after[each.path] = each.after
    return made, after


CHANGED = [
    pytest.param("from kit.parts.models.llama import Llama\n", "from kit.zoo.models.llama import Llama\n", id="an absolute import"),
    pytest.param("import kit.parts.models.llama as l\n", "import kit.zoo.models.llama as l\n", id="an import of a module"),
    pytest.param("from .models import Llama\n", "from kit.zoo.models import Llama\n", id="a relative import"),
    pytest.param(
        "from .models.llama import (\n    Llama,  # a\n)\n", "from kit.zoo.models.llama import (\n    Llama,  # a\n)\n", id="over lines"
    ),
    pytest.param("from . import models\n", "from kit.zoo import models\n", id="the package from around it"),
    pytest.param("from kit.parts import models as m\n", "from kit.zoo import models as m\n", id="the package by another name"),
    pytest.param("from . import layers, models\n", "from . import layers\nfrom kit.zoo import models\n", id="the package among others"),
    pytest.param(
        "def f():\n    from . import models, layers as y\n",
        "def f():\n    from . import layers as y\n    from kit.zoo import models\n",
        id="inside",
    ),
    pytest.param(
        'M = {"Llama": "kit.parts.models.llama.Llama"}\n', 'M = {"Llama": "kit.zoo.models.llama.Llama"}\n', id="a mapping's string"
    ),
    pytest.param("# see kit/parts/models/llama\n", "# see kit/zoo/models/llama\n", id="a path in a comment"),
]
KEPT = [
    pytest.param("from .models_extra import a\n", id="a longer name"),
    pytest.param("from other.kit.parts.models import a\n", id="the end of another name"),
    pytest.param("x = my.kit.parts.models\n", id="an attribute"),
    pytest.param("from . import layers\n", id="a neighbour"),
    pytest.param("# https://example.invalid/blob/1234567/kit/parts/models/llama\n", id="an address of some revision"),
    pytest.param("models = 1\n", id="a variable of its name"),
]


@pytest.mark.parametrize(("before", "after"), CHANGED)
def test_said_of_the_new_place(before: str, after: str) -> None:
    _, files = moved({**KIT, "kit/parts/use.py": before})
    assert files["kit/parts/use.py"].decode() == after


@pytest.mark.parametrize("text", KEPT)
def test_not_touched(text: str) -> None:
    made, files = moved({**KIT, "kit/parts/use.py": text})
    assert files["kit/parts/use.py"].decode() == text
    assert not any(file.old == "kit/parts/use.py" for file in made.files)


@pytest.mark.parametrize("path", ["docs/models.md", "conf/run.yaml", "pyproject.toml", ".github/CODEOWNERS"])
def test_documents_and_settings_follow(path: str) -> None:
    _, files = moved({**KIT, path: "_target_: kit.parts.models.llama.Llama  kit/parts/models/llama.py\r\n"})
    assert files[path] == b"_target_: kit.zoo.models.llama.Llama  kit/zoo/models/llama.py\r\n"


def test_inside_the_package_only_what_leads_out_of_it_changes() -> None:
    _, files = moved(KIT)
    assert files["kit/zoo/models/llama/model.py"].decode().startswith("from kit.parts.layers import SIZE\nfrom .. import llama\n")
    assert files["kit/zoo/models/jamba.py"].decode() == KIT["kit/parts/models/jamba.py"]
    assert files["kit/zoo/__init__.py"] == b""
    assert [path for path in files if path.startswith("kit/parts/models")] == ["kit/parts/models/__init__.py"]


USES = """\
import importlib, sys
import kit.parts.models.llama.model as old
from kit.parts.models import KNOWN, jamba
from kit.parts.models.jamba import Jamba
import kit.zoo.models.llama.model as new
import kit.zoo.models as zoo
assert old is new and old.Llama is new.Llama and zoo.jamba is jamba and Jamba is jamba.Jamba and KNOWN == ("llama",)
assert sys.modules["kit.parts.models"] is zoo and importlib.import_module("kit.parts.models.llama") is zoo.llama
assert new.__spec__.name == new.__name__ == "kit.zoo.models.llama.model"
assert importlib.util.find_spec("kit.parts.models.nothing") is None
try:
    import kit.parts.models.nothing
except ModuleNotFoundError:
    print("fine")
"""


@pytest.mark.parametrize(
    "first", ["", "import kit.zoo.models.jamba\n", "import kit.parts.models\n"], ids=["the old", "the new", "its front"]
)
def test_old_dotted_names_give_the_same_modules_whichever_is_imported_first(first: str, tmp_path: Path) -> None:
    _, files = moved(KIT)
    for path, data in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(data)
    command = [sys.executable, "-B", "-c", f"import importlib.util\n{first}{USES}"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (ran.stdout, ran.stderr) == ("fine\n", "")


def test_an_old_dotted_name_still_runs_as_a_program(tmp_path: Path) -> None:
    _, files = moved({**KIT, "kit/parts/models/tool.py": "from .llama import Llama\n\nif __name__ == '__main__':\n    print(Llama.size)\n"})
    for path, data in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(data)
    command = [sys.executable, "-B", "-m", "kit.parts.models.tool"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (ran.stdout, ran.stderr) == ("3\n", "")


def test_a_second_run_does_nothing() -> None:
    _, once = moved(KIT)
    again, twice = moved({path: data.decode() for path, data in once.items()})
    assert again.files == ()
    assert twice == once


def test_a_single_module_moves_too() -> None:
    _, files = moved({**KIT, "use.py": "from kit.parts import layers\n"}, old="kit/parts/layers.py", new="kit.zoo.layers")
    assert files["use.py"] == b"from kit.zoo import layers\n"
    assert files["kit/zoo/layers.py"] == b"SIZE = 3\n"
    assert b"sys.modules[__name__]" in files["kit/parts/layers.py"]


def test_a_source_folder_is_kept() -> None:
    _, files = moved({f"src/{path}": text for path, text in KIT.items()} | {"README.md": "src/kit/parts/models, kit.parts.models\n"})
    assert "src/kit/zoo/models/jamba.py" in files
    assert files["README.md"] == b"src/kit/zoo/models, kit.zoo.models\n"


def test_a_frozen_file_keeps_the_old_name_which_works() -> None:
    made, files = moved({**KIT, "kit/frozen.py": "import kit.parts.models\n"}, "kit/frozen.py")
    assert files["kit/frozen.py"] == b"import kit.parts.models\n"
    assert made.looks == ("kit/frozen.py: it is frozen, and keeps the old name",)


def test_what_depends_on_where_it_lies_is_pointed_out() -> None:
    made, _ = moved({**KIT, "kit/parts/models/data.py": "import pathlib\nHERE = pathlib.Path(__file__)\n"})
    assert made.looks == ("kit/parts/models/data.py:2: `__file__` is another path from now on",)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("kit.nothing.here", NEW, "has no such package"),
        (OLD, "kit.parts.layers", "it lies where the package is to go"),
        (OLD, f"{OLD}.inner", "cannot move into itself"),
        (OLD, "other.models", "another distribution"),
        ("kit", NEW, "no dotted name of a package inside another"),
    ],
)
def test_refused_where(old: str, new: str, words: str) -> None:
    with pytest.raises(MoveError, match=words):
        moved(KIT, old=old, new=new)


@pytest.mark.parametrize("text", ["from . import (\n    models,  # why\n    layers,\n)\n", "x = 1; from . import layers, models\n"])
def test_an_import_that_cannot_be_parted_stops_everything(text: str) -> None:
    with pytest.raises(UneditableError, match=r"kit/parts/use\.py:1: an import"):
        moved({**KIT, "kit/parts/use.py": text})


@given(st.text(st.sampled_from("kit.parts/models_x \n-:#"), max_size=80))
def test_only_what_changes_is_written_and_nothing_old_is_left(text: str) -> None:
    made, files = moved({**KIT, "notes.md": text})
    held = next((file for file in made.files if file.old == "notes.md"), None)
    assert (held is None) == (files["notes.md"] == scanning.source({"n": text}).one("n"))
    again, _ = moved({path: data.decode() for path, data in files.items()})
    assert again.files == ()


def test_automodel_moves_its_zoo_as_its_maintainers_proposed(published: Published) -> None:
    source = open_target(str(published("nemo-automodel", "0.5.0")), revision=None, cwd=Path())
    made = package_move(source, "nemo_automodel.components.models", "nemo_automodel._transformers.models", lambda _: False)
    assert made.moved == sum(path.startswith("nemo_automodel/components/models/") for path in source.paths())
    assert made.unread == ()
    for file in made.files:
        assert not file.new.endswith(".py") or b"nemo_automodel.components.models" not in file.after
        assert file.old is None or file.new == file.old.replace("components/models", "_transformers/models")
    touched = {file.old for file in made.files}
    rest = source.read(lambda path: path.endswith(".py") and path not in touched)
    assert not [file.path for file in rest if isinstance(file, SourceFile) and b"nemo_automodel.components.models" in file.data]
