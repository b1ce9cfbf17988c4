"""Published wheels: what is pinned is fetched once and whole; what cannot be had is never passed over in silence."""

import re
from hashlib import sha256
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

import wheels
from published import Published
from wheels import UnreachableError, Wheel

pytest_plugins = ["pytester"]
DATA = b"not really a wheel"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty cache in which `demo 1.0` is pinned."""
    monkeypatch.setenv("NAMEBRANCH_WHEELS", str(tmp_path))
    monkeypatch.setattr(wheels, "pinned", lambda: (Wheel(name="demo", version="1.0", sha256=sha256(DATA).hexdigest()),))
    return tmp_path


def pip(monkeypatch: pytest.MonkeyPatch, *, data: bytes | None = None, words: str = "") -> list[list[str]]:
    """Put a pip in place that delivers *data*, or fails with *words*; return the commands that it was given."""
    given: list[list[str]] = []

    def run(command: list[str], **_: Any) -> CompletedProcess[str]:
        given.append(command)
        if data is not None:
            Path(command[command.index("--dest") + 1], "demo-1.0-py3-none-any.whl").write_bytes(data)
        return CompletedProcess(command, returncode=int(data is None), stdout="", stderr=words)

    monkeypatch.setattr("subprocess.run", run)
    return given


def test_every_pinned_wheel_is_pinned_once_by_a_whole_digest() -> None:
    pinned = wheels.pinned()
    assert len({(wheel.name, wheel.version) for wheel in pinned}) == len(pinned)
    assert all(re.fullmatch("[0-9a-f]{64}", wheel.sha256) for wheel in pinned)
    assert [(wheel.name, wheel.version) for wheel in pinned] == sorted((wheel.name, wheel.version) for wheel in pinned)


def test_a_wheel_is_downloaded_once_by_digest_without_what_it_depends_on(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = pip(monkeypatch, data=DATA)
    assert wheels.fetch("demo", "1.0") == wheels.fetch("demo", "1.0") == cache / "demo-1.0-py3-none-any.whl"
    (command,) = given
    assert {"--no-deps", "--only-binary=:all:", "--require-hashes"} <= set(command)


def test_a_wheel_that_was_damaged_in_the_cache_is_downloaded_again(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (cache / "demo-1.0-py3-none-any.whl").write_bytes(b"half")
    pip(monkeypatch, data=DATA)
    assert wheels.fetch("demo", "1.0").read_bytes() == DATA


@pytest.mark.usefixtures("cache")
@pytest.mark.parametrize(
    ("words", "error"),
    [
        pytest.param("ERROR: could not find a version", UnreachableError, id="no registry"),
        pytest.param("", UnreachableError, id="a silent pip"),
        pytest.param("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES", ValueError, id="another digest"),
    ],
)
def test_no_wheel_because_of(words: str, error: type[Exception], monkeypatch: pytest.MonkeyPatch) -> None:
    pip(monkeypatch, words=words)
    with pytest.raises(error, match=words or "pip said nothing"):
        wheels.fetch("demo", "1.0")


@pytest.mark.usefixtures("cache")
def test_a_wheel_that_is_not_pinned_is_an_error() -> None:
    with pytest.raises(LookupError, match=r"demo 2\.0 is not pinned"):
        wheels.fetch("demo", "2.0")


@pytest.mark.parametrize("ci", ["", "true", "1"], ids=["elsewhere", "CI=true", "CI=1"])
def test_a_test_without_its_wheel_is_named(ci: str, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(name: str, version: str) -> Path:
        raise UnreachableError(f"{name} {version}: no registry")

    monkeypatch.setattr("published.fetch", gone)
    monkeypatch.setenv("CI", ci)
    pytester.makeconftest("from published import published, pytest_terminal_summary")
    pytester.makepyfile('def test_it(published): published("demo", "1.0")')
    ran = pytester.runpytest_inprocess("-p", "no:cacheprovider")
    if ci:
        ran.assert_outcomes(failed=1)
        ran.stdout.fnmatch_lines(["*NOT RUN: demo 1.0: no registry*"])
    else:
        ran.assert_outcomes(skipped=1)
        ran.stdout.fnmatch_lines(["=*1 NOT RUN for want of a package registry*", "*::test_it: demo 1.0: no registry"])


def test_a_published_wheel_is_had(published: Published) -> None:
    assert published("liger-kernel", "0.8.5").name.startswith("liger_kernel-0.8.5-")
