import torch


class LlavaProcessor:
    def __init__(self, config):
        self.image_token_id = config.image_token_id
        vision = config.vision_config
        self.tokens_per_image = (vision.image_size // vision.patch_size) ** 2

    def images(self, images):
        return torch.stack(images)

    def tokens(self):
        return [self.image_token_id] * self.tokens_per_image
