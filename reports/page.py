"""A page that a machine and people keep together: the machine's sections lie between fences, and all else is left byte for byte.

    <!-- namebranch:begin NAME DIGEST [key=value …] -->
    …
    <!-- namebranch:end NAME -->

The digest is that of what was written between the fences, so that what a person wrote there by mistake is noticed and never lost.
"""

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

_FENCE = re.compile(
    r"(?m)^<!-- namebranch:(?P<word>begin|end) (?P<name>[a-z]+)(?: (?P<digest>[0-9a-f]{12})(?P<facts>(?: [a-z]+=\S+)*))? -->[ \t]*\r?$"
)
_TRACE = re.compile(r"namebranch:(?:begin|end)\b")


class PageError(Exception):
    """The page is not as it was left: a fence is missing or stands twice, or a section was changed by hand. Exit code 2."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A section as it lies in a page."""

    name: str
    start: int  # of the begin fence, as an offset in the page
    end: int  # behind the end fence
    text: str  # between them, its line ends plain
    digest: str
    facts: Mapping[str, str]


def fence(name: str, facts: Mapping[str, str] = MappingProxyType({}), *, caller: Callable[[], str]) -> str:
    """Return what *caller* gives between fences, without a line end behind them; *facts* have no blanks, and are remembered."""
    text = caller()
    said = "".join(f" {key}={value}" for key, value in facts.items())
    return f"<!-- namebranch:begin {name} {_digest(text)}{said} -->\n{text}<!-- namebranch:end {name} -->"


def sections(page: str) -> tuple[Kept, ...]:
    """Return the sections of a page, in its order.

    Raises:
        PageError: a fence has no other, or is none any more.

    """
    found: list[Kept] = []
    begin: re.Match[str] | None = None
    fences = list(_FENCE.finditer(page))
    if len(fences) != len(_TRACE.findall(page)):
        raise PageError(
            "a line of the page holds `namebranch:begin` or `namebranch:end` and is no fence: put it back as it was, or remove it"
        )
    for fence in fences:
        if fence["word"] == "begin":
            if begin is not None or fence["digest"] is None:
                raise PageError(f"the end of section {begin['name'] if begin else fence['name']!r} is missing: put its fence back")
            begin = fence
        elif begin is None or begin["name"] != fence["name"]:
            raise PageError(f"section {fence['name']!r} ends where it did not begin: put the fence of its beginning back")
        else:
            found.append(_kept(page, begin, fence))
            begin = None
    if begin is not None:
        raise PageError(f"the end of section {begin['name']!r} is missing: put its fence back: <!-- namebranch:end {begin['name']} -->")
    return tuple(found)


def refreshed(page: str, new: str) -> str:
    """Return *page* with its sections as they are in the page *new*, and everything else as it is.

    Line ends of a section are those of its fence.

    Raises:
        PageError: a section is missing, stands twice, is none of ours, or was changed by hand.

    """
    held, wanted = sections(page), {kept.name: new[kept.start : kept.end] for kept in sections(new)}
    _check(held, wanted)
    text, at = "", 0
    for kept in held:
        has_returns = page[kept.start : page.find("\n", kept.start)].endswith("\r")
        anew = wanted[kept.name]
        text += page[at : kept.start] + (anew.replace("\n", "\r\n") if has_returns else anew)
        at = kept.end
    return text + page[at:]


def _check(held: Iterable[Kept], wanted: Mapping[str, str]) -> None:
    names = [kept.name for kept in held]
    for name in wanted:
        if names.count(name) != 1:
            there = "is not in the page any more" if name not in names else "stands in the page more than once"
            raise PageError(f"section {name!r} {there}: bring its two fences back from an earlier version of the page, or begin a new page")
    for kept in held:
        if kept.name not in wanted:
            raise PageError(f"section {kept.name!r} is none that this report writes: remove its fences, or use the version that wrote it")
        if _digest(kept.text) != kept.digest:
            raise PageError(
                f"section {kept.name!r} was changed by hand, and would be overwritten: move what was written there out of the fences, "
                "bring the section back as it was, and run this again"
            )


def _kept(page: str, begin: re.Match[str], end: re.Match[str]) -> Kept:
    facts = dict(part.split("=", 1) for part in (begin["facts"] or "").split())
    inside = page[begin.end() + 1 : end.start()].replace("\r\n", "\n")
    return Kept(name=begin["name"], start=begin.start(), end=_end(page, end), text=inside, digest=begin["digest"], facts=facts)


def _end(page: str, fence: re.Match[str]) -> int:
    return fence.start() + len(page[fence.start() : fence.end()].rstrip("\r \t"))


def _digest(text: str) -> str:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()
