#include "app/paint/svg_painter.hpp"

#include "app/paint/base64.hpp"
#include "core/figure/formula_mathml.hpp"
#include "core/figure/heat_map_raster.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <iterator>
#include <string_view>
#include <vector>

namespace poslab {

namespace {

/// Formats a number with at most three decimals, without trailing zeros, never "-0".
std::string number(double v) {
    if (!std::isfinite(v)) return "0";
    std::string text = fmt::format("{:.3f}", v);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text == "-0" ? "0" : text;
}

std::string hex(Color c) { return fmt::format("#{:02X}{:02X}{:02X}", c.r, c.g, c.b); }

std::string painted(std::string_view role, Color c) {
    std::string text = fmt::format(" {}=\"{}\"", role, hex(c));
    if (c.a != 255) text += fmt::format(" {}-opacity=\"{}\"", role, number(c.a / 255.0));
    return text;
}

std::string place(const Rect& r) {
    return fmt::format("x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"", number(r.x), number(r.y),
                       number(std::max(0.0, r.width)), number(std::max(0.0, r.height)));
}

std::string rounding(double radius) { return radius > 0 ? fmt::format(" rx=\"{}\"", number(radius)) : ""; }

std::string_view font_attributes(Font font) {
    switch (font) {
        case Font::regular:
            return "font-family=\"Inter, 'Noto Sans CJK SC', sans-serif\"";
        case Font::medium:
            return "font-family=\"Inter, 'Noto Sans CJK SC', sans-serif\" font-weight=\"500\"";
        case Font::semibold:
            return "font-family=\"Inter, 'Noto Sans CJK SC', sans-serif\" font-weight=\"600\"";
        case Font::mono:
            return "font-family=\"'JetBrains Mono', 'Noto Sans CJK SC', monospace\"";
        case Font::mono_medium:
            return "font-family=\"'JetBrains Mono', 'Noto Sans CJK SC', monospace\" font-weight=\"500\"";
        case Font::math:
            return "font-family=\"'STIX Two Text', STIXGeneral, 'DejaVu Serif', 'Noto Sans CJK SC', serif\" "
                   "font-style=\"italic\"";
        case Font::math_upright:
            return "font-family=\"'STIX Two Text', STIXGeneral, 'DejaVu Serif', 'Noto Sans CJK SC', serif\"";
        case Font::math_bold:
            return "font-family=\"'STIX Two Text', STIXGeneral, 'DejaVu Serif', 'Noto Sans CJK SC', serif\" "
                   "font-weight=\"700\"";
    }
    return "";
}

std::string_view anchor_attribute(Align align) {
    switch (align) {
        case Align::left:
            return "";
        case Align::center:
            return " text-anchor=\"middle\"";
        case Align::right:
            return " text-anchor=\"end\"";
    }
    return "";
}

/// Returns the colour of a command; empty for a heat map.
std::optional<Color> color_of(const DrawCommand& command) {
    return std::visit(
        [](const auto& c) -> std::optional<Color> {
            if constexpr (requires { c.color; }) return c.color;
            return std::nullopt;
        },
        command);
}

class SvgPainter {
  public:
    explicit SvgPainter(const DrawList& list, const SvgInPage* page = nullptr)
        : page_(page),
          prefix_(page == nullptr ? "" : page->prefix),
          clips_{{0, 0, list.width, list.height}} {}

    /// Draws a command; `dark` is the same command in the dark theme, or null.
    void draw(const DrawCommand& command, const DrawCommand* dark) {
        if (const auto* column = std::get_if<FillRect>(&command); column != nullptr && column->radius == 0) {
            const auto* dark_column = dark == nullptr ? nullptr : std::get_if<FillRect>(dark);
            add_column(*column, dark_column == nullptr ? column->color : dark_column->color);
            return;
        }
        close_columns();
        dark_map_ = dark == nullptr ? nullptr : std::get_if<HeatMap>(dark);
        dark_color_ = dark == nullptr ? std::nullopt : color_of(*dark);
        std::visit(*this, command);
    }

    void operator()(const FillRect& c) {
        put("<rect {}{}{}/>\n", place(c.rect), rounding(c.radius), paint("fill", c.color));
    }

