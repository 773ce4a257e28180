#include "app/paint/cairo_painter.hpp"

#include "app/paint/cairo_text.hpp"
#include "app/paint/font_errors.hpp"
#include "app/paint/image_surface.hpp"
#include "core/base/errors.hpp"
#include "core/base/utf8.hpp"
#include "core/figure/heat_map_raster.hpp"

#include <cairo-ft.h>
#include <ft2build.h>
#include FT_FREETYPE_H

#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

namespace poslab {

namespace {

/// A FreeType face that Cairo's caches may hold longer than we do, and close on any thread that paints. It
/// has a FreeType library of its own, because a library is for one thread at a time.
struct OwnedFace {
    FT_Library library = nullptr;
    FT_Face face = nullptr;

    OwnedFace() = default;
    ~OwnedFace() {
        if (face != nullptr) FT_Done_Face(face);
        if (library != nullptr) FT_Done_FreeType(library);
    }
    OwnedFace(const OwnedFace&) = delete;
    OwnedFace& operator=(const OwnedFace&) = delete;
};

void delete_owned_face(void* data) { delete static_cast<OwnedFace*>(data); }

cairo_font_face_t* make_face(const FaceFile& file) {
    // Identifies the face's user data for Cairo; only the address matters.
    static const cairo_user_data_key_t owner{};
    if (file.path.empty()) return nullptr;
    auto owned = std::make_unique<OwnedFace>();
    if (!has_worked(FT_Init_FreeType(&owned->library)) ||
        !has_opened(FT_New_Face(owned->library, file.path.c_str(), file.index, &owned->face), file.path))
        return nullptr;
    cairo_font_face_t* const face = cairo_ft_font_face_create_for_ft_face(owned->face, FT_LOAD_NO_HINTING);
    if (cairo_font_face_set_user_data(face, &owner, owned.get(), delete_owned_face) == CAIRO_STATUS_SUCCESS) {
        static_cast<void>(owned.release());
        return face;
    }
    cairo_font_face_destroy(face);
    throw std::bad_alloc();  // the only reason that Cairo has here
}

/// Clamps a coordinate to Cairo's 24.8-bit range; values beyond it are far outside any picture.
double safe(double v) { return std::clamp(v, -1e6, 1e6); }

/// True for the glyph of Noto Sans CJK that Cairo 1.16 loses in a PDF. Cairo omits the subroutines after a
/// hint mask as unused, so viewers show an empty box. No other character of GB 2312's first level is
/// affected.
bool is_lost_in_pdf(Face face, char32_t c) { return face == Face::cjk && c == U'\u5982'; }

/// Cairo's copy of an image's pixel, and its record of a cell, for a page that is not yet shown; measured on
/// sheets of 384 and 400 matrices of 64 x 64 cells (750 to 850 bytes for a cell).
constexpr std::size_t clone_bytes = 4, cell_bytes = 850;

struct TextPart {
    cairo_font_face_t* face = nullptr;
    bool as_path = false;
    std::vector<cairo_glyph_t> glyphs;
    std::vector<cairo_text_cluster_t> clusters;
    std::string text;
};

class CairoPainter {
  public:
    CairoPainter(cairo_t* cairo, CairoFonts& fonts, CairoTarget target, double scale, const DrawList& list)
        : cairo_(cairo),
          fonts_(fonts),
          target_(target),
          scale_(target == CairoTarget::image ? scale : 2.0),
          clips_{{0, 0, list.width, list.height}} {
        cairo_font_options_t* const options = cairo_font_options_create();
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
        cairo_set_font_options(cairo_, options);
        cairo_font_options_destroy(options);
        cairo_set_line_join(cairo_, CAIRO_LINE_JOIN_ROUND);
    }

    void operator()(const FillRect& c) {
        color(c.color);
        outline(c.rect, c.radius);
        cairo_fill(cairo_);
    }

    void operator()(const StrokeRect& c) {
        color(c.color);
        outline(c.rect, c.radius);
        cairo_set_line_join(cairo_, CAIRO_LINE_JOIN_MITER);
        stroke(c.width, {});
        cairo_set_line_join(cairo_, CAIRO_LINE_JOIN_ROUND);
    }

