#!/usr/bin/env bash
# parts.sh PART ANSWER: runs one part of a check; started by gpu-check with the variables of
# gpu_check/machine.sh. Exit status: 0 passed, 1 failed, 6 something that it needs is missing. Writes
# sentences into the folder ANSWER: why (it failed or cannot run) and seen (results), as well as table and
# window.png.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
answer=$2
failed=no

say() { printf '%s\n' "$*" >>"$answer/seen"; }
not_there() { printf '%s\n' "$*" >>"$answer/why"; exit 6; }
fail() { printf '%s\n' "$*" >>"$answer/why"; failed=yes; }

# need ENGINE: requires a GPU for the engine.
need() {
    local state=${1}_state text=${1}_text
    case ${!state} in
        there) ;;
        absent) not_there "$1: ${!text}" ;;
        software) not_there "$1: there is only a software rasteriser: ${!text}" ;;
        *) fail "$1: ${!text}"; exit 1 ;;
    esac
}

# Tests of engines and of kernels, with the names of tests/engine and tests/gpu.
filter_of() {
    case $1 in
        cuda) echo '*/cuda:*/cuda_map_*:*/device' ;;
        opengl) echo '*/opengl:*/opengl_map_*:OpenGl.*:Positions.*:WideNumbers.*:Scales.*' ;;
        cuda_on_host) echo '*/cuda_on_host:*/cuda_on_host_map_*:*/emulated:CudaMachine.*' ;;
    esac
}

