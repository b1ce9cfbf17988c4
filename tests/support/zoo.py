"""A small framework with models of its own, whose costs were counted by hand."""

from memory import MemorySource
from scanning import inventory, names, source

from namebranch.analyzer.costing.asking import Asked, Read, costs
from namebranch.analyzer.costing.cost import Cost, ModelCost
from namebranch.analyzer.judging.filters import Filters
from namebranch.analyzer.settings.load import load

LOADER = "tinytrain/core/loader.py"
TABLES = "tinytrain/core/tables.py"
TRAINER = "tinytrain/core/trainer.py"
OWN = "tinytrain/models/"

FILES = {
    "namebranch.toml": """
        [models]
        folders = ["tinytrain/models/*"]
        [subsystems]
        tables = ["tinytrain/core/tables.py"]
        """,
    "tinytrain/__init__.py": "",
    LOADER: """
        from .tables import FUSED


        def load(config):
            if config.model_type == "gemma3_text":
                return 1
            if config.model_type in FUSED:
                return 2
            if "gemma" in config.name_or_path:
                return 3
            if config.architectures[0] == "ZephyrusForCausalLM":
                return 4
            return 0


        def is_moe(config):
            return config.model_type == "qwen3_moe"
        """,
    TABLES: """
        FUSED = {
            "mixtral",
            "qwen3_moe",
            "gemma3",
        }
        PLANS = {
            "Qwen3MoeForCausalLM": 1,
            "Gemma3ForConditionalGeneration": 2,
            "default": 3,
        }


        def qwen3_moe_plan():
            return PLANS
        """,
    TRAINER: """
        from .loader import is_moe


        def train(config):
            if is_moe(config):
                return 1
            return 0
        """,
    f"{OWN}__init__.py": "",
    f"{OWN}qwen3_moe/__init__.py": "# the experts\n",
    f"{OWN}qwen3_moe/model.py": "class Qwen3MoeForCausalLM:\n    pass\n",
    f"{OWN}qwen3_moe/rope_utils.py": "def rope():\n    return 1\n\n\n",
    f"{OWN}qwen3_moe/state_dict_adapter.py": "class Qwen3MoeStateDictAdapter:\n    pass",
    f"{OWN}gemma3/__init__.py": "",
    f"{OWN}gemma3/model.py": "class Gemma3ForConditionalGeneration:\n    pass\n",
    f"{OWN}zephyrus/model.py": 'class ZephyrusConfig:\n    model_type = "zephyrus"\n\n\nclass ZephyrusForCausalLM:\n    pass\n',
    f"{OWN}zephyrus/other_thing.py": "x = 1\n",
}


def read(files: dict[str, str] | None = None) -> Read:
    """Return the framework, or other files, as it was read."""
    held = FILES if files is None else files
    return Read(source=source(held), whole=inventory(held))


def cost(
    files: dict[str, str] | None = None, *, like: str | None = None, before: dict[str, str] | None = None, **only: tuple[str, ...]
) -> Cost:
    """Return the costs of the framework, or of other files."""
    now = read(files)
    assert isinstance(now.source, MemorySource)
    asked = Asked(filters=Filters(**only), like=like, against="v1" if before is not None else None)
    return costs(now, load(now.source).settings, names(), asked, None if before is None else read(before))


def model(found: Cost, name: str) -> ModelCost:
    """Return the costs of one model."""
    (one,) = [held for held in found.models if held.model == name]
    return one
