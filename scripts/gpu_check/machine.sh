# The programs and devices of a check; sourced by gpu-check. Exports the variables for gpu_check/parts.sh:
#   poslab, gpu_tests, engine_tests, tree, with_libraries (a function), sanitizer, python ("" if missing),
#   cuda_state, opengl_state (there, software, absent or unknown), cuda_text, opengl_text (device or reason)

# with_libraries COMMAND…: runs a command with the libraries and fonts of a bundle.
with_libraries() {
    env ${library_path:+"LD_LIBRARY_PATH=$library_path"} ${egl_file:+"__EGL_VENDOR_LIBRARY_FILENAMES=$egl_file"} \
        ${fonts_folder:+"POSLAB_FONTS=$fonts_folder"} "$@"
}

# Folders with NVIDIA's driver in containers, which the loader may not search.
driver_folders=(/usr/local/nvidia/lib64 /usr/local/nvidia/lib /usr/lib/wsl/lib)

# find_programs: finds them in --programs FOLDER, in a bundle, or in a checkout, which is built if possible.
find_programs() {
    commit=unknown built=unknown
    library_path= egl_file= fonts_folder=
    tree=$here/..
    if [ -n "$programs" ]; then
        programs=$(cd "$programs" && pwd)
        programs_are "$programs" "$programs"
        commit="that of $programs"
    elif [ -f "$here/VERSION" ]; then
        use_bundle "$here"
    elif [ -f "$here/../build/gpu-check/VERSION" ]; then
        use_bundle "$here/../build/gpu-check"
    else
        use_checkout
    fi
    local program
    for program in "$poslab" "$gpu_tests" "$engine_tests"; do
        [ -x "$program" ] || quit 6 "$program is missing: make a bundle with scripts/gpu-check --bundle on a machine that can build PosLab"
    done
    export poslab gpu_tests engine_tests tree library_path egl_file fonts_folder
    export -f with_libraries
}

programs_are() { poslab=$1/poslab gpu_tests=$2/gpu_tests engine_tests=$2/engine_tests; }

use_checkout() {
    local root log=$work/build.log
    root=$(cd "$here/.." && pwd)
    programs_are "$root/build/default" "$root/build/default/tests"
    command -v cmake >/dev/null && command -v ninja >/dev/null || return 0
    echo "Building"
    bash -c 'source "$1/scripts/common.sh" && install_packages build run test && build_preset default poslab gpu_tests engine_tests' - "$root" >"$log" 2>&1 ||
        quit 6 "cannot build PosLab here: $(grep -v '^$' "$log" | tail -n 1)"
    read -r commit built < <(version_of "$root")
}

# version_of ROOT: the commit, marked if files differ from it, and the time.
version_of() {
    local commit
    commit=$(git -C "$1" rev-parse --short=12 HEAD 2>/dev/null || echo unknown)
    [ -z "$(git -C "$1" status --porcelain 2>/dev/null)" ] || commit+=-changed
    echo "$commit $(date -u +%Y-%m-%dT%H:%M:%SZ)"
}

use_bundle() {
    local head
    read -r commit built <"$1/VERSION"
    head=$(version_of "$here/..")
    [ -f "$here/VERSION" ] || [ "${head%% *}" = "$commit" ] || [ "${head%% *}" = unknown ] ||
        echo "Note: the bundle in build/gpu-check is of commit $commit, this checkout of ${head%% *}" >&2
    mkdir "$work/bundle"
    tar -xzf "$1/programs.tar.gz" -C "$work/bundle" 2>/dev/null || quit 6 "cannot unpack $1/programs.tar.gz into $work"
    programs_are "$work/bundle/bin" "$work/bundle/bin"
    tree=$work/bundle/tree
    use_libraries "$work/bundle"
    fonts_folder=$work/bundle/fonts
}

