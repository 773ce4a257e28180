# Shared by scripts/run and scripts/test; sourced, not run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$root/build/default
# shellcheck source=progress.sh
source "$root/scripts/progress.sh"

# install_packages: installs the missing packages of scripts/packages.txt; prints nothing if there are none.
install_packages() {
    local wanted missing sudo=
    wanted=$(sed -e 's/#.*//' -e '/^[[:space:]]*$/d' "$root/scripts/packages.txt")
    command -v dpkg-query >/dev/null || { echo "$0: this is not Debian; install the equivalents of scripts/packages.txt manually" >&2; return 0; }
    # shellcheck disable=SC2086
    missing=$(comm -23 <(printf '%s\n' $wanted | sort) \
        <(dpkg-query -W -f '${Package} ${Status}\n' $wanted 2>/dev/null | sed -n 's/ install ok installed//p' | sort -u))
    [ -z "$missing" ] && return 0
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || { echo "$0: needs root or sudo to install:" $missing >&2; return 1; }
        sudo=sudo
    fi
    local log count
    log=$(mktemp)
    count=$(wc -w <<<"$missing")
    progress_begin "Installing packages"
    progress 0 "$count"
    # shellcheck disable=SC2086
    if ! { $sudo apt-get update -q && $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
               -o APT::Status-Fd=1 $missing; } 2>&1 | tee "$log" | watch_packages "$count"; then
        progress_end
        grep -E '^E: ' "$log" | head -n 3 >&2 || tail -n 5 "$log" >&2
        echo "$0: apt-get failed; see $log" >&2
        return 1
    fi
    progress_end
    echo "Installed $count packages"
    rm -f "$log"
}

folder_of() {
    case $1 in
        sanitize | thread) echo "$root/build/$1" ;;
        *) echo "$root/build/default" ;;
    esac
}

# build_preset PRESET [TARGET…]: configures if needed and builds, printing only errors and warnings.
build_preset() {
    local preset=$1 log
    shift
    log=$(mktemp)
    local folder
    folder=$(folder_of "$preset")
    if [ ! -f "$folder/build.ninja" ] || [ "$(cat "$folder/.preset" 2>/dev/null)" != "$preset" ]; then
        echo "Configuring ($preset)"
        (cd "$root" && cmake --preset "$preset") >"$log" 2>&1 || { cat "$log" >&2; rm -f "$log"; return 1; }
        echo "$preset" >"$folder/.preset"
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
