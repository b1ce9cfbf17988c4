"""`tinytrain train|info|export`."""

import argparse
import json
import logging

from .config import TrainConfig, read_config

LOG = logging.getLogger("tinytrain")


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="tinytrain")
    commands = parser.add_subparsers(dest="command", required=True)
    train = commands.add_parser("train", help="train what a TOML file says")
    train.add_argument("config")
    train.add_argument("--output-dir", default="out")
    info = commands.add_parser("info", help="what is known of a model, without loading it")
    info.add_argument("model_type", help="a name of the zoo, or 'all'")
    export = commands.add_parser("export", help="write a saved folder for other programs")
    export.add_argument("folder")
    export.add_argument("--format", default="gguf")
    args = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    if args.command == "train":
        return run_training(args)
    if args.command == "export":
        return run_export(args)
    return print_info(args)


def run_training(args):
    from .training.building import train

    _, _, losses, folder = train(read_config(args.config, output_dir=args.output_dir))
    print(json.dumps({"losses": losses, "folder": str(folder)}))


def run_export(args):
    from .export.gguf import export
    from .loaders.model import load_model

    model, _ = load_model(TrainConfig(base_model=args.folder))
    print(export(model, args.folder, args.format))


def print_info(args):
    from . import zoo
    from .support import HINT

    if hint := HINT.of(args.model_type):
        LOG.info(hint)
    for name in zoo.names() if args.model_type == "all" else [args.model_type]:
        entry = zoo.entry(name)
        print(json.dumps({"name": name, "architecture": entry["config"]["architectures"][0], "data": entry["data"]["kind"]}))
