"""The smallest sizes at which each model still has every part. One TOML file a model; a file is all that a new one needs."""

import tomllib
from importlib import import_module
from pathlib import Path


def names():
    return sorted(path.stem for path in Path(__file__).parent.glob("*.toml"))


def entry(name):
    path = Path(__file__).with_name(f"{name}.toml")
    if not path.is_file():
        raise LookupError(f"no tiny model {name!r}; there are {', '.join(names())}")
    return tomllib.loads(path.read_text())


def processor_for(data, config):
    module, _, attribute = data["processor"].partition(":")
    return getattr(import_module(module), attribute)(config)
