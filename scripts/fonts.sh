# Fonts for a machine without fonts, and for pages; sourced.

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

# put_page_fonts FILE: writes the style of the fonts that pages contain, reduced to the letters of PosLab's own
# texts without Chinese ones (those are the browser's).
put_page_fonts() {
    local letters part family weight slant file
    letters=$(mktemp) part=$(mktemp -d)
    { printf '%b' "$(printf '\\x%x' {32..126})" && own_letters | LC_ALL=C.UTF-8 grep -P '[\x{A0}-\x{BF}éöü×\x{370}-\x{3FF}\x{2000}-\x{2BFF}]'; } >"$letters"
    while read -r weight slant file family; do
        hb-subset "/usr/share/fonts/$file" --text-file="$letters" --layout-features= --no-hinting --output-file="$part/font.otf"
        woff2_compress "$part/font.otf" >/dev/null 2>&1
        printf '@font-face{font-family:"%s";font-weight:%s;font-style:%s;src:url(data:font/woff2;base64,%s)}\n' \
            "$family" "$weight" "$slant" "$(base64 -w0 "$part/font.woff2")"
    done >"$1" <<'EOF'
400 normal opentype/inter/Inter-Regular.otf Inter
500 normal opentype/inter/Inter-Medium.otf Inter
600 normal opentype/inter/Inter-SemiBold.otf Inter
400 normal truetype/jetbrains-mono/JetBrainsMono-Regular.ttf JetBrains Mono
500 normal truetype/jetbrains-mono/JetBrainsMono-Medium.ttf JetBrains Mono
400 italic opentype/stix/STIXGeneral-Italic.otf STIXGeneral
400 normal opentype/stix/STIXGeneral-Regular.otf STIXGeneral
700 normal opentype/stix/STIXGeneral-Bold.otf STIXGeneral
EOF
    rm -r "$letters" "$part"
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
