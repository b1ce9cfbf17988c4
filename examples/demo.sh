#!/bin/sh
# What `make demo` shows: a scan of the example beside this file, then of a published framework, if a registry answers.
set -eu
cd "$(dirname "$0")/.."

printf '\n1. examples/first_look is a small training framework. Its shared code decides by the names of models:\n\n'
printf '   $ namebranch scan examples/first_look\n\n'
namebranch scan examples/first_look

printf '\n2. The same, on %s %s as published (downloaded by digest, read in memory, never run):\n\n' "$1" "$2"
if wheel=$(python tests/support/wheels.py "$1" "$2"); then
    printf '   $ namebranch scan %s\n\n' "$wheel"
    namebranch scan "$wheel"
else
    printf '   No package registry answered, so this part was not shown. With a registry, `make demo` shows it.\n'
fi
