#!/usr/bin/env bash
# Writes the report as a comment of the pull request, or replaces the one that is there: it begins with a marker.
set -euo pipefail
marker=$(head -n 1 "$REPORT")
comment=$(gh api --paginate "repos/$REPOSITORY/issues/$NUMBER/comments" \
  --jq ".[] | select(.user.type == \"Bot\" and (.body | startswith(\"$marker\"))) | .id" | head -n 1)
if [ -n "$comment" ]; then
  gh api --method PATCH "repos/$REPOSITORY/issues/comments/$comment" --field "body=@$REPORT" --silent
else
  gh api --method POST "repos/$REPOSITORY/issues/$NUMBER/comments" --field "body=@$REPORT" --silent
fi
