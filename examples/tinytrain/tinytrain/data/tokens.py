class PlainTokenizer:
    """Numbers are words here; there is nothing to look up."""

    def __init__(self, config):
        self.pad_token_id = config.get_text_config().pad_token_id or 0
