"""What was said of a unit holds until something changes that it depends on, wherever that lies: a program edited is linked as one anew."""

from functools import cache

import pytest
import scanning
from hypothesis import given, settings
from hypothesis import strategies as st

from namebranch.analyzer.analysis import subjects_of
from namebranch.analyzer.extracting.batch import digest
from namebranch.analyzer.extracting.cutting import cut
from namebranch.analyzer.extracting.facts import Facts
from namebranch.analyzer.extracting.texts import WHOLE, source
from namebranch.analyzer.extracting.unit import extract
from namebranch.analyzer.inventory import Zone
from namebranch.analyzer.linking.linked import Linked, link
from namebranch.analyzer.linking.meaning import PlacedUnit, unit_at
from namebranch.analyzer.linking.memory import Memory
from namebranch.analyzer.linking.teaching import Lessons
from namebranch.analyzer.reading.decode import lines
from namebranch.analyzer.settings.load import load

Files = dict[str, str]
SUBJECTS = subjects_of(load(scanning.source({})).settings)

ASKS_CONSTANT = (
    "from pkg.names import PACKED\n\ndef f(cfg):\n    return cfg.kind in PACKED\n\n\ndef g(cfg):\n    return cfg.style in PACKED\n"
)
ASKS_MEMBER = "from pkg.base import Base\n\nclass Own(Base):\n    def f(self, cfg):\n        return cfg.model_type in self.packed\n\n    def g(self, cfg):\n        return cfg.model_type in self.packed\n"
ASKS_PARAMETER = "def f(kind):\n    return kind == 'jamba'\n"
ASKS_GETTER = "from pkg.names import kind_of\n\ndef f(cfg):\n    return kind_of(cfg) == 'jamba'\n"
ASKS_FLAG = "def f(cfg):\n    if cfg.is_special:\n        return 1\n"
ASKS_TAUGHT = "def f(kind):\n    return kind == 'zephyrus3'\n"
ASKS_MODULE = "import deep.names\n\ndef f(cfg):\n    return cfg.kind in deep.names.PACKED\n"
ASKS_FAMILY = (
    "from pkg.names import family\n\ndef f(cfg):\n    return family(cfg) == 'jamba'\n\ndef g(cfg):\n    return family(cfg) == 'mamba'\n"
)
FAMILY = "from pkg.more import WIDE\n\ndef family(cfg):\n    if cfg.kind in WIDE:\n        return 'jamba'\n"
DECLARES = "class Base:\n    packed = None\n    def f(self, cfg):\n        return cfg.model_type in self.packed\n    def g(self, cfg):\n        return cfg.kind in self.packed\n"
CIRCLE = "A = B + ['jamba']\nB = A + ['mamba']\n"
NAMED = "PACKED = ['llama', 'qwen2', 'mistral']\n"

