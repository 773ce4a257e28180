#pragma once

#include "app/paint/fonts.hpp"
#include "core/figure/text_metrics.hpp"

#include <memory>
#include <vector>

namespace poslab {

/// A rasterised glyph at one size; lengths in pixels. Has no pixels if the glyph is invisible.
struct GlyphPicture {
    int columns = 0, rows = 0;            // GlyphPictures::oversampling columns per pixel
    float left = 0, top = 0;              // of the picture: right of the pen, above the baseline
    float advance = 0;                    // unhinted
    std::vector<unsigned char> coverage;  // row-major, from the top
};

/// Rasterises the glyphs resolved by FontLibrary with FreeType at exact sizes; without installed fonts, those
/// of Dear ImGui's font. For one thread. Keeps a reference to the library.
class GlyphPictures {
  public:
    static constexpr int oversampling = 2;  // horizontal; glyphs have fractional positions on a line

    explicit GlyphPictures(const FontLibrary& library);
    ~GlyphPictures();
    GlyphPictures(const GlyphPictures&) = delete;
    GlyphPictures& operator=(const GlyphPictures&) = delete;

    [[nodiscard]] GlyphPicture draw(Font font, char32_t code_point, float size);
    /// The file of Dear ImGui's font, at a stable address.
    [[nodiscard]] const std::vector<unsigned char>& default_font() const { return default_font_; }

  private:
    struct Faces;  // FreeType

    const FontLibrary& library_;
    const std::vector<unsigned char> default_font_;
    std::unique_ptr<Faces> faces_;
};

}  // namespace poslab
