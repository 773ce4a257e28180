#!/bin/bash
# A long walk through the window with real input: sizes, languages and themes in turn, every control in each.
#   tests/gui/with_display.sh tests/gui/walk.sh PROGRAM FOLDER [ROUNDS [FIRST]]
# PROGRAM is best one built with sanitizers: anything it finds ends it, and the walk with it. Captures of each step lie in
# FOLDER afterwards (where ImageMagick's `import` is installed), to be looked at.
set -u
program=$1 folder=$2 rounds=${3:-12} first=${4:-0}
mkdir -p "$folder"
export POSLAB_STATE=$folder/state HOME=$folder
export UBSAN_OPTIONS=${UBSAN_OPTIONS:-print_stacktrace=1} ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=0}
steps=0 pid=0

fail() { echo "walk: $1" >&2; kill "$pid" 2> /dev/null; exit 1; }
alive() { kill -0 "$pid" 2> /dev/null || { tail -n 30 "$folder/stderr" >&2; fail "the program ended at step $steps of round $round: $1"; }; }
trace() { tail -n 1 "$POSLAB_TRACE"; }
# The middle of a widget, or another part of it: NAME [FX [FY]].
place() {
    trace | grep -oE "\"$1\":\[[^]]*\]" | tail -n 1 | sed -E 's/.*\[(.*)\]/\1/' |
        awk -F, -v fx="${2:-0.5}" -v fy="${3:-0.5}" 'NF == 4 {printf "%d %d", $1 + fx * $3, $2 + fy * $4}'
}
to() {
    local at
    at=$(place "$@")
    [ -n "$at" ] || return 1
    # shellcheck disable=SC2086
    xdotool mousemove $at
    sleep 0.05
}
click() { to "$@" && xdotool click 1 && sleep 0.12 && alive "click $1"; }
key() { xdotool key --delay 15 "$@"; sleep 0.12; alive "keys $*"; }
drag() { # NAME FROM TO
    to "$1" "$2" || return
    xdotool mousedown 1
    for i in 1 2 3 4 5 6 7 8; do to "$1" "$(awk -v a="$2" -v b="$3" -v i=$i 'BEGIN {print a + (b - a) * i / 8}')"; done
    xdotool mouseup 1
    sleep 0.1
    alive "drag $1"
}
shot() {
    steps=$((steps + 1))
    sleep 0.45
    alive "$1"
    command -v import > /dev/null && import -window root -crop "${size}+0+0" "$folder/$round-$size-$(printf %02d $steps)-$1.png"
}

sliders() {
    for id in w k length train-length group chunk local sinks recent; do
        [ -n "$(place $id)" ] || continue
        drag $id 0.2 0.6
        drag $id 0.6 0.35
        to $id 0.35 && xdotool click 1
        key Right Right shift+Right alt+Left Page_Up Page_Down
        click "$id.field" && xdotool type --delay 15 300 && key Return
        to "$id.reset" && xdotool click 1
    done
}
maps() {
    for map in rope pi rerope inv-leaky-rerope self-extend dual-chunk sinks leaky-rerope; do
        click map && click "map=$map"
        shot "map-$map"
        sliders
    done
    click causal=false; shot both-sides; click causal=true
}
figure() {
    to matrix 0.4 0.6
    xdotool click --repeat 14 --delay 30 4; shot zoomed
    to matrix 0.3 0.5; shot pointer
    drag matrix 0.6 0.3; drag overview 0.2 0.7; shot panned
    key Home; sleep 0.3
    key z; drag matrix 0.3 0.5; shot boxed
    key h 0
    key Escape; click tool.home
    for _ in 1 2 3 4; do key Left Down plus plus minus; done
    key Home
}
play() {
    for id in w k length; do
        click "$id.play"; sleep 1; shot "plays-$id"
        drag "$id.to" 0.5 9; click "$id.speed"; click "$id.mode"
        key space bracketright l; sleep 0.5; key space
    done
    key ctrl+z ctrl+z ctrl+shift+z ctrl+y
}
dialogs() {
    key e; sleep 0.3; shot export
    for format in svg pdf png; do click "export.format=$format"; shot "export-$format"; done
    click export.content=numbers; shot export-numbers; click export.content=figure
    click export.preset; shot export-presets; key Down Down Return
    click export.transparent; click export.titles; click export.theme=dark; shot export-bare-dark; click export.theme=light
    click export.change; sleep 0.2; shot export-change; key Escape
    key Escape Escape
    key ctrl+o; sleep 0.2; shot open; key Escape
    key question; sleep 0.2; shot keys; key Escape
}
inspector() {
    for part in parameters readout formula display notes; do click "fold.$part"; done
    sleep 0.3; shot folded
    for part in parameters readout formula display notes; do click "fold.$part"; done
    sleep 0.3; shot unfolded
    click cell-text=formula; click pool=max; click pool=mean; click cell-text=number
    for i in $(seq 40); do key Tab; [ $((i % 8)) = 0 ] && shot "focus-$i"; done
    key Escape
    for tip in tool.home tool.zoom tool.play status.undo status.size status.theme; do to $tip; sleep 0.5; done
    shot tooltip
    key ctrl+c ctrl+shift+c; shot toast
}

round=$first
while [ $round -lt "$rounds" ]; do
    case $((round % 3)) in 0) size=1280x720 ;; 1) size=1600x1000 ;; *) size=2560x1440 ;; esac
    case $((round / 3 % 4)) in
        0) language=en theme=light ;;
        1) language=zh theme=dark ;;
        2) language=en theme=dark ;;
        *) language=zh theme=light ;;
    esac
    steps=0
    export POSLAB_TRACE=$folder/trace-$round.jsonl
    rm -f "$POSLAB_TRACE"
    "$program" --window-size $size --lang $language --theme $theme 2>> "$folder/stderr" &
    pid=$!
    sleep 2.5
    alive start; shot start
    figure; maps; play; inspector; dialogs
    click status.language; shot language; click status.language
    click status.theme; shot theme; click status.theme
    key ctrl+plus ctrl+plus; shot larger; key ctrl+0
    xdotool key ctrl+q
    wait $pid || fail "the program ended with $? in round $round; $(tail -n 3 "$folder/stderr")"
    rm -f "$POSLAB_TRACE"
    round=$((round + 1))
done
if grep -qE "runtime error|ERROR: AddressSanitizer" "$folder/stderr"; then fail "the sanitizers found something: $folder/stderr"; fi
echo "walk: rounds $first to $((rounds - 1)), nothing found"
