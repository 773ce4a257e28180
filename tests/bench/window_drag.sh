#!/usr/bin/env bash
# window_drag.sh POSLAB: drags w at a length of 10^6 in the real window and prints, in milliseconds, how long
# one step takes from the input to the end of the frame that shows its data (latency_ms of app/gui/trace.hpp).
# Needs xdotool and a display (tests/gui/with_display.sh).
set -euo pipefail
program=$1
folder=$(mktemp -d)
trap 'kill "$window" 2>/dev/null || true; rm -rf "$folder"' EXIT
POSLAB_STATE=$folder POSLAB_TRACE=$folder/trace "$program" position-matrix --length 1000000 --w 4096 --window-size 1440x900 &
window=$!
for _ in $(seq 100); do grep -q '"shown":true' "$folder/trace" 2>/dev/null && break; sleep 0.05; done

# The slider of w in the trace: x, y, width, height in window pixels.
read -r x y width height < <(tail -n 1 "$folder/trace" | grep -oE '"w":\[[^]]*\]' | grep -oE '[0-9.]+' | tr '\n' ' ') || true
row=$(awk "BEGIN { printf \"%d\", $y + $height / 2 }")
left=$(awk "BEGIN { printf \"%d\", $x + $width * 0.45 }")
xdotool mousemove "$left" "$row" mousedown 1
sleep 0.3
for step in $(seq 60); do
    xdotool mousemove $((left + 2 * step)) "$row"
    sleep 0.08
done
xdotool mouseup 1
sleep 0.5
{ grep -oE '"latency_ms":[0-9.]+' "$folder/trace" || true; } | cut -d: -f2 | sort -n |
    awk '{ all[NR] = $1 } END { printf "drag of w at 10^6 tokens: %d steps, median %.1f ms, 90 %% %.1f ms, largest %.1f ms\n", NR, all[int((NR + 1) / 2)], all[int(NR * 0.9)], all[NR] }'
