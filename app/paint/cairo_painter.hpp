#pragma once

#include "app/paint/fonts.hpp"
#include "core/base/memory_ledger.hpp"
#include "core/figure/draw_list.hpp"

#include <memory>
#include <vector>

#include <cairo.h>

namespace poslab {

/// `image`: heat maps at device resolution, glyphs at the subpixel positions that the layout measured.
/// `vector`: searchable text, large cells as rectangles, other heat maps as images at two pixels per CSS
/// pixel.
enum class CairoTarget { image, vector };

/// The fonts of a library for Cairo. The files are opened a second time, because Cairo sets the size of its
/// faces while the library may be measuring on another thread. One per thread; inexpensive until text is
/// drawn.
class CairoFonts {
  public:
    explicit CairoFonts(const FontLibrary& library);
    ~CairoFonts();
    CairoFonts(const CairoFonts&) = delete;
    CairoFonts& operator=(const CairoFonts&) = delete;

    [[nodiscard]] const FontLibrary& library() const;
    /// Returns the face; nullptr if there is none.
    [[nodiscard]] cairo_font_face_t* face(Face face);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Paints on top of the content of `cairo`. Its matrix must only scale from CSS pixels, with the figure's
/// origin at the surface's, by `scale` device pixels each; `vector` does not use `scale`. Returns the entries
/// of Cairo's own memory for heat maps, which a page of `vector` has until it is shown.
std::vector<LedgerEntry> paint_cairo(cairo_t* cairo, const DrawList& list, CairoFonts& fonts,
                                     CairoTarget target, double scale);

}  // namespace poslab
