"""The verbs `plan` and `migrate`: a plan in words and as data, a diff that git applies, files written all or none, and every refusal."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from repositories import repository
from syrupy.assertion import SnapshotAssertion

from namebranch.codemods.planning.plan import decoded, digested, encoded

Run = Callable[..., tuple[int, str, str]]
LOADER = '''\
"""Loads models."""

import os

from kit.falcon import limit

PACKED = ("llama", "qwen2")


class Loader:
    def __init__(self, cfg):
        self.cfg = cfg

    def build(self, model, kwargs):
        # Falcon's multipliers are large.
        if self.cfg.model_type == "falcon_h1" and self.cfg.limited:
            limit(model, self.cfg.limit)

        if self.cfg.model_type in ("mamba", "falcon_h1"):
            kwargs.pop("attention", None)
        if self.cfg.model_type.startswith("gemma"):
            kwargs["softcap"] = 1
        return kwargs if self.cfg.model_type in PACKED else {}


def layers(model_type):
    if model_type == "mamba":
        return ["in_proj"]
    elif "mamba" in os.environ.get("MODEL_PATH", ""):
        return ["x_proj"]
    return ["q_proj"]
'''
FALCON = "def limit(model, to):\n    model.append(to)\n"
CHECK = """\
from types import SimpleNamespace as C
from kit.loader import Loader, layers

