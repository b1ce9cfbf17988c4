"""The tests of a target are run on both sides: each is compared by how it ended and why, and what shows nothing is told as such."""

import zipfile
from collections.abc import Mapping
from pathlib import Path

import proving
import pytest

from namebranch.parity.evidence import Claim, Evidence, Grade, Verdict
from namebranch.parity.proof import Wanted

SETTINGS = '[prove]\nsuite = ["env", "PYTEST_DISABLE_PLUGIN_AUTOLOAD=1", "python", "-m", "pytest", "-q", "tests"]\n'
OLD = """
    def kind(cfg):
        if cfg["model_type"] == "jamba":
            return 1
        return 0
"""
NEW = """
    KINDS = {"jamba": 1}
    def kind(cfg):
        return KINDS.get(cfg["model_type"], 0)
"""
TESTS = """
    from pkg.kinds import kind
    def test_jamba():
        assert kind({"model_type": "jamba"}) == 1
    def test_others():
        assert kind({"model_type": "llama"}) == 0
"""
Files = Mapping[str, str]


def suite(
    old: Files | None = None, new: Files | None = None, *, both: Files | None = None, settings: str = SETTINGS, wanted: Wanted | None = None
) -> Evidence:
    """Return what the suite shows of two small trees, with further files in either or in both."""
    shared = {"pkg/__init__.py": "", "tests/test_kinds.py": TESTS, "namebranch.toml": settings, **(both or {})}
    sides = ({"pkg/kinds.py": OLD, **shared, **(old or {})}, {"pkg/kinds.py": NEW, **shared, **(new or {})})
    return proving.proved(*sides, wanted or Wanted(parts=("suite",)))


def only(evidence: Evidence) -> Claim:
    """Return the claim about the tests."""
    return proving.only(evidence)


def test_tests_that_end_alike_show_that_nothing_changed() -> None:
    found = suite()
    claim = only(found)
    assert (claim.verdict, claim.grade, claim.cases, claim.differing) == (Verdict.SAME, Grade.SAMPLED, 2, 0)
    assert claim.reason == "2 modules of the tree itself were imported"
    assert [one.caught for one in found.planted] == [True]
    assert found.versions["pytest"]


def test_a_test_that_ends_otherwise_is_told_with_the_reason() -> None:
    found = suite(new={"pkg/kinds.py": NEW.replace('"jamba": 1', '"jamba": 2')})
    assert (only(found).verdict, only(found).differing) == (Verdict.DIFFERENT, 1)
    (difference,) = found.differences
    assert difference.answers == {"test": "tests/test_kinds.py::test_jamba"}
    assert difference.old == ("passed",)
    assert difference.new[0].startswith(
        "failed call: AssertionError: assert 2 == 1" if "AssertionError" in difference.new[0] else "failed call: assert 2 == 1"
    )


FAILING = "from pkg.kinds import kind\ndef test_it(tmp_path):\n    raise {error}({message})\n"


def test_what_fails_alike_is_no_difference_wherever_the_tree_lies() -> None:
    failing = FAILING.format(error="ValueError", message='f"{tmp_path} {object()} {__file__}"')
    claim = only(suite(both={"tests/test_more.py": failing}))
    assert (claim.verdict, claim.cases) == (Verdict.SAME, 3)
    assert claim.reason.startswith("1 fail alike on both sides")


@pytest.mark.parametrize("error", ["ValueError('this')", "KeyError('that')"])
def test_a_test_that_fails_for_another_reason_ends_otherwise(error: str) -> None:
    tests = "from pkg.kinds import kind\ndef test_it():\n    kind(None)\n"
    found = suite(
        {"pkg/kinds.py": OLD.replace("return 0", "raise ValueError('that')")},
        {"pkg/kinds.py": "def kind(cfg):\n    raise " + error},
        both={"tests/test_kinds.py": tests},
    )
    assert only(found).verdict is Verdict.DIFFERENT


