"""What a target takes that is not there, and what it takes care of itself."""

from textwrap import dedent

import pytest
import scanning
from packaging.specifiers import SpecifierSet

from namebranch.analyzer.inventory import Zone
from namebranch.analyzer.scanned import File
from namebranch.analyzer.upstream.dependency import Dependency
from namebranch.analyzer.upstream.knowledge import Upstream
from namebranch.analyzer.upstream.taken import missing

KERNELS = Dependency(scanning.source({"kernels/__init__.py": "def fuse(): ...\n", "kernels/ops.py": "X = 1\n"}))
MISSING = {
    "an import": "from kernels import melt",
    "a module": "import kernels.optics",
    "a name of a module": "from kernels import ops\nops.Y",
    "through another name": "import kernels.ops as o\nprint(o.Y)",
    "a patch": "import kernels\nkernels.ops.Y.forward = None",
    "setattr": 'from kernels import ops\nsetattr(ops.Y, "forward", None)',
    "getattr without a default": 'from kernels import ops\ngetattr(ops, "Y")',
    "a string": 'PATH = "kernels.ops.Y"',
    "inside a function of a class": "class A:\n    def f(self):\n        from kernels.ops import Y",
    "in a match": "match x:\n    case 1:\n        from kernels.ops import Y",
    "behind a test of something else": "if config.model_type == 'llama':\n    from kernels.ops import Y",
    "in a finally": "try:\n    pass\nexcept ImportError:\n    pass\nfinally:\n    from kernels.ops import Y",
    "in a try that catches something else": "try:\n    from kernels.ops import Y\nexcept ValueError:\n    pass",
}
TAKEN_CARE_OF = {
    "a try": "try:\n    from kernels.ops import Y\nexcept ImportError:\n    Y = None",
    "what a try could not import": "try:\n    from kernels.ops import Y\nexcept Exception:\n    pass\nY.forward = None",
    "the other way in an except": "try:\n    import fast\nexcept (ImportError, OSError):\n    from kernels.ops import Y",
    "suppress": "with suppress(ImportError):\n    from kernels.ops import Y",
    "a version": "if Version(kernels.__version__) > Version('2'):\n    from kernels.ops import Y",
    "the other arm of a version": "if kernels_version > 2:\n    pass\nelse:\n    from kernels.ops import Y",
    "a flag of a version": "NEW = version.parse(v) > version.parse('2')\nif NEW:\n    from kernels.ops import Y",
    "a function that tells a version": "def new():\n    return Version(v) > Version('2')\n\nif new():\n    from kernels.ops import Y",
    "a flag of a try": "try:\n    import fast\n    FAST = True\nexcept ImportError:\n    FAST = False\nif FAST:\n    from kernels.ops import Y",
    "what returns before": "def f():\n    if not is_kernels_available():\n        return\n    from kernels.ops import Y",
    "hasattr": "from kernels import ops\nif hasattr(ops, 'Y'):\n    ops.Y.forward = None",
    "hasattr in an expression": "from kernels import ops\nx = ops.Y if hasattr(ops, 'Y') else None",
    "getattr with a default": "from kernels import ops\ny = getattr(ops, 'Y', None)\nif y:\n    ops.Y = 1",
    "typing": "if TYPE_CHECKING:\n    from kernels.ops import Y",
    "what the target puts there": "from kernels import ops\nops.Y = 1\nprint(ops.Y)",
    "alternatives in a list": 'NAMES = ["kernels.ops.Y", "kernels.ops.X"]',
    "a local of that name": "from kernels import ops\nops = build()\nops.Y",
    "another library": "from colonels import melt",
    "what is there": "from kernels import fuse, ops\nops.X\nPATH = 'kernels.ops.X'",
    "a sentence": "WORDS = 'see kernels.ops.Y for more'",
    "code that does not parse": "from kernels import (",
}


def taken(code: str) -> list[str]:
    """Return what a file takes from `kernels` that is not there."""
    data = dedent(code).encode()
    file = File(path="shared/a.py", data=data, digest=b"", zone=Zone.SHARED, owner=None, subsystem="x")
    return [each.absent.missing for each in missing([file], Upstream([KERNELS]))]


@pytest.mark.parametrize("code", MISSING.values(), ids=MISSING)
def test_not_there_is(code: str) -> None:
    assert len(taken(code)) == 1


@pytest.mark.parametrize("code", TAKEN_CARE_OF.values(), ids=TAKEN_CARE_OF)
def test_nothing_is_wrong_with(code: str) -> None:
    assert taken(code) == []


def test_a_name_is_told_once_a_file_with_its_further_lines() -> None:
    data = b"from kernels import ops\nops.Y\nops.Y\nops.Y.z\n"
    file = File(path="a.py", data=data, digest=b"", zone=Zone.SHARED, owner=None, subsystem="x")
    (found,) = missing([file], Upstream([KERNELS]))
    assert (found.use.line, found.again) == (2, (3, 4))


def test_releases_that_the_target_allows_decide_what_is_there() -> None:
    data = b"from transformers.models.llama.modeling_llama import LlamaSdpaAttention\n"
    file = File(path="a.py", data=data, digest=b"", zone=Zone.SHARED, owner=None, subsystem="x")
    for wanted, still in (("<4.48", None), (">=4.46", "4.46 … 4.47"), (">=5", "")):
        found = missing([file], Upstream((), {"transformers": (SpecifierSet(wanted),)}))
        assert [each.absent.still for each in found] == ([] if still is None else [still])
        assert all(each.absent.once == "4.40 … 4.47" for each in found)


def test_a_release_beyond_the_ladder_says_nothing() -> None:
    data = b"from transformers.models.llama.modeling_llama import LlamaSdpaAttention\n"
    file = File(path="a.py", data=data, digest=b"", zone=Zone.SHARED, owner=None, subsystem="x")
    assert missing([file], Upstream((), {"transformers": (SpecifierSet(">=99"),)})) == ()


def test_a_target_has_what_it_is_itself() -> None:
    data = b"from transformers.models.brand_new import BrandNewModel\n"
    file = File(path="transformers/models/auto.py", data=data, digest=b"", zone=Zone.SHARED, owner=None, subsystem="x")
    assert missing([file], Upstream()) == ()


def test_nothing_is_too_deep_or_too_odd_to_be_looked_at() -> None:
    deep = "x = " + "f(" * 3000 + "1" + ")" * 3000 + "\n"
    arms = "if a:\n    pass\n" + "elif b:\n    from kernels import melt\n" * 5000
    for code in (deep, arms, "x = '\\d'\nfrom kernels import melt\n"):
        file = File(path="a.py", data=code.encode(), digest=b"", zone=Zone.SHARED, owner=None, subsystem="x")
        assert len(missing([file], Upstream([KERNELS]))) == (0 if code is deep else 1)


def test_of_a_given_transformers_the_ladder_says_what_others_have() -> None:
    given = Dependency(
        scanning.source(
            {
                "transformers/__init__.py": "__version__ = '9'\n",
                "transformers/utils.py": "",
                "transformers/models/llama/modeling_llama.py": "X = 1\n",
            }
        )
    )
    data = b"from transformers.models.llama.modeling_llama import X, LlamaSdpaAttention\nfrom transformers import GPT2TokenizerFast\n"
    file = File(path="a.py", data=data, digest=b"", zone=Zone.SHARED, owner=None, subsystem="x")
    (found,) = missing([file], Upstream([given]))
    assert found.absent.missing.endswith(".LlamaSdpaAttention")
    assert found.absent.once == "4.40 … 4.47"