    void operator()(const StrokeRect& c) {
        put("<rect {}{} fill=\"none\"{} stroke-width=\"{}\"/>\n", place(c.rect), rounding(c.radius),
            paint("stroke", c.color), number(c.width));
    }

    void operator()(const Polyline& c) {
        const std::string path = path_of(c.points, c.closed);
        if (path.empty()) return;
        put("<path d=\"{}\" fill=\"none\"{} stroke-width=\"{}\" stroke-linejoin=\"round\"{}/>\n", path,
            paint("stroke", c.color), number(c.width), dashes(c.dashes));
    }

    void operator()(const FillPolygon& c) {
        const std::string path = path_of(c.points, true);
        if (!path.empty()) put("<path d=\"{}\"{}/>\n", path, paint("fill", c.color));
    }

    void operator()(const FillCircle& c) {
        put("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{}/>\n", number(c.center.x), number(c.center.y),
            number(std::max(0.0, c.radius)), paint("fill", c.color));
    }

    void operator()(const TextRun& c) {
        put("<text x=\"{}\" y=\"{}\" {} font-size=\"{}\"{}{}{}>{}</text>\n", number(c.anchor.x),
            number(c.anchor.y), font_attributes(c.font), number(c.size), anchor_attribute(c.align),
            length_of(c), paint("fill", c.color), escaped_markup(c.text));
    }

    void operator()(const HeatMap& c) {
        if (!is_drawable(c)) return;
        const Rect part = intersection(c.rect, clips_.back());
        if (!(part.width > 0 && part.height > 0)) return;
        const CellRange range = visible_cells(c, part);
        if (draws_as_cells(c, range)) {
            cells(c, range, part);
        } else {
            picture(c, part);
        }
    }

    void operator()(const PushClip& c) {
        clips_.push_back(intersection(clips_.back(), c.rect));
        open_clip(c.rect);
    }

    void operator()(const PopClip& /*c*/) {
        if (clips_.size() < 2) return;
        clips_.pop_back();
        put("</g>\n");
    }

    [[nodiscard]] std::string take() {
        close_columns();
        while (clips_.size() > 1) (*this)(PopClip{});
        return std::move(out_);
    }

  private:
    /// Collects rectangles of one colour from left to right, such as the columns of a band: one path instead
    /// of many elements. They must not overlap, because a path is filled once.
    void add_column(const FillRect& column, Color dark) {
        const bool continues = !columns_.empty() && columns_.back().color == column.color &&
                               columns_dark_ == dark &&
                               column.rect.x >= columns_.back().rect.x + columns_.back().rect.width;
        if (!continues) close_columns();
        columns_.push_back(column);
        columns_dark_ = dark;
    }

    void close_columns() {
        if (columns_.empty()) return;
        dark_color_ = columns_dark_;
        if (columns_.size() == 1) {
            (*this)(columns_.front());
        } else {
            std::string path;
            for (const FillRect& c : columns_)
                path += fmt::format("M{},{}h{}v{}h{}z", number(c.rect.x), number(c.rect.y),
                                    number(c.rect.width), number(c.rect.height), number(-c.rect.width));
            put("<path d=\"{}\"{}/>\n", path, paint("fill", columns_.front().color));
        }
        columns_.clear();
    }

    template <typename... Args>
    void put(fmt::format_string<Args...> format, Args&&... args) {
        fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
    }

    /// Returns the colour attribute, with a class if the dark theme has a different colour.
    std::string paint(std::string_view role, Color c) {
        std::string text = painted(role, c);
        if (page_ == nullptr || !dark_color_ || *dark_color_ == c) return text;
        return text + fmt::format(" class=\"{}\"", page_->dark.class_of(role, *dark_color_));
    }

    /// Returns an attribute that fits text of other fonts to the width used for the layout.
    [[nodiscard]] std::string length_of(const TextRun& run) const {
        if (page_ == nullptr || run.text.size() < 2) return {};
        const double width = page_->metrics.width(run.text, run.font, run.size);
        return width > 0 ? fmt::format(" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\"", number(width))
                         : "";
    }

    void open_clip(const Rect& rect) {
        const std::string id = fmt::format("{}clip{}", prefix_, ++clip_count_);
        put("<clipPath id=\"{}\"><rect {}/></clipPath>\n<g clip-path=\"url(#{})\">\n", id, place(rect), id);
    }

