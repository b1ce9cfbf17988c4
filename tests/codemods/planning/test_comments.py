"""No comment is lost, whichever model leaves first: it goes where what it speaks of is said now."""

import re
from itertools import permutations

import pytest
import spelled

MODELS = ("mixtral", "olmoe", "qwen3_moe", "llama")
FILES: dict[str, str | bytes] = {
    "framework/families.py": '''
        """Families."""

        # What the routers of these are called.
        ROUTED = (
            "mixtral",  # the first
            # Its gates are small.
            "olmoe",

            "qwen3_moe",  # as the card says
        )  # for now

        # One gate for all.
        TABLE = {
            "mixtral": 1,  # only one
            # And two here.
            "olmoe": 2,
        }
        ''',
    "framework/loaders/asking.py": """
        from framework.families import ROUTED, TABLE


        def routed(cfg):
            return cfg.model_type in ROUTED


        def table(cfg):
            return TABLE.get(cfg.model_type, 0)


        def flags(cfg):
            found = 1
            for layer in cfg.layers:
                if cfg.model_type in (  # those with two
                    "mixtral",  # since the last release
                    # Never seen with more.
                    "olmoe",
                    "llama",  # its own
                ):
                    continue
                found += layer
            return found
        """,
}
COMMENTS = sorted({comment for text in FILES.values() for comment in re.findall(r"#.*", str(text))})


def text_of(files: dict[str, str | bytes], path: str) -> str:
    data = files[path]
    return data if isinstance(data, str) else data.decode()


def after(*models: str) -> dict[str, str | bytes]:
    """Return all files when the models have left one after the other."""
    files = dict(FILES)
    for model in models:
        planned, made = spelled.migrated(files, model)
        assert planned.refused == ()
        files = dict(made)
    return files


@pytest.mark.parametrize("order", [*permutations(MODELS)][::5], ids=" then ".join)
def test_each_comment_is_there_whoever_leaves_first(order: tuple[str, ...]) -> None:
    files = after(*order)
    text = "\n".join(text_of(files, path) for path in files)
    assert [comment for comment in COMMENTS if comment not in text] == []


def test_a_comment_beside_a_name_is_that_model_s() -> None:
    files = after("mixtral", "olmoe")
    mixtral, olmoe = (text_of(files, f"framework/owners/{model}.py") for model in ("mixtral", "olmoe"))
    assert [comment for comment in ("# the first", "# only one", "# since the last release") if comment not in mixtral] == []
    assert [comment for comment in ("# Its gates are small.", "# And two here.") if comment not in olmoe] == []


def test_a_comment_above_a_name_that_others_follow_stays_with_them() -> None:
    assert '# Never seen with more.\n            "llama"' in text_of(after("mixtral", "olmoe"), "framework/loaders/asking.py")


def test_what_stays_keeps_its_comments_and_its_lines() -> None:
    families = text_of(after("mixtral"), "framework/families.py")
    assert 'ROUTED = (\n    # Its gates are small.\n    "olmoe",\n\n    "qwen3_moe",  # as the card says\n)  # for now' in families


def test_a_module_that_held_the_constants_alone_is_left_with_its_words() -> None:
    assert text_of(after(*MODELS), "framework/families.py") == '"""Families."""\n\n'
