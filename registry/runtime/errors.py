"""What a registry refuses, and what it warns of. No message names a path of a machine: places are `module:line`."""


class RegistryError(Exception):
    """A registry was declared, filled or asked in a way that it does not allow."""


class DeclarationError(RegistryError):
    """A space, a question or a lifecycle is declared twice, or in a way that cannot be answered."""


class RegistrationError(RegistryError):
    """A descriptor does not fit what the registry declares, or its module does not own its keys."""


class DuplicateKeyError(RegistrationError):
    """Two descriptors claim one key."""


class DuplicateAnswerError(RegistrationError):
    """Two modules answer one question about one key, for example with a hook each."""


class UnknownKeyError(RegistryError, LookupError):
    """No descriptor holds the key, and the registry's policy for that is an error."""


class AbsentKeyError(RegistryError, LookupError):
    """The key is None, empty or no string, and the registry's policy for that is an error."""


class BrokenOwnerError(RegistryError):
    """The module that owns a key cannot be imported; its error is the cause. Raised at each lookup of that key."""


class SilentOwnerError(RegistryError):
    """The module that owns a key was imported and registered nothing under it. Raised at each lookup of that key."""


class AmbiguousMatchError(RegistryError):
    """Matchers of several descriptors claim one subject."""


class UnsupportedError(RegistryError):
    """A capability is required that the model does not have."""


class AbsentFieldError(RegistryError, AttributeError):
    """A context has no such field in its phase."""


class OverrideWarning(UserWarning):
    """A descriptor takes the place of another one, on purpose."""


class BrokenOwnerWarning(RuntimeWarning):
    """An owner could not say whether it matches, because it cannot be imported or its matcher raised."""


class ExperimentalWarning(UserWarning):
    """A capability is used that the model supports only as an experiment."""
