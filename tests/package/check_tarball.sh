#!/usr/bin/env bash
# check_tarball.sh FOLDER: runs the program of an unpacked tarball on a Debian without packages, then with
# OpenGL; scripts/in-root runs this in a new root. Exit status 77: the packages of OpenGL cannot be installed.
set -euo pipefail
poslab=$1/poslab
export LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive
work=$(mktemp -d)
. /etc/os-release
"$poslab" --version
"$poslab" gallery -o "$work/gallery" --quiet
pictures=$(find "$work/gallery" -name '*.png' -size +1k | wc -l)
[ "$pictures" -gt 0 ]
echo "$PRETTY_NAME: $pictures pictures in the gallery, without packages"
if "$poslab" attention --capture "$work/window.png" 2>"$work/refusal"; then
    echo "the window needs no OpenGL?" >&2
    exit 1
fi
cat "$work/refusal"
{ apt-get update -q && apt-get install -y -q --no-install-recommends libegl1 libgl1 libgl1-mesa-dri; } >"$work/log" 2>&1 ||
    { tail -n 5 "$work/log" >&2; exit 77; }
"$poslab" attention --capture "$work/window.png"
[ -s "$work/window.png" ]
echo "$PRETTY_NAME: the window is drawn with the machine's OpenGL"
