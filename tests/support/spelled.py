"""A dialect for tests, as small as one can be, and trees that are migrated in it."""

from collections.abc import Mapping
from functools import cache

import scanning

from namebranch.analyzer.scan import program
from namebranch.analyzer.settings.load import load
from namebranch.codemods.applying.assembling import assembled
from namebranch.codemods.migrating import migration
from namebranch.codemods.planning.plan import Migration
from namebranch.registry.dialects.dialect import Dialect
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


def can(key, name):
    _hook(key, name)
    return FACTS.get(key, {}).get(name, False)
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
text = 'can($key, "$point")'
imports = ["from framework.registry import can"]
"""
PACKAGE = {"framework/__init__.py": "", "framework/owners/__init__.py": "", "framework/registry.py": REGISTRY}


@cache
def dialect() -> Dialect:
    """Return the dialect."""
    return read(DIALECT, "spelled")


def migrated(files: Mapping[str, str | bytes], *models: str) -> tuple[Migration, dict[str, bytes]]:
    """Return the migration of some models, or of all, and all files as they are after it."""
    tree = scanning.source({**PACKAGE, **files})
    loaded = load(tree)
    linked = program(tree, loaded, jobs=1)
    planned = migration(linked, dialect(), models)
    owners = {
        one.key: path
        for path in tree.files
        if path.startswith("framework/owners/")
        for one in linked.found.registrations
        if one.path == path
    }
    changed = assembled(planned, dialect(), tree.one, "", owners.get)
    return planned, {**{path: data or b"" for path, data in tree.files.items()}, **changed}
