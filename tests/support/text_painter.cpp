#include "tests/support/text_painter.hpp"

#include "core/base/masked.hpp"
#include "core/base/utf8.hpp"
#include "core/figure/heat_map_raster.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string_view>

namespace poslab {

namespace {

class Digest {
  public:
    void add(std::string_view text) {
        for (const char c : text) state_ = (state_ ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
    }
    [[nodiscard]] std::uint64_t value() const { return state_; }

  private:
    std::uint64_t state_ = 0xCBF29CE484222325U;  // FNV-1a
};

/// Rounds to half pixels; adding 0 turns -0 into 0.
double half(double v) { return std::floor(v * 2 + 0.5) / 2 + 0.0; }

std::string number(double v) {
    if (is_masked(v)) return ".";
    if (std::isnan(v)) return "nan";
    return fmt::format("{:.6g}", v + 0.0);
}

std::string text_of(Color c) {
    std::string text = fmt::format("#{:02X}{:02X}{:02X}", c.r, c.g, c.b);
    if (c.a != 255) text += fmt::format("{:02X}", c.a);
    return text;
}

std::string text_of(Point p) { return fmt::format("{},{}", half(p.x), half(p.y)); }
std::string text_of(const Rect& r) {
    return fmt::format("{},{} {}x{}", half(r.x), half(r.y), half(r.width), half(r.height));
}

std::string text_of(const std::vector<Point>& points) {
    constexpr std::size_t few = 12;
    std::string text;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (points.size() > few && i == 2) {
            Digest digest;
            for (const Point& p : points) digest.add(text_of(p) + " ");
            text += fmt::format(" ... {} points {:016x} ...", points.size(), digest.value());
            i = points.size() - 2;
        }
        text += (text.empty() ? "" : " ") + text_of(points[i]);
    }
    return text;
}

std::string quoted(std::string_view text) {
    std::string out = "\"";
    while (!text.empty()) {
        const char32_t c = next_code_point(text);
        if (c == U'"' || c == U'\\') out += '\\';
        if (is_control(c)) {
            out += fmt::format("\\u{{{:x}}}", static_cast<std::uint32_t>(c));
        } else {
            append_utf8(out, c);
        }
    }
    return out + '"';
}

std::string_view name_of(Font font) {
    switch (font) {
        case Font::regular:
            return "regular";
        case Font::medium:
            return "medium";
        case Font::semibold:
            return "semibold";
        case Font::mono:
            return "mono";
        case Font::mono_medium:
            return "mono-medium";
        case Font::math:
            return "math";
        case Font::math_upright:
            return "math-upright";
        case Font::math_bold:
            return "math-bold";
    }
    return "?";
}

std::string_view name_of(Align align) {
    return align == Align::left ? "left" : align == Align::center ? "center" : "right";
}

std::string_view name_of(ScaleKind kind) {
    switch (kind) {
        case ScaleKind::linear:
            return "linear";
        case ScaleKind::logarithmic:
            return "log";
        case ScaleKind::symmetric:
            return "symmetric";
        case ScaleKind::symmetric_log:
            return "symmetric-log";
        case ScaleKind::window:
            return "window";
        case ScaleKind::cyclic:
            return "cyclic";
    }
    return "?";
}

std::string_view name_of(ColorMap map) {
    switch (map) {
        case ColorMap::window:
            return "window";
        case ColorMap::viridis:
            return "viridis";
        case ColorMap::signed_diverging:
            return "signed";
        case ColorMap::cyclic:
            return "cyclic";
        case ColorMap::cividis:
            return "cividis";
        case ColorMap::magma:
            return "magma";
        case ColorMap::grey:
            return "grey";
        case ColorMap::blue_red:
            return "blue-red";
        case ColorMap::purple_green:
            return "purple-green";
        case ColorMap::signed_dark:
            return "signed-dark";
        case ColorMap::grey_dark:
            return "grey-dark";
    }
    return "?";
}

class TextPainter {
  public:
    void operator()(const FillRect& c) {
        line("fill {} {}{}", text_of(c.rect), text_of(c.color), radius(c.radius));
    }
    void operator()(const StrokeRect& c) {
        line("stroke {} {} width {}{}", text_of(c.rect), text_of(c.color), number(c.width), radius(c.radius));
    }
    void operator()(const Polyline& c) {
        std::string dashes;
        for (const double dash : c.dashes) dashes += (dashes.empty() ? " dashes " : "-") + number(dash);
        line("{} {} {} width {}{}", c.closed ? "ring" : "line", text_of(c.points), text_of(c.color),
             number(c.width), dashes);
    }
    void operator()(const FillPolygon& c) { line("polygon {} {}", text_of(c.points), text_of(c.color)); }
    void operator()(const FillCircle& c) {
        line("circle {} r {} {}", text_of(c.center), number(c.radius), text_of(c.color));
    }
    void operator()(const TextRun& c) {
        line("text {} {} {} {} {} {}", quoted(c.text), text_of(c.anchor), name_of(c.align), name_of(c.font),
             number(c.size), text_of(c.color));
    }
    void operator()(const HeatMap& c) {
        const ColorScale& s = c.scale;
        std::string more;
        if (std::isfinite(c.hatch_above)) more += " hatch > " + number(c.hatch_above);
        if (c.gap > 0) more += " gap " + number(c.gap);
        line("heat-map {} cells {}x{} {} {} {} {} {}{} nan {} {} values {}", text_of(c.rect), c.width,
             c.height, name_of(s.map), name_of(s.kind), number(s.low), number(s.middle), number(s.high), more,
             text_of(c.nan_fill), text_of(c.nan_mark), is_drawable(c) ? digest_of(c) : "unusable");
        if (is_drawable(c)) first_rows(c);
    }
    void operator()(const PushClip& c) {
        line("clip {}", text_of(c.rect));
        ++depth_;
    }
    void operator()(const PopClip& /*c*/) {
        if (depth_ > 0) --depth_;
        line("unclip");
    }
    [[nodiscard]] std::string take() { return std::move(text_); }

