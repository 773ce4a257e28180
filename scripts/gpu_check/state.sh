# The results of a check in gpu-check.log, from which the reports are made; sourced by gpu-check. Lines of the
# log begin with a word and a tab: commit, date, cuda …, then for each part `part`, `why`, `table`, and its
# output after only a tab.

# Removes control characters and invalid UTF-8, whatever a driver prints.
clean() {
    LC_ALL=C tr '\r' '\n' | LC_ALL=C tr -d '\000-\010\013-\037\177' |
        if command -v iconv >/dev/null; then iconv -c -f UTF-8 -t UTF-8; else LC_ALL=C tr -d '\200-\377'; fi
    return 0
}

short_lines() { head -n "$1" | cut -b "1-$2" | clean | tr '\t' ' ' | grep -v '^ *$'; }

one_line() { printf %s "$1" | tr '\n' ' ' | short_lines 1 1000; }

# Prints the first and last quarter of a megabyte of a large log.
ends_of() {
    local most=262144
    if [ "$(wc -c <"$1")" -le $((2 * most)) ]; then
        cat "$1"
    else
        head -c "$most" "$1"
        printf '\n[…]\n'
        tail -c "$most" "$1"
    fi
}

header_of_log() {
    printf '%s\t%s\n' commit "$commit" built "$built" date "$(date -u +%Y-%m-%dT%H:%M:%SZ)"
    printf '%s\t%s\t%s\n' cuda "$cuda_state" "$(one_line "$cuda_text")" opengl "$opengl_state" "$(one_line "$opengl_text")"
    printf 'driver\t%s\n' "$(one_line "${driver_text:-}")"
    [ "${others:-0}" = 0 ] || printf 'note\tother programs (%s) compute on the device: timings are unreliable\n' "$others"
    clean <"$work/doctor.json" | sed 's/^/	/'
}

# open_state: with --from and --only, loads earlier results if they are of this program on these devices.
open_state() {
    local log=$output/gpu-check.log before=$work/before part
    mkdir "$work/sections"
    header_of_log >"$work/header"
    if [ -z "$from$only" ] || [ ! -s "$log" ]; then return 0; fi
    # Otherwise one report would mix results of two machines or commits.
    for part in commit cuda opengl; do
        [ "$(grep -m 1 "^$part	" "$log")" = "$(grep -m 1 "^$part	" "$work/header")" ] ||
            quit 2 "$log is of another $part ($(grep -m 1 "^$part	" "$log" | tr '\t' ' ')): give another folder by -o, or leave out --from and --only"
    done
    awk -F '\t' -v folder="$work/sections/" '$1 == "part" { file = folder $2 } file != "" { print >file }' "$log"
    [ -n "$from" ] || return 0
    for part in "${parts[@]}"; do
        [ "$part" = "$from" ] && before=
        [ -n "$before" ] || rm -f "$work/sections/$part"
    done
}

# keep_part NAME RESULT SECONDS ANSWER: stores a result; the folder ANSWER holds output and, if any, why, seen
# and table.
keep_part() {
    {
        printf 'part\t%s\t%s\t%s\n' "$1" "$2" "$3"
        cat "$4/why" "$4/seen" 2>/dev/null | short_lines 10 600 | sed 's/^/why	/'
        [ ! -f "$4/table" ] || clean <"$4/table" | tr '\t' ' ' | sed 's/^/table	/'
        ends_of "$4/output" | clean | sed 's/^/	/'
    } >"$work/sections/$1"
    results[$1]=$2
}
declare -A results=()

why_of() { sed -n 's/^why	//p' "$work/sections/$1"; }

write_report() {
    local part form
    {
        cat "$work/header"
        for part in "${parts[@]}"; do [ ! -f "$work/sections/$part" ] || cat "$work/sections/$part"; done
    } >"$work/gpu-check.log"
    for form in md json; do
        awk -v form="$form" -v parts="${parts[*]}" -f "$here/gpu_check/report.awk" "$work/gpu-check.log" >"$work/gpu-check.$form" ||
            quit 1 "cannot make the report from $output/gpu-check.log"
    done
    for form in log md json; do
        # Written to a temporary name first, so that no incomplete report remains.
        cp "$work/gpu-check.$form" "$output/.gpu-check.$form" && mv "$output/.gpu-check.$form" "$output/gpu-check.$form" ||
            quit 4 "$output/gpu-check.$form cannot be written"
    done
}

# end_of_check: the exit status is that of the parts that ran now.
end_of_check() {
    local part passed=0 failed=0 absent=0 of_devices=0
    for part in "${!results[@]}"; do
        case ${results[$part]} in
            passed)
                passed=$((passed + 1))
                [ "$part" = tests-emulated ] || of_devices=$((of_devices + 1)) ;;
            failed) failed=$((failed + 1)) ;;
            *) absent=$((absent + 1)) ;;
        esac
    done
    echo "$passed passed, $failed failed, $absent not there; the report is $output/gpu-check.md"
    [ "$failed" = 0 ] || exit 1
    [ "$of_devices" != 0 ] || [ "$absent" = 0 ] || exit 6
    exit 0
}
