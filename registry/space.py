"""The key spaces: which kind of name an expression, a registration or a descriptor key carries."""

from enum import StrEnum


class Space(StrEnum):
    """One kind of model name. Sites, registrations, descriptors and dialects share this enumeration."""

    MODEL_TYPE = "model_type"
    TEXT_MODEL_TYPE = "text_model_type"
    ARCHITECTURE = "architecture"
    CLASS_NAME = "class_name"
    CLASS_QUALNAME = "class_qualname"
    PROCESSOR = "processor"
    TOKENIZER = "tokenizer"
    CHAT_TEMPLATE = "chat_template"
    PATH = "path"
    ENUM = "enum"
    UNKNOWN = "unknown"
