"""Shell completion: the lines that are printed, and what a real bash makes of them."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from namebranch import commands
from namebranch.__main__ import main
from namebranch.registry import shelf


@pytest.fixture
def tool(tmp_path: Path) -> Path:
    """Return a folder that holds the command `namebranch`."""
    command = tmp_path / "bin" / "namebranch"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m namebranch "$@"\n')
    command.chmod(0o755)
    return command.parent


def asked(tool: Path, shell: str, line: str) -> list[str]:
    """Return what a shell is told of the last word of *line*."""
    words = line.split(" ")
    told = {"COMP_WORDS": line, "COMP_CWORD": words[-1] if shell == "fish" else str(len(words) - 1)}
    environment = {**os.environ, **told, "_NAMEBRANCH_COMPLETE": f"{shell}_complete"}
    said = subprocess.run([tool / "namebranch"], env=environment, capture_output=True, text=True, check=True)
    assert said.stderr == ""
    return said.stdout.split("\n")[:-1] if said.stdout.strip() else []


def test_verbs_are_completed(tool: Path) -> None:
    assert [line.partition(",")[2] for line in asked(tool, "bash", "namebranch ")] == list(shelf.names(commands))
    assert asked(tool, "bash", "namebranch sc") == ["plain,scan"]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        pytest.param("namebranch scan --form", "plain,--format", id="an option"),
        pytest.param("namebranch scan --format js", "plain,jsonl", id="a value of an option"),
        pytest.param("namebranch report das", "plain,dashboard", id="a report"),
        pytest.param("namebranch rules NB10", "plain,NB101", id="a rule"),
        pytest.param("namebranch scan src/", "file,src/", id="a target, which is a file or folder"),
        pytest.param("namebranch completion z", "plain,zsh", id="a shell"),
    ],
)
def test_what_comes_next_is_completed(line: str, found: str, tool: Path) -> None:
    assert found in asked(tool, "bash", line)


@pytest.mark.parametrize("line", ["namebranch nosuchverb", "namebranch scan --nosuchoption", "namebranch rules XX"])
def test_what_is_nothing_is_completed_by_nothing(line: str, tool: Path) -> None:
    assert asked(tool, "bash", line) == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_lines_for_each_shell_name_the_command(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    said = capsys.readouterr()
    assert f"_NAMEBRANCH_COMPLETE={shell}_complete" in said.out
    assert said.err == ""


def test_another_shell_is_refused_with_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "csh"]) == 2
    assert "'bash', 'zsh', 'fish'" in capsys.readouterr().err


def test_a_real_bash_completes(tool: Path) -> None:
    script = """
        eval "$(namebranch completion bash)"
        COMP_WORDS=(namebranch bas); COMP_CWORD=1
        compopt() { :; }
        _namebranch_completion namebranch
        echo "${COMPREPLY[@]}"
    """
    environment = {**os.environ, "PATH": f"{tool}{os.pathsep}{os.environ['PATH']}"}
    bash = shutil.which("bash")
    assert bash is not None
    said = subprocess.run([bash, "--norc", "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert said.stdout == "baseline\n"
