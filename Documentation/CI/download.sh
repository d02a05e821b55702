#!/usr/bin/env bash
# Puts the executable of a release where a build of it would be: download.sh ADDRESS VERSION FILE
#
# ADDRESS is where the files of the release lie. What was downloaded is held against SHA256SUMS from there. Ends with 1, having
# said why, where there is nothing for this machine or it is not what it should be; the caller builds then.
set -euo pipefail
address=$1 version=$2 file=$3
refuse() { echo "whyredraw: $*; it is built instead" >&2; exit 1; }
case "$(uname -sm)" in
Darwin*) triple=universal-apple-macosx ;;
"Linux x86_64") triple=x86_64-unknown-linux-gnu ;;
"Linux aarch64") triple=aarch64-unknown-linux-gnu ;;
*) refuse "there is no executable for $(uname -sm)" ;;
esac
name=whyredraw-$version-$triple
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for part in SHA256SUMS "$name.tar.gz"; do
  curl --silent --show-error --fail --location --retry 2 --max-time 120 --output "$folder/$part" "$address/$part" ||
    refuse "$address/$part cannot be downloaded"
done
cd "$folder"
grep -F "  $name.tar.gz" SHA256SUMS >wanted || refuse "SHA256SUMS does not name $name.tar.gz"
if command -v sha256sum >/dev/null; then sha256sum --check --quiet wanted; else shasum -a 256 --check --quiet wanted; fi >&2 ||
  refuse "$name.tar.gz is not what SHA256SUMS says"
tar -xzf "$name.tar.gz" "$name/bin/whyredraw" || refuse "$name.tar.gz holds no executable"
"$name/bin/whyredraw" --version >/dev/null || refuse "the executable does not run here"
mkdir -p "$(dirname "$file")"
mv "$name/bin/whyredraw" "$file"
