# The program in a folder that runs where it is copied; sourced, not run. Needs common.sh and fonts.sh.

# Libraries of the C library, whose loader is the machine's, and of OpenGL.
libraries_of_the_machine='^(ld-linux.*|lib(c|m|mvec|pthread|dl|rt|resolv|util|anl|GL.*|EGL.*|OpenGL.*)\.so\.[0-9]+)$'
# Libraries that drivers of OpenGL load, too, and of which they may need a newer version than the folder's.
libraries_of_drivers='^lib(stdc\+\+|gcc_s|X[A-Za-z0-9-]*|xcb[a-z-]*|expat|z|zstd|lzma|ffi|bsd|md|drm[a-z_]*)\.so\.[0-9]+$'

# put_program BUILD FOLDER: installs the program of BUILD in FOLDER, with its libraries, fonts and their licences,
# and FOLDER/poslab, which starts it.
put_program() {
    local built=$1 folder=$2 file
    rm -rf "$folder"
    cmake --install "$built" --component program --strip --prefix "$folder" >/dev/null
    mkdir "$folder/lib" "$folder/licences"
    put_needed_libraries "$folder"
    put_fonts "$built/poslab" "$folder/fonts"
    for file in $(fonts_of "$built/poslab"); do put_licence "$file" "$folder/licences"; done
    write_launcher "$folder/poslab"
}

put_licence() { # FILE FOLDER
    local owner
    owner=$(dpkg-query -S "$(realpath "$1")" 2>/dev/null | head -n 1 | cut -d: -f1 || true)
    [ -z "$owner" ] || cp -L "/usr/share/doc/$owner/copyright" "$2/$owner"
}

# Direct and indirect libraries of the program, and those that it loads at run time.
put_needed_libraries() { # FOLDER
    local folder=$1 later library path
    { ldd "$folder/bin/poslab"
      for library in libopenblas.so.0 libsndfile.so.1; do
          later=$(ldconfig -p | sed -n "s|.*${library//./\\.} .*=> ||p" | head -n 1)
          [ -z "$later" ] || { echo "$library => $later (0)"; ldd "$later"; }
      done; } |
        sed -n 's|^[[:space:]]*\([^ ]*\) => \(/[^ ]*\) .*|\1 \2|p' | sort -u |
        while read -r library path; do
            [[ ! $library =~ $libraries_of_the_machine ]] || continue
            if [[ $library =~ $libraries_of_drivers ]]; then
                mkdir -p "$folder/lib/of-drivers/$library"
                cp -L "$path" "$folder/lib/of-drivers/$library/$library"
            else
                cp -L "$path" "$folder/lib/$library"
            fi
            put_licence "$path" "$folder/licences"
        done
}

# The loader gets the library path as an option, not from the environment, so that programs started by PosLab
# use the machine's libraries.
write_launcher() { # FILE
    cat >"$1" <<'END'
#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export POSLAB_FONTS="${POSLAB_FONTS:-$here/fonts}"
path=$here/lib
# The machine's version of a library that its drivers of OpenGL load, too, if it has one.
for folder in "$here"/lib/of-drivers/*; do
    [ -d "$folder" ] || continue
    name=${folder##*/}
    for theirs in /lib/*-linux-gnu /usr/lib/*-linux-gnu /lib64 /usr/lib64 /lib /usr/lib; do
        [ ! -e "$theirs/$name" ] || continue 2
    done
    path=$path:$folder
done
for loader in /lib64/ld-linux-x86-64.so.2 /lib/ld-linux-aarch64.so.1; do
    [ -x "$loader" ] && exec "$loader" --library-path "$path" "$here/bin/poslab" "$@"
done
exec "$here/bin/poslab" "$@"
END
    chmod +x "$1"
}
