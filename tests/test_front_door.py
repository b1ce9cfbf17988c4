"""The front door: verbs by file, exit codes, and words instead of tracebacks."""

import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from namebranch import __main__ as front
from namebranch import __version__, commands
from namebranch.commands import reporting
from namebranch.registry import shelf

Verbs = Callable[[str], None]
HEAVY = ("ahocorasick", "jinja2", "libcst", "msgspec", "networkx", "pathspec", "rapidfuzz", "rich.table", "sqlite3", "tomlkit")
VERB = '''"""Do {words}."""
import click, os, sys
from namebranch.commands.options import exit_zero, loudness

@click.command(name="{name}")
@exit_zero
@loudness
def verb(*, quiet: bool, verbose: int) -> int | None:
    {body}
'''


@pytest.fixture
def verbs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Verbs:
    """Return what lays one verb `try-it` with the given body on an empty shelf and opens the door to it."""
    name = f"verbs_{abs(hash(request.node.nodeid))}"
    (tmp_path / name).mkdir()
    (tmp_path / name / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(front.door, "verbs", import_module(name))

    def lay(body: str) -> None:
        (tmp_path / name / "try_it.py").write_text(VERB.format(name="try-it", words="as the test says", body=body))

    return lay


def test_the_version_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert front.main(["--version"]) == 0
    assert capsys.readouterr().out == f"namebranch {__version__}\n"


@pytest.mark.parametrize("argv", [["--help"], ["-h"], []], ids=["--help", "-h", "nothing"])
def test_help_lists_every_verb_with_a_line_for(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert front.main(argv) == 0
    said = capsys.readouterr().out
    for verb in shelf.names(commands):
        assert f"\n  {verb} " in said
        assert shelf.headline(commands, verb)


@pytest.mark.parametrize("verb", shelf.names(commands))
def test_every_verb_explains_itself(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert front.main([verb, "--help"]) == 0
    assert f"Usage: namebranch {verb} " in capsys.readouterr().out


@pytest.mark.parametrize("report", shelf.names(reporting))
def test_every_report_explains_itself(report: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert front.main(["report", report, "--help"]) == 0
    assert f"Usage: namebranch report {report} " in capsys.readouterr().out


def test_an_unknown_report_is_told_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert front.main(["report", "trackr"]) == 2
    assert "there is no verb 'trackr'; did you mean 'tracker'?" in capsys.readouterr().err


@pytest.mark.parametrize("argv", [["--help"], ["--version"], ["report", "--help"], ["report", "pr", "--help"]], ids=" ".join)
def test_nothing_heavy_is_imported_for(argv: list[str]) -> None:
    script = (
        "import sys\nfrom namebranch.__main__ import main\n"
        f"assert main({argv}) == 0\n"
        f"print([name for name in {HEAVY} if name in sys.modules], file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stderr.strip() == "[]"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        pytest.param("return None", 0, id="a verb that answers nothing"),
        pytest.param("return 0", 0, id="clean"),
        pytest.param("return 1", 1, id="the answer is no"),
        pytest.param("return 3", 3, id="housekeeping"),
        pytest.param("return 4", 4, id="incomplete"),
        pytest.param("click.get_current_context().exit(4)", 4, id="a verb that leaves through click"),
        pytest.param("raise KeyboardInterrupt", 130, id="an interrupt"),
        pytest.param("raise click.ClickException('no')", 2, id="an error of click"),
        pytest.param("raise ValueError", 2, id="an internal error"),
    ],
)
def test_exit_code_of(verbs: Verbs, body: str, code: int) -> None:
    verbs(body)
    assert front.main(["try-it"]) == code


@pytest.mark.parametrize(("code", "forgiven"), [(0, 0), (1, 0), (2, 2), (3, 0), (4, 0)])
def test_exit_zero_forgives_an_answer_but_no_error(verbs: Verbs, code: int, forgiven: int) -> None:
    verbs(f"return {code}")
    assert front.main(["try-it", "--exit-zero"]) == forgiven


def test_exit_zero_does_not_forgive_an_exception(verbs: Verbs) -> None:
    verbs("raise ValueError")
    assert front.main(["try-it", "--exit-zero"]) == 2


@pytest.mark.parametrize(
    ("body", "words"),
    [
        pytest.param(
            "from namebranch.registry.shelf import ShelfError; raise ShelfError('what, where, what next')",
            "error: what, where, what next\n",
            id="an error of our own as it is",
        ),
        pytest.param("open('/no/such/file')", "error: /no/such/file: No such file or directory\n", id="an error of the system by its file"),
        pytest.param("raise click.ClickException('this is wrong')", "error: this is wrong\n", id="an error of click as it is"),
        pytest.param(
            "raise ValueError('odd')",
            "error: internal error, ValueError: odd\n       this is a bug of namebranch; run it again with -v and report the traceback\n",
            id="an internal error in short",
        ),
        pytest.param(
            "raise click.ClickException('a\\x1b[31m\\r\\u202eb\\ud800')",
            "error: a\\x1b[31m\\r\\u202eb\\ud800\n",
            id="control characters spelled out",
        ),
    ],
)
def test_stderr_says(verbs: Verbs, body: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    verbs(body)
    assert front.main(["try-it"]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", words)


@pytest.mark.parametrize("flag", ["-v", "-vv", "--verbose"])
def test_an_internal_error_shows_its_traceback_with(verbs: Verbs, flag: str, capsys: pytest.CaptureFixture[str]) -> None:
    verbs("raise ValueError('odd')")
    assert front.main(["try-it", flag]) == 2
    assert "Traceback (most recent call last)" in capsys.readouterr().err


@pytest.mark.parametrize("argv", [["try-it", "-q"], ["try-it"]], ids=["-q", "no flag"])
def test_an_internal_error_shows_no_traceback_with(verbs: Verbs, argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    verbs("raise ValueError('odd')")
    assert front.main(argv) == 2
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        pytest.param(["tryit"], "there is no verb 'tryit'; did you mean 'try-it'?", id="a verb that is nearly right"),
        pytest.param(["zzzz"], "there is no verb 'zzzz'\n", id="a verb like no other"),
        pytest.param(["__init__"], "there is no verb '__init__'\n", id="a file that is no verb"),
        pytest.param(["options"], "there is no verb 'options'\n", id="a folder that is no verb"),
        pytest.param(["try-it", "--nope"], "`namebranch try-it --help` says what it takes", id="an unknown option of a verb"),
        pytest.param(["--nope"], "`namebranch --help` says what it takes", id="an unknown option of the door"),
    ],
)
def test_usage_error_for(verbs: Verbs, argv: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    verbs("return 0")
    assert front.main(argv) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("error: ")
    assert words in said.err


def test_a_reader_that_stops_reading_is_no_error(tmp_path: Path) -> None:
    script = tmp_path / "many.py"
    script.write_text(
        "import sys\nfrom namebranch import __main__ as front\n"
        "front.answer = lambda arguments: print('line\\n' * 100_000)\nsys.exit(front.main([]))\n",
    )
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as ran:
        assert ran.stdout is not None
        assert ran.stderr is not None
        ran.stdout.readline()
        ran.stdout.close()
        assert ran.stderr.read() == b""
    assert ran.returncode == 141


@pytest.mark.parametrize(
    ("argv", "wanted"),
    [(["scan", "-v"], True), (["-vvv"], True), (["--verbose"], True), (["-"], False), (["--"], False), (["scan", "v"], False), ([], False)],
)
def test_whether_a_traceback_is_wanted_is_read_off_the_arguments(argv: list[str], wanted: bool) -> None:
    assert front.wants_traceback(argv) is wanted
