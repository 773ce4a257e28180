#!/usr/bin/env bash
# with_display.sh PROGRAM ARGUMENT…: runs a program on its own X server, so that tests neither need nor
# disturb a display. Without Xvfb the program runs without any display, and its tests are skipped.
set -uo pipefail
unset DISPLAY WAYLAND_DISPLAY
for argument in "$@"; do
    [ "$argument" = --gtest_list_tests ] && exec "$@"  # listing needs no server
done
command -v Xvfb >/dev/null || exec "$@"

# for sanitized builds: Mesa and the X libraries never free some memory
export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=0}
folder=$(mktemp -d /tmp/p.XXXX)  # short, since narrow windows show paths below it
# Nothing is written to the user's folders; the tests share what libraries compile once.
unset XDG_DATA_HOME XDG_STATE_HOME XDG_CONFIG_HOME
export HOME=$folder XDG_CACHE_HOME=${TMPDIR:-/tmp}/poslab-test-cache-$UID
mkdir -p "$XDG_CACHE_HOME"
server=
finish() {
    [ -n "$server" ] && kill "$server" 2>/dev/null && wait "$server" 2>/dev/null
    rm -rf "$folder"
}
trap finish EXIT
trap 'exit 143' TERM
trap 'exit 130' INT

# The server writes its display number to the pipe once it accepts connections; end of file means that it
# failed.
mkfifo "$folder/number"
Xvfb -displayfd 3 -screen 0 2560x1600x24 -nolisten tcp -noreset 3>"$folder/number" >"$folder/log" 2>&1 &
server=$!
number=
read -r number <"$folder/number" || true
if [ -z "$number" ]; then
    cat "$folder/log" >&2
    echo "with_display.sh: Xvfb did not start" >&2
    exit 1
fi
DISPLAY=:$number "$@"
