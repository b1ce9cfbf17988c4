"""A descriptor that comes answers where branches were moved from; who else asks the registry gets the answers of before, or that is found."""

from textwrap import dedent

import proving

from namebranch.parity.evidence import Evidence, Verdict
from namebranch.parity.proof import Wanted

CONFIG = '[registry]\nmodules = ["pkg/registry.py"]\n'
REGISTRY = """
MODELS = {}

def register(*keys, family=None, **hooks):
    def keep(owner):
        for key in keys:
            MODELS[key] = {**(family or {}), **hooks}
        return owner
    return keep

def ask(model_type, point, default=None):
    return MODELS.get(model_type, {}).get(point, default)
"""
LOADER = """
def load(cfg, model):
    if cfg.model_type == "voxtral":
        model.patch()
"""
MOVED = """
from pkg.registry import ask

def load(cfg, model):
    hook = ask(cfg.model_type, "load")
    if hook is not None:
        hook(model)
"""
CONSUMER = """
from pkg.registry import ask

def batches(cfg, data):
    if ask(cfg.model_type, "audio_tower", False):
        return data.audio()
    return data.text() if cfg.packed else data.padded()
"""
OWNER = """
from pkg.registry import register
from pkg.families import AUDIO

def patch(model):
    model.patch()

@register("voxtral", load=patch{more})
class Voxtral:
    pass
"""


def proved(more: str = "") -> Evidence:
    """Return what is shown of the consumers of a registry to which voxtral came."""
    common = {
        "namebranch.toml": CONFIG,
        "pkg/registry.py": REGISTRY,
        "pkg/consumer.py": CONSUMER,
        "pkg/families.py": 'AUDIO = {"audio_tower": True}\n',
        "pkg/models/whisper.py": "from pkg.registry import register\n@register('whisper')\nclass Whisper:\n    pass\n",
    }
    old = {"pkg/loader.py": LOADER, **common}
    new = {"pkg/loader.py": MOVED, "pkg/models/voxtral.py": OWNER.format(more=more), **common}
    before, after = ({path: dedent(text) for path, text in side.items()} for side in (old, new))
    return proving.proved(before, after, Wanted(parts=("neutrality",), seconds=20))


def test_a_descriptor_that_only_says_what_was_moved_is_neutral() -> None:
    claim = proving.only(found := proved())
    assert (claim.part, claim.subject, claim.verdict) == ("neutrality", "pkg.consumer:batches", Verdict.SAME), claim
    assert [(one.claim, one.caught) for one in found.planted] == [("neutrality pkg.consumer:batches", True)]


def test_a_family_that_answers_others_who_ask_is_found_with_the_model() -> None:
    found = proved(", family=AUDIO")
    assert proving.only(found).verdict is Verdict.DIFFERENT
    assert {one.answers["cfg.model_type"] for one in found.differences} == {"'voxtral'"}
    assert (found.differences[0].old[-1], found.differences[0].new[-1]) != ("return data.audio()", "return data.audio()")


def test_where_no_key_came_nobody_is_asked() -> None:
    same = {"namebranch.toml": CONFIG, "pkg/registry.py": REGISTRY, "pkg/consumer.py": CONSUMER}
    assert proving.proved(same, same, Wanted(parts=("neutrality",))).claims == ()
