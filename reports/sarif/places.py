"""Paths and spans to SARIF locations."""

import re
from urllib.parse import quote

from ...analyzer.inventory import Site
from ..escape import visible
from .log import ArtifactLocation, Location, LogicalLocation, Message, PhysicalLocation, Region

ROOT = "%SRCROOT%"
HOP = re.compile(r"(?P<path>.*?):(?P<line>[1-9]\d{0,8})(?: (?P<words>.*))?", re.DOTALL)

BRACKETS = re.compile(r"[][(){}\\]")  # what would end the text of a link


def uri(path: str, below: str) -> str:
    """Return *path* as a relative URI, percent-encoded byte by byte, seen from the folder that lies above *below*."""
    whole = f"{below}/{path}" if below else path
    try:
        data = whole.encode("utf-8", "surrogateescape")  # the bytes of a file name that is not UTF-8
    except UnicodeEncodeError:
        data = whole.encode("utf-8", "surrogatepass")
    return quote(data, safe="/")


def artifact(path: str, below: str) -> ArtifactLocation:
    """Return *path* as a file below the root."""
    return ArtifactLocation(uri=uri(path, below), uri_base_id=ROOT)


def of_site(site: Site, below: str) -> Location:
    """Return where *site* lies in its file, and in the program."""
    region = Region(start_line=site.line, start_column=site.column, end_line=site.end_line, end_column=site.end_column)
    return Location(
        physical_location=PhysicalLocation(artifact_location=artifact(site.path, below), region=region),
        logical_locations=(logical(site.scope),),
    )


def of_line(path: str, line: int, below: str, *, scope: str | None = None) -> Location:
    """Return a line of a file; line 0 is a file of which nobody knows the line."""
    place = PhysicalLocation(artifact_location=artifact(path, below), region=Region(start_line=line) if line > 0 else None)
    return Location(physical_location=place, logical_locations=() if scope is None else (logical(scope),))


def of_hop(text: str, below: str, number: int, words: str) -> Location:
    """Return `path:line`, or `path:line words`, as the related location of that number."""
    found = HOP.fullmatch(text)
    path, line = (found["path"], int(found["line"])) if found else (text, 0)
    told = f"{words} {found['words']}" if found and found["words"] else words
    return Location(
        id=number,
        physical_location=of_line(path, line, below).physical_location,
        message=Message(text=plain(told)),
    )


def link(place: Location, text: str) -> str:
    """Return a link to a related location, for a message: the file's name and the line."""
    shown = visible(text.rpartition("/")[2])
    return f"[{BRACKETS.sub('_', shown)}]({place.id})"


def logical(scope: str) -> LogicalLocation:
    """Return *scope* as a place in the program."""
    return LogicalLocation(fully_qualified_name=visible(scope), kind="module" if scope == "<module>" else "member")


def plain(text: str) -> str:
    """Return *text* so that no reader takes a part of it for a link or a placeholder."""
    return visible(text).replace("](", "] (").replace("{", "(").replace("}", ")")
