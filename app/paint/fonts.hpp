#pragma once

#include "core/figure/text_metrics.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace poslab {

/// The font files: one for each Font, in its order, and two for characters that those lack.
enum class Face {
    regular,
    medium,
    semibold,
    mono,
    mono_medium,
    math,
    math_upright,
    math_bold,
    cjk,
    cjk_bold
};
inline constexpr std::size_t face_count = 10;
inline constexpr std::size_t font_count = face_count - 2;

[[nodiscard]] constexpr Face face_of(Font font) { return static_cast<Face>(font); }
/// Returns the face for characters that `font`'s own face lacks.
[[nodiscard]] constexpr Face cjk_face_of(Font font) {
    return font == Font::semibold || font == Font::math_bold ? Face::cjk_bold : Face::cjk;
}

struct FaceFile {
    std::string path;  // empty if no suitable font is installed
    int index = 0;     // as FT_New_Face takes it
};

struct Glyph {
    Face face = Face::regular;
    std::uint32_t index = 0;   // in the file of `face`; 0 is the box for a missing character
    double advance = 0;        // em, unhinted
    bool is_drawable = false;  // false if there is no font, or for control characters
};

/// Returns the value of the environment variable POSLAB_FONTS; empty if unset.
[[nodiscard]] std::string carried_fonts();

/// Finds the fonts and their glyphs. Files are located and opened on first use, the Chinese ones only for a
/// character that needs them. Thread-safe (uses one mutex).
class FontLibrary {
  public:
    /// `root` is the folder where Debian's packages install fonts. `carried` is a folder with files of the
    /// same names, for machines without them (of a Chinese collection only the face, as .otf). Fonts in other
    /// folders are found with fontconfig.
    explicit FontLibrary(std::string root = "/usr/share/fonts", std::string carried = carried_fonts());
    ~FontLibrary();
    FontLibrary(const FontLibrary&) = delete;
    FontLibrary& operator=(const FontLibrary&) = delete;

    [[nodiscard]] FaceFile file(Face face) const;
    [[nodiscard]] Glyph resolve(Font font, char32_t code_point) const;
    /// Returns the text as painted: a character that no font has becomes its code, "[1F600]".
    [[nodiscard]] std::string painted(std::string_view text, Font font) const;
    /// Returns one sentence for each typeface that is not installed, with its substitute and Debian package,
    /// and one if there is no folder `carried`.
    [[nodiscard]] std::vector<std::string> missing() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Text widths without hinting and kerning, which no painter applies. May be shared between threads, like the
/// library. Keeps a reference to the library.
class FontMetrics final : public TextMetrics {
  public:
    explicit FontMetrics(const FontLibrary& library) : library_(library) {}
    [[nodiscard]] double width(std::string_view text, Font font, double size) const override;

  private:
    const FontLibrary& library_;
};

}  // namespace poslab
