from tinytrain.loaders.predicates import is_hybrid


def test_jamba_is_hybrid(config):
    assert config.model_type == "jamba"
    assert is_hybrid(config)
