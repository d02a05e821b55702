#!/usr/bin/env bash
# Writes the report as a comment of the pull request, or replaces the one that is there: it begins with a marker.
# A token without the right to comment, as pull requests from forks have it, is a warning and no failure of the gate.
set -euo pipefail
marker=$(head -n 1 "$REPORT")
publish() {
  local own comment
  own=$(gh api --paginate "repos/$REPOSITORY/issues/$NUMBER/comments" \
    --jq ".[] | select(.user.type == \"Bot\" and (.body | startswith(\"$marker\"))) | .id") || return
  comment=${own%%$'\n'*}
  if [ -n "$comment" ]; then
    gh api --method PATCH "repos/$REPOSITORY/issues/comments/$comment" --field "body=@$REPORT" --silent
  else
    gh api --method POST "repos/$REPOSITORY/issues/$NUMBER/comments" --field "body=@$REPORT" --silent
  fi
}
publish || echo "::warning title=WhyRedraw::the comment could not be written; it needs 'pull-requests: write'"