    void operator()(const Polyline& c) {
        color(c.color);
        path(c.points, c.closed);
        stroke(c.width, c.dashes);
    }

    void operator()(const FillPolygon& c) {
        color(c.color);
        path(c.points, true);
        cairo_fill(cairo_);
    }

    void operator()(const FillCircle& c) {
        color(c.color);
        cairo_arc(cairo_, safe(c.center.x), safe(c.center.y), std::max(0.0, safe(c.radius)), 0,
                  2 * std::numbers::pi);
        cairo_fill(cairo_);
    }

    void operator()(const TextRun& c) {
        color(c.color);
        for (const TextPart& part : parts_of(c)) {
            cairo_set_font_face(cairo_, part.face);
            cairo_set_font_size(cairo_, c.size);
            const int glyphs = static_cast<int>(part.glyphs.size());
            if (part.as_path) {
                // cairo_show_glyphs snaps to whole pixels on images (Cairo 1.16), which would space letters
                // unevenly.
                cairo_glyph_path(cairo_, part.glyphs.data(), glyphs);
                cairo_fill(cairo_);
            } else {
                cairo_show_text_glyphs(cairo_, part.text.data(), static_cast<int>(part.text.size()),
                                       part.glyphs.data(), glyphs, part.clusters.data(),
                                       static_cast<int>(part.clusters.size()), {});
            }
        }
    }

    void operator()(const HeatMap& c) {
        if (!is_drawable(c)) return;
        const Rect part = intersection(c.rect, clips_.back());
        if (!(part.width > 0 && part.height > 0)) return;
        const CellRange range = visible_cells(c, part);
        if (target_ == CairoTarget::vector && draws_as_cells(c, range)) {
            cells(c, range, part);
        } else {
            picture(c, part);
        }
    }

    void operator()(const PushClip& c) {
        cairo_save(cairo_);
        clips_.push_back(intersection(clips_.back(), c.rect));
        cairo_rectangle(cairo_, safe(c.rect.x), safe(c.rect.y), std::max(0.0, safe(c.rect.width)),
                        std::max(0.0, safe(c.rect.height)));
        cairo_clip(cairo_);
    }

    void operator()(const PopClip& /*c*/) {
        if (clips_.size() < 2) return;
        clips_.pop_back();
        cairo_restore(cairo_);
    }

    /// Returns the entries of Cairo's memory for the heat maps.
    std::vector<LedgerEntry> finish() {
        while (clips_.size() > 1) (*this)(PopClip{});
        return std::move(entries_);
    }

  private:
    void color(Color c) { cairo_set_source_rgba(cairo_, c.r / 255.0, c.g / 255.0, c.b / 255.0, c.a / 255.0); }

    void outline(const Rect& rect, double radius) {
        const Rect r = intersection(rect, {-1e6, -1e6, 2e6, 2e6});
        const double round = std::min({radius, r.width / 2, r.height / 2});
        if (!(round > 0)) return cairo_rectangle(cairo_, r.x, r.y, r.width, r.height);
        constexpr double quarter = std::numbers::pi / 2;
        cairo_new_sub_path(cairo_);
        cairo_arc(cairo_, r.right() - round, r.y + round, round, -quarter, 0);
        cairo_arc(cairo_, r.right() - round, r.bottom() - round, round, 0, quarter);
        cairo_arc(cairo_, r.x + round, r.bottom() - round, round, quarter, 2 * quarter);
        cairo_arc(cairo_, r.x + round, r.y + round, round, 2 * quarter, 3 * quarter);
        cairo_close_path(cairo_);
    }

    void path(const std::vector<Point>& points, bool closed) {
        bool open = false;
        for (const Point& p : points) {
            const bool usable = std::isfinite(p.x) && std::isfinite(p.y);
            if (usable && open) cairo_line_to(cairo_, safe(p.x), safe(p.y));
            if (usable && !open) cairo_move_to(cairo_, safe(p.x), safe(p.y));
            open = usable;
        }
        if (closed && !points.empty()) cairo_close_path(cairo_);
    }

