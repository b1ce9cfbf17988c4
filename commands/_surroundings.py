"""What formats ask about a run from outside its target: the manuals of the rules, and where the target lies."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..analyzer.auditing.rule import AuditRule
    from ..analyzer.contracting.rule import ContractRule
    from ..analyzer.finding.detector import Detector


def manuals() -> "tuple[Detector, ...]":
    """Return all detectors, which are their own manuals. Asking imports them."""
    from ..analyzer.finding import detectors  # noqa: PLC0415  few formats need them, and they are slow to import
    from ..analyzer.finding.detector import Detector  # noqa: PLC0415  as above
    from ..registry import shelf  # noqa: PLC0415  as above

    return tuple(shelf.gather(detectors, Detector).values())


def audit_manuals() -> "tuple[AuditRule, ...]":
    """Return all audit rules, which are their own manuals. Asking imports them."""
    from ..analyzer.auditing.audit import known_rules  # noqa: PLC0415  as in `manuals`

    return known_rules()


def contract_manuals() -> "tuple[ContractRule, ...]":
    """Return the promises of a registry, which are their own manuals. Asking imports them."""
    from ..analyzer.contracting.contract import known_rules  # noqa: PLC0415  as in `manuals`

    return known_rules()


def below(target: str, cwd: Path) -> str:
    """Return the POSIX path from *cwd* to the folder *target*; nothing where it is *cwd* itself, no folder, or not inside it."""
    root, here = (cwd / target).resolve(), cwd.resolve()
    inside = root.is_dir() and root.is_relative_to(here) and root != here
    return root.relative_to(here).as_posix() if inside else ""
