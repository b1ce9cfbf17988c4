import pytest


def test_each_model_registers_once():
    from tinytrain.support import _SUPPORT, register_model, support_for

    support_for("llama")
    assert sorted(_SUPPORT) == ["granitemoehybrid", "mamba"]
    with pytest.raises(ValueError, match="mamba is registered twice"):
        register_model("mamba")(object)