    void stroke(double width, const std::vector<double>& dashes) {
        double length = 0;
        for (const double d : dashes) length = d >= 0 ? length + d : -1e9;
        const bool dashed = length > 0;
        if (dashed) cairo_set_dash(cairo_, dashes.data(), static_cast<int>(dashes.size()), 0);
        cairo_set_line_width(cairo_, width);
        cairo_stroke(cairo_);
        if (dashed) cairo_set_dash(cairo_, nullptr, 0, 0);
    }

    std::vector<TextPart> parts_of(const TextRun& run) {
        double x = run.anchor.x;
        if (run.align != Align::left) {
            const double width = FontMetrics(fonts_.library()).width(run.text, run.font, run.size);
            x -= run.align == Align::center ? width / 2 : width;
        }
        std::vector<TextPart> parts;
        const std::string text = fonts_.library().painted(run.text, run.font);
        for (std::string_view rest = text; !rest.empty();) {
            const char32_t c = next_code_point(rest);
            const Glyph glyph = fonts_.library().resolve(run.font, c);
            cairo_font_face_t* const face = glyph.is_drawable ? fonts_.face(glyph.face) : nullptr;
            if (face != nullptr) {
                const bool as_path = target_ == CairoTarget::image || is_lost_in_pdf(glyph.face, c);
                if (parts.empty() || parts.back().face != face || parts.back().as_path != as_path)
                    parts.push_back({face, as_path, {}, {}, {}});
                add(parts.back(), glyph, c, {x, run.anchor.y});
            }
            x += glyph.advance * run.size;
        }
        return parts;
    }

    static void add(TextPart& part, const Glyph& glyph, char32_t c, Point at) {
        const std::size_t before = part.text.size();
        append_utf8(part.text, cairo_character(c));
        part.clusters.push_back({static_cast<int>(part.text.size() - before), 1});
        part.glyphs.push_back({glyph.index, safe(at.x), safe(at.y)});
    }

    void picture(const HeatMap& map, const Rect& part) {
        const PixelRect area = touched_pixels(part, scale_);
        if (target_ == CairoTarget::vector)
            entries_.emplace_back(clone_bytes * static_cast<std::size_t>(area.width) *
                                  static_cast<std::size_t>(area.height));
        const CairoSurface image = image_surface(CAIRO_FORMAT_ARGB32, area.width, area.height);
        if (cairo_surface_status(image.get()) != CAIRO_STATUS_SUCCESS) throw std::bad_alloc();
        const auto stride =
            static_cast<std::size_t>(cairo_image_surface_get_stride(image.get())) / sizeof(std::uint32_t);
        // Cairo allocates pixels aligned for 32-bit words.
        auto* const pixels =
            static_cast<std::uint32_t*>(static_cast<void*>(cairo_image_surface_get_data(image.get())));
        rasterise_into(map, area, scale_, PixelFormat::argb32_premultiplied, pixels, stride);
        cairo_surface_mark_dirty(image.get());
        cairo_save(cairo_);
        cairo_rectangle(cairo_, part.x, part.y, part.width, part.height);
        cairo_clip(cairo_);
        cairo_translate(cairo_, area.x / scale_, area.y / scale_);
        cairo_scale(cairo_, 1 / scale_, 1 / scale_);
        cairo_set_source_surface(cairo_, image.get(), 0, 0);
        cairo_pattern_set_filter(cairo_get_source(cairo_), CAIRO_FILTER_NEAREST);
        cairo_paint(cairo_);
        cairo_restore(cairo_);
    }

    void cells(const HeatMap& map, const CellRange& range, const Rect& part) {
        std::vector<Rect> hatched;
        std::size_t drawn = 0;
        for (std::int64_t row = range.first_row; row < range.end_row; ++row) {
            for (std::int64_t column = range.first_column; column < range.end_column; ++column) {
                const Rect whole = cell_rect(map, row, column);
                const Rect seen = intersection(whole, part);
                const CellLook look =
                    cell_look(map, (*map.values)[static_cast<std::size_t>(row * map.width + column)]);
                if (look.kind == CellKind::nothing || !(seen.width > 0 && seen.height > 0)) continue;
                color(look.color);
                cairo_rectangle(cairo_, seen.x, seen.y, seen.width, seen.height);
                cairo_fill(cairo_);
                ++drawn;
                if (look.kind == CellKind::hatched) hatched.push_back(seen);
                if (look.kind == CellKind::not_a_number) cross(map, whole, part);
            }
        }
        if (!hatched.empty()) hatch(hatched, part);
        entries_.emplace_back(drawn * cell_bytes);
    }

