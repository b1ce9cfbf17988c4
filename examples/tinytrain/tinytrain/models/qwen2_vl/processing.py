import torch


class Qwen2VLProcessor:
    def __init__(self, config):
        self.image_token_id = config.image_token_id
        self.around = (config.vision_start_token_id, config.vision_end_token_id)
        self.vision = config.vision_config

    def grid(self, images):
        side = images[0].shape[-1] // 2
        return torch.tensor([[1, side, side]] * len(images))

    def images(self, images):
        width = self.vision.in_channels * self.vision.temporal_patch_size * self.vision.patch_size**2
        rows = sum(int(grid.prod()) for grid in self.grid(images))
        flat = torch.cat([image.flatten() for image in images])
        return flat.repeat(rows * width // flat.numel() + 1)[: rows * width].view(rows, width)

    def tokens(self):
        return [self.around[0], *[self.image_token_id] * 4, self.around[1]]
