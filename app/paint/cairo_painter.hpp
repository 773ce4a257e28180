#pragma once

#include "app/paint/fonts.hpp"
#include "core/figure/draw_list.hpp"

#include <memory>

#include <cairo.h>

namespace poslab {

/// `image`: heat maps at device resolution, glyphs placed between pixels as the layout measured them.
/// `vector`: text stays text (searchable), large cells are rectangles, other heat maps are pictures at twice the CSS pixels.
enum class CairoTarget { image, vector };

/// The fonts of a library as Cairo sees them. Opens the files a second time: Cairo sizes the faces it draws with, and the
/// library may be measuring on another thread meanwhile. One per thread; cheap until text is drawn.
class CairoFonts {
  public:
    explicit CairoFonts(const FontLibrary& library);
    ~CairoFonts();
    CairoFonts(const CairoFonts&) = delete;
    CairoFonts& operator=(const CairoFonts&) = delete;

    [[nodiscard]] const FontLibrary& library() const;
    /// nullptr if there is none.
    [[nodiscard]] cairo_font_face_t* face(Face face);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Paints over what `cairo` holds. Its matrix must be a plain scaling from CSS pixels (the figure's origin at the surface's),
/// `scale` device pixels each; `vector` does not use `scale`.
void paint_cairo(cairo_t* cairo, const DrawList& list, CairoFonts& fonts, CairoTarget target, double scale);

}  // namespace poslab
