"""A tree with the shapes of Model Optimizer's PTQ example, and without a registry: written for tests, so that it runs on nothing."""

from textwrap import dedent

LOADING, RUN, FAMILY = "examples/hf_ptq/example_utils.py", "examples/hf_ptq/hf_ptq.py", "modelopt/torch/family.py"
_LOADING = '''
class Log(list):
    """What was done, in order."""


def validate_fsdp2_supported(args, config):
    issues = []
    if "vila" in args.pyt_ckpt_path.lower():
        issues.append("a builder of its own")
    if is_nemotron_vl(config):
        issues.append("layers cannot be found")
    return issues


def is_nemotron_vl(model_or_config):
    config = getattr(model_or_config, "config", model_or_config)
    if not getattr(config, "vision_config", None):
        return False
    architectures = getattr(config, "architectures", [])
    return any("nemotron" in arch.lower() for arch in architectures)


def is_diffusion_gemma(hf_config):
    names = []
    for cfg in (hf_config, getattr(hf_config, "text_config", None)):
        names.append(getattr(cfg, "model_type", None) or "")
        names.extend(getattr(cfg, "architectures", None) or [])
    return any("diffusiongemma" in name.lower().replace("_", "") for name in names)


def get_processor(path, model_type, log):
    if model_type == "whisper":
        log.append(f"processor of {path}")
        return ("padded", path)
    else:
        return None


def get_model(hf_config, log, device="cuda", use_seq_device_map=False, trust_remote_code=False):
    device_map = "auto"
    try:
        if is_nemotron_vl(hf_config):
            log.append("no automatic map")
            device_map = None
    except AttributeError as error:
        raise RuntimeError("no config") from error

    # Its two halves share weights, which an even map
    # would tear apart.
    if device != "cpu" and is_diffusion_gemma(hf_config):
        log.append("one after the other")
        use_seq_device_map = True

    if use_seq_device_map:
        device_map = "sequential"

    if hf_config.model_type == "bart":
        # its weights are not where the map thinks
        device_map = None

    if hf_config.model_type == "t5":
        # an even map tears "its" tied embeddings apart, and then activations are no numbers any more (see the tracker's number 21093)
        device_map = None

    use_bundled_code = trust_remote_code and "Deepseek" in hf_config.architectures[0]
    if use_bundled_code:
        log.append("bundled code")
    return device_map


def is_enc_dec(model_type):
    """Whether the output is cut by another rule."""
    return model_type in ["t5", "bart", "whisper"]
'''
_RUN = """
from example_utils import get_processor, is_enc_dec, is_nemotron_vl

from modelopt.torch.family import MODEL_NAME_TO_TYPE, get_model_type

FAMILIES = sorted({*MODEL_NAME_TO_TYPE.values()})


def make_calib_dataloader(args, processor, model_type):
    first_text = None
    if args.images:
        calib_dataloader = ["images"]
    elif model_type == "whisper":
        assert processor is not None, "no processor"
        calib_dataloader, first_text = ["speech", processor], "hello"
    else:
        calib_dataloader = ["text"]
    return calib_dataloader, first_text


def load_model(path, full_model, model_type, log):
    if model_type == "whisper":
        processor = get_processor(path, model_type, log)
    else:
        processor = None
    return processor, is_nemotron_vl(full_model)


def quantize_main(args, full_model, model_type, quantized):
    if model_type == "whisper":
        bins = full_model.bins
        sample_input_single_batch = [1] * bins
    else:
        sample_input_single_batch = None
    if not quantized:
        assert model_type != "dbrx", f"{model_type} cannot be exported so"
    return sample_input_single_batch


def pre_quantize(args, full_model, log):
    model_type = get_model_type(full_model)
    is_nemotron_vl_model = is_nemotron_vl(full_model)
    input_key = "input_features" if model_type == "whisper" else "input_ids"
    if args.skip_generate:
        generated_ids_before_ptq = None
    elif model_type == "deepseek":
        # it may not fit
        generated_ids_before_ptq = None
    elif model_type == "nemotron_h":
        # its mixers cannot be spread out
        generated_ids_before_ptq = None
    elif is_nemotron_vl_model:
        generated_ids_before_ptq = "talk"
    else:
        generated_ids_before_ptq = full_model.generate(input_key)
    return generated_ids_before_ptq


def post_quantize(full_model, before):
    model_type = get_model_type(full_model)
    is_nemotron_vl_model = is_nemotron_vl(full_model)
    if before is None:
        generated_ids_after_ptq = None
    elif model_type != "llama4" and not is_nemotron_vl_model:
        generated_ids_after_ptq = full_model.generate("again")
    elif is_nemotron_vl_model:
        generated_ids_after_ptq = "talk again"
    else:
        generated_ids_after_ptq = "skipped"
    return generated_ids_after_ptq, is_enc_dec(model_type)
"""
_FAMILY = '''
"""Families by parts of class names, the first that fits."""

MODEL_NAME_TO_TYPE = {
    "Deepseek": "deepseek",
    "NemotronH": "nemotron_h",
    "Llama4": "llama4",
    "Llama": "llama",
    "Whisper": "whisper",
    "Dbrx": "dbrx",
    "Bart": "bart",
    "T5": "t5",
}


def get_model_type(model):
    for part, family in MODEL_NAME_TO_TYPE.items():
        if part.lower() in type(model).__name__.lower():
            return family
    return None
'''
FILES = {
    "modelopt/__init__.py": "",
    "modelopt/torch/__init__.py": "",
    "modelopt/torch/opt/__init__.py": "",
    FAMILY: _FAMILY,
    LOADING: _LOADING,
    RUN: _RUN,
}


def files() -> dict[str, str]:
    """Return the tree, by path."""
    return {path: dedent(text).lstrip("\n") for path, text in FILES.items()}
