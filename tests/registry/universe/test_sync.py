"""A source tree of transformers in, its names out: parsed, whatever shape the release gives its tables."""

from pathlib import Path
from zipfile import ZipFile

import pytest

from namebranch.registry.universe import names as judgements
from namebranch.registry.universe.snapshot import ModelType, Snapshot, SnapshotError, from_json, to_json
from namebranch.registry.universe.sync import SyncError, matters, snapshot_of
from published import Published

TREE = {
    "src/transformers/__init__.py": '__version__ = "9.9.9"\n',
    "src/transformers/models/auto/auto_mappings.py": """
from collections import OrderedDict
CONFIG_MAPPING_NAMES = OrderedDict([("ant", "AntConfig"), ("ant-eater", "AntEaterConfig"), ("bee_text", "BeeTextConfig")])
SPECIAL_MODEL_TYPE_TO_MODULE_NAME = OrderedDict([("bee_text", "bee")])
IMAGE_PROCESSOR_MAPPING_NAMES = OrderedDict([("bee", {"pil": "BeeImageProcessorPil", "torchvision": "BeeImageProcessor"})])
""",
    "src/transformers/models/auto/configuration_auto.py": """
from .auto_mappings import CONFIG_MAPPING_NAMES
CONFIG_MAPPING_NAMES.update({"bee": "BeeConfig"})
CONFIG_MAPPING_NAMES = OrderedDict(**{"ant-old": "AntConfig"}, **CONFIG_MAPPING_NAMES)
OTHER = {"no": "table"}
""",
    "src/transformers/models/auto/tokenization_auto.py": """
TOKENIZER_MAPPING_NAMES = OrderedDict[str, str | None]([
    ("ant", "AntTokenizer" if is_tokenizers_available() else None),
    ("ant-eater", ("AntEaterTokenizer", "AntEaterTokenizerFast" if is_tokenizers_available() else None)),
    ("bee", None),
])
""",
    "src/transformers/models/auto/processing_auto.py": """
if TYPE_CHECKING:
    PROCESSOR_MAPPING_NAMES: OrderedDict[str, str | None] = OrderedDict()
else:
    MISSING_PROCESSOR_MAPPING_NAMES = OrderedDict([("bee", "BeeProcessor")])
    PROCESSOR_MAPPING_NAMES = {"ant": "AntProcessor"} | MISSING_PROCESSOR_MAPPING_NAMES
""",
    "src/transformers/models/ant/configuration_ant.py": """
raise RuntimeError("never run")
class AntConfig(PreTrainedConfig):
    model_type = "ant"
class AntEaterConfig(AntConfig):
    model_type: str = "ant-eater"
""",
    "src/transformers/models/bee/configuration_bee.py": """
class BeeTextConfig(PreTrainedConfig):
    model_type = "bee_text"
    base_config_key = "text_config"
class BeeWingConfig(PreTrainedConfig):
    model_type = "bee_wing"
class BeeConfig(PreTrainedConfig):
    model_type = "bee"
    sub_configs_defaults = {
        "text_config": BeeTextConfig,
        "wing_config": SubConfigSpec(config_class=AutoConfig, model_type="bee_wing"),
        "eye_config": SubConfigSpec(config_class=AutoConfig, model_type="ant"),
        "any_config": AutoConfig,
    }
""",
    "src/transformers/models/bee/modeling_bee.py": "this does not parse, and need not",
}
EXPECTED = b"""{"schema":1,"package":"transformers","version":"9.9.9",
"types":{
"ant":{"config":"AntConfig","module":"ant"},
"ant-eater":{"config":"AntEaterConfig","module":"ant"},
"ant-old":{"config":"AntConfig","module":"ant"},
"bee":{"config":"BeeConfig","module":"bee","parts":[["text_config","bee_text"],["wing_config","bee_wing"],["eye_config","ant"],["any_config",""]]},
"bee_text":{"config":"BeeTextConfig","module":"bee","sub":true},
"bee_wing":{"config":"BeeWingConfig","module":"bee","sub":true}
},
"tables":{
"IMAGE_PROCESSOR_MAPPING_NAMES":{"bee":["BeeImageProcessorPil","BeeImageProcessor"]},
"PROCESSOR_MAPPING_NAMES":{"ant":["AntProcessor"],"bee":["BeeProcessor"]},
"TOKENIZER_MAPPING_NAMES":{"ant":["AntTokenizer"],"ant-eater":["AntEaterTokenizer","AntEaterTokenizerFast"]}
}}
"""