made = []
cfg = C(model_type="falcon_h1", limited=True, limit=3)
assert Loader(cfg).build(made, {"attention": 1}) == {}
assert made == [3]
assert Loader(C(model_type="llama", limited=True, limit=3)).build(made, {"attention": 1}) == {"attention": 1}
assert layers("mamba") == ["in_proj"] and layers("mamba") is not layers("mamba") and layers("llama") == ["q_proj"]
assert made == [3]
"""


@pytest.fixture
def kit(here: Path) -> Path:
    """Return a committed work tree with a small framework, in which we are."""
    made = repository(here)
    made.write(kit____init___py="", kit__loader_py=LOADER, kit__falcon_py=FALCON, check_py=CHECK)
    (here / "kit" / "__init__.py").write_text("")
    made.commit("a framework")
    return here


def works(root: Path) -> None:
    """Run the framework's own check."""
    ran = subprocess.run([sys.executable, "-B", "check.py"], cwd=root, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr


def test_a_plan_in_words(kit: Path, verb: Run, snapshot: SnapshotAssertion) -> None:
    code, out, _ = verb("plan", "--dialect", "vendored", "--no-cache")
    assert code == 0
    assert re.sub(r"plan [0-9a-f]{16}", "plan …", out) == snapshot


def test_a_plan_as_data_comes_back_and_has_its_digest(kit: Path, verb: Run) -> None:
    code, out, _ = verb("plan", "--dialect", "vendored", "--model", "falcon_h1", "--format", "json")
    read = decoded(out.encode())
    assert code == 0
    assert json.loads(out)["models"] == ["falcon_h1"]
    assert digested(read) == read
    assert decoded(encoded(read)) == read
    assert {plan.rules[0] for plan in read.plans} == {"R1"}


def test_nothing_is_written_without_write(kit: Path, verb: Run) -> None:
    before = {path: path.read_bytes() for path in kit.rglob("*.py")}
    code, out, err = verb("migrate", "--dialect", "vendored", "--model", "falcon_h1")
    assert code == 0
    assert "+++ b/kit/model_support/falcon_h1.py" in out
    assert "2 decisions move, 0 tests stay" in err
    assert {path: path.read_bytes() for path in kit.rglob("*.py")} == before


def test_git_applies_the_diff(kit: Path, verb: Run) -> None:
    _, out, _ = verb("migrate", "--dialect", "vendored", "--model", "mamba", "--model", "falcon_h1")
    (kit / "a.diff").write_text(out)
    subprocess.run(["git", "apply", "a.diff"], cwd=kit, check=True)  # noqa: S607  git
    works(kit)


def test_one_model_after_the_other_and_then_nothing_more(kit: Path, verb: Run) -> None:
    for model in ("falcon_h1", "mamba", "llama", "qwen2"):
        code, _, err = verb("migrate", "--dialect", "vendored", "--model", model, "--write", "--allow-dirty")
        assert code == 0, err
        works(kit)
    text = (kit / "kit" / "loader.py").read_text()
    assert "falcon_h1" not in text
    assert "from kit.falcon import limit" not in text
    assert "PACKED" not in text
    assert "Falcon's multipliers are large." in (kit / "kit" / "model_support" / "falcon_h1.py").read_text()
    _, out, err = verb("migrate", "--dialect", "vendored", "--model", "mamba")
    assert out == ""
    assert "0 decisions move" in err


def test_what_is_not_committed_is_not_written_over(kit: Path, verb: Run) -> None:
    loader = kit / "kit" / "loader.py"
    loader.write_text(LOADER + "\nMORE = 1\n")
    code, _, err = verb("migrate", "--dialect", "vendored", "--model", "mamba", "--write")
    assert code == 2
    assert "holds changes that are not committed: commit them, or add --allow-dirty" in err
    assert loader.read_text() == LOADER + "\nMORE = 1\n"
    assert not (kit / "kit" / "model_support").exists()


def test_a_target_with_tests_gets_one_that_fails_without_the_registration(kit: Path, verb: Run) -> None:
    (kit / "tests").mkdir()
    (kit / "tests" / "test_nothing.py").write_text("def test_nothing(): ...\n")
    verb("migrate", "--dialect", "vendored", "--model", "mamba", "--write", "--allow-dirty")
    command = [sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"]
    assert subprocess.run(command, cwd=kit, capture_output=True, check=False).returncode == 0
    registry = kit / "kit" / "model_support" / "registry.py"
    registry.write_text(registry.read_text().replace('    "mamba": "kit.model_support.mamba",\n', ""))
    ran = subprocess.run(command, cwd=kit, capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert "test_mamba_is_owned_by_its_own_module" in ran.stdout


def test_each_hook_and_fact_has_a_test_that_fails_where_it_is_not_said(kit: Path, verb: Run) -> None:
    (kit / "tests").mkdir()
    (kit / "tests" / "test_nothing.py").write_text("def test_nothing(): ...\n")
    (kit / "kit" / "sizes.py").write_text('def size(cfg):\n    return 2 if cfg.model_type == "mamba" else 1\n')
    for model in ("falcon_h1", "mamba"):
        assert verb("migrate", "--dialect", "vendored", "--model", model, "--write", "--allow-dirty")[0] == 0
    owner, tests = kit / "kit" / "model_support" / "mamba.py", kit / "tests" / "test_model_support_mamba.py"
    held = owner.read_text()
    said = re.findall(r'^ +"(\w+\.[\w.]+)": .*,\n', held, re.MULTILINE)
    names = re.findall(r"^def (test_\w+)", tests.read_text(), re.MULTILINE)
    assert len(said) == 3
    assert len(names) == 1 + len(said)
    for point in said:
        owner.write_text(re.sub(rf'^ +"{re.escape(point)}": .*,\n', "", held, flags=re.MULTILINE))
        command = [sys.executable, "-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tests)]
        ran = subprocess.run(command, cwd=kit, capture_output=True, text=True, check=False)
        failed = re.findall(r"^FAILED \S+::(\w+)", ran.stdout, re.MULTILINE)
        assert len(failed) == 1, ran.stdout
        assert failed[0].endswith(point.replace(".", "_"))


def test_a_model_that_says_more_gets_more_tests(kit: Path, verb: Run) -> None:
    (kit / "tests").mkdir()
    (kit / "tests" / "test_nothing.py").write_text("def test_nothing(): ...\n")
    for chosen in (("--at", "kit/loader.py:19"), ("--model", "mamba")):
        assert verb("migrate", "--dialect", "vendored", *chosen, "--write", "--allow-dirty")[0] == 0
    tests = (kit / "tests" / "test_model_support_mamba.py").read_text()
    assert re.findall(r"^def (test_\w+)", tests, re.MULTILINE) == [
        "test_mamba_is_owned_by_its_own_module",
        "test_mamba_acts_at_loader_build",
        "test_mamba_acts_at_loader_layers",
    ]
    assert subprocess.run([sys.executable, "-B", "-m", "pytest", "-q", "tests"], cwd=kit, capture_output=True, check=False).returncode == 0


def test_a_place_instead_of_a_model(kit: Path, verb: Run) -> None:
    _, out, err = verb("migrate", "--dialect", "vendored", "--at", "kit/loader.py:16")
    assert "1 decisions move" in err
    assert "falcon_h1.py" in out
    assert "kit/model_support/mamba.py" not in out


def test_a_plan_that_was_reviewed_is_done_as_it_stands(kit: Path, verb: Run) -> None:
    _, out, _ = verb("plan", "--dialect", "vendored", "--model", "falcon_h1", "--format", "json")
    (kit / "plan.json").write_text(out)
    _, direct, _ = verb("migrate", "--dialect", "vendored", "--model", "falcon_h1")
    code, planned, _ = verb("migrate", "--dialect", "vendored", "--plan", "plan.json")
    assert (code, planned) == (0, direct)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param('"""Loads models."""', '"""Loads models, and more."""\n\nMORE = 1', id="lines above"),
        pytest.param(
            "        return kwargs if", "        kwargs.update(more=1)\n        return kwargs if", id="a line of the same function"
        ),
        pytest.param('model_type == "mamba"', 'model_type in ("mamba", "mamba2")', id="another model's branch"),
    ],
)
def test_a_plan_is_done_on_a_tree_that_moved_on_where_its_own_decisions_are_the_same(kit: Path, verb: Run, old: str, new: str) -> None:
    _, out, _ = verb("plan", "--dialect", "vendored", "--model", "falcon_h1", "--format", "json")
    (kit / "plan.json").write_text(out)
    (kit / "kit" / "loader.py").write_text(LOADER.replace(old, new, 1))
    code, planned, err = verb("migrate", "--dialect", "vendored", "--plan", "plan.json")
    assert code == 0, err
    _, direct, _ = verb("migrate", "--dialect", "vendored", "--model", "falcon_h1")
    assert planned == direct


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        pytest.param(
            "limit(model, self.cfg.limit)",
            "limit(model, self.cfg.cap)",
            "kit/loader.py:16: its body, what the hook does, the text that its edits replace or write changed",
            id="another body",
        ),
        pytest.param(
            ' == "falcon_h1" and', ' == "falcon_h2" and', "kit/loader.py:16: the branch is gone, or asks something else", id="another name"
        ),
        pytest.param(
            'in ("mamba", "falcon_h1")', '.startswith(("mamba", "falcon"))', "kit/loader.py:19: the branch is gone", id="another test"
        ),
        pytest.param(
            "# Falcon's multipliers",
            "# The multipliers",
            "kit/loader.py:16: what the hook does, the text that its edits replace or write changed",
            id="another comment",
        ),
    ],
)
def test_what_moved_on_is_told_and_nothing_is_done(kit: Path, verb: Run, old: str, new: str, words: str) -> None:
    _, out, _ = verb("plan", "--dialect", "vendored", "--model", "falcon_h1", "--format", "json")
    (kit / "plan.json").write_text(out)
    (kit / "kit" / "loader.py").write_text(LOADER.replace(old, new, 1))
    code, printed, err = verb("migrate", "--dialect", "vendored", "--plan", "plan.json")
    assert (code, printed) == (2, "")
    assert words in err


