"""Configs as transformers 4 wrote them. Kept as it is until nobody has such a folder any more."""


def modernise(raw):
    """Return the config of an old folder in today's layout."""
    raw = dict(raw)
    if raw.get("model_type") == "qwen2_vl" and "text_config" not in raw:
        own = {"model_type", "architectures", "vision_config", "image_token_id", "video_token_id"}
        raw["text_config"] = {key: raw.pop(key) for key in list(raw) if key not in own}
    if raw["model_type"] in ("llava", "gemma3"):
        raw.setdefault("image_token_id", raw.pop("image_token_index", None))
    return raw