  private:
    template <typename... Args>
    void line(fmt::format_string<Args...> format, Args&&... args) {
        text_.append(2 * depth_, ' ');
        fmt::format_to(std::back_inserter(text_), format, std::forward<Args>(args)...);
        text_ += '\n';
    }

    static std::string radius(double r) { return r > 0 ? " radius " + number(r) : ""; }

    /// Digests the values; rounding residue around 0 counts as 0 because it differs between machines.
    static std::string digest_of(const HeatMap& map) {
        const bool even = map.scale.kind == ScaleKind::linear || map.scale.kind == ScaleKind::symmetric;
        const double nothing = even ? 1e-8 * std::max(std::abs(map.scale.low), std::abs(map.scale.high)) : 0;
        Digest digest;
        for (const double v : *map.values) digest.add(number(std::abs(v) < nothing ? 0 : v) + " ");
        return fmt::format("{:016x}", digest.value());
    }

    void first_rows(const HeatMap& map) {
        constexpr std::int64_t max_columns = 16, max_rows = 4;
        if (map.width > max_columns) return;
        for (std::int64_t row = 0; row < std::min(map.height, max_rows); ++row) {
            std::string cells;
            for (std::int64_t column = 0; column < map.width; ++column) {
                cells += " " + number((*map.values)[static_cast<std::size_t>(row * map.width + column)]);
            }
            line("  row {}:{}", row, cells);
        }
    }

    std::string text_;
    std::size_t depth_ = 0;
};

}  // namespace

std::string paint_text(const DrawList& list) {
    TextPainter painter;
    for (const DrawCommand& command : list.commands) std::visit(painter, command);
    return fmt::format("figure {}x{}\n", half(list.width), half(list.height)) + painter.take();
}

}  // namespace poslab