    static std::string path_of(const std::vector<Point>& points, bool closed) {
        std::string path;
        bool open = false;
        for (const Point& p : points) {
            const bool usable = std::isfinite(p.x) && std::isfinite(p.y);
            if (usable) path += (open ? "L" : "M") + number(p.x) + "," + number(p.y);
            open = usable;
        }
        if (closed && !path.empty()) path += 'Z';
        return path;
    }

    static std::string dashes(const std::vector<double>& lengths) {
        std::string list;
        for (const double length : lengths) list += (list.empty() ? "" : ",") + number(std::max(0.0, length));
        return list.empty() ? "" : " stroke-dasharray=\"" + list + "\"";
    }

    static Raster raster_of(const HeatMap& map, const Rect& part) {
        return rasterise(map, touched_pixels(part, raster_scale), raster_scale, PixelFormat::rgba8);
    }

    void picture(const HeatMap& map, const Rect& part) {
        const Raster raster = raster_of(map, part);
        if (raster.pixels.empty()) return;
        std::optional<Raster> dark;
        if (dark_map_ != nullptr) dark = raster_of(*dark_map_, part);
        const bool differs = dark && dark->pixels != raster.pixels;
        open_clip(part);
        put_image(raster, differs ? " class=\"on-light\"" : "");
        if (differs) put_image(*dark, " class=\"on-dark\"");
        put("</g>\n");
    }

    void put_image(const Raster& raster, std::string_view css_class) {
        const PixelRect& at = raster.place;
        const auto* const bytes =
            static_cast<const std::uint8_t*>(static_cast<const void*>(raster.pixels.data()));
        const std::string png =
            encode_png({bytes, at.width, at.height, static_cast<std::ptrdiff_t>(at.width) * 4,
                        PixelOrder::rgba8, false, page_ != nullptr},
                       96 * raster_scale, {});
        // Written twice: the attribute is for older viewers, the property for browsers.
        put("<image{} {} preserveAspectRatio=\"none\" image-rendering=\"optimizeSpeed\" "
            "style=\"image-rendering:pixelated\" "
            "{}href=\"data:image/png;base64,{}\"/>\n",
            css_class,
            place({at.x / raster_scale, at.y / raster_scale, at.width / raster_scale,
                   at.height / raster_scale}),
            page_ == nullptr ? "xlink:" : "", base64(png));
    }

    void cells(const HeatMap& map, const CellRange& range, const Rect& part) {
        open_clip(part);  // clips the marks of partly visible cells
        for (std::int64_t row = range.first_row; row < range.end_row; ++row) {
            for (std::int64_t column = range.first_column; column < range.end_column; ++column)
                cell(map, row, column, part);
        }
        put("</g>\n");
    }

    void cell(const HeatMap& map, std::int64_t row, std::int64_t column, const Rect& part) {
        const CellLook look =
            cell_look(map, (*map.values)[static_cast<std::size_t>(row * map.width + column)]);
        const Rect whole = cell_rect(map, row, column);
        const Rect seen = intersection(whole, part);
        if (look.kind == CellKind::nothing || !(seen.width > 0 && seen.height > 0)) return;
        if (dark_map_ != nullptr)
            dark_color_ =
                cell_look(*dark_map_, (*map.values)[static_cast<std::size_t>(row * map.width + column)])
                    .color;
        put("<rect {}{}/>\n", place(seen), paint("fill", look.color));
        if (look.kind == CellKind::hatched) {
            if (!hatch_defined_) define_hatch();
            put("<rect {} fill=\"url(#{}untrained)\"/>\n", place(seen), prefix_);
        }
        if (look.kind == CellKind::not_a_number) {
            if (dark_map_ != nullptr) dark_color_ = dark_map_->nan_mark;
            const double reach = 0.3 * std::min(whole.width, whole.height);
            const double x = whole.x + whole.width / 2;
            const double y = whole.y + whole.height / 2;
            put("<path d=\"M{},{}L{},{}M{},{}L{},{}\" fill=\"none\"{} stroke-width=\"{}\"/>\n",
                number(x - reach), number(y - reach), number(x + reach), number(y + reach), number(x - reach),
                number(y + reach), number(x + reach), number(y - reach), paint("stroke", map.nan_mark),
                number(HatchStyle::nan_width));
        }
    }

