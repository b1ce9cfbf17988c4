"""`python steps.py TREE OUTPUT [MODEL ...]`: trains models of the zoo, unless named all, with the tinytrain that lies in TREE, and writes
what each step did, as JSON.

A run is a model with some options. Of each it tells the losses to the last bit; after each step a digest of all that is trained; at the
end digests of all weights, of the files that were written and of the words that the model speaks; and what was logged or raised.
"""

import hashlib
import json
import logging
import os
import sys
import tempfile
import warnings
from pathlib import Path

OPTIONS = {
    "plain": {"steps": 3},
    "adapter with kernels": {"steps": 2, "adapter": "lora", "fused_norm": True, "fused_loss": True},
    "everything": {
        "steps": 2,
        "sample_packing": True,
        "gradient_checkpointing": True,
        "lr_scheduler": "cosine",
        "attn_implementation": "eager",
        "logit_cap": 30.0,
        "mup_limit": 1.0,
        "time_step_floor": 3.0,
        "extras": {"initialise": True, "expert_report": True},
    },
}


def digest(tensors):
    found = hashlib.sha256()
    for name, value in tensors:
        found.update(f"{name} {value.dtype} {tuple(value.shape)}".encode())
        found.update(value.detach().contiguous().flatten().view(torch.uint8).numpy().tobytes())
    return found.hexdigest()[:16]


def trained(optimizer):
    return ((str(place), one) for place, group in enumerate(optimizer.param_groups) for one in group["params"])


def run(name, options, folder):
    from tinytrain import TrainConfig, zoo
    from tinytrain.data.collate import collate_fn_for
    from tinytrain.data.samples import samples
    from tinytrain.training.building import generate, train

    model, processor, losses, written = train(TrainConfig(base_model=f"tiny/{name}", output_dir=str(folder), **options))
    batch = collate_fn_for(processor)(samples(zoo.entry(name)["data"]["kind"], 1, 8), processor)
    return {
        "losses": [loss.hex() for loss in losses],
        "weights": digest(model.state_dict().items()),
        "config": model.config.to_dict() | {"transformers_version": None},
        "files": {file.name: hashlib.sha256(file.read_bytes()).hexdigest()[:16] for file in sorted(written.iterdir())},
        "words": generate(model, batch).tolist(),
    }


def told(name, options):
    """Return what a run did, with all that it said, whether or not it came to an end."""
    from tinytrain.kernels.swapping import put_back, swapped

    steps.clear()
    said.clear()
    with tempfile.TemporaryDirectory() as folder:
        try:
            found = run(name, options, Path(folder) / "out")
        except Exception as error:
            found = {"error": f"{type(error).__name__}: {error}"}
    found |= {"steps": list(steps), "said": [line.replace(folder, "") for line in said], "swapped": swapped()}
    put_back()
    return found


class Remember(logging.Handler):
    def emit(self, record):
        said.append(f"{record.levelname} {record.getMessage()}")


steps, said = [], []

if __name__ == "__main__":
    os.environ |= {"OMP_NUM_THREADS": "1", "HF_HUB_OFFLINE": "1", "TOKENIZERS_PARALLELISM": "false"}
    tree, output, *names = sys.argv[1:]
    tree = Path(tree).resolve()
    sys.path.insert(0, str(tree))
    import tinytrain
    import torch
    import transformers
    from torch.optim.optimizer import register_optimizer_step_post_hook

    assert tree in Path(tinytrain.__file__).resolve().parents
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    torch.use_deterministic_algorithms(True)
    transformers.logging.set_verbosity_error()
    transformers.logging.disable_progress_bar()
    logging.getLogger("tinytrain").addHandler(Remember())
    logging.getLogger("tinytrain").setLevel(logging.INFO)
    register_optimizer_step_post_hook(lambda optimizer, *_: steps.append(digest(trained(optimizer))))
    from tinytrain import zoo

    runs = {f"{name}, {kind}": told(name, options) for name in names or zoo.names() for kind, options in OPTIONS.items()}
    Path(output).write_text(json.dumps(runs, default=str, indent=1))
