"""Tables that came from transformers, with what it does not have yet."""

from transformers.models.auto.modeling_auto import MODEL_FOR_IMAGE_TEXT_TO_TEXT_MAPPING_NAMES

IMAGE_TEXT_CLASSES = dict(MODEL_FOR_IMAGE_TEXT_TO_TEXT_MAPPING_NAMES)
# Written before the hub had it as a type of its own.
IMAGE_TEXT_CLASSES["llava_llama"] = "LlavaForConditionalGeneration"