# run_tests PROGRAM FILTER SHARDS SKIPS [COMMAND…]: runs tests through COMMAND, in SHARDS processes. SKIPS is
# "may" if tests may be skipped. Stores the number of passed tests in `passed`.
run_tests() {
    local program=$1 filter=$2 shards=$3 skips=$4 n running=() status
    local name=${program##*/}
    shift 4
    rm -f "$answer"/tests.*
    for ((n = 0; n < shards; ++n)); do
        GTEST_TOTAL_SHARDS=$shards GTEST_SHARD_INDEX=$n with_libraries "$@" "$program" --gtest_filter="$filter" --gtest_color=no \
            >"$answer/tests.$n" 2>&1 &
        running+=($!)
    done
    for ((n = 0; n < shards; ++n)); do
        wait "${running[$n]}"
        status=$?
        [ "$status" -le 1 ] || fail "$name ended with exit status $status: $(last_words "$answer/tests.$n")"
        [ "$status" != 1 ] || failed=yes
    done
    cat "$answer"/tests.*
    first_failures "$answer"/tests.* >>"$answer/why"
    passed=$(cat "$answer"/tests.* | awk '$1 == "[" && $2 == "PASSED" { sum += $4 } END { print sum + 0 }')
    [ "$passed" != 0 ] || [ "$failed" = yes ] || fail "$name has no test that matches $filter"
    if [ "$skips" != may ] && grep -qs '^\[  SKIPPED \]' "$answer"/tests.*; then
        fail "$name skips tests of an available device: $(grep -h -A 1 ': Skipped$' "$answer"/tests.* | grep -v ': Skipped$' | head -n 1)"
    fi
}

# Prints the test in which a program ended, or its last line.
last_words() {
    awk '$1 == "[" && $2 == "RUN" { test = $4 } /^\[ +(OK|FAILED|SKIPPED) +\]/ { test = "" } NF { last = $0 }
         END { print(test == "" ? last : "in " test) }' "$1"
}

# Prints the first failure of the first failed tests: location and message.
first_failures() {
    awk '
        function told() {
            if (where != "" && test != last && ++count <= 4) print test ", " where ": " text
            if (where != "") last = test
            where = ""
        }
        $1 == "[" && $2 == "RUN" { told(); test = $4; next }
        /^\[/ { told(); next }
        /: Failure$/ { told(); where = $0; sub(/: Failure$/, "", where); sub(/^.*\/tests\//, "tests/", where); text = ""; next }
        where != "" && length(text) < 400 { sub(/^ +/, ""); text = text (text == "" ? "" : " ") $0 }
        END { told(); if (count > 4) print "and " count - 4 " more tests" }' "$@"
}

# tests_on ENGINE SKIPS [SHARDS]
tests_on() {
    local program shards=${3:-$((($(nproc) + 1) / 2))}
    [ "$1" = cuda_on_host ] || [ "$shards" -le 4 ] || shards=4  # they share a device
    for program in "$gpu_tests" "$engine_tests"; do
        run_tests "$program" "$(filter_of "$1")${left_out:-}" "$shards" "$2"
        say "$1: $passed tests of ${program##*/} passed"
    done
}

# The time to stop an emulated device says nothing about a real one and depends on the machine's load.
tests_emulated() {
    local left_out=':-*.StopsSoon/*'
    tests_on cuda_on_host may
    [ "$opengl_state" != software ] || tests_on opengl may 1  # a rasteriser uses all processors itself
}

# The attention kernels come first, so that a timeout affects only the others.
sanitize() {
    need cuda
    [ -n "$sanitizer" ] || not_there "compute-sanitizer is not installed; NVIDIA's CUDA toolkit has it"
    sanitize_tests "$1" '*AttentionKernels.*/cuda'
    sanitize_tests "$1" '*/cuda:*/device:-*AttentionKernels.*'
}

sanitize_tests() {
    local found
    run_tests "$gpu_tests" "$2" 1 must "$sanitizer" --tool "$1" --error-exitcode 9 --print-limit 20
    grep -q 'Device not supported' "$answer/tests.0" && not_there "compute-sanitizer does not support this device"
    found=$(grep -o '[A-Z]* SUMMARY: .*' "$answer/tests.0" | tail -n 1)
    if [ -z "$found" ]; then
        fail "compute-sanitizer gives no summary of $2"
    elif [[ $found == *"SUMMARY: 0 "* ]]; then
        say "$2: $passed tests, $found"
    else
        fail "$2: $found: $(grep '^=========     *[^ ]\|^========= [A-Z]' "$answer/tests.0" | grep -v 'COMPUTE-SANITIZER' | head -n 1 | sed 's/^=* *//')"
    fi
}

bench_header='| benchmark | subject | engine | call ms | kernels ms | copies ms | to cpu | of floor | of rate | to first | device MB |'
# The benchmarks of the goals come first; each is measured separately, so that a timeout does not affect the
# others.
benchmarks=(attention-large attention-longest attention similarity bias-decay position-matrix legs-step residual attention-long)
longest_benchmark=60

bench() {
    local engine name state engines=()
    for engine in cuda opengl; do
        state=${engine}_state
        [ "${!state}" != there ] || engines+=("$engine")
    done
    [ ${#engines[@]} != 0 ] || { need cuda; need opengl; }
    for engine in "${engines[@]}"; do
        for name in "${benchmarks[@]}"; do
            bench_one "$engine" "$name"
        done
    done
    [ ! -f "$answer/table" ] || say "$(($(wc -l <"$answer/table") - 2)) rows"
}

# bench_one ENGINE NAME: adds its rows to the table.
bench_one() {
    local status wrong rows=$answer/rows
    # In the process group of this part, so that it ends with it.
    with_libraries timeout --foreground "$longest_benchmark" "$poslab" bench "$2" --engine "$1" --markdown >"$rows" 2>"$answer/error"
    status=$?
    cat "$answer/error" "$rows"
    if [ "$status" = 124 ]; then
        fail "poslab bench $2 --engine $1 did not end within $longest_benchmark s"
    elif [ "$status" != 0 ]; then
        fail "poslab bench $2 --engine $1: $(tail -n 1 "$answer/error")"
    elif ! wrong=$(awk -v header="$bench_header" -f "$here/tables.awk" "$rows"); then
        fail "poslab bench $2 --engine $1: $wrong"
    else
        [ -f "$answer/table" ] || grep -m 2 '^|' "$rows" >"$answer/table"
        grep '^|' "$rows" | tail -n +3 >>"$answer/table"
    fi
}

torch_header='| way | kernels ms | call ms | device MB | |'

torch() {
    local wrong ended
    need cuda
    [ -n "$python" ] || not_there "python3 is not installed"
    "$python" -c 'import importlib.util as u; raise SystemExit(u.find_spec("torch") is None)' || not_there "PyTorch is not installed"
    # Writes row by row, so that a timeout leaves the earlier rows.
    "$python" "$tree/tests/bench/peers/torch_attention.py" rope,rerope,rope-tf32,rerope-tf32,sdpa,sdpa-bfloat16 5 32768 2048 cuda |
        tee "$answer/torch.json" | "$python" "$here/torch_table.py" >"$answer/table"
    ended=("${PIPESTATUS[@]}")
    cat "$answer/torch.json"
    [ "${ended[0]}" = 0 ] || fail "torch_attention.py ended with exit status ${ended[0]}"
    if ! wrong=$(awk -v header="$torch_header" -f "$here/tables.awk" "$answer/table"); then
        fail "torch_attention.py: $wrong"
        rm "$answer/table"
    fi
}

# Without a display, so that the device's driver draws.
window() {
    local engine state
    need opengl
    offscreen "$poslab" attention --window-size 1600x1000 --capture "$answer/window.png" || return
    [ -s "$answer/window.png" ] || { fail "poslab attention --capture wrote no picture"; return; }
    say "window.png: $(wc -c <"$answer/window.png") bytes"
    for engine in cuda opengl; do
        state=${engine}_state
        [ "${!state}" = there ] || continue
        offscreen bash "$tree/tests/bench/window_drag_offscreen.sh" "$poslab" "$engine" && say "$(paste -sd ' ' "$answer/printed")"
    done
}

# offscreen COMMAND…: stores its output in `printed`.
offscreen() {
    local status
    with_libraries env -u DISPLAY -u WAYLAND_DISPLAY "$@" >"$answer/printed" 2>"$answer/error"
    status=$?
    cat "$answer/printed" "$answer/error"
    [ "$status" != 6 ] || not_there "$(sed 's/^poslab: error: //' "$answer/error" | tail -n 1)"
    [ "$status" = 0 ] || fail "the window ended with exit status $status: $(tail -n 1 "$answer/error")"
    return "$status"
}

python_tests() {
    local part missing=()
    [ -n "$python" ] || not_there "python3 is not installed"
    # Python uses the machine's libraries.
    printf '#!/usr/bin/env bash\n%s\nwith_libraries %q "$@"\n' "$(declare -f with_libraries)" "$poslab" >"$answer/poslab"
    chmod +x "$answer/poslab"
    for part in NamesAndTokens Arrays TinyModel; do
        python_test "$part" "$tree/tests/files/dump_qk_test.py" "$tree/scripts/dump_qk.py" "$part"
    done
    python_test ModelAttention "$tree/tests/scripts/model_attention_test.py" "$tree/scripts/dump_qk.py" "$answer/poslab"
    [ ${#missing[@]} = 0 ] || [ "$failed" = yes ] || not_there "required modules (numpy, torch, transformers) are not installed: ${missing[*]}"
}

# python_test NAME SCRIPT ARGUMENT…: exit status 77 means that a module is missing.
python_test() {
    local name=$1 status
    shift
    TRANSFORMERS_OFFLINE=1 HF_HUB_OFFLINE=1 "$python" -B "$@" >"$answer/tests.$name" 2>&1
    status=$?
    cat "$answer/tests.$name"
    case $status in
        0) say "$name passed" ;;
        77) missing+=("$name") ;;
        *) fail "$name ended with exit status $status: $(grep -E '^[A-Za-z_.]+(Error|Exception|Problem)\b' "$answer/tests.$name" | tail -n 1)" ;;
    esac
}

case $1 in
    tests-cuda) need cuda; tests_on cuda must ;;
    tests-opengl) need opengl; tests_on opengl must ;;
    memcheck | racecheck | synccheck | initcheck) sanitize "$1" ;;
    bench | torch | window) "$1" ;;
    python) python_tests ;;
    tests-emulated) tests_emulated ;;
esac
[ "$failed" = no ]
