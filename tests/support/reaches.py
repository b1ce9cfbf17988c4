"""The reach of tests in small trees that lie in memory, asked over a few model types or over all that ship with us."""

from collections.abc import Iterable, Mapping

import scanning

from namebranch.analyzer.inventory import Site
from namebranch.analyzer.reaching.asking import Reaches
from namebranch.analyzer.scan import program
from namebranch.analyzer.settings.load import load
from namebranch.registry.universe.names import names_of, shipped
from namebranch.registry.universe.snapshot import ModelType, Snapshot
from namebranch.registry.universe.words import curated

TABLE = "MODEL_MAPPING_NAMES"


def snapshot(
    types: Mapping[str, tuple[str, ...]] | Iterable[str],
    processors: Mapping[str, tuple[str, ...]] | None = None,
    texts: Mapping[str, str] | None = None,
) -> Snapshot:
    """Return a release that knows these model types, the classes that belong to each, and the language models inside some."""
    inside = texts or {}
    classes = types if isinstance(types, Mapping) else dict.fromkeys(types, ())
    return Snapshot(
        package="few",
        version="1",
        types={
            name: ModelType(
                config=f"{name.title()}Config",
                module=name,
                sub=name in inside.values(),
                parts=(("text_config", inside[name]),) if name in inside else (),
            )
            for name in classes
        },
        tables={TABLE: {name: held for name, held in classes.items() if held}, "PROCESSOR_MAPPING_NAMES": processors or {}},
    )


class Tree:
    """A scanned tree, and the reach of what it decides."""

    def __init__(self, text: str, held: Snapshot | None = None, classes: Iterable[str] = (), beside: "Iterable[Tree]" = ()) -> None:
        """Scan one module; *held* is the release that is asked about, the shipped one if there is none."""
        source = scanning.source({"shared/code.py": text})
        self.program = program(source, load(source), jobs=1)
        release = held or shipped()
        self.reaches = Reaches(
            self.program, names_of(release, curated()), snapshot=release, classes=classes, beside=[tree.program for tree in beside]
        )

    def sites(self, line: int) -> list[Site]:
        """Return the sites on a line."""
        return [site for site, _ in self.program.sites if site.line == line]

    def site(self, line: int = 0) -> Site:
        """Return the first site, or the first on a line."""
        return next(site for site, _ in self.program.sites if line in {0, site.line})
