"""Swapping attributes of other people's classes, and putting them back."""

_SWAPPED = []


def swap(owner, name, new):
    _SWAPPED.append((owner, name, getattr(owner, name)))
    setattr(owner, name, new)


def swapped():
    return [f"{owner.__name__}.{name}" for owner, name, _ in _SWAPPED]


def put_back():
    while _SWAPPED:
        owner, name, old = _SWAPPED.pop()
        setattr(owner, name, old)