def test_a_test_that_is_gone_is_a_difference_and_one_that_is_new_is_none() -> None:
    more = {"tests/test_more.py": "from pkg.kinds import kind\ndef test_more():\n    assert kind({'model_type': 'x'}) == 0\n"}
    gone, added = only(suite(old=more)), only(suite(new=more))
    assert (gone.verdict, gone.reason.split(";")[0]) == (Verdict.DIFFERENT, "1 gone: tests/test_more.py::test_more")
    assert (added.verdict, added.reason.split(";")[0]) == (Verdict.SAME, "1 are new")


def test_a_new_test_that_fails_is_a_difference() -> None:
    found = suite(new={"tests/test_more.py": "def test_more():\n    assert False\n"})
    assert only(found).verdict is Verdict.DIFFERENT
    assert found.differences[0].old == ("there is no such test",)


FLAKE = """
    import os
    from pathlib import Path
    from pkg import kinds, turn
    def test_now_so_and_now_so():
        count = Path(os.environ["TMPDIR"], "count")
        count.write_text(str(1 + int(count.read_text()) if count.exists() else turn.FIRST))
        assert int(count.read_text()) % 2
"""


def test_a_test_that_ends_now_so_and_now_so_is_run_again_and_shows_nothing() -> None:
    found = suite({"pkg/turn.py": "FIRST = 0\n"}, {"pkg/turn.py": "FIRST = 1\n"}, both={"tests/test_turns.py": FLAKE})
    claims = {claim.subject: claim for claim in found.claims}
    assert (claims["the tests"].verdict, claims["the tests"].cases, found.differences) == (Verdict.SAME, 2, ())
    assert claims["the tests, flakes"].verdict is Verdict.OPEN
    assert claims["the tests, flakes"].uncovered == ("tests/test_turns.py::test_now_so_and_now_so",)
    assert not found.complete


def test_a_file_of_tests_that_cannot_be_collected_is_a_difference() -> None:
    found = suite(new={"tests/test_kinds.py": "import nothing_of_that_name\n" + TESTS.replace("\n    ", "\n")})
    assert only(found).verdict is Verdict.DIFFERENT
    assert "tests/test_kinds.py::test_jamba" in {one.answers["test"] for one in found.differences}


def test_a_package_that_is_imported_from_elsewhere_voids_the_run(tmp_path: Path) -> None:
    (tmp_path / "pkg").mkdir()
    (tmp_path / "pkg" / "__init__.py").touch()
    (tmp_path / "pkg" / "kinds.py").write_text("def kind(cfg):\n    return int(cfg['model_type'] == 'jamba')\n")
    found = suite(both={"conftest.py": f"import sys\nsys.path.insert(0, {str(tmp_path)!r})\n"})
    assert only(found).verdict is Verdict.VOID
    assert only(found).reason.startswith(f"imported elsewhere: pkg from {tmp_path}")
    assert not found.equal


def test_tests_that_do_not_notice_a_fault_in_what_changed_are_void() -> None:
    tests = "import pkg.kinds\ndef test_nothing():\n    assert pkg.kinds\n"
    claim = only(suite(both={"tests/test_kinds.py": tests}))
    assert claim.verdict is Verdict.VOID
    assert claim.reason.startswith("no test noticed what was planted: 1 faults, of which the first is pkg.kinds:kind: ")


NOT_SHOWN = [
    pytest.param(
        {"tests/test_kinds.py": "def test_nothing():\n    pass\n"}, SETTINGS, "no test imported pkg in this process", id="another package"
    ),
    pytest.param({}, "", "no command: [prove] suite = [...]", id="no command"),
    pytest.param(
        {}, SETTINGS.replace('"pytest"', '"nothing_like_it"'), "it ran no pytest that got to its end (exit code 1", id="no pytest"
    ),
    pytest.param(
        {"tests/test_kinds.py": "import os\nos._exit(3)\n"}, SETTINGS, "it ran no pytest that got to its end (exit code 3", id="a crash"
    ),
]


@pytest.mark.parametrize(("files", "settings", "reason"), NOT_SHOWN)
def test_what_was_not_run_is_open(files: Files, settings: str, reason: str) -> None:
    claim = only(suite(both=files, settings=settings))
    assert claim.verdict is Verdict.OPEN
    assert claim.reason.startswith(reason)


