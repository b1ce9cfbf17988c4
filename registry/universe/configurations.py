"""The configuration classes of transformers: which model type each declares, and which configurations it holds."""

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

PARTS = ("sub_configs", "sub_configs_defaults")  # the first is the older spelling


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One configuration inside another: its key, and its class or model type, "" where the source does not say."""

    key: str
    config: str
    model_type: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Configuration:
    """One configuration class, with what it inherits from another class of the same tree."""

    module: str
    model_type: str  # "" where it declares none
    inner: bool  # it has a `base_config_key`: it is read out of another type's configuration
    parts: tuple[Part, ...]


def configurations(trees: Iterable[tuple[str, ast.Module]]) -> dict[str, Configuration]:
    """Return the classes of the configuration files, by name. Each tree comes with the folder it lies in."""
    classes = {node.name: (module, node) for module, tree in trees for node in tree.body if isinstance(node, ast.ClassDef)}
    held = {name: _attributes(node) for name, (_, node) in classes.items()}
    return {name: _configuration(module, _inherited(name, classes, held)) for name, (module, _) in sorted(classes.items())}


def _attributes(node: ast.ClassDef) -> dict[str, ast.expr]:
    """The assignments of a class body, annotated or not."""
    found = {}
    for statement in node.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                found[name] = value
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                found[name] = value
            case _:
                pass
    return found


def _inherited(
    name: str, classes: Mapping[str, tuple[str, ast.ClassDef]], held: Mapping[str, dict[str, ast.expr]], seen: tuple[str, ...] = ()
) -> dict[str, ast.expr]:
    """The attributes of a class, those of its bases beneath; a base outside the tree adds nothing."""
    if name not in classes or name in seen:
        return {}
    bases = [base.id for base in reversed(classes[name][1].bases) if isinstance(base, ast.Name)]
    beneath = {key: value for base in bases for key, value in _inherited(base, classes, held, (*seen, name)).items()}
    return beneath | held[name]


def _configuration(module: str, attributes: Mapping[str, ast.expr]) -> Configuration:
    parts = tuple(part for spelling in PARTS for part in _parts(attributes.get(spelling)))
    return Configuration(
        module=module,
        model_type=_string(attributes.get("model_type")),
        inner=bool(_string(attributes.get("base_config_key"))),
        parts=tuple({part.key: part for part in parts}.values()),
    )


def _parts(node: ast.expr | None) -> list[Part]:
    if not isinstance(node, ast.Dict):
        return []
    spelled = ((_string(key), value) for key, value in zip(node.keys, node.values, strict=True))
    return [_part(key, value) for key, value in spelled if key]


def _part(key: str, value: ast.expr) -> Part:
    match value:
        case ast.Name(id=config):
            return Part(key=key, config=config, model_type="")
        case ast.Call(keywords=keywords):
            named = {keyword.arg: keyword.value for keyword in keywords}
            held = named.get("config_class")
            return Part(key=key, config=held.id if isinstance(held, ast.Name) else "", model_type=_string(named.get("model_type")))
        case _:
            return Part(key=key, config="", model_type="")


def _string(node: ast.expr | None) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