    /// Defines lines through the figure's origin; the tile is shifted by half a pitch so that no line lies on
    /// its edge.
    void define_hatch() {
        hatch_defined_ = true;
        constexpr double half = HatchStyle::pitch / 2;
        put("<pattern id=\"{}untrained\" patternUnits=\"userSpaceOnUse\" width=\"{}\" height=\"{}\" "
            "patternTransform=\"rotate(45) translate({},0)\"><rect x=\"{}\" y=\"0\" width=\"{}\" "
            "height=\"{}\" fill=\"#FFFFFF\" "
            "fill-opacity=\"{}\"/></pattern>\n",
            prefix_, number(HatchStyle::pitch), number(HatchStyle::pitch), number(-half),
            number(half - HatchStyle::width / 2), number(HatchStyle::width), number(HatchStyle::pitch),
            number(HatchStyle::alpha));
    }

    static constexpr double raster_scale = 2;

    const SvgInPage* page_;
    std::string prefix_;
    std::optional<Color> dark_color_;
    const HeatMap* dark_map_ = nullptr;
    std::string out_;
    std::vector<Rect> clips_;
    int clip_count_ = 0;
    std::vector<FillRect> columns_;
    Color columns_dark_{};
    bool hatch_defined_ = false;
};

std::string describe(const PictureMetadata& metadata) {
    std::string title, rest;
    for (const auto& [key, value] : metadata) {
        if (key == "Title") {
            title = "<title>" + escaped_markup(value) + "</title>\n";
        } else {
            rest += (rest.empty() ? "" : "\n") + escaped_markup(key) + ": " + escaped_markup(value);
        }
    }
    return title + (rest.empty() ? "" : "<desc>" + rest + "</desc>\n");
}

}  // namespace

std::string paint_svg(const DrawList& list, const PictureMetadata& metadata,
                      std::optional<Color> background) {
    const std::string width = number(list.width);
    const std::string height = number(list.height);
    // Kerning and ligatures are off, because the layout was measured without them.
    std::string out = fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
        "version=\"1.1\" width=\"{}\" "
        "height=\"{}\" viewBox=\"0 0 {} {}\" xml:space=\"preserve\" "
        "style=\"font-kerning:none;font-variant-ligatures:none\">\n",
        width, height, width, height);
    out += describe(metadata);
    SvgPainter painter(list);
    if (background) painter(FillRect{{0, 0, list.width, list.height}, *background, 0});
    for (const DrawCommand& command : list.commands) painter.draw(command, nullptr);
    return out + painter.take() + "</svg>\n";
}

std::string DarkClasses::class_of(std::string_view property, Color color) {
    std::string declarations = fmt::format("{}:{}", property, hex(color));
    if (color.a != 255) declarations += fmt::format(";{}-opacity:{}", property, number(color.a / 255.0));
    for (const auto& [name, known] : rules_)
        if (known == declarations) return name;
    rules_.emplace_back(fmt::format("dark{}", rules_.size() + 1), std::move(declarations));
    return rules_.back().first;
}

std::string DarkClasses::rules() const {
    std::string rules;
    for (const auto& [name, declarations] : rules_) rules += fmt::format(".{}{{{}}}", name, declarations);
    return rules;
}

std::string svg_in_page(const DrawList& list, const DrawList& dark_list, Color ground,
                        const SvgInPage& page) {
    const bool alike = std::equal(
        list.commands.begin(), list.commands.end(), dark_list.commands.begin(), dark_list.commands.end(),
        [](const DrawCommand& a, const DrawCommand& b) { return a.index() == b.index(); });
    std::string out =
        fmt::format("<svg class=\"{}\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">\n",
                    page.css_class, number(list.width), number(list.height), escaped_markup(page.label));
    SvgPainter painter(list, &page);
    if (!alike) painter.draw(FillRect{{0, 0, list.width, list.height}, ground, 0}, nullptr);
    for (std::size_t n = 0; n < list.commands.size(); ++n)
        painter.draw(list.commands[n], alike ? &dark_list.commands[n] : nullptr);
    return out + painter.take() + "</svg>\n";
}

}  // namespace poslab
