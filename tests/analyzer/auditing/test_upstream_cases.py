"""Cases d05 and d08, retold: a class that was renamed upstream, a table whose key an inner class never meets."""

import auditing

RENAMED = {
    "convert/registry.py": """
        CONVERTERS = {}


        def handles(*archs):
            def deco(cls):
                for a in archs:
                    CONVERTERS[a] = cls
                return cls
            return deco
    """,
    "convert/models.py": """
        from .registry import handles


        @handles("GraniteMoeForCausalLM")
        class Granite:
            pass


        @handles("ChameleonForCausalLM")
        class Chameleon:
            def fix(self, hf):
                if hf["architectures"][0] == "ChameleonForCausalLM":
                    hf["norm_eps"] = 1e-5
    """,
    "names.json": """
        {"renamed": {"ChameleonForCausalLM": "ChameleonForConditionalGeneration"},
         "architectures": ["ChameleonForConditionalGeneration", "GraniteMoeForCausalLM"]}
    """,
}
INNER = {
    "quant/tables.py": """
        LAYER_OF = {
            "LlamaForCausalLM": "LlamaDecoderLayer",
            "Qwen2ForCausalLM": "Qwen2DecoderLayer",
            "Qwen2_5_VLForConditionalGeneration": "Qwen2_5_VLDecoderLayer",
        }
    """,
    "quant/run.py": """
        from .tables import LAYER_OF


        def plan(model):
            inner = getattr(model, "language_model", model)
            kind = type(inner).__name__
            if kind not in LAYER_OF:
                raise RuntimeError(f"{kind} is not supported")
            return LAYER_OF[kind]
    """,
    "names.json": '{"language_model_class_of": {"Qwen2_5_VLForConditionalGeneration": "Qwen2_5_VLTextModel"}}',
}


def test_both_places_that_carry_a_former_name_are_told() -> None:
    found = [one for one in auditing.findings(RENAMED) if one.rule == "NB403"]
    assert [(one.path, one.line, one.places) for one in found] == [
        ("convert/models.py", 9, ("convert/models.py:12",)),
        ("convert/models.py", 12, ("convert/models.py:9",)),
    ]
    assert {one.names for one in found} == {("ChameleonForCausalLM", "ChameleonForConditionalGeneration")}


def test_an_outer_class_is_never_met_where_the_inner_one_is_looked_up() -> None:
    (found,) = [one for one in auditing.findings(INNER) if one.rule == "NB401"]
    assert (found.path, found.line) == ("quant/run.py", 7)
    assert found.names == ("Qwen2_5_VLForConditionalGeneration",)
    assert "'Qwen2_5_VLTextModel'" in found.message
    assert found.places == ("quant/tables.py:1",)
