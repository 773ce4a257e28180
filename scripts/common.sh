# Shared by scripts/run and scripts/test; sourced, not run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$root/build/default
# shellcheck source=progress.sh
source "$root/scripts/progress.sh"

# packages_of SECTION…: the lines of these sections of scripts/packages.txt.
packages_of() {
    awk -v sections=" $* " '{ sub(/#.*/, "") }
        /^\[.*\]$/ { wanted = index(sections, " " substr($0, 2, length($0) - 2) " "); next }
        wanted && NF { print }' "$root/scripts/packages.txt"
}

# missing_packages SECTION…: the lines of which no alternative is installed.
missing_packages() {
    local line name
    local -A installed=()
    # shellcheck disable=SC2046
    while read -r name; do installed[$name]=1; done < <(
        dpkg-query -W -f '${Package} ${Status}\n' $(packages_of "$@" | tr -d '|') 2>/dev/null |
            sed -n 's/ install ok installed//p')
    while IFS= read -r line; do
        for name in ${line//|/ }; do [ -z "${installed[$name]:-}" ] || continue 2; done
        echo "$line"
    done < <(packages_of "$@")
}

# available_packages: of each line of alternatives, the first package that the release has; if it has none, the
# first of all, so that apt-get names it.
available_packages() {
    local line name
    while IFS= read -r line; do
        for name in ${line//|/ }; do
            ! LC_ALL=C apt-cache policy "$name" | grep '^ *Candidate: [^(]' >/dev/null || break
            name=
        done
        echo "${name:-${line%% *}}"
    done
}

# debian_source NAME FOLDER: downloads and unpacks the source package of the system's release, from its own mirrors.
debian_source() {
    local apt list
    apt=$(mktemp -d)
    mkdir -p "$apt/parts" "$apt/lists/partial" "$apt/cache/archives/partial" "$apt/source"
    for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources; do
        [ -f "$list" ] && sed -e 's/^Types:.*/Types: deb-src/' -e 's/^deb /deb-src /' "$list" >"$apt/parts/$(basename "$list")"
    done
    local options=(-q -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$apt/parts" -o "Dir::State::Lists=$apt/lists"
        -o "Dir::Cache=$apt/cache" -o APT::Sandbox::User=)
    (cd "$apt/source" && apt-get "${options[@]}" update && apt-get "${options[@]}" source --download-only "$1") >"$apt/log" 2>&1 || {
        tail -n 5 "$apt/log" >&2
        echo "$0: no source package of $1" >&2
        rm -rf "$apt"
        return 1
    }
    mkdir -p "$2"
    tar -xf "$apt/source/$1"_*.orig.tar.* --strip-components=1 -C "$2"
    rm -rf "$apt"
}

# build_times LOG LINES: seconds of processor and number of commands of each target, from the lines of ninja's log
# that follow these; the longest first.
build_times() {
    tail -n "+$(($2 + 1))" "$1" | awk -F'\t' '
        NF < 5 { next }
        { target = $4; if (!sub(/.*CMakeFiles\//, "", target) || !sub(/\.dir\/.*/, "", target)) target = "other"
          seconds[target] += ($2 - $1) / 1000; count[target]++; all += ($2 - $1) / 1000; if ($2 > last) last = $2 }
        END { for (target in seconds) printf "%8.1f s  %4d  %s\n", seconds[target], count[target], target | "sort -rn"
              close("sort -rn"); printf "%8.1f s in all, within %.1f s\n", all, last / 1000 }'
}

# install_packages SECTION…: installs the missing packages of these sections of scripts/packages.txt; prints
# nothing if none is missing. Sections: build and run for the program, page for the engine of pages, python for
# its module, package for scripts/package, test for everything else.
install_packages() {
    local missing names sudo=
    command -v dpkg-query >/dev/null || { echo "$0: this is not Debian; install the equivalents of scripts/packages.txt manually" >&2; return 0; }
    missing=$(missing_packages "$@")
    [ -z "$missing" ] && return 0
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || { echo "$0: needs root or sudo to install:" $(sed 's/ *|.*//' <<<"$missing") >&2; return 1; }
        sudo=sudo
    fi
    local log count
    log=$(mktemp)
    count=$(wc -l <<<"$missing")
    progress_begin "Installing packages"
    progress 0 "$count"
    # shellcheck disable=SC2086
    if ! { $sudo apt-get update -q && names=$(available_packages <<<"$missing") &&
           $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
               -o APT::Status-Fd=1 $names; } 2>&1 | tee "$log" | watch_packages "$count"; then
        progress_end
        grep -E '^E: ' "$log" | head -n 3 >&2 || tail -n 5 "$log" >&2
        echo "$0: apt-get failed; see $log" >&2
        return 1
    fi
    progress_end
    echo "Installed $count packages"
    rm -f "$log"
}

# llvm_tool NAME: the installed program of LLVM 14 (NAME-14), which checks the code, otherwise that of another version.
llvm_tool() {
    command -v "$1-14" || command -v "$1" || compgen -c "$1-" | grep -E "^$1-[0-9]+$" | sort -V | tail -n 1 | grep . ||
        { echo "$0: $1 is not installed" >&2; return 1; }
}

folder_of() {
    case $1 in
        sanitize | thread) echo "$root/build/$1" ;;
        *) echo "$root/build/default" ;;
    esac
}

# build_preset [--program] PRESET [TARGET…]: configures if needed and builds, printing only errors and warnings.
# --program: configures a new folder without tests and the Python module, whose packages may be missing.
build_preset() {
    local program_only=false preset log folder options=()
    if [ "$1" = --program ]; then
        program_only=true
        shift
    fi
    preset=$1
    shift
    log=$(mktemp)
    folder=$(folder_of "$preset")
    if $program_only && [ ! -f "$folder/build.ninja" ]; then
        options=(-DPOSLAB_TESTS=OFF -DPOSLAB_PYTHON=OFF)
    elif ! $program_only && [ -e "$folder/.program-only" ]; then
        options=(-DPOSLAB_TESTS=ON -UPOSLAB_PYTHON)
    fi
    if [ "${#options[@]}" != 0 ] || [ ! -f "$folder/build.ninja" ] ||
        [ "$(cat "$folder/.preset" 2>/dev/null)" != "$preset" ]; then
        echo "Configuring ($preset)"
        (cd "$root" && cmake --preset "$preset" "${options[@]}") >"$log" 2>&1 || { cat "$log" >&2; rm -f "$log"; return 1; }
        echo "$preset" >"$folder/.preset"
        case ${options[*]} in *TESTS=OFF*) touch "$folder/.program-only" ;; *TESTS=ON*) rm "$folder/.program-only" ;; esac
    fi
    progress_begin "Building"
    if ! NINJA_STATUS='[%f/%t] ' ninja -C "$folder" "$@" 2>&1 | tee "$log" | watch_build; then
        progress_end
        first_build_error "$log" >&2
        mv "$log" "$folder/build.log"
        echo "$0: the build failed; see $folder/build.log" >&2
        return 1
    fi
    progress_end
    grep -E 'warning:' "$log" >&2 || true
    rm -f "$log"
}
