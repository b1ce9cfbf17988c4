"""What models have in common, as they say themselves."""

from .._namebranch import Family, Supported, Unsupported

RECURRENT = Family(
    name="recurrent",
    facts={"adapter_dropout": 0.0, "carries_state": True},
    capabilities={"gradient_checkpointing": Unsupported("no gradient checkpointing through a recurrent state")},
)
HYBRID = Family(name="hybrid", family=RECURRENT, capabilities={"flash_attention": Unsupported("its mixers take no such attention")})
MIXTURE = Family(
    name="mixture",
    # Experts that never saw a token have no range: such models go round once more.
    facts={"chooses_experts": True, "calibration_rounds": 2},
    capabilities={"packing": Supported()},
)
ENCODER_DECODER = Family(
    name="encoder_decoder",
    facts={"trainer": "encoder_decoder", "generation_config": True, "bits_of_architecture": 8},
    capabilities={"dpo": Unsupported("also has an encoder"), "fused_loss": Unsupported("its labels are not shifted")},
)
IMAGE_TEXT = Family(name="image_text", facts={"auto_class": "AutoModelForImageTextToText", "keeps_images": True})