# For libraries that drivers load, too, the newer of the bundle's and the machine's version is used;
# lib/shared/LIST names them.
use_libraries() {
    local name file theirs path=$1/lib:$work/shared
    mkdir "$work/shared"
    while read -r name file; do
        theirs=$(system_library "$name")
        if [ -n "$theirs" ] && [ "$(printf '%s\n' "$file" "${theirs##*/}" | sort -V | tail -n 1)" = "${theirs##*/}" ]; then continue; fi
        ln -s "$1/lib/shared/$file" "$work/shared/$name"
    done <"$1/lib/shared/LIST"
    [ -z "${LD_LIBRARY_PATH:-}" ] || path+=:$LD_LIBRARY_PATH
    for name in "${driver_folders[@]}"; do [ ! -d "$name" ] || path+=:$name; done
    library_path=$path
    describe_egl_driver
}

# system_library NAME: its file, as the loader finds it.
system_library() {
    local loader file folder
    loader=$(command -v ldconfig || echo /sbin/ldconfig)
    file=$("$loader" -p 2>/dev/null | awk -v name="$1" '$1 == name && /x86-64|AArch64/ { print $NF; exit }')
    for folder in "${driver_folders[@]}"; do
        [ -n "$file" ] || [ ! -e "$folder/$1" ] || file=$folder/$1
    done
    [ -z "$file" ] || readlink -f "$file"
}

# EGL finds drivers through files that containers often lack although they have the driver.
describe_egl_driver() {
    local known
    for known in /usr/share/glvnd/egl_vendor.d/*nvidia*.json /etc/glvnd/egl_vendor.d/*nvidia*.json; do [ ! -e "$known" ] || return 0; done
    [ -z "${__EGL_VENDOR_LIBRARY_FILENAMES:-}${__EGL_VENDOR_LIBRARY_DIRS:-}" ] || return 0
    [ -n "$(system_library libEGL_nvidia.so.0)" ] || return 0
    echo '{"file_format_version": "1.0.0", "ICD": {"library_path": "libEGL_nvidia.so.0"}}' >"$work/egl_nvidia.json"
    egl_file=$work/egl_nvidia.json
}

# tool NAME: its path; "" if there is none.
tool() {
    local folder
    if [ -n "$programs" ]; then
        [ ! -x "$programs/$1" ] || echo "$programs/$1"
        return 0
    fi
    command -v "$1" && return 0
    for folder in "${CUDA_HOME:-/usr/local/cuda}"/bin /usr/local/cuda*/bin /usr/local/nvidia/bin; do
        [ ! -x "$folder/$1" ] || { echo "$folder/$1"; return 0; }
    done
}

find_tools() {
    sanitizer=$(tool compute-sanitizer)
    python=$(tool python3)
    nvidia_smi=$(tool nvidia-smi)
    export sanitizer python
}

# engine_field ENGINE KEY: a value of an engine from `poslab doctor --json`, one per line.
engine_field() {
    awk -v engine="$1" -v key="$2" '
        function value(line) {
            sub(/^ *"[a-z]+": /, "", line)
            sub(/,$/, "", line)
            if (line !~ /^"/) return line
            line = substr(line, 2, length(line) - 2)
            gsub(/\\n/, " ", line)
            gsub(/\\t/, " ", line)
            gsub(/\\"/, "\"", line)
            gsub(/\\\\/, "\\", line)
            return line
        }
        /^ *"name": / { name = value($0) }
        name == engine && $1 == "\"" key "\":" { print value($0); exit }' "$work/doctor.json"
}

find_devices() {
    local status problem=
    with_libraries timeout --kill-after=2 60 "$poslab" doctor --json </dev/null >"$work/doctor.json" 2>"$work/doctor.err"
    status=$?
    [ "$status" = 0 ] || problem="poslab doctor ended with exit status $status: $(tail -n 1 "$work/doctor.err")"
    [ "$status" != 124 ] || problem="poslab doctor did not end within 60 s"
    look_at_engine cuda "$problem"
    look_at_engine opengl "$problem"
    driver_text=
    if [ -n "$nvidia_smi" ]; then
        driver_text=$(timeout 20 "$nvidia_smi" --query-gpu=name,driver_version,memory.total --format=csv,noheader 2>&1 | head -n 1)
        others=$(timeout 20 "$nvidia_smi" --query-compute-apps=pid --format=csv,noheader 2>/dev/null | grep -c '^[0-9]')
    fi
    export cuda_state cuda_text opengl_state opengl_text
}

# look_at_engine ENGINE PROBLEM: sets ENGINE_state and ENGINE_text.
look_at_engine() {
    local available state=unknown text=$2
    if [ -z "$text" ]; then
        available=$(engine_field "$1" available)
        case $available in
            true) state=there text=$(engine_field "$1" device) ;;
            false) state=absent text=$(engine_field "$1" reason) ;;
            *) text="poslab doctor --json does not say whether the engine $1 is available" ;;
        esac
        [[ $state != there || $text != *", software:"* ]] || state=software
    fi
    printf -v "$1_state" %s "$state"
    printf -v "$1_text" %s "$text"
}

announce_devices() {
    local engine state text
    for engine in cuda opengl; do
        state=${engine}_state text=${engine}_text
        case ${!state} in
            there) echo "$engine: ${!text}" ;;
            software) echo "$engine: no graphics processor: ${!text}" ;;
            *) echo "$engine: not there: ${!text}" ;;
        esac
    done
    [ "${others:-0}" = 0 ] || echo "The device is busy: other programs ($others) compute on it, so timings are unreliable"
}
