"""What a branch is about, in the words of its code: what it asks beside the name, and what it sets."""

import ast

from .branch import Branch


def words_of(branch: Branch) -> tuple[str, ...]:
    """Return the flags and functions that hold its outcome, what its test names, and what its body or its statement binds."""
    held = (flag.subject for flag in branch.held)
    named = [node for node in ast.walk(branch.test) if isinstance(node, ast.Name | ast.Attribute)]
    holder = branch.holder
    bound = holder.body if isinstance(holder, ast.If) else [branch.statement]
    stores = (node.id for one in bound for node in ast.walk(one) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
    read = (node.id if isinstance(node, ast.Name) else node.attr for node in named)
    return tuple(dict.fromkeys((*held, branch.site.scope, *read, *stores)))
