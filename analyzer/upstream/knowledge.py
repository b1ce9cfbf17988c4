"""Everything that is known of what a target stands on: the dependencies that were given, and the releases that it allows."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from packaging.utils import canonicalize_name

from ...registry.universe.overlay import Overlay, read_overlay
from ...registry.universe.releases import Releases
from ..reading.source import Source
from .answer import Absent, Answer, Present, Unclear
from .dependency import Dependency
from .requirements import Allowed, requirements


class Upstream:
    """Answers what a dotted name of a dependency is, for one target."""

    def __init__(self, dependencies: Sequence[Dependency] = (), allowed: Allowed | None = None, overlay: Overlay | None = None) -> None:
        """Take what was given by `--dep`, what the target requires, and what a file of names says."""
        self.dependencies = tuple(dependencies)
        self.overlay = overlay or Overlay()
        self._allowed = allowed or {}

    @property
    def said(self) -> tuple[str, ...]:
        """What is known of dependencies, in words: `transformers 5.16`, `liger_kernel 0.8.5`."""
        given = tuple(each.label for each in self.dependencies)
        package = self.releases.package
        is_asked = package in self._allowed and self.given(package) is None and self.rungs
        return (*([f"{package} {self.releases.said(self.rungs)}"] if is_asked else []), *given)

    @cached_property
    def releases(self) -> Releases:
        """The ladder that ships with us."""
        return Releases.load()

    @cached_property
    def rungs(self) -> int:
        """The releases of the ladder that the target allows; every one where it requires the library and names none, or not at all."""
        wanted = self._allowed.get(canonicalize_name(self.releases.package))
        if wanted is None:
            return self.releases.every
        rungs = 0
        for each in wanted:
            rungs |= self.releases.allowed(each)
        return rungs

    def given(self, dotted: str) -> Dependency | None:
        """Return the dependency that a dotted name begins with, if it was given."""
        head = dotted.partition(".")[0]
        return next((each for each in self.dependencies if head in each.packages), None)

    @cached_property
    def roots(self) -> frozenset[str]:
        """The packages of which something is known."""
        return frozenset({self.releases.package}).union(*(each.packages for each in self.dependencies))

    def find(self, dotted: str) -> Answer:
        """Say whether a dotted name is there, in the dependency that was given, else in the releases that the target allows."""
        package, _, inner = dotted.partition(".")
        if (dependency := self.given(dotted)) is not None:
            answer = dependency.find(dotted)
            return self._remembered(answer) if isinstance(answer, Absent) and package == self.releases.package else answer
        return self._climbed(inner) if package == self.releases.package and inner else Unclear()

    def table(self, dotted: str) -> tuple[str, ...] | None:
        """Return the keys of a table of a given dependency; None where it was not given, or does not spell them."""
        dependency = self.given(dotted)
        return None if dependency is None else dependency.table(dotted)

    def _remembered(self, absent: Absent) -> Answer:
        """Say of what a given release does not have which releases of the ladder do."""
        inner = absent.missing.partition(".")[2]
        if self.releases.is_served(inner):
            return Unclear()
        holder, _, name = inner.rpartition(".")
        return replace(absent, once=self.releases.said(self.releases.module(inner) | self.releases.member(holder, name)))

    def _climbed(self, inner: str) -> Answer:
        """Follow a dotted name through the ladder: modules first, then one name; what lies below that nobody knows."""
        parts = inner.split(".")
        holder = ""
        for at, part in enumerate(parts):
            dotted = ".".join(parts[: at + 1])
            if self.releases.module(dotted) and self.releases.module(dotted) & self.rungs:
                holder = dotted
                if not self._newest & self.releases.module(dotted):
                    return self._absent(holder.rpartition(".")[0], dotted, self.releases.module(dotted))
                continue
            rungs = self.releases.module(dotted) | self.releases.member(holder, part)
            return Present() if rungs & self._newest else self._absent(holder, dotted, rungs)
        return Present()

    @property
    def _newest(self) -> int:
        return 1 << (self.rungs.bit_length() - 1) if self.rungs else 0

    def _absent(self, holder: str, dotted: str, rungs: int) -> Answer:
        if not self.rungs or self.releases.is_served(dotted):
            return Unclear()
        package = self.releases.package
        return Absent(
            holder=".".join(filter(None, (package, holder))),
            missing=f"{package}.{dotted}",
            release=f"{package} {self.releases.said(self.rungs)}",
            still=self.releases.said(rungs & self.rungs),
            once=self.releases.said(rungs),
        )


def upstream_of(source: Source, dependencies: Sequence[Dependency] = (), more: bytes = b"") -> Upstream:
    """Return what is known for the target *source*; *more* is a JSON file of names.

    Raises:
        OverlayError: *more* is no such file.

    """
    return Upstream(dependencies, requirements(source), read_overlay(more) if more else None)