@pytest.mark.parametrize(
    ("text", "words"),
    [
        pytest.param(lambda out: out.replace('"loader.build"', '"loader.other"'), "somebody changed it", id="somebody changed the plan"),
        pytest.param(lambda out: out.replace('"vendored"', '"axolotl"', 1), "somebody changed it", id="and its dialect"),
        pytest.param(lambda _: "{}", "the file holds no plan", id="no plan"),
        pytest.param(lambda _: "PACKED = 1", "the file holds no plan", id="no JSON"),
    ],
)
def test_a_file_that_is_no_plan_of_ours_is_refused(kit: Path, verb: Run, text: Callable[[str], str], words: str) -> None:
    _, out, _ = verb("plan", "--dialect", "vendored", "--model", "falcon_h1", "--format", "json")
    (kit / "plan.json").write_text(text(out))
    code, printed, err = verb("migrate", "--dialect", "vendored", "--plan", "plan.json")
    assert (code, printed) == (2, "")
    assert words in err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        pytest.param(("migrate", "--model", "mamba"), "X10: nothing says how this target spells descriptors", id="no dialect"),
        pytest.param(
            ("migrate", "--dialect", "axolotl", "--model", "mamba"), "has no registry of the dialect axolotl", id="another's dialect"
        ),
        pytest.param(("plan", "--dialect", "axolotle"), "did you mean 'axolotl'?", id="a dialect that is none"),
        pytest.param(("migrate", "--dialect", "vendored"), "say what to move", id="nothing to move"),
        pytest.param(("migrate", "--plan", "check.py", "--model", "mamba"), "a plan says itself what moves", id="a plan and a model"),
        pytest.param(("migrate", ".@HEAD", "--dialect", "vendored", "--model", "mamba", "--write"), "is no folder", id="a revision"),
    ],
)
def test_what_cannot_be_done_is_said(kit: Path, verb: Run, arguments: tuple[str, ...], words: str) -> None:
    code, out, err = verb(*arguments)
    assert (code, out) == (2, "")
    assert words in err


