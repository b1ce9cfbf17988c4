"""NB503: a hook that does not fit its point."""

from collections.abc import Iterator

from ...finding.detector import Example
from ...inventory import Finding
from ..hooks import bound
from ..module import Class, Module, Signature
from ..rule import ContractRule
from ..subject import Subject, finding


def _judge(subject: Subject) -> Iterator[Finding]:
    for one in bound(subject):
        if not one.signature.takes(one.arguments):
            told = f"{one.signature.name} is called at {one.point!r} with {_many(one.arguments)}, and takes {_takes(one.signature)}"
            yield finding("NB503", (one.path, one.signature.line), f"{told}; give it the parameters of the hook point", names=())
    spoken = subject.dialect.recognised if subject.dialect is not None else ()
    for path in sorted({key.path for registry in subject.registries if registry.name in spoken for key in registry.keys}):
        module = subject.tree.modules[path]
        for cls in module.classes:
            yield from _overrides(subject, module, cls)


def _overrides(subject: Subject, module: Module, cls: Class) -> Iterator[Finding]:
    """Yield the methods of an owner that cannot be called as the method which they override is."""
    for base in cls.bases:
        path = subject.tree.defining(module.path, base.partition(".")[0])
        above = None if path is None else subject.tree.modules.get(path)
        for method in module.functions if above is not None else ():
            head, _, name = method.name.rpartition(".")
            overridden = above.function(f"{base.rpartition('.')[2]}.{name}") if above is not None and head == cls.name else None
            if overridden is not None and not name.startswith("__") and not _covers(method, overridden):
                told = f"{method.name} takes {_takes(method)}, and is called as {overridden.name} of {above.path if above else ''} is"
                yield finding(
                    "NB503",
                    (module.path, method.line),
                    f"{told}: with {_takes(overridden)}; give it the same parameters",
                    places=(f"{above.path if above else ''}:{overridden.line}",),
                )


def _covers(method: Signature, overridden: Signature) -> bool:
    if method.most is not None and (overridden.most is None or overridden.most > method.most):
        return False
    return method.least <= overridden.least and set(method.must) <= set(overridden.must)


def _takes(signature: Signature) -> str:
    words = f" and {', '.join(signature.must)} by name" if signature.must else ""
    if signature.most is None:
        return f"{signature.least} or more arguments{words}"
    return f"{_many(signature.least) if signature.least == signature.most else f'{signature.least} to {_many(signature.most)}'}{words}"


def _many(count: int) -> str:
    return "no argument" if count == 0 else "1 argument" if count == 1 else f"{count} arguments"


_REGISTRY = """
# file: axolotl/model_support/base.py
class ModelSupport:
    def pre_model_load(self, cfg): ...
# file: axolotl/model_support/profile.py
class ModelFamilyTemplate: ...
class ModelHooks: ...
class ModelMatchers: ...
class ModelProfile: ...
class ModelHookPhase: ...
# file: axolotl/model_support/registry.py
import importlib

_BUILTIN_MODULES = ("axolotl.model_support.kite",)
_REGISTRY = {}

def register_model_support(support):
    _REGISTRY.update(dict.fromkeys(support.model_types, support()))
    return support

def get_model_support(kind):
    for module in _BUILTIN_MODULES:
        importlib.import_module(module)
    return _REGISTRY.get(kind)
# file: axolotl/loaders/patch_manager.py
from axolotl.model_support.sites import run_model_site_hooks

def patch(cfg, model):
    run_model_site_hooks(cfg.model_config_type, "loaders.patch", cfg, model)
# file: axolotl/model_support/sites.py
def run_model_site_hooks(kind, site, context, *arguments): ...
"""

_BY_NAME = """
# file: nemo_automodel/_transformers/registry.py
MODEL_ARCH_MAPPING = {}
# file: nemo_automodel/shared/model_hooks.py
import importlib

MODEL_OWNERS = {
    "JambaForCausalLM": "nemo_automodel.components.models.jamba",
}

def ask_model_hook(key, role, name, *arguments, default=None):
    return getattr(importlib.import_module(MODEL_OWNERS.get(key)), name)
# file: nemo_automodel/components/checkpoint/checkpointing.py
from nemo_automodel.shared.model_hooks import ask_model_hook

def load(model):
    return ask_model_hook(type(model).__name__, "patches", "should_skip", model, default=False)
# file: nemo_automodel/components/models/jamba/__init__.py
# file: nemo_automodel/components/models/jamba/patches.py
"""

hook_does_not_fit = ContractRule(
    name="hook-does-not-fit",
    rule="NB503",
    title="a hook that does not fit its point",
    doc="""
Promise: each hook can be called as its hook point calls it. One with other parameters fails only in a run of its model, and there late.

Looks at: the places of a descriptor that its dialect tells of, hooks that are bound to a named point or found by its name, and methods of an
owner that override a method of the registry's base class. Leaves alone: points that nobody asks, and arguments that are starred.
""",
    finds=(
        Example(
            title="a hook that is found by its name",
            code=_BY_NAME + "def should_skip(model, config): ...  # here\n",
        ),
        Example(
            title="a phase hook, a matcher, a site hook and a method with a parameter too many or too few",
            code=_REGISTRY
            + """
# file: axolotl/model_support/kite/__init__.py
from axolotl.model_support.base import ModelSupport
from axolotl.model_support.profile import ModelFamilyTemplate, ModelHooks, ModelMatchers, ModelProfile, ModelHookPhase
from axolotl.model_support.registry import register_model_support

def _build(): ...  # here
def _match(cfg, processor): ...  # here
def _patch(context): ...  # here

@register_model_support
class KiteSupport(ModelSupport):
    model_types = ("jamba",)
    profile = ModelProfile(
        matchers=ModelMatchers(cfg=_match),
        hooks=ModelHooks(by_phase={ModelHookPhase.BEFORE_MODEL_BUILD: (_build,)}, by_site={"loaders.patch": (_patch,)}),
    )

    def pre_model_load(self, cfg, model): ...  # here
""",
        ),
    ),
    passes=(
        Example(
            title="a hook that is found by its name, and another function of that file",
            code=_BY_NAME + "def should_skip(model): ...\ndef other(): ...\n",
        ),
        Example(
            title="hooks that fit, one of a point that nobody asks, one that takes anything",
            code=_REGISTRY
            + """
# file: axolotl/model_support/kite/__init__.py
from axolotl.model_support.base import ModelSupport
from axolotl.model_support.profile import ModelFamilyTemplate, ModelHooks, ModelMatchers, ModelProfile, ModelHookPhase
from axolotl.model_support.registry import register_model_support

def _build(context, *, once=True): ...
def _match(*anything): ...
def _patch(context, model, more=None): ...
def _other(): ...

@register_model_support
class KiteSupport(ModelSupport):
    model_types = ("jamba",)
    profile = ModelProfile(
        matchers=ModelMatchers(cfg=_match),
        hooks=ModelHooks(
            by_phase={ModelHookPhase.BEFORE_MODEL_BUILD: (_build,)}, by_site={"loaders.patch": (_patch,), "loaders.other": (_other,)}
        ),
    )

    def pre_model_load(self, cfg, model=None): ...
""",
        ),
    ),
    judge=_judge,
)
