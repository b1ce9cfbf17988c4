"""Which releases a target allows, wherever it says so."""

import pytest
import scanning

from namebranch.analyzer.upstream.requirements import requirements

SAID = {
    "metadata": {"x-1.dist-info/METADATA": "Name: x\nRequires-Dist: transformers<5,>=4.50\nRequires-Dist: torch\n"},
    "a project": {"pyproject.toml": '[project]\nname = "x"\ndependencies = ["transformers>=4.50,<5"]\n'},
    "a setup.cfg": {"setup.cfg": "[options]\ninstall_requires =\n    transformers>=4.50,<5\n    torch\n"},
    "a setup.py": {"setup.py": 'from setuptools import setup\nsetup(install_requires=["transformers>=4.50,<5", "torch"])\n'},
    "requirements": {"requirements.txt": "# what it needs\n-r other.txt\ntransformers>=4.50,<5  # not 5 yet\n"},
    "a caret of Poetry": {"pyproject.toml": '[tool.poetry.dependencies]\ntransformers = "^4.50"\n'},
    "a table of Poetry": {"pyproject.toml": '[tool.poetry.dependencies]\ntransformers = {version = ">=4.50,<5", optional = true}\n'},
    "an extra": {"pyproject.toml": '[project]\nname = "x"\n[project.optional-dependencies]\nhf = ["transformers>=4.50,<5"]\n'},
}
NOT_SAID = {
    "nothing": {"a.py": ""},
    "a requirements file of another folder": {"examples/requirements.txt": "transformers<4\n"},
    "a project that does not parse": {"pyproject.toml": "[project\n"},
    "a line that is no requirement": {"requirements.txt": "see transformers for more\n"},
}


@pytest.mark.parametrize("files", SAID.values(), ids=SAID)
def test_is_said_by(files: dict[str, str]) -> None:
    (wanted,) = requirements(scanning.source(files))["transformers"]
    assert "4.57.1" in wanted
    assert "5.0.0" not in wanted
    assert "4.49.0" not in wanted


@pytest.mark.parametrize("files", NOT_SAID.values(), ids=NOT_SAID)
def test_is_not_said_by(files: dict[str, str]) -> None:
    assert "transformers" not in requirements(scanning.source(files))


def test_what_is_always_required_is_not_loosened_by_an_extra() -> None:
    text = "Requires-Dist: Transformers>=5.5\nRequires-Dist: transformers==5.9.0; extra == 'gpu'\nRequires-Dist: transformers<5.11\n"
    (wanted,) = requirements(scanning.source({"x-1.dist-info/METADATA": text}))["transformers"]
    assert "5.6.0" in wanted
    assert "5.11.0" not in wanted


def test_extras_alone_are_alternatives() -> None:
    text = "Requires-Dist: trl<1; extra == 'old'\nRequires-Dist: trl>=1; extra == 'new'\n"
    assert len(requirements(scanning.source({"x-1.dist-info/METADATA": text}))["trl"]) == 2


def test_metadata_of_a_built_package_wins_over_what_lies_beside_it() -> None:
    files = {"x-1.dist-info/METADATA": "Requires-Dist: trl>=1\n", "requirements.txt": "trl<1\n"}
    (wanted,) = requirements(scanning.source(files))["trl"]
    assert "1.2" in wanted


@pytest.mark.parametrize(
    "line",
    [
        "transformers @ https://example.org/transformers.zip",
        "git+https://example.org/transformers",
        "git+ssh://x.org/a/transformers.git@main",
    ],
)
def test_of_what_comes_from_an_address_nothing_is_known(line: str) -> None:
    assert requirements(scanning.source({"requirements.txt": f"{line}\n"}))["transformers"] == ()