    void cross(const HeatMap& map, const Rect& cell, const Rect& part) {
        const double reach = 0.3 * std::min(cell.width, cell.height);
        const Point middle{cell.x + cell.width / 2, cell.y + cell.height / 2};
        cairo_save(cairo_);
        cairo_rectangle(cairo_, part.x, part.y, part.width, part.height);
        cairo_clip(cairo_);
        color(map.nan_mark);
        path({{middle.x - reach, middle.y - reach}, {middle.x + reach, middle.y + reach}}, false);
        path({{middle.x - reach, middle.y + reach}, {middle.x + reach, middle.y - reach}}, false);
        stroke(HatchStyle::nan_width, {});
        cairo_restore(cairo_);
    }

    /// Draws the lines x + y = n * pitch * sqrt(2), clipped to the cells.
    void hatch(const std::vector<Rect>& areas, const Rect& part) {
        cairo_save(cairo_);
        for (const Rect& r : areas) cairo_rectangle(cairo_, r.x, r.y, r.width, r.height);
        cairo_clip(cairo_);
        const double step = HatchStyle::pitch * std::numbers::sqrt2;
        const auto first = static_cast<std::int64_t>(std::floor((part.x + part.y) / step));
        const auto last = static_cast<std::int64_t>(std::ceil((part.right() + part.bottom()) / step));
        for (std::int64_t n = first; n <= last; ++n) {
            const double sum = static_cast<double>(n) * step;
            path({{sum - part.y + 2, part.y - 2}, {sum - part.bottom() - 2, part.bottom() + 2}}, false);
        }
        color(rgb(0xFFFFFF).with_alpha(HatchStyle::alpha));
        stroke(HatchStyle::width, {});
        cairo_restore(cairo_);
    }

    cairo_t* cairo_;
    CairoFonts& fonts_;
    CairoTarget target_;
    double scale_;
    std::vector<Rect> clips_;
    std::vector<LedgerEntry> entries_;
};

}  // namespace

struct CairoFonts::State {
    explicit State(const FontLibrary& fonts) : library(fonts) {}
    ~State() {
        for (const auto& face : faces) {
            if (face && *face != nullptr) cairo_font_face_destroy(*face);
        }
    }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    const FontLibrary& library;
    std::array<std::optional<cairo_font_face_t*>, face_count> faces;
};

CairoFonts::CairoFonts(const FontLibrary& library) : state_(std::make_unique<State>(library)) {}
CairoFonts::~CairoFonts() = default;

const FontLibrary& CairoFonts::library() const { return state_->library; }

cairo_font_face_t* CairoFonts::face(Face face) {
    std::optional<cairo_font_face_t*>& slot = state_->faces[static_cast<std::size_t>(face)];
    if (!slot) slot = make_face(state_->library.file(face));
    return *slot;
}

std::vector<LedgerEntry> paint_cairo(cairo_t* cairo, const DrawList& list, CairoFonts& fonts,
                                     CairoTarget target, double scale) {
    cairo_save(cairo);
    CairoPainter painter(cairo, fonts, target, scale, list);
    for (const DrawCommand& command : list.commands) std::visit(painter, command);
    std::vector<LedgerEntry> entries = painter.finish();
    cairo_restore(cairo);
    // covers all commands: Cairo draws nothing after an error
    const cairo_status_t status = cairo_status(cairo);
    if (status == CAIRO_STATUS_NO_MEMORY) throw std::bad_alloc();
    if (status != CAIRO_STATUS_SUCCESS)
        throw OutputError(tr("Cannot draw the picture: {}.", cairo_status_to_string(status)));
    return entries;
}

}  // namespace poslab
