"""What a hook cannot import: a name of a script, which is no module of the package in which the hook lies."""

import ast
from collections.abc import Container

from ...analyzer.linking.meaning import module_of
from .plan import Carry, HookPlan


def of_script(plan: HookPlan, paths: Container[str], package: str) -> str | None:
    """Return a name that the hook of *plan* would import from the script that its branch stands in, or from one beside that; *paths* are all."""
    own = module_of(plan.path)[0]
    if own.partition(".")[0] == package:
        return None
    folder = plan.path.rpartition("/")[0]
    beside = f"{folder}/" if folder else ""
    for one in plan.captures:
        if one.carry in {Carry.IMPORT, Carry.REIMPORT}:
            module = _module(one.text)
            if module == own or (module.partition(".")[0] != package and f"{beside}{module.replace('.', '/')}.py" in paths):
                return one.name
    return None


def _module(line: str) -> str:
    """Return the module that an import line names."""
    node = ast.parse(line).body[0]
    if isinstance(node, ast.ImportFrom):
        return node.module or ""
    return node.names[0].name if isinstance(node, ast.Import) else ""
