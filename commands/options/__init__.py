"""Arguments and options that verbs share; a folder, so that the shelf of verbs does not take it for a verb.

A verb is decorated with what it needs and receives it under these names:
`target` → target: str · `revision` → revision: str | None · `config` → config_file: Path | None ·
`formats(*names, default=…)` → format_name: str · `reports` → reports: tuple[Report, ...] · `jobs` → jobs: int · `executor` → executor: str ·
`no_cache` → no_cache: bool · `loudness` → quiet: bool, verbose: int · `filters` → filters: Filters · `names` → more: bytes ·
`names_or_between` → the same, and between: tuple[str, str] | None ·
`dep` → dependencies: tuple[str, ...], for `analyzer.upstream.opening` ·
`at` → at: tuple[str, ...], for `analyzer.judging.at` · `order` → order: tuple[str, ...] ·
`reviewed(help)` → plan: bytes | None ·
`exit_zero` → nothing: the front door acts on it.
"""

from .arguments import config, executor, exit_zero, formats, jobs, loudness, no_cache, revision, target
from .at import at
from .between import names_or_between
from .dep import dep
from .filters import filters
from .names import names
from .order import order
from .reports import Report, reports
from .reviewed import reviewed

__all__ = [
    "Report",
    "at",
    "config",
    "dep",
    "executor",
    "exit_zero",
    "filters",
    "formats",
    "jobs",
    "loudness",
    "names",
    "names_or_between",
    "no_cache",
    "order",
    "reports",
    "reviewed",
    "revision",
    "target",
]
