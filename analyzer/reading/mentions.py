"""What a test calls models: the names that stand behind the words by which a configuration carries one. Bytes, not parsed."""

import re

_WORDS = (b"model_type", b"architectures")  # a file with none of them is not searched
_TYPE = re.compile(rb"""model_type["']?\s*(?:[:=,]|==)\s*["']([A-Za-z][\w.-]{1,60})["']""")
_CLASSES = re.compile(rb"""architectures["']?\s*[:=]\s*\[([^\]]{1,400})\]""")
_CLASS = re.compile(rb"""["'](\w{3,80})["']""")


def mentions(data: bytes) -> frozenset[str]:
    """Return the model types and architectures that a test gives to configurations.

    >>> sorted(mentions(b'config = Config(model_type="zephyrus3", architectures=["ZephyrusForCausalLM"])'))
    ['ZephyrusForCausalLM', 'zephyrus3']
    """
    if not any(word in data for word in _WORDS):
        return frozenset()
    classes = (name for held in _CLASSES.findall(data) for name in _CLASS.findall(held))
    return frozenset(name.decode("ascii", "ignore") for name in (*_TYPE.findall(data), *classes))