def synced(tree: dict[str, str]) -> Snapshot:
    return snapshot_of(tree, lambda path: tree[path].encode())


def test_a_tree_gives_these_names() -> None:
    assert to_json(synced(TREE)) == EXPECTED


def test_the_order_of_the_files_does_not_matter() -> None:
    assert to_json(synced(dict(reversed(TREE.items())))) == EXPECTED


def test_a_wheel_has_no_src_folder() -> None:
    assert to_json(synced({path.removeprefix("src/"): text for path, text in TREE.items()})) == EXPECTED


def test_only_what_holds_names_is_read() -> None:
    assert [path for path in TREE if not matters(path)] == ["src/transformers/models/bee/modeling_bee.py"]


def test_what_was_written_is_read_back() -> None:
    assert from_json(EXPECTED) == synced(TREE)
    assert to_json(from_json(EXPECTED)) == EXPECTED


def test_the_older_spelling_of_parts() -> None:
    older = TREE["src/transformers/models/bee/configuration_bee.py"].replace("sub_configs_defaults", "sub_configs")
    assert to_json(synced({**TREE, "src/transformers/models/bee/configuration_bee.py": older})) == EXPECTED


@pytest.mark.parametrize(
    ("change", "words"),
    [
        pytest.param({"src/transformers/__init__.py": "pass"}, "no __version__ in transformers/__init__.py", id="no version"),
        pytest.param(
            {"src/transformers/models/auto/auto_mappings.py": "(", "x": ""}, "auto_mappings.py does not parse", id="a broken file"
        ),
        pytest.param({"src/transformers/__init__.py": "\0"}, "__init__.py does not parse", id="a file with a NUL"),
    ],
)
def test_a_tree_that_cannot_be_read_says_why(change: dict[str, str], words: str) -> None:
    with pytest.raises(SyncError) as caught:
        synced({**TREE, **change})
    assert words in str(caught.value)


def test_a_tree_of_something_else_says_so() -> None:
    with pytest.raises(SyncError, match="is this a source tree or wheel of transformers"):
        synced({"trl/__init__.py": ""})


@pytest.mark.parametrize(
    ("data", "words"),
    [
        pytest.param(b"{}", "not a snapshot", id="an empty object"),
        pytest.param(b"", "not a snapshot", id="nothing"),
        pytest.param(EXPECTED.replace(b'"schema":1', b'"schema":2'), "write it again with `names sync`", id="a schema to come"),
        pytest.param(EXPECTED.replace(b'["AntProcessor"]', b"3"), "Expected `array`, got `int`", id="a number where classes belong"),
    ],
)
def test_bytes_that_are_no_snapshot_say_why(data: bytes, words: str) -> None:
    with pytest.raises(SnapshotError) as caught:
        from_json(data)
    assert words in str(caught.value)


def test_types_are_frozen() -> None:
    with pytest.raises(AttributeError):
        ModelType(config="AntConfig", module="ant").module = "bee"  # type: ignore[misc]


def test_what_ships_is_what_the_published_wheel_says(published: Published) -> None:
    with ZipFile(published("transformers", "5.23.0")) as wheel:
        data = to_json(snapshot_of(wheel.namelist(), wheel.read))
    shipped = Path(str(judgements.__file__)).with_name("transformers.json").read_bytes()
    assert data == shipped
    assert len(shipped) < 400_000
