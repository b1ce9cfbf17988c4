"""Run test files with nothing but the standard library: `python -I alone.py FOLDER… -- FILE…`, the folders on the path of imports.

Every function whose name begins with `test_` and that takes no argument is a test.
"""

import sys
import traceback
import warnings
from importlib.util import module_from_spec, spec_from_file_location
from inspect import isfunction, signature
from pathlib import Path


def run(file: Path) -> tuple[int, int]:
    """Run the tests of one file and return how many there were, and how many failed."""
    spec = spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[file.stem] = module_from_spec(spec)
    spec.loader.exec_module(module)
    tests = [
        each for name, each in vars(module).items() if name.startswith("test_") and isfunction(each) and not signature(each).parameters
    ]
    failed = 0
    for test in tests:
        try:
            test()
        except Exception:  # noqa: BLE001  a runner of tests
            failed += 1
            print(f"FAILED {file.name}::{test.__name__}")
            traceback.print_exc()
    return len(tests), failed


def main() -> int:
    """Run all files and say how it went; spawned processes import this file again, and find the same modules."""
    warnings.simplefilter("error")
    cut = sys.argv.index("--")
    sys.path[:0] = [*sys.argv[1:cut], str(Path(__file__).parent)]
    counts = [run(Path(file)) for file in sys.argv[cut + 1 :]]
    ran, failed = sum(ran for ran, _ in counts), sum(failed for _, failed in counts)
    print(f"{ran} tests, {failed} failed")
    return 1 if failed or not ran else 0


if __name__ == "__main__":
    sys.exit(main())
