#!/usr/bin/env bash
# new_debian.sh BUILD RELEASE: runs the program of BUILD, packed as scripts/package does, in a new root of a
# release of Debian. Exit status 77: this machine cannot make such a root, or has no network.
set -euo pipefail
scripts=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../scripts" && pwd)
for part in common fonts tarball; do source "$scripts/$part.sh"; done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
put_program "$1" "$work/poslab"
tar -C "$work" -cf - poslab | gzip -1 >"$work/poslab.tar.gz"
status=0
"$scripts/in-root" "$2" tarball "$work/poslab.tar.gz" 2>"$work/errors" || status=$?
cat "$work/errors" >&2
if [ "$status" != 0 ] && grep -qE '^scripts/in-root: (needs|debootstrap)' "$work/errors"; then status=77; fi
exit "$status"
