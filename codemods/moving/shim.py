"""What stays where a package lay: its old dotted names still import, and give the very modules of the new place."""

MARK = "# namebranch: the old dotted names of "
_SHIM = '''\
"""Moved to ``{new}``. The old dotted names still import, and give the same modules."""

{mark}{new}

import importlib
import importlib.abc
import importlib.util
import sys

_NEW = "{new}"


class _Moved(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds each module below the old name at its new place."""

    def find_spec(self, name, path=None, target=None):
        if not name.startswith(__name__ + "."):
            return None
        found = importlib.util.find_spec(_NEW + name[len(__name__) :])
        return None if found is None else importlib.util.spec_from_loader(name, self)

    def create_module(self, spec):
        module = importlib.import_module(_NEW + spec.name[len(__name__) :])
        spec.loader_state = module.__spec__
        return module

    def exec_module(self, module):
        module.__spec__ = module.__spec__.loader_state

    def get_code(self, name):  # for `python -m`
        new = _NEW + name[len(__name__) :]
        return importlib.util.find_spec(new).loader.get_code(new)


sys.meta_path.insert(0, _Moved())
sys.modules[__name__] = importlib.import_module(_NEW)
'''


def shim(new: str) -> bytes:
    """Return the source of the module that stays, for one that is called *new* now."""
    return _SHIM.format(new=new, mark=MARK).encode()
