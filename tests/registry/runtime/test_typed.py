"""Types: what a question gives is known to a type checker, and a wrong call or answer is an error. (`--strict` refuses unused ignores.)"""

import subprocess
import sys
from pathlib import Path

from namebranch.codemods.vendoring import runtime, vendoring

USE = """
from collections.abc import Callable
from dataclasses import dataclass
from kit._namebranch import *
from typing import Any

registry = Registry("kit", spaces=("model_type",), unknown="default")
Registry("kit", spaces=("model_type",))  # type: ignore[call-arg]
Registry("kit", spaces=("model_type",), unknown="warn")  # type: ignore[arg-type]

@dataclass(frozen=True)
class Export:
    why: str | None = reason()
    form: str | None = keyword("plain", "fused")

@registry.value("layout")
def layout(heads: int, *, rope: bool = False) -> str:
    return ""

@registry.adjust("sizes")
def sizes(held: tuple[int, ...], factor: int) -> tuple[int, ...]:
    return held

@registry.predicate("moe")
def moe(experts: int) -> bool:
    return experts > 1

@registry.predicate("maybe")  # type: ignore[arg-type]
def maybe(experts: int) -> str:
    return ""

@registry.matcher("path")
def by_path(path: str) -> bool:
    return False

@registry.value("rows")
def rows(heads: int) -> int | Declined:
    return DECLINED

class Load(Context, phases=("before", "after")):
    cfg: Field[dict[str, int]] = Field()
    model: Field[list[str]] = Field(since="after")
    module: Renamed[int] = Renamed("model", inside=len, removal="2.0")

tied = registry.fact("tied", default=False)
modules: Fact[tuple[str, ...]] = registry.fact("modules", default=())
packing = registry.capability("packing", default=Supported())
export = registry.section(Export)
load = registry.lifecycle(Load)

a: bool = tied.of("kite")
b: tuple[str, ...] = modules.of(None)
c: Export = export.of("kite")
d: Supported | Experimental | Unsupported = packing.require("kite")
e: str = layout.of("kite")(2, rope=True)
f: tuple[int, ...] = sizes.of("kite")((1,), factor=2)
g: bool = moe.of("kite")(3)
h: str | None = by_path.key("kite")
i: Load = load.enter("after", "kite", cfg={}, model=[])
j: dict[str, int] = i.cfg
k: int = i.module
m: Descriptor | None = registry.find("kite")
if (found := rows.of("kite")(1)) is not DECLINED:
    n: int = found + 1

tied.of(1)  # type: ignore[arg-type]
layout.of("kite")("2")  # type: ignore[arg-type]
layout.of("kite")(2, rotary=True)  # type: ignore[call-arg]
by_path.key(1)  # type: ignore[arg-type]
rows.of("kite")(1) + 1  # type: ignore[operator]
registry.capability("other", default=True)  # type: ignore[arg-type]
registry.fact("other", default=0, space=1)  # type: ignore[arg-type]
Descriptor(facts={"tied": True})  # type: ignore[call-arg]
Descriptor(keys={"model_type": "kite"}, facts={"modules": []})  # type: ignore[dict-item]
Descriptor(keys={"model_type": "kite"}, capabilities={"packing": "yes"})  # type: ignore[dict-item]
Descriptor(keys={"model_type": "kite"}, hooks={"layout": "yes"})  # type: ignore[dict-item]
Unsupported()  # type: ignore[call-arg]
"""


def test_a_type_checker_knows_what_is_asked_and_answered(tmp_path: Path) -> None:
    for change in vendoring("kit/_namebranch", {}, runtime(), "1.0").changes:
        file = tmp_path / change.path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(change.after or b"")
    (tmp_path / "kit" / "__init__.py").touch()
    (tmp_path / "kit" / "use.py").write_text(USE)
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--python-version=3.10",
        "--config-file=",
        f"--cache-dir={tmp_path / 'cache'}",
        "-p",
        "kit",
    ]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout
