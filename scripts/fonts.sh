# Fonts for a machine without fonts; sourced.

# put_fonts POSLAB FOLDER: copies the fonts that POSLAB uses here, for POSLAB_FONTS. The Chinese fonts, ten
# times as large as the others, are reduced to the characters of GB 2312 and of PosLab's own texts.
put_fonts() {
    local poslab=$1 to=$2 letters file
    mkdir -p "$to"
    letters=$(mktemp)
    { letters_of_gb2312 && own_letters; } >"$letters"
    while read -r file; do
        if [[ $file != *.ttc ]]; then
            cp "$file" "$to/"
            continue
        fi
        # The face that app/paint/fonts.cpp uses: simplified Chinese.
        hb-subset "$file" --face-index=2 --text-file="$letters" --output-file="$to/$(basename "$file" .ttc).otf"
    done < <(fonts_of "$poslab")
    rm "$letters"
}

fonts_of() { "$1" doctor --json | sed -n '/"fonts": {/,/}/s/.*": "\(\/.*\)",\{0,1\}$/\1/p' | sort -u; }

letters_of_gb2312() {
    local row column bytes=
    for row in {161..247}; do
        for column in {161..254}; do printf -v bytes '%s\\x%x\\x%x' "$bytes" "$row" "$column"; done
    done
    # shellcheck disable=SC2059
    printf "$bytes" | iconv -c -f GB2312 -t UTF-8
}

own_letters() {
    (cd "$root" && LC_ALL=C.UTF-8 grep -rhoP '[^\x00-\x7F]' core app assets --include='*.?pp' --include='*.txt' --include='*.json' --include='*.po') |
        sort -u
}
