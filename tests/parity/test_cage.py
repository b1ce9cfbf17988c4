"""A target that forks, loops, eats memory, deletes files or opens sockets harms nothing, on every rung of the cage."""

from pathlib import Path

import pytest

from namebranch.parity.child import Answered, Child, Fell

RUNGS = [pytest.param(rung, id=f"from rung {rung} on") for rung in (1, 2, 3)]
ESCAPE = """
def reach():
    for cls in ().__class__.__base__.__subclasses__():
        if cls.__name__ == "_wrap_close":
            return cls.__init__.__globals__
"""
HOSTILE = [
    pytest.param("reach()['remove']({path!r})", id="deletes a file"),
    pytest.param("reach()['open']({path!r}, 1 | 64)", id="opens a file to write"),
    pytest.param("reach()['rename']({path!r}, {path!r} + '.gone')", id="renames a file"),
    pytest.param("reach()['mkdir']({path!r} + '.folder')", id="makes a folder"),
    pytest.param("reach()['system']('rm ' + {path!r})", id="runs a shell"),
    pytest.param("reach()['fork']()", id="forks"),
    pytest.param("reach()['kill'](reach()['getppid'](), 9)", id="kills who started it"),
    pytest.param("reach()['sys'].modules['builtins'].__import__('socket').socket()", id="opens a socket"),
    pytest.param("reach()['sys'].modules['builtins'].__import__('ctypes').CDLL(None)", id="loads a library"),
]
REFUSED = ("raise ForbiddenError", "raise ModuleNotFoundError")  # without rights, what is not loaded cannot be read either
DROWNING = [
    pytest.param("while True: pass", id="loops for ever"),
    pytest.param("x = [0]\n    while True: x = x + x", id="eats memory"),
    pytest.param("def f(): return f()\n    f()", id="calls itself for ever"),
    pytest.param(
        "while True:\n        try:\n            while True: pass\n        except Exception: pass", id="loops, and catches every Exception"
    ),
]


def asked(child: Child, body: str, **job: object) -> Answered | Fell:
    """Compare a function with itself."""
    side = {"sources": {"m": [f"{ESCAPE}\ndef go():\n    {body}\n    return 1\n", False]}, "real": ["m"]}
    loaded = child.ask({"load": {"old": side, "new": side}, "vocabulary": {}}, 20)
    assert isinstance(loaded, Answered), loaded
    assert "failed" not in loaded.answer, loaded
    return child.ask({"old": "m:go", "new": "m:go", **job, "limits": {"cases": 1, "seconds": 5, "run": 0.3}}, 60)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a file that anybody may change, in a folder that anybody may change."""
    found = tmp_path / "precious"
    found.write_text("precious")
    found.chmod(0o666)
    for folder in (tmp_path, tmp_path.parent):
        folder.chmod(0o777)
    return found


@pytest.mark.parametrize("rung", RUNGS)
@pytest.mark.parametrize("attack", HOSTILE)
def test_what_reaches_for_the_world_is_refused(rung: int, attack: str, file: Path) -> None:
    before = sorted(file.parent.iterdir())
    with Child(lowest=rung) as child:
        said = asked(child, attack.format(path=str(file)), probes=[{}])
        assert child.rung >= rung
    assert isinstance(said, Answered), said
    assert (file.read_text(), sorted(file.parent.iterdir())) == ("precious", before)
    assert said.answer["probes"][0]["old"].startswith(REFUSED), "it was tried, and refused"


@pytest.mark.parametrize("rung", RUNGS)
@pytest.mark.parametrize("body", DROWNING)
def test_what_never_ends_is_ended(rung: int, body: str) -> None:
    with Child(lowest=rung) as child:
        said = asked(child, body)
        match said:
            case Answered(answer=answer):
                assert answer["masked"] == answer["cases"]
            case Fell(reason=reason):
                assert reason
        again = asked(child, "pass")
    assert isinstance(again, Answered), "a child that fell is started again"
    assert again.answer["masked"] == 0


@pytest.mark.parametrize("rung", RUNGS)
def test_a_child_says_on_which_rung_it_stands(rung: int) -> None:
    with Child(lowest=rung) as child:
        asked(child, "pass")
        assert rung <= child.rung <= 3


def test_a_child_that_gives_no_answer_in_time_is_a_result() -> None:
    with Child() as child:
        side = {"sources": {"m": ["while True: pass\n", False]}, "real": ["m"]}
        said = child.ask({"load": {"old": side, "new": side}, "vocabulary": {}}, 1)
    assert isinstance(said, Fell)
    assert "within 1 s" in said.reason
