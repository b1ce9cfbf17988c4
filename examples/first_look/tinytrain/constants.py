"""Lists of models that some part of the trainer treats alike."""

MOE_MODEL_TYPES = ("mixtral", "qwen3_moe", "deepseek_v3", "jamba")

MULTIPACK_MODEL_TYPES = [
    "llama",
    "mistral",
    "mixtral",
    "qwen2",
    "qwen3_moe",
    "gemma2",
]

IMAGE_TOKENS = {
    "qwen2_vl": "<|image_pad|>",
    "llava": "<image>",
    "gemma3": "<image_soft_token>",
}

CHAT_ROLES = ("system", "user", "assistant", "tool")