def test_each_row_of_a_matrix_is_a_claim_and_may_hide_packages() -> None:
    rows = '[[prove.matrix]]\nname = "all"\n[[prove.matrix]]\nname = "no yaml"\nhide = ["yaml"]\n'
    careful = "try:\n    import yaml\nexcept ImportError:\n    yaml = None\n"
    source = {"pkg/kinds.py": careful + "def kind(cfg):\n    return int(cfg['model_type'] == 'jamba')\n"}
    hasty = {"pkg/kinds.py": "import yaml\nKINDS = {'jamba': 1}\ndef kind(cfg):\n    return KINDS.get(cfg['model_type'], 0)\n"}
    found = suite(source, hasty, settings=SETTINGS + rows)
    assert {claim.subject: claim.verdict for claim in found.claims} == {
        "the tests, all": Verdict.SAME,
        "the tests, no yaml": Verdict.DIFFERENT,
    }


def wheel(folder: Path, version: str) -> Path:
    """Return a wheel that holds one module, which says its version."""
    made = folder / f"lib_of_two_versions-{version}-py3-none-any.whl"
    info = f"lib_of_two_versions-{version}.dist-info"
    with zipfile.ZipFile(made, "w") as held:
        held.writestr("lib_of_two_versions.py", f"VERSION = {version!r}\n")
        held.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: lib-of-two-versions\nVersion: {version}\n")
        held.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        held.writestr(f"{info}/RECORD", "")
    return made


def test_a_row_of_a_matrix_may_ask_for_another_version_of_a_package(tmp_path: Path) -> None:
    rows = f'[[prove.matrix]]\nname = "two"\nrequires = ["{wheel(tmp_path, "2.0")}"]\n[[prove.matrix]]\nname = "no"\nrequires = ["{tmp_path}/none.whl"]\n'
    tests = TESTS + "    def test_version():\n        import lib_of_two_versions\n        assert lib_of_two_versions.VERSION == '2.0'\n"
    claims = {claim.subject: claim for claim in suite(both={"tests/test_kinds.py": tests}, settings=SETTINGS + rows).claims}
    assert (claims["the tests, two"].verdict, claims["the tests, two"].reason) == (
        Verdict.SAME,
        "2 modules of the tree itself were imported",
    )
    assert claims["the tests, no"].verdict is Verdict.OPEN
    assert "none.whl" in claims["the tests, no"].reason


def test_where_the_cage_is_weak_only_what_is_trusted_runs() -> None:
    weak = only(suite(wanted=Wanted(parts=("suite",), lowest=3)))
    assert (weak.verdict, weak.grade) == (Verdict.OPEN, Grade.NOT_RUN)
    assert "--trust-target" in weak.reason
    trusted = suite(wanted=Wanted(parts=("suite",), lowest=3, trusted=True))
    assert (only(trusted).verdict, trusted.versions["cage"]) == (Verdict.SAME, "rung 3")


HOSTILE = """
    import os, signal, socket
    from pathlib import Path
    import pytest
    from pkg.kinds import kind
    def test_files():
        with pytest.raises(OSError):
            Path({victim!r}).unlink()
        with pytest.raises(OSError):
            Path(__file__).write_text("")
    def test_network():
        with pytest.raises(OSError):
            socket.create_connection(("192.0.2.1", 80), timeout=1)
    def test_processes():
        with pytest.raises(OSError):
            os.kill({process}, signal.SIGTERM)
    def test_environment():
        assert "NAMEBRANCH_OF_THE_USER" not in os.environ
        assert kind({{"model_type": "jamba"}}) == 1
"""


def test_a_hostile_suite_touches_nothing_outside_of_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import os  # noqa: PLC0415  only this test looks at processes

    monkeypatch.setenv("NAMEBRANCH_OF_THE_USER", "secret")
    victim = tmp_path / "victim"
    victim.write_text("whole")
    found = suite(both={"tests/test_kinds.py": HOSTILE.format(victim=str(victim), process=os.getpid())})
    if found.versions["cage"] == "rung 1":
        assert (only(found).verdict, only(found).cases) == (Verdict.SAME, 4)
    else:
        assert only(found).grade is Grade.NOT_RUN
    assert victim.read_text() == "whole"
