# Progress messages for scripts; sourced, not run. In a terminal one line is rewritten, otherwise a line is
# printed every 10 %. All output goes to standard error.

progress_name= progress_begun=0 progress_told=0

# progress_begin NAME: starts the timer.
progress_begin() {
    progress_name=$1 progress_begun=$SECONDS progress_told=0
}

# progress_left DONE ALL: " · 3 min left", once an estimate is possible.
progress_left() {
    local spent=$((SECONDS - progress_begun)) left
    [ "$1" -gt 0 ] && [ "$spent" -ge 5 ] || return 0
    left=$((spent * ($2 - $1) / $1))
    if [ "$left" -ge 90 ]; then printf ' · %d min left' $(((left + 30) / 60)); elif [ "$left" -gt 0 ]; then printf ' · %d s left' "$left"; fi
}

# progress DONE ALL [NOTE]: "Building: 12 of 88 · 3 min left".
progress() {
    [ "$2" -gt 0 ] || return 0
    local line="$progress_name: $1 of $2${3:+, $3}$(progress_left "$1" "$2")"
    if [ -t 2 ]; then
        printf '\r\033[K%s' "${line:0:$((${COLUMNS:-80} - 1))}" >&2
        progress_told=1
    elif [ $((10 * $1 / $2)) -gt "$progress_told" ]; then
        printf '%s\n' "$line" >&2
        progress_told=$((10 * $1 / $2))
    fi
}

# progress_end: ends the line.
progress_end() {
    if [ -t 2 ] && [ "$progress_told" = 1 ]; then printf '\r\033[K' >&2; fi
}

# Filters that convert a program's output on standard input to progress messages.

# apt-get with -o APT::Status-Fd=1: a package is done once it is set up.
watch_packages() { # ALL
    local all=$1 line percent
    while IFS= read -r line; do
        case $line in
            dlstatus:* | pmstatus:*)
                percent=$(cut -d: -f3 <<<"$line")
                percent=${percent%%.*}
                [[ $percent =~ ^[0-9]+$ ]] || continue
                # Loading counts as half of the work.
                case $line in dlstatus:*) percent=$((percent / 2)) ;; *) percent=$((50 + percent / 2)) ;; esac
                progress $((all * percent / 100)) "$all"
                ;;
        esac
    done
}

# ninja with NINJA_STATUS="[%f/%t] ".
watch_build() {
    local line
    while IFS= read -r line; do
        if [[ $line =~ ^\[([0-9]+)/([0-9]+)\]\  ]]; then progress "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}"; fi
    done
}

# ctest: "  12/2296 Test #5: NAME ....   Passed    0.01 sec". Tests end in any order, so the ends are counted.
watch_tests() {
    local line failed=0 done=0
    while IFS= read -r line; do
        [[ $line =~ ^\ *[0-9]+/([0-9]+)\ Test\ +# ]] || continue
        done=$((done + 1))
        case $line in *Passed* | *Skipped* | *"Not Run (Disabled)"*) ;; *) failed=$((failed + 1)) ;; esac
        progress "$done" "${BASH_REMATCH[1]}" "$failed failed"
    done
}

# One line per step.
watch_lines() { # ALL
    local line done=0
    while IFS= read -r line; do
        done=$((done + 1))
        progress "$done" "$1"
    done
}

# first_build_error LOG: the first step of ninja that failed, without its command line.
first_build_error() {
    awk '/^FAILED: / { print; found = 1; skip = 1; next }
         skip { skip = 0; next }
         found && (/^\[[0-9]+\/[0-9]+\] / || /^ninja: / || /^FAILED: / || ++lines > 24) { exit }
         found { print }
         END { if (!found) exit 1 }' "$1" || tail -n 12 "$1"
}

# first_test_error LOG: the output of the first failed test.
first_test_error() {
    awk '/^ *[0-9]+\/[0-9]+ Test +#/ { if (found) exit; if ($0 !~ /Passed|Skipped/) { print; found = 1 } next }
         /^ +Start +[0-9]+: / { next }
         found && ++lines > 60 { exit }
         found { print }' "$1"
}
