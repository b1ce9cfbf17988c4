#!/usr/bin/env bash
# One check in CI: finds what to compare with, runs namebranch, and hands on its numbers, its summary and its SARIF file.
# Nothing is fetched and nothing of the target is run or changed.
set -euo pipefail

namebranch=${NAMEBRANCH:-namebranch}
python=${NAMEBRANCH_PYTHON:-python3}
target=${NAMEBRANCH_TARGET:-.}
against=${NAMEBRANCH_AGAINST:-}
sarif=${NAMEBRANCH_SARIF:-$RUNNER_TEMP/namebranch.sarif}
allow=${NAMEBRANCH_ALLOW-3}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

finish() { # finish CODE: the step's answer
    case " $allow " in
        *" $1 "*) exit 0 ;;
        *) exit "$1" ;;
    esac
}

stop() { # stop CODE MESSAGE: an answer without a check
    echo "::error title=namebranch::$2"
    echo "exit-code=$1" >>"$GITHUB_OUTPUT"
    echo "**namebranch**: $2" >>"$GITHUB_STEP_SUMMARY"
    finish "$1"
}

base_of_event() { # the commit that the pull request or the merge group starts from, if the event has one
    [ -f "${GITHUB_EVENT_PATH:-}" ] || return 0
    "$python" - "$GITHUB_EVENT_PATH" <<'PYTHON'
import json, re, sys

with open(sys.argv[1], encoding="utf-8") as file:
    event = json.load(file)
base = event.get("pull_request", {}).get("base", {}).get("sha") or event.get("merge_group", {}).get("base_sha") or ""
print(base if re.fullmatch("[0-9a-f]{40,64}", base) else "")
PYTHON
}

has() { # whether that commit is in the clone
    git -C "$target" rev-parse --quiet --verify "$1^{commit}" >"$work/found" 2>/dev/null
}

base() { # the revision to compare with: the event's own, the branch it names, or the first parent of a merge that CI made
    local event
    event=$(base_of_event)
    if [ -z "$event" ] && [ -z "${GITHUB_BASE_REF:-}" ]; then return; fi
    if [ -n "$event" ] && has "$event"; then echo "$event"
    elif [ -n "${GITHUB_BASE_REF:-}" ] && has "refs/remotes/origin/$GITHUB_BASE_REF"; then echo "refs/remotes/origin/$GITHUB_BASE_REF"
    elif has 'HEAD^2' && has 'HEAD^1'; then cat "$work/found"
    else echo "missing ${event:-$GITHUB_BASE_REF}"
    fi
}

horizon() { # where the history of a shallow clone ends, the first three of its ends; nothing where it is whole
    [ "$(git -C "$target" rev-parse --is-shallow-repository)" = true ] || return 0
    local commit ends=
    while read -r commit; do
        ends+="${ends:+, }$(git -C "$target" rev-list -1 --format='%h of %cs' "$commit" -- | tail -n 1)"
    done < <(head -n 3 "$(git -C "$target" rev-parse --path-format=absolute --git-path shallow)")
    echo "$ends"
}

if [ -z "$against" ] && [ -d "$target" ]; then
    against=$(base)
    case $against in
        missing*)
            ends=$(horizon)
            stop 4 "the base ${against#missing } is not in this clone${ends:+, whose history ends at $ends}: set fetch-depth: 0 for actions/checkout" ;;
    esac
fi
if [ -n "$against" ] && [ "$against" != none ] && [ -d "$target" ] && ! git -C "$target" merge-base "$against" HEAD >/dev/null 2>&1; then
    ends=$(horizon)
    [ -z "$ends" ] || stop 4 "this clone holds no common ancestor with $against, as its history ends at $ends: set fetch-depth: 0 for actions/checkout"
fi

arguments=("$target")
if [ -n "$against" ] && [ "$against" != none ]; then arguments+=(--against "$against"); fi
if [ -n "${NAMEBRANCH_CONFIG:-}" ]; then arguments+=(--config "$NAMEBRANCH_CONFIG"); fi

# Words on stderr and every format but github quote the target's text; no line of them may be a command to the runner.
format=${NAMEBRANCH_FORMAT:-github}
reports=(--report "outputs=$work/outputs" --report "markdown=$work/summary.md" --report "code-scanning=$sarif")
pause=namebranch-$("$python" -c 'import secrets; print(secrets.token_hex(16))')
code=0
[ "$format" = github ] || echo "::stop-commands::$pause"
"$namebranch" check "${arguments[@]}" --format "$format" "${reports[@]}" 2>"$work/words" || code=$?
sed 's/^/namebranch: /' "$work/words" >&2
[ "$format" = github ] || echo "::$pause::"

if [ -f "$work/outputs" ]; then
    cat "$work/outputs" >>"$GITHUB_OUTPUT"
    cat "$work/summary.md" >>"$GITHUB_STEP_SUMMARY"
    echo "sarif=$sarif" >>"$GITHUB_OUTPUT"
else
    echo "exit-code=$code" >>"$GITHUB_OUTPUT"
    echo "**namebranch** stopped with exit code $code; the log says why." >>"$GITHUB_STEP_SUMMARY"
fi
finish "$code"
