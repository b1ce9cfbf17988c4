"""How a name is followed to what it stands for: for each way that is followed, one like it that leads elsewhere."""

import marked
import pytest

CASES = [
    # what is imported: modules, names, stars
    (
        "a constant imported by its absolute name",
        """
from pkg.names import FUSED
def f(cfg):
    return cfg.model_type in FUSED  # <- membership dbrx,jamba
== pkg/names.py
FUSED = ("jamba", "dbrx")
""",
        "a constant of that name in another module",
        """
from pkg.other import FUSED
def f(cfg):
    return cfg.model_type in FUSED  # <- membership adamw,lion
== pkg/names.py
FUSED = ("jamba", "dbrx")
== pkg/other.py
FUSED = ("adamw", "lion")
""",
    ),
    (
        "a constant imported by a relative name",
        """
== pkg/deep/use.py
from ..names import FUSED as READY
def f(cfg):
    return cfg.model_type in READY  # <- membership dbrx,jamba
== pkg/names.py
FUSED = ("jamba", "dbrx")
""",
        "a relative name that is one package too near",
        """
== pkg/deep/use.py
from .names import FUSED as READY
def f(cfg):
    return cfg.model_type in READY  # <- table-use
== pkg/names.py
FUSED = ("jamba", "dbrx")
""",
    ),
    (
        "a constant of a module that is imported whole",
        """
import tinytrain.names
from tinytrain import names as known
def f(cfg):
    if cfg.model_type in tinytrain.names.FUSED:  # <- membership dbrx,jamba
        return 1
    return cfg.model_type in known.FUSED  # <- membership dbrx,jamba
== tinytrain/names.py
FUSED = ("jamba", "dbrx")
""",
        "a module of another name",
        """
import tinytrain.names
from tinytrain import others as known
def f(cfg):
    if cfg.model_type in tinytrain.others.FUSED:  # <- table-use
        return 1
    return cfg.model_type in known.FUSED  # <- table-use
== tinytrain/names.py
FUSED = ("jamba", "dbrx")
""",
    ),
    (
        "a constant behind two re-exports and a star",
        """
from pkg import FUSED
def f(cfg):
    return cfg.model_type in FUSED  # <- membership dbrx,jamba
== pkg/__init__.py
from .api import FUSED
== pkg/api.py
from .names import *
== pkg/names.py
FUSED = ("jamba", "dbrx")
""",
        "a star of a module that does not have it",
        """
from pkg import FUSED
def f(cfg):
    return cfg.model_type in FUSED  # <- table-use
== pkg/__init__.py
from .api import *
== pkg/api.py
OTHER = 1
== pkg/names.py
FUSED = ("jamba", "dbrx")
""",
    ),
    (
        "a target whose root is the package",
        """
== loaders/use.py
from tinytrain.constants.names import FUSED
def f(cfg):
    return cfg.model_type in FUSED  # <- membership dbrx,jamba
== constants/names.py
FUSED = ("jamba", "dbrx")
""",
        "a package that is not the target's",
        """
== loaders/use.py
from tinytrain.elsewhere.names import FUSED
def f(cfg):
    return cfg.model_type in FUSED  # <- table-use
== constants/names.py
FUSED = ("jamba", "dbrx")
""",
    ),
    (
        "a package that lies deeper",
        """
== python/lib/tinytrain/use.py
from tinytrain.names import FUSED
def f(cfg):
    return cfg.model_type in FUSED  # <- membership dbrx,jamba
== python/lib/tinytrain/names.py
FUSED = ("jamba", "dbrx")
""",
        "a package that lies deeper and has no such module",
        """
== python/lib/tinytrain/use.py
from tinytrain.sets import FUSED
def f(cfg):
    return cfg.model_type in FUSED  # <- table-use
== python/lib/tinytrain/names.py
FUSED = ("jamba", "dbrx")
""",
    ),
    (
        "an import inside the function",
        """
def f(cfg):
    from pkg.names import FUSED
    return cfg.model_type in FUSED  # <- membership dbrx,jamba
== pkg/names.py
FUSED = ("jamba", "dbrx")
""",
        "an import inside another function",
        """
def g():
    from pkg.names import FUSED
    return FUSED
def f(cfg):
    return cfg.model_type in FUSED
== pkg/names.py
FUSED = ("jamba", "dbrx")
""",
    ),
    (
        "an import with a fallback",
        """
try:
    from pkg.names import FUSED
except ImportError:
    FUSED = None
def f(cfg):
    return cfg.model_type in FUSED  # <- membership dbrx,jamba
== pkg/names.py
FUSED = ("jamba", "dbrx")
""",
        "a fallback without what it falls back from",
        """
try:
    from gone.names import FUSED
except ImportError:
    FUSED = None
def f(cfg):
    return cfg.model_type in FUSED  # <- table-use
""",
    ),
    # -- classes
    (
        "a constant of the class by self, cls, its name, and inherited",
        """
class Base:
    REFUSED = ("jamba", "dbrx")
class Loader(Base):
    def f(self, cfg):
        if cfg.model_type in self.REFUSED:  # <- membership dbrx,jamba
            return 1
        return cfg.model_type in Loader.REFUSED  # <- membership dbrx,jamba
    @classmethod
    def g(cls, cfg):
        return cfg.model_type in cls.REFUSED  # <- membership dbrx,jamba
""",
        "a constant of another class",
        """
class Other:
    REFUSED = ("jamba", "dbrx")
class Loader:
    REFUSED = ("adamw",)
    def f(self, cfg):
        if cfg.model_type in self.REFUSED:  # <- membership adamw
            return 1
        return cfg.model_type in Loader.REFUSED  # <- membership adamw
    @classmethod
    def g(cls, cfg):
        return cfg.model_type in cls.REFUSED  # <- membership adamw
""",
    ),
    (
        "a constant inherited from a class of another module",
        """
from pkg.base import Base
class Loader(Base):
    def f(self, cfg):
        return cfg.model_type in self.REFUSED  # <- membership dbrx,jamba
== pkg/base.py
class Root:
    REFUSED = ("jamba", "dbrx")
class Base(Root):
    pass
""",
        "a constant that the class itself has otherwise",
        """
from pkg.base import Base
class Loader(Base):
    REFUSED = ()
    def f(self, cfg):
        return cfg.model_type in self.REFUSED
== pkg/base.py
class Base:
    REFUSED = ("jamba", "dbrx")
""",
    ),
    (
        "a name kept on self",
        """
class Loader:
    def __init__(self, cfg):
        self.kind = cfg.model_type
    def f(self):
        return self.kind == "mamba"  # <- compare mamba
""",
        "a kind kept on self",
        """
class Loader:
    def __init__(self, cfg):
        self.kind = cfg.optimizer
    def f(self):
        return self.kind == "mamba"
""",
    ),
    # -- locals
    (
        "aliases of aliases",
        """
def f(cfg):
    hf = cfg.hf_config
    kind = hf.model_type
    lowered = (kind or "").lower()
    return lowered == "zeta_plus"  # <- compare zeta_plus
""",
        "an alias of something else",
        """
def f(cfg):
    hf = cfg.hf_config
    kind = hf.optimizer
    lowered = (kind or "").lower()
    return lowered == "zeta_plus"
""",
    ),
    (
        "a name that is read in three ways",
        """
def f(cfg, raw):
    a, b, c = getattr(cfg, "model_type", None), raw.get("model_type", ""), raw["model_type"]
    if a == "zeta_plus":  # <- compare zeta_plus
        return 1
    return b == "zeta_plus" or c == "zeta_plus"  # <- compare zeta_plus
""",
        "other things that are read in three ways",
        """
def f(cfg, raw):
    a, b, c = getattr(cfg, "loss_type", None), raw.get("loss_type", ""), raw["loss_type"]
    if a == "zeta_plus":
        return 1
    return b == "zeta_plus" or c == "zeta_plus"
""",
    ),
    (
        "a variable after it was set anew",
        """
def f(cfg):
    kind = cfg.optimizer
    kind = cfg.model_type
    return kind == "zeta_plus"  # <- compare zeta_plus
""",
        "a variable that was set anew to something else",
        """
def f(cfg):
    kind = cfg.model_type
    kind = cfg.optimizer
    return kind == "zeta_plus"
""",
    ),
    (
        "a variable set in one of two branches",
        """
def f(cfg, deep):
    kind = None
    if deep:
        kind = cfg.text_config.model_type
    return kind == "zeta_plus"  # <- compare zeta_plus
""",
        "a variable set in the other branch only",
        """
def f(cfg, deep):
    kind = cfg.optimizer
    if deep:
        kind = cfg.model_type
    else:
        return kind == "zeta_plus"
""",
    ),
    (
        "a variable set in a loop",
        """
def f(configs):
    kind = None
    for cfg in configs:
        kind = cfg.model_type
        if kind == "zeta_plus":  # <- compare zeta_plus
            return 1
""",
        "a variable of a loop over something else",
        """
def f(configs):
    kind = None
    for cfg in configs:
        kind = cfg.optimizer
        if kind == "zeta_plus":
            return 1
""",
    ),
    (
        "a variable set inside a try",
        """
def f(cfg):
    try:
        kind = cfg.model_type
    except AttributeError:
        kind = None
    return kind == "zeta_plus"  # <- compare zeta_plus
""",
        "a variable set to other things inside a try",
        """
def f(cfg):
    try:
        kind = cfg.optimizer
    except AttributeError:
        kind = None
    return kind == "zeta_plus"
""",
    ),
    (
        "a walrus",
        """
def f(cfg):
    if (kind := cfg.model_type) and kind == "zeta_plus":  # <- compare zeta_plus
        return kind
""",
        "a walrus on something else",
        """
def f(cfg):
    if (kind := cfg.optimizer) and kind == "zeta_plus":
        return kind
""",
    ),
    (
        "an element of a tuple",
        """
def f(cfg):
    size, (kind, _) = 1, (cfg.model_type, 2)
    return kind == "zeta_plus"  # <- compare zeta_plus
""",
        "the other element of a tuple",
        """
def f(cfg):
    size, (_, kind) = 1, (cfg.model_type, cfg.size)
    return kind == "zeta_plus"
""",
    ),
    (
        "a variable of the function around",
        """
def f(cfg):
    kind = cfg.model_type
    def inner():
        return 1 if kind == "zeta_plus" else 2  # <- compare zeta_plus
    return inner
""",
        "a variable of that name in the function itself",
        """
def f(cfg):
    kind = cfg.model_type
    def inner():
        kind = cfg.optimizer
        return 1 if kind == "zeta_plus" else 2
    return inner
""",
    ),
    (
        "a variable of a comprehension",
        """
def f(configs):
    return [1 for kind in (c.model_type for c in configs) if kind == "zeta_plus"]  # <- compare zeta_plus
""",
        "a variable of another comprehension",
        """
def f(configs, kind):
    kinds = [kind for kind in (c.model_type for c in configs)]
    return [1 for kind in configs if kind == "zeta_plus"], kinds
""",
    ),
    (
        "a constant of the module, though a class has one of that name",
        """
FUSED = ("jamba", "dbrx")
class A:
    FUSED = ("adamw",)
    def f(self, cfg):
        return cfg.model_type in FUSED  # <- membership dbrx,jamba
""",
        "a local of that name",
        """
FUSED = ("jamba", "dbrx")
def f(cfg):
    FUSED = ("adamw",)
    return cfg.model_type in FUSED  # <- membership adamw
""",
    ),
    # -- flags
    (
        "a flag on the configuration, read in another file",
        """
def f(cfg):
    if cfg.is_hybrid:  # <- flag-use jamba
        return 1
== shared/other.py
def setup(cfg):
    cfg.is_hybrid = cfg.model_type == "jamba"  # <- compare jamba
""",
        "an option of that name that no name decides",
        """
def f(cfg):
    if cfg.is_hybrid:
        return 1
== shared/other.py
def setup(cfg):
    cfg.is_hybrid = cfg.sharding == "hybrid"
""",
    ),
    (
        "a flag on self, read in a class that inherits from it",
        """
from shared.other import Base
class Runner(Base):
    def run(self):
        if not self.is_moe:  # <- flag-use mixtral
            return 1
== shared/other.py
class Base:
    def __init__(self, cfg):
        self.is_moe = cfg.model_type == "mixtral"  # <- compare mixtral
""",
        "an attribute of that name of the class itself",
        """
class Runner:
    def __init__(self, cfg):
        self.is_moe = cfg.experts > 1
    def run(self):
        if not self.is_moe:
            return 1
== shared/other.py
class Other:
    def __init__(self, cfg):
        self.is_moe = cfg.model_type == "mixtral"  # <- compare mixtral
""",
    ),
    (
        "a flag of flags",
        """
def f(cfg):
    moe = cfg.model_type in ("mixtral", "dbrx")  # <- membership dbrx,mixtral
    fast = moe and cfg.fast  # <- flag-use dbrx,mixtral
    return 1 if fast else 2  # <- flag-use dbrx,mixtral
""",
        "a flag of other flags",
        """
def f(cfg):
    moe = cfg.loss in ("dpo", "orpo")
    fast = moe and cfg.fast
    return 1 if fast else 2
""",
    ),
    (
        "a flag that a branch sets",
        """
def f(cfg):
    fast = cfg.fast
    if cfg.deep:
        fast = cfg.model_type == "jamba"  # <- compare jamba
    return 1 if fast else 2  # <- flag-use jamba
""",
        "a flag that was set anew",
        """
def f(cfg):
    fast = cfg.model_type == "jamba"  # <- compare jamba
    fast = cfg.fast
    return 1 if fast else 2
""",
    ),
    # -- predicates
    (
        "a predicate of another module",
        """
from pkg.checks import is_moe
from pkg import checks
def f(cfg):
    if is_moe(cfg):  # <- flag-use mixtral
        return 1
    return 2 if not checks.is_moe(cfg) else 3  # <- flag-use mixtral
== pkg/checks.py
def is_moe(config):
    return config.model_type == "mixtral"  # <- compare mixtral
""",
        "a function of that name that asks for structure",
        """
from pkg.checks import is_moe
from pkg import checks
def f(cfg):
    if is_moe(cfg):
        return 1
    return 2 if not checks.is_moe(cfg) else 3
== pkg/checks.py
def is_moe(config):
    return config.num_experts > 1
""",
    ),
    (
        "a predicate made of predicates",
        """
def is_moe(config):
    return config.model_type == "mixtral"  # <- compare mixtral
def is_any(config):
    return is_moe(config) or is_moe(config.text_config)  # <- flag-use mixtral
def f(cfg):
    return 1 if is_any(cfg) else 2  # <- flag-use mixtral
""",
        "a function that only calls one",
        """
def is_moe(config):
    return config.model_type == "mixtral"  # <- compare mixtral
def build(config):
    return object(is_moe(config))
def f(cfg):
    return 1 if build(cfg) else 2
""",
    ),
    (
        "a property, by the object and by self",
        """
class Config:
    @property
    def is_moe(self):
        return self.model_type == "mixtral"  # <- compare mixtral
    def g(self):
        return 1 if self.is_moe else 2  # <- flag-use mixtral
def f(cfg):
    return 1 if cfg.is_moe else 2  # <- flag-use mixtral
""",
        "a property that asks for structure",
        """
class Config:
    @property
    def is_moe(self):
        return self.num_experts > 1
    def g(self):
        return 1 if self.is_moe else 2
def f(cfg):
    return 1 if cfg.is_moe else 2
""",
    ),
    (
        "a method that is a predicate",
        """
class Config:
    def is_moe(self):
        return self.model_type == "mixtral"  # <- compare mixtral
    def g(self):
        return 1 if self.is_moe() else 2  # <- flag-use mixtral
""",
        "a method taken for true without being called",
        """
class Config:
    def is_moe(self):
        return self.model_type == "mixtral"  # <- compare mixtral
    def g(self):
        return 1 if self.is_moe else 2
""",
    ),
    # -- what holds names
    (
        "a set that grows",
        """
FUSED = {"jamba"}
FUSED |= {"dbrx"}
FUSED.add("falcon")
FUSED.update(("gemma2", "gemma3"))
FUSED.discard("gemma2")
def f(cfg):
    return cfg.model_type in FUSED  # <- membership dbrx,falcon,gemma3,jamba
""",
        "a set that shrinks to nothing known",
        """
FUSED = {"jamba"}
FUSED.discard("jamba")
def f(cfg):
    return cfg.model_type in FUSED
""",
    ),
    (
        "a list that grows",
        """
FUSED = ["jamba"]
FUSED += ["dbrx"]
FUSED.append("falcon")
FUSED.extend(["gemma3"])
def f(cfg):
    return cfg.model_type in FUSED  # <- membership dbrx,falcon,gemma3,jamba
""",
        "a list that is filled while running",
        """
SEEN = []
def f(cfg):
    if cfg.model_type in SEEN:
        return
    SEEN.append(cfg.model_type)
""",
    ),
    (
        "constants made of constants",
        """
A = ("jamba",)
B = ("dbrx", "falcon")
BOTH = A + B
LESS = frozenset(BOTH) - {"falcon"}
ALL = (*A, "gemma3")
def f(cfg):
    if cfg.model_type in BOTH:  # <- membership dbrx,falcon,jamba
        return 1
    return cfg.model_type in LESS or cfg.model_type in ALL  # <- membership dbrx,jamba; membership gemma3,jamba
""",
        "constants made of other things",
        """
A = ("adamw",)
B = ("lion", "muon")
BOTH = A + B
def f(args):
    return args.optim in BOTH
""",
    ),
    (
        "a table that is filled item by item",
        """
TABLE = {}
TABLE["jamba"] = 1
TABLE["dbrx"] = 2
def f(cfg):
    return TABLE[cfg.model_type]  # <- table-use dbrx,jamba
""",
        "a table of other things that is filled item by item",
        """
TABLE = {}
TABLE["dpo"] = 1
TABLE["orpo"] = 2
def f(cfg):
    return TABLE[cfg.loss]
""",
    ),
    (
        "an annotation's literals",
        """
from typing import Literal, get_args
Family = Literal["jamba", "dbrx"]
def f(cfg):
    return cfg.model_type in get_args(Family)  # <- membership dbrx,jamba
""",
        "an annotation's literals of other things",
        """
from typing import Literal, get_args
Loss = Literal["dpo", "orpo"]
def f(cfg):
    return cfg.loss in get_args(Loss)
""",
    ),
    (
        "members of an enumeration",
        """
from enum import Enum
class Family(str, Enum):
    JAMBA = "jamba"
    DBRX = "dbrx"
def f(cfg):
    return cfg.model_type == Family.JAMBA  # <- compare jamba
""",
        "members of an enumeration of other things",
        """
from enum import Enum
class Loss(str, Enum):
    DPO = "dpo"
def f(cfg):
    return cfg.loss == Loss.DPO
""",
    ),
    (
        "a function that returns a table",
        """
def table():
    return {"jamba": 1, "dbrx": 2}
def f(cfg):
    return table()[cfg.model_type]  # <- table-use dbrx,jamba
""",
        "a function that returns another table",
        """
def table():
    return {"dpo": 1, "orpo": 2}
def f(cfg):
    return table()[cfg.loss]
""",
    ),
    (
        "a function that returns names",
        """
from pkg.names import fused
def f(cfg):
    return cfg.model_type in fused()  # <- membership dbrx,jamba
== pkg/names.py
def fused():
    return ["jamba", "dbrx"]
""",
        "a function that returns what it is given",
        """
from pkg.names import fused
def f(cfg):
    return cfg.model_type in fused(cfg)
== pkg/names.py
def fused(cfg):
    return cfg.fused
""",
    ),
    (
        "a function that returns the name",
        """
from pkg.names import kind_of
def f(model):
    return kind_of(model) == "zeta_plus"  # <- compare zeta_plus
== pkg/names.py
def kind_of(model):
    return getattr(model.config, "model_type", None)
""",
        "a function that returns another kind",
        """
from pkg.names import kind_of
def f(model):
    return kind_of(model) == "zeta_plus"
== pkg/names.py
def kind_of(model):
    return getattr(model.config, "loss_type", None)
""",
    ),
    (
        "names in nested tables",
        """
TABLES = {"fused": ("jamba", "dbrx"), "other": 1}
def f(cfg):
    return cfg.model_type in TABLES["fused"]  # <- membership dbrx,jamba
""",
        "another key of nested tables",
        """
TABLES = {"fused": ("jamba", "dbrx"), "other": ("adamw",)}
def f(cfg):
    return cfg.model_type in TABLES["other"]  # <- membership adamw
""",
    ),
    (
        "the keys of a table",
        """
TABLE = {"jamba": 1, "dbrx": 2}
def f(cfg):
    if cfg.model_type in TABLE.keys():  # <- table-use dbrx,jamba
        return 1
    return TABLE.get(cfg.model_type, 0)  # <- table-use dbrx,jamba
""",
        "the values of a table",
        """
TABLE = {"jamba": 1, "dbrx": 2}
def f(cfg):
    if 1 in TABLE.values():
        return 1
    return TABLE.get("jamba", 0)
""",
    ),
    (
        "two constants that name each other are followed no further",
        """
A = B
B = A + ("jamba",)
def f(cfg):
    return cfg.model_type in B  # <- membership jamba
""",
        "modules that import each other and define nothing",
        """
from shared.other import FUSED
def f(cfg):
    return cfg.model_type in FUSED  # <- table-use
== shared/other.py
from shared.main import FUSED
""",
    ),
    (
        "a default of a parameter does not hide what is compared",
        """
FUSED = ("jamba", "dbrx")
def f(cfg, names=FUSED):
    return cfg.model_type in FUSED  # <- membership dbrx,jamba
""",
        "a parameter of that name",
        """
FUSED = ("jamba", "dbrx")
def f(cfg, FUSED):
    return cfg.model_type in FUSED
""",
    ),
    (
        "a table that a class only declares and the classes below it set",
        """
class Base:
    TABLE: dict = {}
    def pick(self, cfg):
        return self.TABLE[cfg.model_type]  # <- table-use gemma3,llama,mistral,qwen2
== shared/one.py
from shared.main import Base
class One(Base):
    TABLE = {"llama": 1, "qwen2": 2}
== shared/two.py
from shared.main import Base
class Two(Base):
    TABLE = {"gemma3": 1, "mistral": 2}
""",
        "a table of that name in a class that does not inherit",
        """
class Base:
    TABLE: dict = {}
    def pick(self, cfg):
        return self.TABLE[cfg.kind]
== shared/one.py
class One:
    TABLE = {"llama": 1, "qwen2": 2}
""",
    ),
    (
        "a set made of the members of an enumeration",
        """
from enum import Enum
class Kind(str, Enum):
    JAMBA = "jamba"
    DBRX = "dbrx"
READY = {kind.value for kind in Kind}
def f(cfg):
    return cfg.model_type in READY  # <- membership dbrx,jamba
""",
        "a set made of the members of an enumeration of other things",
        """
from enum import Enum
class Kind(str, Enum):
    ADAMW = "adamw"
    LION = "lion"
READY = {kind.value for kind in Kind}
def f(kind):
    return kind in READY
""",
    ),
]
FOLLOWED = [pytest.param(text, id=title) for title, text, _, _ in CASES]
LEADING_ELSEWHERE = [pytest.param(text, id=title) for _, _, title, text in CASES]


@pytest.mark.parametrize("text", FOLLOWED)
def test_followed(text: str) -> None:
    assert marked.expected(text)
    assert marked.uses(text) == marked.expected(text)


@pytest.mark.parametrize("text", LEADING_ELSEWHERE)
def test_leading_elsewhere(text: str) -> None:
    assert marked.uses(text) == marked.expected(text)
