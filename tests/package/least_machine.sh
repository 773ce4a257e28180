#!/usr/bin/env bash
# least_machine.sh FOLDER COMMAND…: runs a shell command in a root that has only the C library, sh, dirname and
# readlink, and FOLDER, a program made by scripts/tarball.sh, as /poslab. Exit status 77: this machine allows no
# such root.
set -euo pipefail
folder=$1
shift
root=$(mktemp -d)
trap 'rm -rf --one-file-system "$root"' EXIT
mkdir -p "$root"/{bin,proc,tmp,poslab}
programs=()
for program in sh dirname readlink; do
    programs+=("$(command -v "$program")")
    cp -L "${programs[-1]}" "$root/bin/"
done
ldd "${programs[@]}" "$folder/bin/poslab" |
    grep -oE '/[^ ]*/(ld-linux[^ ]*|lib(c|m|mvec|pthread|dl|rt|resolv)\.so\.[0-9]+)' | sort -u |
    while read -r file; do
        mkdir -p "$root${file%/*}"
        cp -L "$file" "$root$file"
    done
user=()
[ "$(id -u)" = 0 ] || user=(--user --map-root-user)
unshare "${user[@]}" --mount --pid --fork true 2>/dev/null || exit 77
# shellcheck disable=SC2016
unshare "${user[@]}" --mount --pid --fork --kill-child bash -c '
    mount --bind "$2" "$1/poslab" && mount -t proc proc "$1/proc" || exit 77
    exec chroot "$1" /bin/sh -c "$3"' - "$root" "$folder" "$*"
