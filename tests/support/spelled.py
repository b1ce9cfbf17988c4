"""A dialect for tests, as small as one can be, and trees that are migrated in it."""

from collections.abc import Callable, Mapping
from functools import cache

import scanning

from namebranch.analyzer.scan import program
from namebranch.analyzer.settings.load import load
from namebranch.codemods.applying.assembling import assembled
from namebranch.codemods.migrating import migration
from namebranch.codemods.planning.decisions import Decisions
from namebranch.codemods.planning.plan import Migration
from namebranch.registry.dialects.dialect import Dialect
from namebranch.registry.dialects.keys import package as module_name
from namebranch.registry.dialects.load import read

REGISTRY = '''\
"""What models say."""

import importlib

OWNERS = {
    "nobody": "nowhere",
}
HOOKS, FACTS = {}, {}
DECLINED = object()


def register(key, hooks=(), facts=()):
    if key in HOOKS:
        raise ValueError(key)
    HOOKS[key], FACTS[key] = dict(hooks), dict(facts)


def _hook(key, point):
    if key in OWNERS and key not in HOOKS:
        importlib.import_module(OWNERS[key])
    return HOOKS.get(key, {}).get(point)


def run(key, point, *arguments):
    hook = _hook(key, point)
    return hook is not None and hook(*arguments) is not DECLINED


def ask(key, point, *arguments, default):
    hook = _hook(key, point)
    answer = DECLINED if hook is None else hook(*arguments)
    return default if answer is DECLINED else answer


def fact(key, name, default):
    _hook(key, name)
    return FACTS.get(key, {}).get(name, default)
'''
DIALECT = """\
name = "spelled"
family = "spelled"
summary = "for tests"
recognised = []
marks = []
spaces = ["model_type", "text_model_type", "class_name", "architecture"]
kinds = ["effect", "value", "fact"]
binding = "mapping"

[policies]
duplicate = "refused"
unknown = "nothing"
loading = "per-key"
order = "exact"
keys = "one"

[declined]
text = "DECLINED"
imports = ["from framework.registry import DECLINED"]

[owner]
module = "framework.owners.$package"
class_name = "$stem"

[[owner.files]]
role = "descriptor"
path = "framework/owners/$package.py"
part = "owner"

[[listings]]
path = "framework/registry.py"
name = "OWNERS"
form = "pairs"
entry = '"$key": "framework.owners.$package",'

[texts.owner]
text = '''
\"\"\"What $model says.\"\"\"

$imports


$hooks


$descriptor
'''

[texts.hook]
text = '''
def $name($parameters):
    $body
'''

[texts.descriptor]
imports = ["from framework.registry import register"]
text = '''
register(
    "$key",
    $[bindings
    hooks={
        $bindings
    },
    $]
    $[facts
    facts={
        $facts
    },
    $]
)
'''

[texts.binding]
text = '"$point": $hooks'

[texts.fact]
text = '"$name": $value,'

[[calls]]
kind = "effect"
text = 'run($key, "$point"$arguments)'
imports = ["from framework.registry import run"]

[[calls]]
kind = "value"
text = 'ask($key, "$point"$arguments, default=$default)'
imports = ["from framework.registry import ask"]

[[calls]]
kind = "fact"
text = 'fact($key, "$point", $default)'
imports = ["from framework.registry import fact"]
"""


@cache
def dialect(package: str = "framework") -> Dialect:
    """Return the dialect, for a target whose package is called so."""
    return read(DIALECT.replace("framework", package), "spelled")


def migrated(
    files: Mapping[str, str | bytes], *models: str, package: str = "framework", decisions: Decisions | None = None
) -> tuple[Migration, dict[str, bytes]]:
    """Return the migration of some models, or of all, and all files as they are after it."""
    added = {f"{package}/__init__.py": "", f"{package}/owners/__init__.py": "", f"{package}/registry.py": REGISTRY}
    tree = scanning.source({**added, **files})
    loaded = load(tree)
    linked = program(tree, loaded, jobs=1)
    planned = migration(linked, dialect(package), models, decisions=decisions or Decisions())
    changed = assembled(planned, dialect(package), tree.one, "", owner_of(tree.files, package))
    return planned, {**{path: data or b"" for path, data in tree.files.items()}, **changed}


def owner_of(files: Mapping[str, bytes | None], package: str) -> Callable[[str], str | None]:
    """Return what tells the file in which a key is registered."""
    return lambda key: path if (path := f"{package}/owners/{module_name(key)}.py") in files else None
