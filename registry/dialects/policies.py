"""The policies of a registry: what it does where it could do one thing or another."""

from enum import StrEnum

from msgspec import Struct


class Duplicate(StrEnum):
    """What a registry does with a second owner of a key."""

    REFUSED = "refused"
    OVERRIDES = "overrides"  # the later wins, with a warning
    FIRST_WINS = "first-wins"


class Unknown(StrEnum):
    """What a lookup answers for a key that nobody owns, for None and for an empty key."""

    NOTHING = "nothing"  # None: the caller goes on with its default
    DEFAULT = "default"  # a descriptor, or a section, in which everything has its default
    RAISES = "raises"


class Loading(StrEnum):
    """When an owner is imported."""

    WITH_REGISTRY = "with-registry"  # whoever imports the registry imports all owners
    FIRST_LOOKUP = "first-lookup"  # all owners, on the first lookup of any key: one broken owner breaks all
    PER_KEY = "per-key"  # an owner on the first lookup of its own key: one broken owner breaks only itself


class Order(StrEnum):
    """What answers first where more than one could."""

    EXACT = "exact"  # exact keys only
    EXACT_THEN_MATCHERS = "exact-then-matchers"  # matchers for the time before a key is known; two that match are an error


class Binding(StrEnum):
    """How a hook function is found."""

    MAPPING = "mapping"  # a descriptor maps a hook point to its functions, in their order
    NAME = "name"  # the one function of a file that is called like the hook point (see `function_of`)


class KeyRule(StrEnum):
    """How many keys one descriptor may have."""

    MANY = "many"  # one descriptor lists all its keys
    ONE = "one"  # one descriptor a key; another key means another descriptor


class Policies(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The five policies of a registry."""

    duplicate: Duplicate
    unknown: Unknown
    loading: Loading
    order: Order
    keys: KeyRule
