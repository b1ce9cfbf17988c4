"""The dashboard as text: nothing is fetched, nothing of a target is obeyed, and what is missing is said."""

import re
import sys
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from textwrap import dedent
from zipfile import ZipFile

import pytest
from histories import imported
from zoo import FILES

from namebranch.__main__ import main
from published import Published

EVIL = "</script><script>alert(1)</script>\x1b[31m\u202e{{7*7}}\"'><b>"


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Return a framework as an archive of a release."""
    return packed(tmp_path / "trainer-2.0.zip", FILES)


def packed(file: Path, files: dict[str, str]) -> Path:
    """Write files into an archive, whole."""
    with ZipFile(file, "w") as made:
        made.writestr("README", "")
        for path, text in files.items():
            made.writestr(path, dedent(text).lstrip("\n"))
    return file


def page(capsys: pytest.CaptureFixture[str], *arguments: object, code: int = 0) -> str:
    """Return the page that the verb writes."""
    assert main(["report", "dashboard", "--quiet", "--no-cache", "--jobs", "1", *map(str, arguments)]) == code
    return capsys.readouterr().out


def test_nothing_is_fetched_and_only_our_own_script_may_run(archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = page(capsys, archive)
    assert {link[0] for link in re.findall(r"(?:src|href)=[\"']([^\"']*)", text)} == {"#", "d"}  # to a place in the page, and an empty icon
    assert not re.search(r"url\(|@import|https?://(?!www\.w3\.org/2000/svg)", text)
    (script,) = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
    assert f"script-src 'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" in text
    assert "default-src 'none'" in text


def test_the_same_target_gives_the_same_page(archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert page(capsys, archive) == page(capsys, archive)


def test_releases_are_a_trend(archive: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    earlier = packed(tmp_path / "trainer-1.0.zip", {path: text for path, text in FILES.items() if "tables" not in path})
    text = page(capsys, archive, "--earlier", earlier)
    assert text.count("<svg") == 3
    assert "over 2 releases" in text
    assert "trainer-1.0.zip" in text or "1.0" in text


def test_where_there_is_no_history_the_page_says_why(archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "--earlier takes archives" in page(capsys, archive)


def test_who_takes_a_test_may_be_left_out(archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "not asked (--no-reach)" in page(capsys, archive, "--no-reach")
    assert "not asked" not in page(capsys, archive)


def test_a_tree_without_names_is_a_page_that_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = page(capsys, packed(tmp_path / "none-1.0.zip", {"pkg/__init__.py": "", "pkg/loader.py": "def load():\n    return 1\n"}))
    assert "decides by no model" in text
    assert "nothing has been migrated" in text


def test_a_file_that_cannot_be_read_is_named_and_exits_4(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = packed(tmp_path / "broken-1.0.zip", FILES | {"tinytrain/core/broken.py": "if model_type == 'llama':\n\x00(\n"})
    assert "a lower bound" in page(capsys, broken, code=4)


def test_a_step_of_the_history_that_cannot_be_read_is_named_and_exits_4(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad, good = b"if config.model_type == 'mixtral':\n(\n", b"def f(config):\n    return config.model_type == 'mixtral'\n"
    folder = imported(tmp_path / "repo", [{"kit/loaders.py": good}, {"kit/loaders.py": bad}, {"kit/loaders.py": good}])
    assert main(["report", "dashboard", f"{folder}@main", "--quiet", "--no-cache", "--jobs", "1"]) == 4
    said = capsys.readouterr()
    assert "kit/loaders.py: NB905 not read at" in said.err
    assert "counted again from where they could be" in said.out


def test_text_of_a_target_is_escaped_everywhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    evil = {
        f"tinytrain/core/<b>{number}.py": f"def f(config):\n    return config.model_type in ({EVIL!r}, 'mixtral')\n" for number in range(2)
    }
    text = page(capsys, packed(tmp_path / "evil-1.0.zip", FILES | evil))
    assert text.count("<script>") == 1
    assert "<b>0.py" not in text
    assert not set("\x1b\u202e") & set(text)
    assert "49" not in re.findall(r"alert\(1\).{0,80}", text)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        pytest.param(("--zone", "model"), "shared code", id="another zone"),
        pytest.param(("--subsystem", "tabels"), "tabels", id="an unknown part"),
        pytest.param(("--earlier", "nowhere-1.0.zip"), "nowhere-1.0.zip", id="an archive that is not there"),
    ],
)
def test_what_cannot_be_answered_says_so(arguments: tuple[str, ...], words: str, archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "dashboard", str(archive), "--no-cache", *arguments]) == 2
    said = capsys.readouterr()
    assert (said.out, words in said.err) == ("", True)


def test_without_the_library_that_draws_it_says_how_to_get_it(
    archive: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pygal", None)
    assert main(["report", "dashboard", str(archive)]) == 2
    assert "pip install 'namebranch[dashboard]'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "version", "file"),
    [
        pytest.param("axolotl", "0.19.0", "patch_manager.py", id="axolotl"),
        pytest.param("nemo-automodel", "0.5.0", "parallelizer.py", id="NeMo Automodel"),
    ],
)
def test_a_published_framework_is_less_than_a_megabyte(
    name: str, version: str, file: str, published: Published, capsys: pytest.CaptureFixture[str]
) -> None:
    text = page(capsys, published(name, version))
    assert 100_000 < len(text.encode()) < 1_000_000
    assert file in text


def test_the_example_that_ships_is_a_page(capsys: pytest.CaptureFixture[str]) -> None:
    root = Path(__file__).resolve().parents[3]
    text = page(capsys, root / "examples" / "tinytrain", "--no-history", "--dialect", "vendored")
    assert "in the dialect vendored" in text
    assert re.search(r"\d+ of \d+ decisions would move|of its \d+ decisions would move", text)
    assert "it was not asked for" in text
    assert 'id="m-mixtral"' in text
