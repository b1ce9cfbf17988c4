"""What hangs on a flag: where a model's own import does, and the key lies beside the flag, it becomes a hook; else the flag stays a flag."""

import proving
import pytest
import scanning
import spelled

from namebranch.analyzer.scan import program
from namebranch.analyzer.settings.load import load
from namebranch.codemods.planning.branch import Documents
from namebranch.codemods.planning.flags import Flags
from namebranch.parity.evidence import Verdict

SETTER = """\
def normalize(cfg, config):
    cfg.kind = config.model_type
    cfg.is_wide = config.model_type == "jamba"
    return cfg
"""
USE = """\
class Trainer:
    def __init__(self, cfg):
        self.cfg = cfg

    def inputs(self, batch):
        if self.cfg.is_wide and "rows" not in batch:
            from transformers.models.jamba.modeling_jamba import rows

            batch["rows"] = rows(batch)
        return batch
"""
SET, USED = "framework/normalize.py", "framework/trainers.py"


def files(setter: str = SETTER, use: str = USE, more: str = "") -> dict[str, str | bytes]:
    """Return a target with a flag that one file sets and another one uses."""
    return {SET: setter, USED: use, "framework/config.py": f"class Config:\n    kind: str | None = None\n{more}"}


def after(held: dict[str, str | bytes]) -> str:
    """Return the file that uses the flag, as it is after the migration."""
    return spelled.migrated(held)[1][USED].decode()


def test_what_imports_a_models_own_module_becomes_its_hook_which_asks_the_flag_still() -> None:
    made, text = spelled.migrated(files())
    assert text[USED].decode() == (
        "from framework.registry import run\n\n\n"
        "class Trainer:\n"
        "    def __init__(self, cfg):\n"
        "        self.cfg = cfg\n\n"
        "    def inputs(self, batch):\n"
        '        run(self.cfg.kind, "trainers.inputs", batch, self.cfg)\n'
        "        return batch\n"
    )
    assert 'if cfg.is_wide and "rows" not in batch:\n        from transformers' in text["framework/owners/jamba.py"].decode()
    assert [plan.rules for plan in made.plans if plan.path == USED] == [("R1", "R12", "R16")]
    assert not made.refused


@pytest.mark.parametrize(
    "setter",
    [
        pytest.param(SETTER.replace('== "jamba"', 'in ("jamba", "bamba")'), id="two models"),
        pytest.param(
            SETTER.replace("cfg.kind = config.model_type\n    ", "").replace("return cfg", "cfg.kind = config.model_type"), id="key behind"
        ),
        pytest.param(
            SETTER.replace("cfg.kind = config.model_type", "cfg.kind = config.model_type\n    cfg.put(1)"), id="a call in between"
        ),
    ],
)
def test_the_key_is_found_beside_the_flag(setter: str) -> None:
    assert "run(self.cfg.kind," in after(files(setter))


@pytest.mark.parametrize(
    ("setter", "more"),
    [
        pytest.param(SETTER.replace("    cfg.kind = config.model_type\n", ""), "", id="no key beside it"),
        pytest.param(SETTER.replace("cfg.kind = config.model_type", "cfg.kind = config.text_model_type"), "", id="another key"),
        pytest.param(SETTER.replace("cfg.kind", "config.kind"), "", id="the key of another object"),
        pytest.param(SETTER.replace('== "jamba"', '== "jamba" and cfg.wide'), "", id="a flag that asks more"),
        pytest.param(SETTER.replace('== "jamba"', '!= "jamba"'), "", id="a flag of all others"),
        pytest.param(SETTER.replace("    cfg.is_wide", "    if cfg.wide:\n        cfg.is_wide"), "", id="a flag under a condition"),
        pytest.param(
            SETTER.replace("    cfg.is_wide", "    if cfg.fast:\n        return cfg\n    cfg.is_wide"), "", id="a way out in between"
        ),
        pytest.param(SETTER.replace("    cfg.is_wide", "    config = cfg.other\n    cfg.is_wide"), "", id="another config in between"),
        pytest.param(
            SETTER.replace("    cfg.is_wide", '    config.model_type = "x"\n    cfg.is_wide'), "", id="its key given anew in between"
        ),
        pytest.param(SETTER, "\n\ndef force(cfg):\n    cfg.is_wide = True\n", id="somebody else sets the flag"),
        pytest.param(SETTER, "\n\ndef force(cfg):\n    cfg.kind = None\n", id="somebody else sets the key"),
        pytest.param(SETTER, '\n\ndef force(cfg):\n    setattr(cfg, "is_wide", True)\n', id="somebody sets the flag by its name"),
        pytest.param(SETTER, "\n\nforced = Config(is_wide=True)\n", id="an object is made with the flag"),
        pytest.param(SETTER, "    is_wide: bool = True\n", id="a class holds the flag from the start"),
        pytest.param(SETTER, "\n\ndef drop(cfg):\n    del cfg.is_wide\n", id="somebody takes the flag away"),
    ],
)
def test_a_flag_that_may_part_from_its_key_stays_a_flag(setter: str, more: str) -> None:
    assert after(files(setter, more=more)) == USE


