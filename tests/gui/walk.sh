#!/bin/bash
# A long walk through the window with real input: sizes, languages and themes in turn, every control in each.
#   tests/gui/with_display.sh tests/gui/walk.sh PROGRAM FOLDER [ROUNDS [FIRST]]
# PROGRAM should be built with sanitizers: any finding ends it, and the walk with it. FOLDER afterwards contains
# captures of each step for inspection (if ImageMagick's `import` is installed). Widgets are found by their names in
# the trace; at the end the script lists the ones that never appeared, and fails if a required one is among them.
set -u
program=$1 folder=$2 rounds=${3:-12} first=${4:-0}
mkdir -p "$folder"
export POSLAB_STATE=$folder/state HOME=$folder
export UBSAN_OPTIONS=${UBSAN_OPTIONS:-print_stacktrace=1} ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=0}
steps=0 pid=0
declare -A asked=() found=()

fail() { echo "walk: $1" >&2; kill "$pid" 2> /dev/null; exit 1; }
alive() { kill -0 "$pid" 2> /dev/null || { tail -n 30 "$folder/stderr" >&2; fail "the program ended at step $steps of round $round: $1"; }; }
trace() { tail -n 1 "$POSLAB_TRACE"; }
# Waits until the window has drawn the effect: it draws only when something happens, so there is a new line in
# the trace, and then none for a moment, unless something is playing.
seen=0
rest() {
    local now=0
    for _ in 1 2 3 4 5; do
        now=$(stat -c %s "$POSLAB_TRACE") && [ "$now" != "$seen" ] && break
        sleep 0.1
    done
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12; do
        seen=$now
        sleep 0.15
        now=$(stat -c %s "$POSLAB_TRACE") && [ "$now" = "$seen" ] && break
    done
    seen=$now
}
rect() { trace | grep -oP "\"\Q$1\E\":\[\K[^]]*" | tail -n 1; }
# Sets `at` to the middle of a widget, or to another part of it: NAME [FX [FY]].
place() {
    asked[$1]=1
    at=$(rect "$1" | awk -F, -v fx="${2:-0.5}" -v fy="${3:-0.5}" 'NF == 4 {printf "%d %d", $1 + fx * $3, $2 + fy * $4}')
    [ -n "$at" ] && found[$1]=1
}
# Scrolls the inspector first if the widget is hidden.
to() {
    local at left top width height
    place "$@" || return 1
    IFS=, read -r left top width height <<< "$(rect inspector | sed 's/\.[0-9]*//g')"
    case $1 in status.* | export* | file* | keys* | map=*) width=0 ;; esac
    for _ in $(seq 20); do
        if [ "${at% *}" -lt "$left" ] || [ "$width" = 0 ]; then break; fi
        if [ "${at#* }" -lt $((top + 12)) ]; then turn=4; elif [ "${at#* }" -gt $((top + height - 12)) ]; then turn=5; else break; fi
        xdotool mousemove $((left + 5)) $((top + height / 2)) click "$turn"
        rest
        place "$@" || return 1
    done
    # shellcheck disable=SC2086
    xdotool mousemove $at
    rest
}
click() { to "$@" && xdotool click 1 && rest && alive "click $1"; }
key() { xdotool key --delay 15 "$@"; rest; alive "keys $*"; }
drag() { # NAME FROM TO
    to "$1" "$2" || return
    local at
    xdotool mousedown 1
    for i in 1 2 3 4 5 6 7 8; do
        # shellcheck disable=SC2086
        place "$1" "$(awk -v a="$2" -v b="$3" -v i=$i 'BEGIN {print a + (b - a) * i / 8}')" && xdotool mousemove $at && sleep 0.05
    done
    xdotool mouseup 1
    rest
    alive "drag $1"
}
shot() {
    steps=$((steps + 1))
    sleep 0.45
    alive "$1"
    command -v import > /dev/null && import -window root -crop "${size}+0+0" "$folder/$round-$size-$(printf %02d $steps)-$1.png"
}

