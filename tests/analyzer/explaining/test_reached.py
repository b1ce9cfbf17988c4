"""Who takes it, as people read it: takers or an exception, surprises, and the block behind the whole decision."""

from explaining import one

from namebranch.analyzer.explaining.explanation import Reached, Takers


def reached(test: str, before: str = "") -> Reached:
    """Return who takes the only name test of a decision."""
    code = f"def load(cfg, fast, slow):\n{before}    if {test}:\n        return 1\n"
    found = one({"a.py": code}, f"a.py:{2 + before.count(chr(10))}").reach
    assert found is not None
    return found


def test_a_list_is_its_takers_and_no_surprise() -> None:
    found = reached('cfg.model_type in ("jamba", "mamba")')
    assert found.takers == Takers(exception=False, names=("jamba", "mamba"), others=False)
    assert (found.unspelled, found.behind) == ((), False)


def test_what_spares_a_few_is_told_by_those() -> None:
    found = reached('cfg.model_type not in ("jamba", "mamba")')
    assert found.takers == Takers(exception=True, names=("jamba", "mamba"), others=True)
    assert found.unspelled == ()


def test_a_beginning_surprises_by_what_it_hits() -> None:
    found = reached('cfg.model_type.startswith("falcon")')
    assert (found.takers.exception, found.takers.others) == (False, True)
    assert found.unspelled == ("falcon_h1", "falcon_mamba")


def test_a_part_that_is_excluded_surprises_by_what_it_spares() -> None:
    found = reached('"falcon" not in cfg.model_type')
    assert found.takers.exception
    assert found.unspelled == ("falcon_h1", "falcon_mamba")


def test_the_block_behind_is_told_where_others_come_into_it() -> None:
    found = reached('fast and slow and cfg.model_type == "jamba"')
    (block,) = found.blocks
    assert found.behind
    assert (block.takers, dict(block.when), block.more) == (found.takers, {"fast": True, "slow": True}, 0)


def test_cases_with_the_same_takers_are_one_row() -> None:
    found = reached('(fast or slow) and cfg.model_type == "jamba"')
    (block,) = found.blocks
    assert block.takers == found.takers
    assert (len(block.when), block.more) == (1, 1)


def test_what_an_earlier_arm_takes_does_not_come_into_the_block() -> None:
    found = reached('cfg.model_type in ("jamba", "mamba")', '    if cfg.model_type == "jamba":\n        return 0\n')
    assert found.takers.names == ("jamba", "mamba")
    assert [block.takers.names for block in found.blocks] == [("mamba",)]


def test_a_block_that_nothing_comes_into_says_so() -> None:
    found = reached('cfg.model_type == "jamba"', '    if cfg.model_type in ("jamba", "mamba"):\n        return 0\n')
    assert found.behind
    assert found.blocks == ()


def test_the_block_of_an_arm_of_a_very_long_chain_is_not_asked() -> None:
    arms = "".join(f'    {"el" * bool(number)}if cfg.model_type == "qwen3_v{number}":\n        return {number}\n' for number in range(201))
    found = one({"a.py": f"def load(cfg):\n{arms}"}, "a.py:200").reach
    assert found is not None
    assert found.takers.names == ("qwen3_v99",)
    assert (found.behind, found.blocks) == (True, ())
    assert found.undecided == "its chain has 201 arms, too many to ask each who is left"