@pytest.mark.parametrize(
    "use",
    [
        pytest.param(
            USE.replace("            from transformers.models.jamba.modeling_jamba import rows\n\n", ""),
            id="nothing of a model's is imported",
        ),
        pytest.param(
            USE.replace("        return batch", "        else:\n            batch.clear()\n        return batch"), id="others do something"
        ),
        pytest.param(USE.replace('self.cfg.is_wide and "rows" not in batch', "self.cfg.is_wide or batch"), id="others come there, too"),
        pytest.param(USE.replace('batch["rows"] = rows(batch)', "return rows(batch)"), id="it gives a value back"),
    ],
)
def test_a_use_that_is_no_effect_of_one_model_stays_and_changes_with_its_flag(use: str) -> None:
    made, text = spelled.migrated(files(use=use))
    assert text[USED].decode() == use
    assert not [one for one in made.refused if "R1:" in one.reason]


def test_what_does_not_parse_is_not_trusted() -> None:
    source = scanning.source({**files(), "framework/broken.py": "def is_wide(:\n"})
    linked = program(source, load(source), jobs=1)
    assert Flags(linked, Documents(linked)).beside("is_wide", ("jamba",)) is None


def test_a_proof_takes_the_flag_for_what_it_is_made_of_and_says_so() -> None:
    _, moved = spelled.migrated(files())
    base = {path: text for path, text in moved.items() if path not in {SET, USED, "framework/owners/jamba.py"}}
    told = {one.subject: one for one in proving.proved({**base, **files(), "framework/registry.py": spelled.REGISTRY}, moved).claims}
    claim = told["framework.trainers:Trainer.inputs"]
    assert claim.verdict is Verdict.SAME
    assert claim.reason.endswith("is_wide is what framework/normalize.py:3 makes of kind")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("run(self.cfg.kind,", "run(self.cfg.other,", id="another key is asked"),
        pytest.param('"trainers.inputs"', '"trainers.outputs"', id="a hook that nobody has"),
    ],
)
def test_a_proof_notices_a_hook_that_does_not_come(old: str, new: str) -> None:
    _, moved = spelled.migrated(files())
    wrong = {**moved, USED: moved[USED].replace(old.encode(), new.encode())}
    told = {one.subject: one for one in proving.proved({**files(), "framework/registry.py": spelled.REGISTRY}, wrong).claims}
    assert told["framework.trainers:Trainer.inputs"].verdict is Verdict.DIFFERENT


def test_a_proof_does_not_tie_a_flag_that_others_set() -> None:
    _, moved = spelled.migrated(files())
    old = files(more="\n\ndef force(cfg):\n    cfg.is_wide = True\n")
    told = {one.subject: one for one in proving.proved({**old, "framework/registry.py": spelled.REGISTRY}, moved).claims}
    assert told["framework.trainers:Trainer.inputs"].verdict is Verdict.DIFFERENT
