#pragma once

#include "app/paint/fonts.hpp"
#include "core/figure/text_metrics.hpp"

#include <memory>
#include <vector>

namespace poslab {

/// A glyph as it is drawn at one size; lengths in pixels. No pixels if there is nothing to see of it.
struct GlyphPicture {
    int columns = 0, rows = 0;            // GlyphPictures::oversampling columns make a pixel
    float left = 0, top = 0;              // of the picture, to the right of the pen and above the baseline
    float advance = 0;                    // unhinted
    std::vector<unsigned char> coverage;  // row by row, from the top
};

/// Draws the glyphs that FontLibrary resolves with FreeType, at exact sizes; on a machine without fonts, those of Dear ImGui's own.
/// One thread. Keeps a reference to the library.
class GlyphPictures {
  public:
    static constexpr int oversampling = 2;  // across; glyphs stand at fractional places on a line

    explicit GlyphPictures(const FontLibrary& library);
    ~GlyphPictures();
    GlyphPictures(const GlyphPictures&) = delete;
    GlyphPictures& operator=(const GlyphPictures&) = delete;

    [[nodiscard]] GlyphPicture draw(Font font, char32_t code_point, float size);
    /// The file of Dear ImGui's own font. Stays where it is.
    [[nodiscard]] const std::vector<unsigned char>& default_font() const { return default_font_; }

  private:
    struct Faces;  // FreeType

    const FontLibrary& library_;
    const std::vector<unsigned char> default_font_;
    std::unique_ptr<Faces> faces_;
};

}  // namespace poslab
