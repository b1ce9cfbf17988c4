"""A history says of every commit what a scan of that commit says: nothing is carried over, and nothing is lost on the way."""

from pathlib import Path

import pytest
from histories import Files, imported, scanned, steps, told
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from repositories import Repository, repository

from namebranch.analyzer.history import walk
from namebranch.analyzer.store import Store

BRANCH = b'def load(cfg):\n    if cfg.model_type == "jamba":\n        return 1\n'
LIST = b'PACKED = ["llama", "mistral"]\n'
PARTS = {
    "pkg/loader.py": (
        b"",
        BRANCH,
        b"# moved down\n\n" + BRANCH,
        BRANCH + b'\n\ndef more(cfg):\n    return cfg.model_type in ("llama", "qwen2")\n',
        b"from pkg.names import PACKED, is_moe\n\n\ndef go(cfg):\n    return is_moe(cfg) or cfg.model_type in PACKED\n",
        b"def broken(:\n",
        b"\xff\xfe\x00",
        b"# coding: latin-1\n" + BRANCH.replace(b"jamba", b"mamba"),
    ),
    "pkg/names.py": (
        b"",
        LIST,
        b"# a line above\n" + LIST,
        b'PACKED = ["llama", "mistral", "phi3"]\n\n\ndef is_moe(cfg):\n    return cfg.model_type == "mixtral"\n',
        b"from pkg.other import PACKED, is_moe\n",
    ),
    "pkg/other.py": (
        LIST,
        b"def is_moe(cfg):\n    return cfg.moe\n",
        b'class C:\n    kind = "x"\n\n    def is_moe(self):\n        return self.kind\n',
    ),
    "pkg/flags.py": (
        b'def setup(cfg):\n    cfg.is_llama = cfg.model_type == "llama"\n',
        b"def setup(cfg):\n    cfg.is_llama = True\n",
        b"def use(cfg):\n    if cfg.is_llama:\n        return 1\n",
    ),
    "pkg/uses.py": (b"def use(cfg):\n    if cfg.is_llama:\n        return 1\n", b"import pkg.flags\n"),
    "pkg/models/jamba/model.py": (BRANCH,),
    "src/pkg/loader.py": (BRANCH,),
    "pkg/registry.py": (
        b'from pkg.base import register\n\n\n@register("jamba")\nclass Jamba:\n    pass\n',
        b'\nregister("mamba", object)\n',
        b'TABLE = {"llama": 1, "qwen2": 2, "zephyrus3": 3}\n',
    ),
    "venv/lib/site.py": (BRANCH,),
    "pkg/weak.py": (b'def use(kind):\n    if kind == "zephyrus3":\n        return 1\n',),
    "tests/test_loader.py": (BRANCH, BRANCH.replace(b"jamba", b"zephyrus3"), b"x = 1\n"),
    "README.md": (b"words", b"other words"),
}
changes = st.dictionaries(st.sampled_from(sorted(PARTS)), st.integers(-1, 7), min_size=1, max_size=3)


def commits(drawn: list[dict[str, int]]) -> list[Files]:
    """Return the commits that were drawn; a negative number takes a file away."""
    return [{path: None if at < 0 else PARTS[path][at % len(PARTS[path])] for path, at in some.items()} for some in drawn]


@given(st.lists(changes, min_size=2, max_size=12))
@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_history_agrees_with_scans_from_scratch(tmp_path_factory: pytest.TempPathFactory, drawn: list[dict[str, int]]) -> None:
    folder = imported(tmp_path_factory.mktemp("history"), commits(drawn))
    found = told(steps(folder))
    assert found == scanned(folder, [id_ for id_, _ in found])


def test_what_tests_mention_counts_from_its_commit_on_and_no_longer(tmp_path: Path) -> None:
    weak, test = PARTS["pkg/weak.py"][0], PARTS["tests/test_loader.py"]
    history: list[Files] = [{"pkg/weak.py": weak}, {"tests/test_loader.py": test[1]}, {"tests/test_loader.py": test[2]}]
    history += [{"tests/test_loader.py": test[1]}, {"tests/test_loader.py": None}]
    folder = imported(tmp_path, history)
    found = told(steps(folder))
    assert found == scanned(folder, [id_ for id_, _ in found])
    assert [len(held[0]) for _, held in found] == [0, 1, 0, 1, 0]


USE = b"""
from .names import KINDS

def setup(cfg):
    cfg.is_big = cfg.kind in KINDS

def go(cfg):
    if cfg.is_big or family(cfg) == "jamba":
        return 1

def family(cfg):
    if cfg.style in KINDS:
        return "jamba"
"""


