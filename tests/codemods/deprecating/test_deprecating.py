"""A field of the context gets another name: hooks read the new one, all else stays, and what may still read the old one is told."""

import pytest
import scanning

from namebranch.analyzer.scan import program
from namebranch.analyzer.settings.load import load
from namebranch.codemods.deprecating.field import DeprecationError, Renamed, parsed
from namebranch.codemods.deprecating.previewing import deprecated
from namebranch.codemods.preview import Preview
from namebranch.registry.dialects.load import take

RENAMED = Renamed(parameter="context", old="tokenizer", new="processor")


def preview(code: str) -> Preview:
    """Return what becomes of an owner's file in the axolotl dialect."""
    files: dict[str, str | bytes] = {"axolotl/__init__.py": "", "axolotl/model_support/kite/__init__.py": code.encode()}
    source = scanning.source(files)
    return deprecated(source, program(source, load(source), jobs=1), take("axolotl"), RENAMED)


HEAD = "from axolotl.model_support.profile import ModelHookContext\n\n\n"
TYPED = HEAD + "def patch(context: ModelHookContext):\n"
BOUND = '\n\nhooks = ModelHooks(by_site={"loaders.patch": (patch,)})\n'


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(f"{TYPED}    context.tokenizer.pad()\n", f"{TYPED}    context.processor.pad()\n", id="a field that is read"),
        pytest.param(
            f"{HEAD}def patch(c: 'ModelHookContext'):\n    return c.tokenizer  # kept\n",
            f"{HEAD}def patch(c: 'ModelHookContext'):\n    return c.processor  # kept\n",
            id="another name for the context",
        ),
        pytest.param(
            f"def patch(context):\n    return context.tokenizer{BOUND}",
            f"def patch(context):\n    return context.processor{BOUND}",
            id="a hook that is bound, without an annotation",
        ),
        pytest.param(
            f"{TYPED}    return getattr(context, 'tokenizer', None), (lambda: context.tokenizer)\n",
            f"{TYPED}    return getattr(context, 'processor', None), (lambda: context.processor)\n",
            id="getattr, and a function inside",
        ),
        pytest.param(
            f"{HEAD}def _pad(c):\n    c.tokenizer.pad()\n\n\ndef patch(context: ModelHookContext):\n    _pad(context)\n",
            f"{HEAD}def _pad(c):\n    c.processor.pad()\n\n\ndef patch(context: ModelHookContext):\n    _pad(context)\n",
            id="a function of the file that only hooks call",
        ),
    ],
)
def test_hooks_read_the_new_field(before: str, after: str) -> None:
    found = preview(before)
    assert [file.after.decode() for file in found.files] == [after]
    assert found.migration.refused == ()


@pytest.mark.parametrize(
    ("code", "why"),
    [
        pytest.param(f"{TYPED}    context.tokenizer = None\n", "context.tokenizer is set or deleted here", id="a field that is set"),
        pytest.param(
            f"{TYPED}    from kit import pad\n    pad(context, 'tokenizer')\n", "context is handed on whole: pad(", id="handed on"
        ),
        pytest.param(f"{TYPED}    return vars(context)['tokenizer']\n", "context is handed on whole: return vars(", id="all its fields"),
        pytest.param(f"{TYPED}    c = context\n    return c.tokenizer\n", "context is handed on whole: c = context", id="another name"),
        pytest.param(
            f"{HEAD}def pad(c):\n    c.tokenizer.pad()\n\n\ndef patch(context: ModelHookContext):\n    pad(context)\n",
            "pad is handed it, which others may call as well",
            id="a function that others may import",
        ),
        pytest.param(
            f"{HEAD}def _pad(c):\n    c.tokenizer.pad()\n\n\ndef patch(context: ModelHookContext):\n    _pad(context)\n\n\n_pad(object())\n",
            "_pad is handed it, which others may call as well",
            id="a function that is called with something else too",
        ),
        pytest.param(
            f"{TYPED}    return getattr(context, 'to' 'ken' 'izer')\n", "context is asked for 'to' 'ken' 'izer'", id="a text in pieces"
        ),
    ],
)
def test_what_may_still_read_the_old_field_is_told_and_left(code: str, why: str) -> None:
    found = preview(code)
    assert found.files == ()
    (left,) = found.migration.refused
    assert left.code == "DEP"
    assert left.reason.startswith(why)
    assert left.path == "axolotl/model_support/kite/__init__.py"


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("def patch(context):\n    return context.tokenizer\n", id="a function that is no hook"),
        pytest.param(f"{TYPED}    def inner(context):\n        return context.tokenizer\n    return inner\n", id="another context inside"),
        pytest.param(f"{TYPED}    return context.cfg.tokenizer\n", id="a field of a field"),
        pytest.param(f"{TYPED}    return context.tokenizers\n", id="a longer name"),
        pytest.param(f"{TYPED}    return 'context.tokenizer'  # context.tokenizer\n", id="a text and a comment"),
    ],
)
def test_what_is_no_reader_stays(code: str) -> None:
    with pytest.raises(DeprecationError, match=r"no hook reads context\.tokenizer"):
        preview(code)


@pytest.mark.parametrize("text", ["context.tokenizer=processor", "context.tokenizer=context.processor"])
def test_how_it_is_spelled(text: str) -> None:
    assert parsed(text) == RENAMED


@pytest.mark.parametrize(
    "text", ["", "tokenizer=processor", "context.tokenizer", "context.a=a", "context.a=other.b", "context.a.b=c", "c.1=2"]
)
def test_what_says_nothing(text: str) -> None:
    with pytest.raises(DeprecationError, match=r"write context\.OLD=NEW"):
        parsed(text)
