#!/usr/bin/env bash
# window_drag_offscreen.sh POSLAB [ENGINE [VIEW [--PARAM VALUE]…]]: drags w in the real window, drawn off
# screen, and prints in milliseconds how long a step takes from the start of its frame until a picture of it
# is finished: first the preliminary picture, which may be coarse (in Extrapolation: the current scheme before
# the others), then the final one. The next step starts when everything is drawn. The default view is
# attention of 32,768 tokens. Needs no display.
set -euo pipefail
program=$1 engine=${2:-auto} steps=60
shift $(($# < 2 ? $# : 2))
[ $# -gt 0 ] || set -- attention --length 32768 --map rerope --w 1024
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Moves from the middle of the track and back, so that each step has a different w.
awk -v steps="$steps" 'BEGIN {
    print "wait\nmove w 0.45\npress left\nwait"
    for (i = 1; i <= steps; ++i) printf "move w %.4f\nwait\n", 0.45 + 0.1 * (i <= steps / 2 ? i : i - steps - 0.5) / (steps / 2)
    print "release left\nwait"
}' >"$folder/steps"
POSLAB_STATE=$folder/state POSLAB_TRACE=$folder/trace "$program" "$@" --engine "$engine" \
    --window-size 1440x900 --replay "$folder/steps" --capture "$folder/end.png"

# Measurements before the press belong to the opening of the window. A step that leaves w unchanged (w snaps
# to round numbers) has none.
summary() {
    { grep '"clicks":1' "$folder/trace" | grep -oE "\"$1\":[0-9.e+-]+" || true; } | cut -d: -f2 | sort -g | awk -v what="$2" '{ all[NR] = $1 }
        END {
            if (NR == 0) { print "no step changed the picture" >"/dev/stderr"; exit 1 }
            printf "%s: %d steps, median %.1f ms, 95 %% %.1f ms, worst %.1f ms\n", what, NR, all[int((NR + 1) / 2)], all[int(NR * 0.95 + 0.5)], all[NR]
        }'
}
echo "drag of w, $*, computed by $(tail -n 1 "$folder/trace" | grep -oE '"engine":"[^"]*"' | cut -d'"' -f4)"
summary first_ms "first picture"
summary latency_ms "final picture"
