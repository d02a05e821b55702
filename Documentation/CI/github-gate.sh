#!/usr/bin/env bash
# The gate step of action.yml: annotations on the log, the report as the step's summary, files for the other steps.
set -uo pipefail
tool=${EXECUTABLE:-}
if [ -z "$tool" ]; then
  tool=$ACTION_PATH/.build/release/whyredraw
  if [ ! -x "$tool" ]; then
    (cd "$ACTION_PATH" && .ci/setup build && swift build -c release --product whyredraw) || exit 70
  fi
fi
mkdir -p "$REPORTS"
rm -f "$REPORTS"/gate.*
# Words of the workflow's own author, split at spaces with quotes honoured; no names of files that a trace could hold.
declare -a inputs=() confirm=() further=()
eval "inputs=($INPUTS)"
if [ -n "${CONFIRM:-}" ]; then eval "confirm=(--confirm $CONFIRM)"; fi
if [ -n "${ARGUMENTS:-}" ]; then eval "further=($ARGUMENTS)"; fi
if [ -n "${BASELINE:-}" ]; then further+=(--baseline "$BASELINE"); fi
status=0
"$tool" gate "${inputs[@]}" ${further[@]+"${further[@]}"} ${confirm[@]+"${confirm[@]}"} --progress never --format github \
  --output "markdown=$REPORTS/gate.md" --output "json=$REPORTS/gate.json" --output "sarif=$REPORTS/gate.sarif" \
  --output "junit=$REPORTS/gate.xml" || status=$?
if [ -s "$REPORTS/gate.json" ]; then
  verdict=$(sed -n 's/^  "verdict": "\(.*\)"$/\1/p' "$REPORTS/gate.json")
  {
    echo "verdict=$verdict"
    echo "report=$REPORTS/gate.json"
  } >>"${GITHUB_OUTPUT:-/dev/null}"
  cat "$REPORTS/gate.md" >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
fi
exit "$status"
