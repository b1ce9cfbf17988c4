"""Truth tables: 22 guards over all known names."""

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from section import Bar, Section, Setup, Work

from namebranch.analyzer.reaching.asking import Reaches
from namebranch.analyzer.reading.target import open_target
from namebranch.analyzer.scan import program
from namebranch.analyzer.settings.load import load
from namebranch.registry.universe.names import Names

_NAMES = "llama qwen2 gemma deepseek_v3 mistral phi3 glm bert t5 falcon gpt2".split()  # noqa: SIM905  a text: our own code lists no models


def guards() -> Iterator[str]:
    """Yield two guards for each name, which ask further options as well."""
    for number, name in enumerate(_NAMES):
        yield f"    if cfg.model_type.startswith({name!r}) and (cfg.flag{number % 3} or cfg.deep):\n        x = {number}\n"
        yield f"    if cfg.model_type not in ({name!r}, 'qwen3') and cfg.flag{number % 3}:\n        x = {number}\n"


def measure(setup: Setup) -> Section:
    """Measure what the reach of each arm takes, names and program at hand."""
    folder = setup.scratch / "tables"
    folder.mkdir()
    (folder / "patch.py").write_text("def patch(cfg):\n" + "".join(guards()))
    source, names = open_target(str(folder), cwd=Path.cwd()), Names.load()
    linked = program(source, load(source), jobs=1)
    decisions = {site.decision for site, _ in linked.sites}
    taken = []
    for _ in range(setup.rounds):
        start = time.perf_counter()
        reaches = Reaches(linked, names)
        found = [reaches.of_arm(decision) for decision in decisions]
        taken.append(time.perf_counter() - start)
    undecided = sum(reach.undecided is not None for reach in found)
    words = f"{len(decisions)} guards over {len(names.types):,} model types and any other string, {undecided} undecided; Python {sys.version.split()[0]}."
    return Section(
        title="Truth tables",
        words=(words,),
        table=("| | s, median | s, all |", "|---|---|---|", f"| all guards | {median(taken):.3f} | {min(taken):.3f}-{max(taken):.3f} |"),
        bars=(Bar(work="truth tables of 22 guards", figure=median(taken), bar=1, stretch=0.1, unit="s"),),
    )


tables = Work(name="tables", measure=measure)
