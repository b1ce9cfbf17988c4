#!/usr/bin/env bash
# Installs namebranch into an environment of its own below the runner's temporary folder, and says where it is.
set -euo pipefail

python=${NAMEBRANCH_PYTHON:-python3}
version=${NAMEBRANCH_VERSION:-}
place=$RUNNER_TEMP/namebranch

if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    echo "::error title=namebranch::namebranch needs Python 3.11 or later: set up one before this step, or name one by the input python"
    exit 2
fi
case $version in
    '') wanted=$GITHUB_ACTION_PATH ;;
    *[!0-9A-Za-z.+]*) echo "::error title=namebranch::the input version is no version: write for example 0.1.0"; exit 2 ;;
    *) wanted=namebranch==$version ;;
esac

"$python" -m venv "$place"
"$place/bin/python" -m pip install --quiet --disable-pip-version-check "$wanted"
echo "namebranch=$place/bin/namebranch" >>"$GITHUB_OUTPUT"
"$place/bin/namebranch" --version
