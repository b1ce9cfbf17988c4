"""What a model says about itself. New since #70; most models still live in the branches of the shared code."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from . import models

_SUPPORT = {}


class ModelSupport:
    lora_targets = None
    embedding_layers = None

    def model_kwargs(self, kwargs, cfg):
        """Change the arguments that the model is built with."""

    def after_build(self, model, cfg):
        """Adjust the model that was just built."""


def register_model(*model_types):
    def register(cls):
        for model_type in model_types:
            if model_type in _SUPPORT:
                raise ValueError(f"{model_type} is registered twice: by {_SUPPORT[model_type]} and by {cls}")
            _SUPPORT[model_type] = cls()
        return cls

    return register


@cache
def _find_owners():
    for folder in iter_modules(models.__path__, f"{models.__name__}."):
        package = import_module(folder.name)
        if any(module.name == "support" for module in iter_modules(package.__path__)):
            import_module(f"{folder.name}.support")


def support_for(model_type):
    _find_owners()
    return _SUPPORT.get(model_type) or ModelSupport()
