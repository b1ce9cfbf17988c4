import os

os.environ |= {"OMP_NUM_THREADS": "1", "HF_HUB_OFFLINE": "1", "TOKENIZERS_PARALLELISM": "false"}

import pytest
import torch
import transformers

from tinytrain import TrainConfig
from tinytrain.kernels.swapping import put_back

torch.set_num_threads(1)
transformers.logging.set_verbosity_error()
transformers.logging.disable_progress_bar()


@pytest.fixture(autouse=True)
def _put_back():
    yield
    put_back()


@pytest.fixture
def options(tmp_path):
    def make(name, **more):
        return TrainConfig(base_model=f"tiny/{name}", output_dir=str(tmp_path / "out"), **more)

    return make
