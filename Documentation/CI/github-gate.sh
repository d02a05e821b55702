#!/usr/bin/env bash
# The gate step of action.yml: annotations on the log, the report as the step's summary, files for the other steps.
set -uo pipefail
tool=${EXECUTABLE:-}
if [ -z "$tool" ]; then
  tool=$ACTION_PATH/.build/release/whyredraw
  # A version of the action has an executable; a branch or a commit is built.
  version=${ACTION_REF:-}
  if [ ! -x "$tool" ] && [[ "$version" =~ ^v[0-9]+\.[0-9]+\.[0-9]+ ]]; then
    "$ACTION_PATH/Documentation/CI/download.sh" "$RELEASES/download/$version" "${version#v}" "$tool" || true
  fi
  if [ ! -x "$tool" ]; then
    (cd "$ACTION_PATH" && .ci/setup build && swift build -c release --product whyredraw) || exit 70
  fi
fi
mkdir -p "$REPORTS"
rm -f "$REPORTS"/gate.*
# Splits at spaces, quotes honoured, nothing expanded or run: one word a line.
words() { [ -z "$1" ] || printf '%s' "$1" | xargs -n 1 printf '%s\n'; }
arguments=()
while IFS= read -r word; do arguments+=("$word"); done < <(words "$INPUTS")
while IFS= read -r word; do arguments+=("$word"); done < <(words "${ARGUMENTS:-}")
if [ -n "${BASELINE:-}" ]; then arguments+=(--baseline "$BASELINE"); fi
if [ -n "${TITLE:-}" ]; then arguments+=(--title "$TITLE"); fi
if [ -n "${CONFIRM:-}" ]; then
  arguments+=(--confirm)
  while IFS= read -r word; do arguments+=("$word"); done < <(words "$CONFIRM")
fi
status=0
"$tool" gate "${arguments[@]}" --progress never --format github \
  --output "markdown=$REPORTS/gate.md" --output "json=$REPORTS/gate.json" --output "sarif=$REPORTS/gate.sarif" \
  --output "junit=$REPORTS/gate.xml" || status=$?
if [ -s "$REPORTS/gate.json" ]; then
  verdict=$(sed -n 's/^  "verdict": "\(.*\)",*$/\1/p' "$REPORTS/gate.json")
  {
    echo "verdict=$verdict"
    echo "report=$REPORTS/gate.json"
  } >>"${GITHUB_OUTPUT:-/dev/null}"
  cat "$REPORTS/gate.md" >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
fi
exit "$status"