EDITS: dict[str, tuple[Files, Files]] = {
    "a constant of another module gets other members": (
        {"pkg/a.py": ASKS_CONSTANT, "pkg/names.py": NAMED},
        {"pkg/a.py": ASKS_CONSTANT, "pkg/names.py": "PACKED = ['red', 'green', 'blue']\n"},
    ),
    "a constant comes": ({"pkg/a.py": ASKS_CONSTANT, "pkg/names.py": ""}, {"pkg/a.py": ASKS_CONSTANT, "pkg/names.py": NAMED}),
    "a constant goes, with its file": ({"pkg/a.py": ASKS_CONSTANT, "pkg/names.py": NAMED}, {"pkg/a.py": ASKS_CONSTANT}),
    "a constant is added to further down": (
        {"pkg/a.py": ASKS_CONSTANT, "pkg/names.py": NAMED},
        {"pkg/a.py": ASKS_CONSTANT, "pkg/names.py": NAMED + "PACKED.append('jamba')\n"},
    ),
    "a constant is now imported from elsewhere": (
        {"pkg/a.py": ASKS_CONSTANT, "pkg/names.py": "PACKED = ['red']\n", "pkg/more.py": NAMED},
        {"pkg/a.py": ASKS_CONSTANT, "pkg/names.py": "from pkg.more import PACKED\n", "pkg/more.py": NAMED},
    ),
    "a constant lies further down": (
        {"pkg/a.py": ASKS_CONSTANT, "pkg/names.py": NAMED},
        {"pkg/a.py": ASKS_CONSTANT, "pkg/names.py": "# a line\n\n" + NAMED},
    ),
    "a star import comes": (
        {"pkg/a.py": ASKS_CONSTANT, "pkg/names.py": "import os\n", "pkg/more.py": NAMED},
        {"pkg/a.py": ASKS_CONSTANT, "pkg/names.py": "from pkg.more import *\n", "pkg/more.py": NAMED},
    ),
    "a constant behind a constant changes": (
        {
            "pkg/a.py": ASKS_CONSTANT,
            "pkg/names.py": "from pkg.more import SLOW\nPACKED = SLOW + ['phi3']\n",
            "pkg/more.py": "SLOW = ['red']\n",
        },
        {
            "pkg/a.py": ASKS_CONSTANT,
            "pkg/names.py": "from pkg.more import SLOW\nPACKED = SLOW + ['phi3']\n",
            "pkg/more.py": "SLOW = ['jamba']\n",
        },
    ),
    "a class inherits from another": (
        {
            "pkg/a.py": ASKS_MEMBER,
            "pkg/base.py": "class Base(Old):\n    pass\n\nclass Old:\n    packed = ['jamba']\n\nclass New:\n    packed = ['mamba']\n",
        },
        {
            "pkg/a.py": ASKS_MEMBER,
            "pkg/base.py": "class Base(New):\n    pass\n\nclass Old:\n    packed = ['jamba']\n\nclass New:\n    packed = ['mamba']\n",
        },
    ),
    "an heir sets what its base only declares": (
        {
            "pkg/base.py": "class Base:\n    packed = None\n    def f(self, cfg):\n        return cfg.model_type in self.packed\n",
            "pkg/heir.py": "",
        },
        {
            "pkg/base.py": "class Base:\n    packed = None\n    def f(self, cfg):\n        return cfg.model_type in self.packed\n",
            "pkg/heir.py": "from pkg.base import Base\n\nclass Heir(Base):\n    packed = ['jamba']\n",
        },
    ),
    "a caller hands in a name": (
        {"pkg/a.py": ASKS_PARAMETER, "pkg/calls.py": "from pkg.a import f\n\ndef g(cfg):\n    return f(cfg.width)\n"},
        {"pkg/a.py": ASKS_PARAMETER, "pkg/calls.py": "from pkg.a import f\n\ndef g(cfg):\n    return f(cfg.model_type)\n"},
    ),
    "a caller goes": (
        {"pkg/a.py": ASKS_PARAMETER, "pkg/calls.py": "from pkg.a import f\n\ndef g(cfg):\n    return f(cfg.model_type)\n"},
        {"pkg/a.py": ASKS_PARAMETER, "pkg/calls.py": ""},
    ),
    "a getter hands back something else": (
        {"pkg/a.py": ASKS_GETTER, "pkg/names.py": "def kind_of(cfg):\n    return cfg.width\n"},
        {"pkg/a.py": ASKS_GETTER, "pkg/names.py": "def kind_of(cfg):\n    return cfg.model_type\n"},
    ),
    "a flag is kept elsewhere": (
        {"pkg/a.py": ASKS_FLAG, "pkg/sets.py": "def s(cfg):\n    cfg.is_special = True\n"},
        {"pkg/a.py": ASKS_FLAG, "pkg/sets.py": "def s(cfg):\n    cfg.is_special = cfg.model_type == 'jamba'\n"},
    ),
    "an environment variable gets a name": (
        {"pkg/a.py": "import os\n\ndef f():\n    return os.environ['KIND'] == 'jamba'\n", "pkg/sets.py": "x = 1\n"},
        {
            "pkg/a.py": "import os\n\ndef f():\n    return os.environ['KIND'] == 'jamba'\n",
            "pkg/sets.py": "import os\n\ndef s(cfg):\n    os.environ['KIND'] = cfg.model_type\n",
        },
    ),
    "a name is taught": (
        {"pkg/a.py": ASKS_TAUGHT, "pkg/learns.py": ""},
        {"pkg/a.py": ASKS_TAUGHT, "pkg/learns.py": "def f(cfg):\n    return cfg.model_type == 'zephyrus3'\n"},
    ),
    "a name is taught no more": (
        {"pkg/a.py": ASKS_TAUGHT, "pkg/learns.py": "def f(cfg):\n    return cfg.model_type == 'zephyrus3'\n"},
        {"pkg/a.py": ASKS_TAUGHT},
    ),
    "a module comes that lies deeper": (
        {"pkg/a.py": ASKS_MODULE},
        {"pkg/a.py": ASKS_MODULE, "lib/deep/names.py": NAMED},
    ),
    "of two modules with one ending the first goes": (
        {"pkg/a.py": ASKS_MODULE, "lib/deep/names.py": NAMED, "other/deep/names.py": "PACKED = ['red']\n"},
        {"pkg/a.py": ASKS_MODULE, "other/deep/names.py": "PACKED = ['red']\n"},
    ),
    "the folder becomes the package itself": (
        {"a.py": "from own.names import PACKED\n\ndef f(cfg):\n    return cfg.kind in PACKED\n"},
        {"a.py": "from own.names import PACKED\n\ndef f(cfg):\n    return cfg.kind in PACKED\n", "names.py": NAMED},
    ),
    "an enumeration gets a member": (
        {
            "pkg/a.py": "from pkg.names import Kind\n\ndef f(cfg):\n    return cfg.kind == Kind.A\n",
            "pkg/names.py": "class Kind(Enum):\n    A = 'red'\n",
        },
        {
            "pkg/a.py": "from pkg.names import Kind\n\ndef f(cfg):\n    return cfg.kind == Kind.A\n",
            "pkg/names.py": "class Kind(Enum):\n    A = 'jamba'\n",
        },
    ),
    "a class of names gets a method": (
        {"pkg/names.py": "class Kinds:\n    A = 'jamba'\n    B = 'mamba'\n"},
        {"pkg/names.py": "class Kinds:\n    A = 'jamba'\n    B = 'mamba'\n\n    def f(self):\n        return self.A\n"},
    ),
    "two definitions change places": (
        {
            "pkg/a.py": ASKS_CONSTANT,
            "pkg/names.py": "PACKED = ['mistral']\n\ndef between():\n    return 1\n\nPACKED = ['llama', 'jamba']\n",
        },
        {
            "pkg/a.py": ASKS_CONSTANT,
            "pkg/names.py": "PACKED = ['llama', 'jamba']\n\ndef between():\n    return 1\n\nPACKED = ['mistral']\n",
        },
    ),
    "one of two equal definitions goes": (
        {"pkg/a.py": ASKS_CONSTANT, "pkg/names.py": NAMED + "\ndef between():\n    return 1\n\n" + NAMED},
        {"pkg/a.py": ASKS_CONSTANT, "pkg/names.py": NAMED + "\ndef between():\n    return 1\n"},
    ),
    "a class becomes an heir": (
        {"pkg/base.py": DECLARES, "pkg/heir.py": "from pkg.base import Base\n\nclass Heir(Other):\n    packed = ['jamba', 'mamba']\n"},
        {"pkg/base.py": DECLARES, "pkg/heir.py": "from pkg.base import Base\n\nclass Heir(Base):\n    packed = ['jamba', 'mamba']\n"},
    ),
    "what a function asks that hands back families changes": (
        {"pkg/a.py": ASKS_FAMILY, "pkg/names.py": FAMILY, "pkg/more.py": "WIDE = ['red', 'blue']\n"},
        {"pkg/a.py": ASKS_FAMILY, "pkg/names.py": FAMILY, "pkg/more.py": "WIDE = ['qwen2', 'llama']\n"},
    ),
    "one of two that ask within a circle of constants is written anew": (
        {
            "pkg/a.py": "from pkg.c import A\n\ndef f(cfg):\n    return cfg.model_type in A\n",
            "pkg/b.py": "from pkg.c import B\n\ndef g(cfg):\n    return cfg.model_type in B\n",
            "pkg/c.py": CIRCLE,
        },
        {
            "pkg/a.py": "from pkg.c import A\n\ndef f(cfg):\n    return cfg.model_type in A\n",
            "pkg/b.py": "from pkg.c import B\n\ndef g(conf):\n    return conf.model_type in B\n",
            "pkg/c.py": CIRCLE,
        },
    ),
    "a file moves": (
        {"pkg/a.py": ASKS_CONSTANT, "pkg/names.py": NAMED},
        {"pkg/sub/a.py": ASKS_CONSTANT, "pkg/names.py": NAMED},
    ),
}


