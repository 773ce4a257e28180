#pragma once

#include "core/figure/text_metrics.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace poslab {

/// The font files: one for each Font, in its order, and two for what those lack.
enum class Face { regular, medium, semibold, mono, mono_medium, math, math_upright, math_bold, cjk, cjk_bold };
inline constexpr std::size_t face_count = 10;
inline constexpr std::size_t font_count = face_count - 2;

[[nodiscard]] constexpr Face face_of(Font font) { return static_cast<Face>(font); }
/// Where `font` gets the characters from that its own face lacks.
[[nodiscard]] constexpr Face cjk_face_of(Font font) {
    return font == Font::semibold || font == Font::math_bold ? Face::cjk_bold : Face::cjk;
}

struct FaceFile {
    std::string path;  // empty if the machine has nothing of the kind
    int index = 0;     // as FT_New_Face takes it
};

struct Glyph {
    Face face = Face::regular;
    std::uint32_t index = 0;  // in the file of `face`; 0 is its box for "no such character"
    double advance = 0;       // em, unhinted
    bool drawn = false;       // false if no font is there, or for control characters
};

/// What the environment's POSLAB_FONTS names; empty if nothing.
[[nodiscard]] std::string carried_fonts();

/// Finds the fonts and their glyphs. Files are looked for and opened when first needed, the Chinese ones only if a character
/// asks for them. Every member may be called from any thread (one mutex inside).
class FontLibrary {
  public:
    /// `root` is where Debian's packages put fonts; `carried` a folder with files of the same names for a machine without them (of
    /// a Chinese collection only the face, as .otf); other places are found through fontconfig.
    explicit FontLibrary(std::string root = "/usr/share/fonts", std::string carried = carried_fonts());
    ~FontLibrary();
    FontLibrary(const FontLibrary&) = delete;
    FontLibrary& operator=(const FontLibrary&) = delete;

    [[nodiscard]] FaceFile file(Face face) const;
    [[nodiscard]] Glyph resolve(Font font, char32_t code_point) const;
    /// The text as it is painted: a character that no font has stands as its code, "[1F600]".
    [[nodiscard]] std::string painted(std::string_view text, Font font) const;
    /// One sentence for each typeface that is not installed: what stands in for it, and which Debian package has it.
    [[nodiscard]] std::vector<std::string> missing() const;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Unhinted, without kerning, which no painter applies. May be shared between threads, as the library may. Keeps a reference
/// to the library.
class FontMetrics final : public TextMetrics {
  public:
    explicit FontMetrics(const FontLibrary& library) : library_(library) {}
    [[nodiscard]] double width(std::string_view text, Font font, double size) const override;

  private:
    const FontLibrary& library_;
};

}  // namespace poslab
