import torch


class Gemma3Processor:
    def __init__(self, config):
        self.image_token_id = config.image_token_id
        self.tokens_per_image = config.mm_tokens_per_image
        self.size = config.vision_config.image_size

    def images(self, images):
        return torch.nn.functional.interpolate(torch.stack(images), size=(self.size, self.size), mode="nearest")

    def tokens(self):
        return [self.image_token_id] * self.tokens_per_image
