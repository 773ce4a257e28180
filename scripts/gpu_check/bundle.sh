#!/usr/bin/env bash
# bundle.sh [FOLDER]: builds, and copies everything that gpu-check needs on a bare machine to FOLDER (default
# build/gpu-check).
set -euo pipefail
scripts=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
source "$scripts/common.sh"
source "$scripts/fonts.sh"
source "$scripts/gpu_check/machine.sh"

quit() {
    echo "gpu-check: $1" >&2
    exit 1
}

most_bytes=60000000
folder=${1:-$root/build/gpu-check}
# Libraries that are loaded at run time and that no program links: benchmark baselines, OpenGL, and those that
# GLFW loads.
loaded_later=(libopenblas.so.0 libsndfile.so.1 libEGL.so.1 libGL.so.1 libGLX.so.0 libOpenGL.so.0
              libXi.so.6 libXcursor.so.1 libXrandr.so.2 libXinerama.so.1 libXxf86vm.so.1 libX11-xcb.so.1)
of_the_c_library='^(ld-linux.*|lib(c|m|mvec|pthread|dl|rt|resolv|util|anl))\.so\.[0-9]+$'
of_drivers_too='^lib(stdc\+\+|gcc_s|X[A-Za-z0-9-]*|xcb[a-z-]*|expat|z|bsd|md|EGL|GL|GLX|OpenGL|GLdispatch)\.so\.[0-9]+$'

put_programs() {
    local program
    mkdir "$stage/bin"
    for program in "$build/poslab" "$build/tests/gpu_tests" "$build/tests/engine_tests"; do
        strip -o "$stage/bin/${program##*/}" "$program"
    done
}

# needed_libraries: NAME FILE of each direct or indirect library.
needed_libraries() {
    local name file files=("$stage"/bin/*)
    for name in "${loaded_later[@]}"; do
        file=$(system_library "$name")
        [ -n "$file" ] || quit "the library $name is not installed"
        echo "$name $file"
        files+=("$file")
    done
    ldd "${files[@]}" | awk '$2 == "=>" && $3 ~ /^\// { print $1, $3 }'
}

put_libraries() {
    local name file real
    mkdir -p "$stage/lib/shared"
    needed_libraries | sort -u -k 1,1 >"$stage/libraries"
    while read -r name file; do
        [[ $name =~ $of_the_c_library ]] && continue
        real=$(readlink -f "$file")
        if [[ $name =~ $of_drivers_too ]]; then
            cp "$real" "$stage/lib/shared/"
            echo "$name ${real##*/}" >>"$stage/lib/shared/LIST"
        else
            cp "$real" "$stage/lib/$name"
        fi
    done <"$stage/libraries"
    rm "$stage/libraries"
}

put_tree() {
    local file
    for file in scripts/dump_qk.py tests/files/dump_qk_test.py tests/bench/peers/torch_attention.py \
        tests/scripts/model_attention_test.py tests/bench/window_drag_offscreen.sh; do
        install -D "$root/$file" "$stage/tree/$file"
    done
}

put_together() {
    local part=$folder.part
    rm -rf "$part"
    mkdir -p "$part/gpu_check"
    cp "$scripts/gpu-check" "$part/"
    cp "$scripts"/gpu_check/{machine.sh,state.sh,parts.sh,report.awk,tables.awk,torch_table.py} "$part/gpu_check/"
    version_of "$root" >"$part/VERSION"
    tar --sort=name --owner=0 --group=0 -cf - -C "$stage" . | gzip -9 >"$part/programs.tar.gz"
    rm -rf "$folder"
    mv "$part" "$folder"
}

if [ -e "$folder" ] && [ ! -f "$folder/VERSION" ] && [ -n "$(ls -A "$folder")" ]; then
    quit "$folder exists and is not a bundle"
fi
install_packages build run package test
build_preset default poslab gpu_tests engine_tests
grep -q '^POSLAB_NVCC:.*=/' "$build/CMakeCache.txt" || echo "Note: nvcc is not installed here, so the bundle has no CUDA engine" >&2
stage=$(mktemp -d)
trap 'rm -rf "$stage" "$folder.part"' EXIT
put_programs
put_libraries
put_fonts "$stage/bin/poslab" "$stage/fonts"
put_tree
put_together
bytes=$(du -sb "$folder" | cut -f 1)
[ "$bytes" -le "$most_bytes" ] || quit "the bundle in $folder has $bytes bytes; at most $most_bytes are allowed"
echo "The bundle is in $folder ($((bytes / 1000000)) MB); copy it to the machine and run gpu-check there"
