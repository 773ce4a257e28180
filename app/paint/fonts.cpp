#include "app/paint/fonts.hpp"

#include "app/paint/font_errors.hpp"
#include "core/base/utf8.hpp"

#include <fontconfig/fontconfig.h>
#include <ft2build.h>
#include FT_FREETYPE_H
#include FT_ADVANCES_H

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>

namespace poslab {

namespace {

struct FontRequest {
    const char* family;
    const char* generic;
    int weight, slant;
    const char* language;  // "": any
    const char* file;      // path in Debian's package, below the root
    int index;
    const char* label;
    const char* package;
};

// Measured: loading fontconfig's configuration and caches takes 3 to 7 ms, a match 0.2 ms, checking a known
// path 3 µs. Therefore the paths of Debian's packages come first, and fontconfig is initialised only if a
// file is missing.
constexpr std::array<FontRequest, face_count> font_requests{{
    {"Inter", "sans-serif", FC_WEIGHT_REGULAR, FC_SLANT_ROMAN, "", "opentype/inter/Inter-Regular.otf", 0,
     "Inter", "fonts-inter"},
    {"Inter", "sans-serif", FC_WEIGHT_MEDIUM, FC_SLANT_ROMAN, "", "opentype/inter/Inter-Medium.otf", 0,
     "Inter Medium", "fonts-inter"},
    {"Inter", "sans-serif", FC_WEIGHT_DEMIBOLD, FC_SLANT_ROMAN, "", "opentype/inter/Inter-SemiBold.otf", 0,
     "Inter SemiBold", "fonts-inter"},
    {"JetBrains Mono", "monospace", FC_WEIGHT_REGULAR, FC_SLANT_ROMAN, "",
     "truetype/jetbrains-mono/JetBrainsMono-Regular.ttf", 0, "JetBrains Mono", "fonts-jetbrains-mono"},
    {"JetBrains Mono", "monospace", FC_WEIGHT_MEDIUM, FC_SLANT_ROMAN, "",
     "truetype/jetbrains-mono/JetBrainsMono-Medium.ttf", 0, "JetBrains Mono Medium", "fonts-jetbrains-mono"},
    {"STIXGeneral", "serif", FC_WEIGHT_REGULAR, FC_SLANT_ITALIC, "", "opentype/stix/STIXGeneral-Italic.otf",
     0, "STIX Italic", "fonts-stix"},
    {"STIXGeneral", "serif", FC_WEIGHT_REGULAR, FC_SLANT_ROMAN, "", "opentype/stix/STIXGeneral-Regular.otf",
     0, "STIX", "fonts-stix"},
    {"STIXGeneral", "serif", FC_WEIGHT_BOLD, FC_SLANT_ROMAN, "", "opentype/stix/STIXGeneral-Bold.otf", 0,
     "STIX Bold", "fonts-stix"},
    {"Noto Sans CJK SC", "sans-serif", FC_WEIGHT_REGULAR, FC_SLANT_ROMAN, "zh-cn",
     "opentype/noto/NotoSansCJK-Regular.ttc", 2, "Noto Sans CJK SC", "fonts-noto-cjk"},
    {"Noto Sans CJK SC", "sans-serif", FC_WEIGHT_BOLD, FC_SLANT_ROMAN, "zh-cn",
     "opentype/noto/NotoSansCJK-Bold.ttc", 2, "Noto Sans CJK SC Bold", "fonts-noto-cjk"},
}};

/// Substitutes for STIX that are known to look right, tried before fontconfig.
constexpr std::array<const char*, 2> math_stand_ins{"truetype/dejavu/DejaVuSerif-Italic.ttf",
                                                    "opentype/inter/Inter-Italic.otf"};
constexpr std::array<const char*, 2> upright_stand_ins{"truetype/dejavu/DejaVuSerif.ttf",
                                                       "opentype/inter/Inter-Regular.otf"};

struct PatternDeleter {
    void operator()(FcPattern* p) const { FcPatternDestroy(p); }
};
struct ConfigDeleter {
    void operator()(FcConfig* c) const { FcConfigDestroy(c); }
};
using Pattern = std::unique_ptr<FcPattern, PatternDeleter>;
using Config = std::unique_ptr<FcConfig, ConfigDeleter>;

const FcChar8* bytes(const char* text) { return reinterpret_cast<const FcChar8*>(text); }

Pattern pattern_for(const FontRequest& request, FcConfig* config) {
    Pattern pattern(FcPatternCreate());
    if (!pattern) return pattern;
    FcPatternAddString(pattern.get(), FC_FAMILY, bytes(request.family));
    FcPatternAddString(pattern.get(), FC_FAMILY, bytes(request.generic));
    FcPatternAddInteger(pattern.get(), FC_WEIGHT, request.weight);
    FcPatternAddInteger(pattern.get(), FC_SLANT, request.slant);
    FcPatternAddBool(pattern.get(), FC_OUTLINE, FcTrue);
    if (*request.language != '\0') FcPatternAddString(pattern.get(), FC_LANG, bytes(request.language));
    FcConfigSubstitute(config, pattern.get(), FcMatchPattern);
    FcDefaultSubstitute(pattern.get());
    return pattern;
}

bool has_family(FcPattern* found, const char* family) {
    FcChar8* name = nullptr;
    for (int i = 0; FcPatternGetString(found, FC_FAMILY, i, &name) == FcResultMatch; ++i) {
        if (FcStrCmpIgnoreCase(name, bytes(family)) == 0) return true;
    }
    return false;
}

struct Found {
    FaceFile file;
    bool as_wanted = false;
};

Found ask_fontconfig(const FontRequest& request, FcConfig* config) {
    const Pattern pattern = pattern_for(request, config);
    if (!pattern) return {};
    FcResult result = FcResultNoMatch;
    const Pattern found(FcFontMatch(config, pattern.get(), &result));
    FcChar8* path = nullptr;
    int index = 0;
    if (!found || FcPatternGetString(found.get(), FC_FILE, 0, &path) != FcResultMatch) return {};
    if (FcPatternGetInteger(found.get(), FC_INDEX, 0, &index) != FcResultMatch) index = 0;
    return {{reinterpret_cast<const char*>(path), index}, has_family(found.get(), request.family)};
}

bool is_file(const std::string& path) {
    std::error_code error;
    return std::filesystem::is_regular_file(path, error);
}

Found carried_file(const FontRequest& request, const std::string& folder) {
    if (folder.empty()) return {};
    const std::filesystem::path name = std::filesystem::path(request.file).filename();
    std::string whole = folder + "/" + name.string(), face = folder + "/" + name.stem().string() + ".otf";
    if (is_file(whole)) return {{std::move(whole), request.index}, true};
    if (is_file(face)) return {{std::move(face), 0}, true};
    return {};
}

double estimated_advance(char32_t code_point) { return is_wide(code_point) ? 1.0 : 0.6; }

}  // namespace

std::string carried_fonts() {
    const char* const folder =
        std::getenv("POSLAB_FONTS");  // NOLINT(concurrency-mt-unsafe): nothing here sets it
    return folder == nullptr ? "" : folder;
}

struct FontLibrary::State {
    State(std::string root_folder, std::string carried_folder)
        : root(std::move(root_folder)), carried(std::move(carried_folder)) {
        if (!has_worked(FT_Init_FreeType(&freetype))) freetype = nullptr;
    }
    ~State() {
        for (const auto& face : faces) {
            if (face && *face != nullptr) FT_Done_Face(*face);
        }
        if (freetype != nullptr) FT_Done_FreeType(freetype);
    }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    const Found& found(Face face) {
        std::optional<Found>& slot = files[static_cast<std::size_t>(face)];
        if (!slot) slot = look_for(face);
        return *slot;
    }