def test_a_revision_is_planned_like_a_folder(kit: Path, verb: Run) -> None:
    _, folder, _ = verb("plan", "--dialect", "vendored", "--format", "json")
    _, revision, _ = verb("plan", ".@HEAD", "--dialect", "vendored", "--format", "json")
    assert [json.loads(folder)[key] for key in ("plans", "refused", "files", "digest")] == [
        json.loads(revision)[key] for key in ("plans", "refused", "files", "digest")
    ]


def test_a_file_that_could_not_be_read_is_told(kit: Path, verb: Run) -> None:
    (kit / "kit" / "broken.py").write_bytes(b"def f(cfg):\n    return cfg.model_type == 'm\xffmba'\n")
    code, _, err = verb("plan", "--dialect", "vendored")
    assert code == 4
    assert "NB905 not read: kit/broken.py" in err


def test_a_field_that_is_deprecated_is_read_by_its_new_name(here: Path, verb: Run) -> None:
    """The vendored dialect has no context: the parameter is found by its name, in what descriptors bind."""
    repository(here)
    (here / "kit" / "_namebranch").mkdir(parents=True)
    owner = "def patch(model, cfg):\n    model.limit(cfg.old)\n    other(cfg)\n\n\nregistry.register(Descriptor(hooks={'a.b': (patch,)}))\n"
    for path, text in {"__init__": "", "_namebranch/__init__": "", "_namebranch/registry": "class Registry: ...\n", "mamba": owner}.items():
        (here / "kit" / f"{path}.py").write_text(text)
    code, out, err = verb("migrate", "--dialect", "vendored", "--deprecate", "cfg.old=new", "--write", "--allow-dirty")
    assert (code, out) == (0, ""), err
    assert (here / "kit" / "mamba.py").read_text() == owner.replace("cfg.old", "cfg.new")
    assert "kit/mamba.py:3: DEP cfg is handed on whole: other(cfg); read the new field there by hand" in err
    for words in (("--deprecate", "old=new"), ("--deprecate", "cfg.old=new", "--model", "mamba")):
        assert verb("migrate", "--dialect", "vendored", *words)[0] == 2