@cache
def facts_of(text: str) -> Facts:
    """Return the facts of a unit, the same for the same text, as a cache hands them out."""
    return extract(text)


def units_of(files: Files) -> tuple[PlacedUnit, ...]:
    """Return all units of a program."""
    found: list[PlacedUnit] = []
    for path, text in sorted(files.items()):
        rows = lines(text)
        for unit in cut(text, rows):
            held = source(rows, unit)
            found.append(unit_at(path, unit, WHOLE, digest(held), Zone.SHARED, "", facts_of(held)))
    return tuple(found)


def linked(files: Files, memory: Memory | None) -> Linked:
    """Link a program."""
    return link(units_of(files), dict.fromkeys(sorted(files)), scanning.names(), SUBJECTS, Lessons(), memory)


def seen(program: Linked) -> str:
    """Return all that a linked program says, in words: its units are other objects each time."""
    found = program.leaves, program.flags, program.predicates, program.collections, program.failed
    return repr((found, sorted(program.needles), program.names.is_name("zephyrus3")))


@pytest.mark.parametrize("back", [False, True], ids=["there", "and back"])
@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS)
def test_an_edit_elsewhere_is_seen(edit: tuple[Files, Files], back: bool) -> None:
    before, after = reversed(edit) if back else edit
    memory = Memory()
    linked(before, memory)
    assert seen(linked(after, memory)) == seen(linked(after, None))


def test_each_edit_of_the_table_is_felt() -> None:
    felt = [title for title, (before, after) in EDITS.items() if seen(linked(before, None)) != seen(linked(after, None))]
    assert felt == list(EDITS)


@given(st.lists(st.tuples(st.sampled_from(sorted(EDITS)), st.booleans()), min_size=2, max_size=6))
@settings(max_examples=40, deadline=None)
def test_whatever_was_linked_before_the_answer_is_the_same(steps: list[tuple[str, bool]]) -> None:
    memory = Memory()
    for title, is_later in steps:
        files = EDITS[title][is_later]
        assert seen(linked(files, memory)) == seen(linked(files, None))