sliders() {
    for id in $(trace | grep -oP '"\K[a-z0-9-]+(?=\.field":)'); do
        drag "$id" 0.2 0.6
        drag "$id" 0.6 0.35
        to "$id" 0.35 && xdotool click 1
        key Right Right shift+Right alt+Left Page_Up Page_Down
        click "$id.field" && xdotool type --delay 15 300 && key Return
        click "$id.reset"
        to "$id" 0.7 && xdotool click 1 click 3
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
    key Home
    click tool.zoom; drag matrix 0.3 0.5; shot boxed
    click tool.pan; key z h 0
    key Escape; click tool.home
    for _ in 1 2 3 4; do key Left Down plus plus minus; done
    key Home
}
play() {
    click tool.play; sleep 0.5; click tool.play
    for id in w k length; do
        click "$id.play"; sleep 1; shot "plays-$id"
        drag "$id.to" 0.5 -9; drag "$id.from" 0.5 3; click "$id.speed"; click "$id.mode"
        key space bracketright l; sleep 0.5; key space; click "$id.reset"
    done
    key ctrl+z ctrl+z ctrl+shift+z ctrl+y
    click status.undo
}
dialogs() {
    click tool.export; shot export
    for format in svg pdf png; do click "export.format=$format"; shot "export-$format"; done
    click export.content=numbers; shot export-numbers
    for format in npy npz json csv; do click "export.format=$format"; done
    click export.content=figure
    click export.preset; shot export-presets; key Down Down Return
    click export.panels; shot export-panels; key Escape
    click export.width && xdotool type --delay 15 5; key Return; shot export-too-small; key Escape
    click export.transparent; click export.titles; click export.theme=dark; shot export-bare-dark; click export.theme=light
    click export.copy; click export.change; shot export-change; click file.list; key Down Up; click file.cancel
    click export.change; click file.close; click export.cancel
    key e; shot export-again; click export.do; sleep 1; shot exported; key Escape
    key ctrl+o; shot open; key Escape
    click rail.open; click file.path && xdotool type --delay 15 z; shot open-typed; key Escape Escape
    key question; shot keys; click keys.close
    click status.help; key Escape
    click welcome.close
}
inspector() {
    for part in parameters readout formula display notes; do click "fold.$part"; done
    shot folded
    for part in parameters readout formula display notes; do click "fold.$part"; done
    shot unfolded
    click fold.display; shot display
    click cell-text=formula; click pool=max; click pool=mean; click cell-text=number
    click fold.display
    for i in $(seq 40); do key Tab; [ $((i % 8)) = 0 ] && shot "focus-$i"; done
    key Escape
    for tip in tool.home tool.zoom tool.play status.undo status.size status.theme; do to $tip; sleep 0.5; done
    shot tooltip
    key ctrl+c ctrl+shift+c; shot toast
}
views() {
    for view in frequencies attention bias-decay memory memory-decay rope-2d; do
        click "rail:$view"; shot "view-$view"
        drag canvas 0.3 0.6; drag canvas 0.5 0.2
        click fold.more; sliders; click fold.more
        shot "view-$view-used"
        key e; shot "view-$view-export"; key Escape
    done
    click rail:position-matrix
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
    figure; maps; play; inspector; dialogs; views
    click status.language; shot language; click status.language
    click status.theme; shot theme; click status.theme
    click status.size; shot size; key Escape
    key ctrl+plus ctrl+plus; shot larger; key ctrl+0
    xdotool key ctrl+q
    wait $pid || fail "the program ended with $? in round $round; $(tail -n 3 "$folder/stderr")"
    rm -f "$POSLAB_TRACE"
    round=$((round + 1))
done
if grep -qE "runtime error|ERROR: AddressSanitizer" "$folder/stderr"; then fail "the sanitizers found something: $folder/stderr"; fi
missing=() needed=()
for name in "${!asked[@]}"; do
    [ -n "${found[$name]:-}" ] && continue
    missing+=("$name")
    case $name in map | w | k | length | matrix | tool.* | status.* | fold.* | export.*) needed+=("$name") ;; esac
done
echo "walk: ${#asked[@]} widgets requested; never found: ${missing[*]:-none}"
[ ${#needed[@]} = 0 ] || fail "must be there: ${needed[*]}"
echo "walk: rounds $first to $((rounds - 1)), nothing found by sanitizers"