    Glyph glyph(Font font, char32_t c) {
        if (c < ascii.front().size()) {
            std::optional<Glyph>& slot = ascii[static_cast<std::size_t>(font)][c];
            if (!slot) slot = choose(font, c);
            return *slot;
        }
        const std::uint64_t key = (std::uint64_t{c} << 8U) | static_cast<std::uint64_t>(font);
        const auto known = others.find(key);
        return known != others.end() ? known->second : others.emplace(key, choose(font, c)).first->second;
    }

    /// Returns the folder that the user named, if it is none.
    [[nodiscard]] std::string absent_folder() const {
        std::error_code error;
        return carried.empty() || std::filesystem::is_directory(carried, error) ? "" : carried;
    }

    std::mutex mutex;

  private:
    Found look_for(Face face) {
        const FontRequest& request = font_requests[static_cast<std::size_t>(face)];
        std::string path = root + "/" + request.file;
        if (is_file(path)) return {{std::move(path), request.index}, true};
        if (Found of_folder = carried_file(request, carried); of_folder.as_wanted) return of_folder;
        if (face == Face::math || face == Face::math_upright || face == Face::math_bold) {
            for (const char* stand_in : face == Face::math ? math_stand_ins : upright_stand_ins) {
                path = root + "/" + stand_in;
                if (is_file(path)) return {{std::move(path), 0}, false};
            }
        }
        if (!fontconfig_tried) config.reset(FcInitLoadConfigAndFonts());
        fontconfig_tried = true;
        return config ? ask_fontconfig(request, config.get()) : Found{};
    }