def test_the_same_text_in_two_packages_means_what_it_means_in_each(tmp_path: Path) -> None:
    colours = b'KINDS = ("red", "blue")\n'
    history: list[Files] = [{"a/names.py": LIST.replace(b"PACKED", b"KINDS"), "a/use.py": USE, "b/names.py": colours, "b/use.py": USE}]
    history += [{"a/names.py": colours, "b/names.py": LIST.replace(b"PACKED", b"KINDS")}]
    folder = imported(tmp_path, history)
    found = told(steps(folder))
    assert found == scanned(folder, [id_ for id_, _ in found])
    assert [{site.path for site in held[0] if site.op == "in"} for _, held in found] == [{"a/use.py"}, {"b/use.py"}]


def made(root: Path) -> Repository:
    """Return a history with everything in it that is not plain."""
    made = repository(root)
    made.commit("one", pkg__a_py=BRANCH.decode(), pkg__b_py=LIST.decode(), pyproject_toml="")
    made.git("mv", "pkg", "moved")
    made.commit("renamed (#2)")
    (made.root / "moved" / "bytes.py").write_bytes(b'\x00"llama"\xff')
    (made.root / "picture.bin").write_bytes(bytes(range(256)))
    made.commit("binary")
    (made.root / "moved" / "link.py").symlink_to("a.py")
    made.commit("a link", moved__c_py='x = ("llama"\n')
    made.git("update-index", "--add", "--cacheinfo", f"160000,{made.git('rev-parse', 'HEAD')},module")
    made.git("commit", "--quiet", "--message", "a submodule")
    (made.root / "module").mkdir()
    made.git("checkout", "--quiet", "-b", "side")
    made.commit("on a side", moved__d_py=BRANCH.decode().replace("jamba", "mamba"))
    made.git("checkout", "--quiet", "main")
    made.commit("meanwhile", moved__a_py="# gone\n", moved__c_py="x = ()\n")
    made.git("merge", "--quiet", "--no-ff", "--message", "Merge side (#7)", "side")
    (made.root / "moved" / "bytes.py").unlink()
    made.commit("deleted")
    made.commit("back again", moved__a_py=BRANCH.decode())
    return made


def test_what_is_not_plain_is_told_as_a_scan_tells_it(tmp_path: Path) -> None:
    folder = made(tmp_path).root
    found = told(steps(folder))
    assert found == scanned(folder, [id_ for id_, _ in found])
    unread = [[one.path for one in held[2]] for _, held in found]
    assert unread == [[], [], ["moved/bytes.py"], *[["moved/bytes.py", "moved/c.py"]] * 2, *[["moved/bytes.py"]] * 2, [], []]


def test_a_part_of_a_history_begins_with_all_that_was_there(tmp_path: Path) -> None:
    folder = made(tmp_path).root
    whole, part = told(steps(folder)), told(steps(folder, after="HEAD~3"))
    assert part == whole[-4:]


def test_what_is_in_the_cache_is_what_was_worked_out(tmp_path: Path) -> None:
    folder = made(tmp_path / "made").root
    cold = steps(folder, store=Store(tmp_path / "cache"))
    assert steps(folder, store=Store(tmp_path / "cache")) == cold


def test_a_run_that_was_ended_goes_on_where_it_was(tmp_path: Path) -> None:
    folder = made(tmp_path / "made").root
    steps(folder, store=Store(tmp_path / "cache"), after="HEAD~5")  # some are in the cache, in the middle
    made_again = steps(folder, store=Store(tmp_path / "cache"))
    assert told(made_again) == told(steps(folder))


def test_several_processes_work_out_what_one_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = made(tmp_path / "made").root
    alone = told(steps(folder))
    monkeypatch.setattr(walk, "_FEWEST", 4)
    store = Store(tmp_path / "cache")
    assert told(steps(folder, store=store, jobs=3)) == alone
    assert told(steps(folder, store=Store(tmp_path / "cache"))) == alone


def test_what_was_done_before_an_interrupt_is_kept(tmp_path: Path) -> None:
    folder = made(tmp_path / "made").root

    def interrupt(said: str) -> None:
        if said.startswith("commit 4 "):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        steps(folder, store=Store(tmp_path / "cache"), progress=interrupt)
    said: list[str] = []
    assert told(steps(folder, store=Store(tmp_path / "cache"), progress=said.append)) == told(steps(folder))
    assert next(one for one in said if one.startswith("commit")).startswith("commit 0 of 6,")  # the tree before, and five of nine
