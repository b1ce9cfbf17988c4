"""Descriptors of models, in the standard library alone: shared code asks, models answer, and nobody branches on a name.

One module of shared code declares a registry: the kinds of keys, what may be asked, and which module owns which key. It imports no model.

>>> from dataclasses import dataclass
>>> registry = Registry("kit", spaces=("model_type", "processor"), unknown="default")

What may be asked is a fact, a capability, a section of facts that are read together, or a hook point. Each has the answer that holds
where nobody says otherwise; that of a hook point is a function, whose parameters are the point's.

>>> tied = registry.fact("tied_embeddings", default=False)
>>> packing = registry.capability("sample_packing", default=Unsupported("nobody tried it"))

>>> @dataclass(frozen=True)
... class Quantization:
...     preview_unsupported: str | None = reason("why the generation preview is skipped")
...     device_map: str | None = keyword("sequential", "none")
>>> quantization = registry.section(Quantization)

>>> @registry.effect("loaders.patch_attention")
... def patch_attention(model: list) -> None:
...     "Patch the attention before the model is built."

>>> @registry.adjust("loaders.keywords")
... def keywords(given: dict, *, inference: bool) -> dict:
...     "Adjust what the loader is given."
...     return given

A model's own module registers its descriptor: exact keys, and answers. A family is a template that descriptors inherit from; each answer
of a descriptor takes the place of its family's, CLEARED brings the default back, and INHERITED keeps the family's hooks among its own.

>>> vision = Family(name="vision", facts={"tied_embeddings": True}, hooks={"loaders.patch_attention": lambda model: model.append("vision")})

>>> def patch_kite(model):
...     model.append("kite")

>>> def kite_keywords(given, *, inference):
...     return {**given, "device_map": "sequential"} if inference else DECLINED

>>> kite = registry.register(Descriptor(
...     keys={"model_type": ("kite", "kite_text"), "processor": "KiteProcessor"},
...     family=vision,
...     facts={"tied_embeddings": CLEARED},
...     capabilities={"sample_packing": Supported()},
...     sections=(Quantization(preview_unsupported="its generation runs out of memory"),),
...     hooks={"loaders.patch_attention": (INHERITED, patch_kite), "loaders.keywords": kite_keywords},
... ))

Shared code asks by the key it has. A key that nobody registered, and no key at all, get the default (or an error, by the registry's
policies). An answer that was given once costs a lookup in a dictionary.

>>> patches = []
>>> patch_attention.of("kite")(patches)
>>> patch_attention.of("llama")(patches)
>>> patch_attention.of(None)(patches)
>>> patches
['vision', 'kite']
>>> keywords.of("kite")({"dtype": "auto"}, inference=True)
{'dtype': 'auto', 'device_map': 'sequential'}
>>> keywords.of("kite")({"dtype": "auto"}, inference=False)
{'dtype': 'auto'}
>>> tied.of("kite"), packing.of("kite"), quantization.of("kite").preview_unsupported, quantization.of("llama").preview_unsupported
(False, Supported(note=''), 'its generation runs out of memory', None)

In a framework a descriptor lies in a module that its keys own: `Registry(…, owners={"model_type": {"kite": "kit.models.kite"}})`. The
module is imported when one of its keys is first asked for, in whatever process, and no other is. One that cannot be imported is an error
for its own keys only, each time. What would depend on the order of imports is refused: a key from a module that does not own it, a
descriptor of which only some keys are owned, a second answer from another module. `override=True` takes keys over, with a warning.

Before a key is known, matchers find it; lifecycle phases give hooks a context that knows which fields exist when.

>>> @registry.matcher("path")
... def by_path(path: str) -> bool:
...     "Say from the path of a checkpoint whether it is this model."
...     return False
>>> by_path.key("some/checkpoint") is None
True

>>> class Load(ModelContext):
...     dataset: Field[str] = Field(since="before_model_build", until="after_adapter_load")
>>> load = registry.lifecycle(Load)
>>> load.enter("configure_run", "kite", cfg={})
<Load configure_run: model_config, cfg>

For tools: `registry.keys()` and `registry.owner(key)` import nothing; `question.sources(key)` says where an answer comes from,
`question.answers()` gives all; `registry.load()` imports all owners and returns what is wrong. For tests: `with registry.isolated():`.
"""

from .book import Owner
from .capabilities import Experimental, Support, Supported, Unsupported
from .errors import (
    AbsentFieldError,
    AbsentKeyError,
    AmbiguousMatchError,
    BrokenOwnerError,
    BrokenOwnerWarning,
    DeclarationError,
    DuplicateAnswerError,
    DuplicateKeyError,
    ExperimentalWarning,
    OverrideWarning,
    RegistrationError,
    RegistryError,
    SilentOwnerError,
    UnknownKeyError,
    UnsupportedError,
)
from .hooks import HookPoint
from .lifecycle import Context, Field, Lifecycle, Renamed
from .markers import CLEARED, DECLINED, INHERITED, Declined
from .matching import Matcher
from .phases import ModelContext
from .questions import Capability, Fact, Question, Section, Source
from .registry import Registry
from .sections import keyword, reason
from .templates import Descriptor, Family

__all__ = [
    "CLEARED",
    "DECLINED",
    "INHERITED",
    "AbsentFieldError",
    "AbsentKeyError",
    "AmbiguousMatchError",
    "BrokenOwnerError",
    "BrokenOwnerWarning",
    "Capability",
    "Context",
    "DeclarationError",
    "Declined",
    "Descriptor",
    "DuplicateAnswerError",
    "DuplicateKeyError",
    "Experimental",
    "ExperimentalWarning",
    "Fact",
    "Family",
    "Field",
    "HookPoint",
    "Lifecycle",
    "Matcher",
    "ModelContext",
    "OverrideWarning",
    "Owner",
    "Question",
    "RegistrationError",
    "Registry",
    "RegistryError",
    "Renamed",
    "Section",
    "SilentOwnerError",
    "Source",
    "Support",
    "Supported",
    "UnknownKeyError",
    "Unsupported",
    "UnsupportedError",
    "keyword",
    "reason",
]