    FT_Face open(Face face) {
        std::optional<FT_Face>& slot = faces[static_cast<std::size_t>(face)];
        if (slot) return *slot;
        const FaceFile& file = found(face).file;
        FT_Face opened = nullptr;
        const bool has_path = freetype != nullptr && !file.path.empty();
        const bool has =
            has_path && has_opened(FT_New_Face(freetype, file.path.c_str(), file.index, &opened), file.path);
        if (has && FT_IS_SCALABLE(opened) && opened->units_per_EM > 0) return *(slot = opened);
        if (has) FT_Done_Face(opened);
        return *(slot = nullptr);
    }

    std::optional<Glyph> from(Face face, char32_t c) {
        FT_Face opened = open(face);
        if (opened == nullptr) return std::nullopt;
        Glyph glyph{face, FT_Get_Char_Index(opened, c), 0, true};
        FT_Fixed advance = 0;
        if (!has_worked(FT_Get_Advance(opened, glyph.index, FT_LOAD_NO_SCALE | FT_LOAD_NO_HINTING, &advance)))
            return std::nullopt;
        glyph.advance = static_cast<double>(advance) / opened->units_per_EM;
        return glyph;
    }

    /// Chooses the glyph from the font's own face, then Inter, mono, STIX, Chinese (Chinese first for wide
    /// characters); otherwise from any face that has a replacement box.
    Glyph choose(Font font, char32_t c) {
        if (is_control(c)) return {face_of(font), 0, 0, false};
        // Floor brackets and similar characters are in the mono face, which opens a hundred times faster than
        // the Chinese one.
        std::array<Face, 7> order{face_of(font),      Face::regular,     Face::mono, Face::math,
                                  Face::math_upright, cjk_face_of(font), Face::cjk};
        if (font == Font::math || font == Font::math_upright || font == Font::math_bold)
            order = {face_of(font), Face::math_upright, Face::math, Face::regular,
                     Face::mono,    cjk_face_of(font),  Face::cjk};
        if (is_wide(c))
            order = {cjk_face_of(font), Face::cjk,  face_of(font),     Face::regular,
                     Face::mono,        Face::math, Face::math_upright};
        std::optional<Glyph> box;
        for (const Face face : order) {
            const std::optional<Glyph> glyph = from(face, c);
            if (glyph && glyph->index != 0) return *glyph;
            if (glyph && !box) box = glyph;
        }
        return box.value_or(Glyph{face_of(font), 0, estimated_advance(c), false});
    }

    std::string root, carried;
    FT_Library freetype = nullptr;
    Config config;
    bool fontconfig_tried = false;
    std::array<std::optional<Found>, face_count> files;
    std::array<std::optional<FT_Face>, face_count> faces;
    std::array<std::array<std::optional<Glyph>, 128>, font_count> ascii;
    std::unordered_map<std::uint64_t, Glyph> others;
};

FontLibrary::FontLibrary(std::string root, std::string carried)
    : state_(std::make_unique<State>(std::move(root), std::move(carried))) {}
FontLibrary::~FontLibrary() = default;

FaceFile FontLibrary::file(Face face) const {
    const std::scoped_lock lock(state_->mutex);
    return state_->found(face).file;
}

Glyph FontLibrary::resolve(Font font, char32_t code_point) const {
    const std::scoped_lock lock(state_->mutex);
    return state_->glyph(font, code_point);
}

std::string FontLibrary::painted(std::string_view text, Font font) const {
    std::string result;
    for (std::string_view rest = text; !rest.empty();) {
        const char32_t c = next_code_point(rest);
        const Glyph glyph = resolve(font, c);
        if (glyph.index != 0 || is_control(c) || (!glyph.is_drawable && c < 0x80))
            append_utf8(result, c);
        else
            result += fmt::format("[{:04X}]", static_cast<std::uint32_t>(c));
    }
    return result;
}

std::vector<std::string> FontLibrary::missing() const {
    const std::scoped_lock lock(state_->mutex);
    std::vector<std::string> sentences;
    if (const std::string folder = state_->absent_folder(); !folder.empty())
        sentences.push_back("POSLAB_FONTS names the folder '" + folder + "', which does not exist.");
    for (std::size_t i = 0; i < face_count; ++i) {
        const Found& found = state_->found(static_cast<Face>(i));
        if (found.as_wanted) continue;
        const std::string instead =
            found.file.path.empty() ? "no substitute was found" : "'" + found.file.path + "' is used instead";
        sentences.push_back(std::string("The font ") + font_requests[i].label + " is not installed, " +
                            instead + "; the Debian package " + font_requests[i].package + " provides it.");
    }
    return sentences;
}

double FontMetrics::width(std::string_view text, Font font, double size) const {
    const bool plain =
        std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    const std::string painted = plain ? std::string() : library_.painted(text, font);
    std::string_view rest = plain ? text : std::string_view(painted);
    double em = 0;
    while (!rest.empty()) em += library_.resolve(font, next_code_point(rest)).advance;
    return em * size;
}

}  // namespace poslab
