"""The part of SARIF 2.1.0 that is written here, as frozen values whose fields are named as in the standard (there in camel case)."""

from enum import StrEnum

import msgspec

VERSION = "2.1.0"
SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"


class Level(StrEnum):
    """How much a result matters."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class State(StrEnum):
    """What a result is to the side that was compared with."""

    NEW = "new"
    UPDATED = "updated"
    UNCHANGED = "unchanged"
    ABSENT = "absent"


class Part(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """An object of the standard; a field that has its default is not written."""


class Message(Part, frozen=True, kw_only=True):
    """Words for people, plain and where `markdown` is given also formatted."""

    text: str
    markdown: str | None = None


class ArtifactLocation(Part, frozen=True, kw_only=True):
    """A file: its percent-encoded path, and from where it is meant."""

    uri: str
    uri_base_id: str | None = None


class Region(Part, frozen=True, kw_only=True):
    """A part of a file: 1-based, columns in code points, the end column that after the last character."""

    start_line: int
    start_column: int | None = None
    end_line: int | None = None
    end_column: int | None = None


class PhysicalLocation(Part, frozen=True, kw_only=True):
    """A place in a file."""

    artifact_location: ArtifactLocation
    region: Region | None = None


class LogicalLocation(Part, frozen=True, kw_only=True):
    """A place in the program."""

    fully_qualified_name: str
    kind: str


class Location(Part, frozen=True, kw_only=True):
    """A place; with an id, messages may link to it."""

    id: int | None = None
    physical_location: PhysicalLocation
    logical_locations: tuple[LogicalLocation, ...] = ()
    message: Message | None = None


class ThreadFlowLocation(Part, frozen=True, kw_only=True):
    """One step on the way to a result."""

    location: Location


class ThreadFlow(Part, frozen=True, kw_only=True):
    """The steps in their order."""

    locations: tuple[ThreadFlowLocation, ...]


class CodeFlow(Part, frozen=True, kw_only=True):
    """How a name gets to the place where it is asked for."""

    thread_flows: tuple[ThreadFlow, ...]


class Suppression(Part, frozen=True, kw_only=True):
    """That somebody looked at a result, and said why it stays."""

    kind: str
    status: str
    justification: str


class Result(Part, frozen=True, kw_only=True):
    """One thing that was found, or that is gone."""

    rule_id: str
    rule_index: int | None = None
    level: Level
    message: Message
    locations: tuple[Location, ...]
    related_locations: tuple[Location, ...] = ()
    code_flows: tuple[CodeFlow, ...] = ()
    partial_fingerprints: dict[str, str]
    baseline_state: State | None = None
    suppressions: tuple[Suppression, ...] = ()
    properties: dict[str, str | tuple[str, ...]] = {}


class Descriptor(Part, frozen=True, kw_only=True):
    """A rule, and its manual."""

    id: str
    name: str | None = None
    short_description: Message | None = None
    full_description: Message | None = None
    help: Message | None = None
    properties: dict[str, tuple[str, ...]] = {}


class DescriptorReference(Part, frozen=True, kw_only=True):
    """Which kind of notification one is."""

    id: str


class Notification(Part, frozen=True, kw_only=True):
    """Something about the run itself."""

    descriptor: DescriptorReference
    level: Level
    message: Message
    locations: tuple[Location, ...] = ()


class Invocation(Part, frozen=True, kw_only=True):
    """How the run ended."""

    execution_successful: bool
    exit_code: int | None = None
    tool_execution_notifications: tuple[Notification, ...] = ()
    tool_configuration_notifications: tuple[Notification, ...] = ()


class Component(Part, frozen=True, kw_only=True):
    """The tool and its rules."""

    name: str
    semantic_version: str
    rules: tuple[Descriptor, ...]


class Tool(Part, frozen=True, kw_only=True):
    """What made the log."""

    driver: Component


class Automation(Part, frozen=True, kw_only=True):
    """Which kind of run this is: logs of one kind replace each other."""

    id: str


class Base(Part, frozen=True, kw_only=True):
    """What a uriBaseId stands for; where it lies is for the reader to know."""

    description: Message


class Run(Part, frozen=True, kw_only=True):
    """One run of the tool."""

    tool: Tool
    automation_details: Automation
    invocations: tuple[Invocation, ...]
    original_uri_base_ids: dict[str, Base]
    column_kind: str
    results: tuple[Result, ...]
    properties: dict[str, int | str]


class Log(Part, frozen=True, kw_only=True):
    """The whole file."""

    schema: str = msgspec.field(name="$schema")
    version: str
    runs: tuple[Run, ...]
