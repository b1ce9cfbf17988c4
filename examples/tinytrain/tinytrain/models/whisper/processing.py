import torch


class WhisperProcessor:
    def __init__(self, config):
        self.frames = config.max_source_positions * 2
        self.bins = config.num_mel_bins

    def features(self, clips):
        return torch.stack([clip[: self.bins, : self.frames] for clip in clips])
