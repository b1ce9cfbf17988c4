"""A model's key as Python spells names: a package, and the beginning of a class."""

import keyword
import re


def package(key: str) -> str:
    """Return the name of the package that a key's owner lies in: the key itself where it may be, else in small letters.

    >>> package("qwen3_moe"), package("NemotronH_Nano_VL_V2"), package("kimi-k2.5"), package("3dmodel")
    ('qwen3_moe', 'nemotron_h_nano_vl_v2', 'kimi_k2_5', 'm_3dmodel')
    """
    if key.isidentifier() and key.islower() and key.isascii():
        return _named(key)
    parts = (re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", part) for part in re.split(r"[^A-Za-z0-9]+", key) if part)
    return _named("_".join(parts).lower())


def function_of(point: str) -> str:
    """Return what the function of a hook point is called.

    >>> function_of("checkpoint.should_skip_init_weights"), function_of("loaders.patch_attention.2"), function_of("cce")
    ('should_skip_init_weights', 'patch_attention_2', 'cce')
    """
    head, _, last = point.rpartition(".")
    return _named(f"{head.rpartition('.')[2]}_{last}" if last.isdigit() else last)


def class_stem(key: str) -> str:
    """Return a key in the spelling of a class.

    >>> class_stem("qwen3_moe"), class_stem("NemotronH_Nano_VL_V2"), class_stem("gpt_oss"), class_stem("3d-model")
    ('Qwen3Moe', 'NemotronHNanoVLV2', 'GptOss', 'M3dModel')
    """
    parts = [part for part in re.split(r"[^A-Za-z0-9]+", key) if part]
    return _named("".join(part if any(map(str.isupper, part)) else part.capitalize() for part in parts), "M")


def _named(text: str, before: str = "m_") -> str:
    return text if text and not text[0].isdigit() and not keyword.iskeyword(text) else f"{before}{text}"
