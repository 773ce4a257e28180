#include "app/paint/tikz_painter.hpp"

#include "app/paint/pgfplots.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace poslab {

namespace {

std::string coordinate(Point at) { return "(" + tikz_number(at.x) + "," + tikz_number(at.y) + ")"; }

std::string rectangle(const Rect& rect) {
    return coordinate({rect.x, rect.y}) + " rectangle " + coordinate({rect.right(), rect.bottom()});
}

std::string round_corners(double radius) {
    return radius > 0 ? ", rounded corners=" + tikz_length(radius) : "";
}

std::string joined(const std::vector<Point>& points) {
    constexpr std::size_t per_line = 8;
    std::string text;
    for (std::size_t i = 0; i < points.size(); ++i)
        text += (i == 0 ? "" : i % per_line == 0 ? "\n  -- " : " -- ") + coordinate(points[i]);
    return text;
}

bool is_bold(Font font) {
    return font == Font::medium || font == Font::semibold || font == Font::mono_medium ||
           font == Font::math_bold;
}

}  // namespace

std::string tikz_length(double pixels) { return tikz_number(tikz_pixel * pixels) + "bp"; }

std::string tikz_number(double value) {
    std::string text = fmt::format("{:.2f}", value);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text == "-0" ? "0" : text;
}

std::string latex_font_size(double points) {
    const double size = std::max(5.0, std::round(points));
    return fmt::format("\\fontsize{{{:g}}}{{{:g}}}\\selectfont", size, 1.2 * size);
}

std::string TikzColors::name(Color color) {
    color.a = 255;
    const auto found = std::find(colors_.begin(), colors_.end(), color);
    const auto place = found - colors_.begin();
    if (found == colors_.end()) colors_.push_back(color);
    return fmt::format("poslab{}", place);
}

std::string TikzColors::options(Color color) {
    return name(color) + (color.a == 255 ? "" : fmt::format(", opacity={:.3g}", color.a / 255.0));
}

std::string TikzColors::definitions() const {
    std::string text;
    for (std::size_t i = 0; i < colors_.size(); ++i)
        text += fmt::format("\\definecolor{{poslab{}}}{{RGB}}{{{},{},{}}}\n", i, colors_[i].r, colors_[i].g,
                            colors_[i].b);
    return text;
}

std::string tikz_line(double width, const std::vector<double>& dashes) {
    std::string text = "line width=" + tikz_length(width), pattern;
    for (std::size_t i = 0; i < dashes.size(); ++i)
        pattern += (i == 0 ? "on " : i % 2 == 0 ? " on " : " off ") + tikz_length(dashes[i]);
    return pattern.empty() ? text : text + ", dash pattern=" + pattern;
}

void TikzPainter::operator()(const FillRect& fill) {
    text_ += fmt::format("\\fill[{}{}] {};\n", colors_.options(fill.color), round_corners(fill.radius),
                         rectangle(fill.rect));
}

void TikzPainter::operator()(const StrokeRect& stroke) {
    text_ += fmt::format("\\draw[{}, {}{}] {};\n", colors_.options(stroke.color), tikz_line(stroke.width, {}),
                         round_corners(stroke.radius), rectangle(stroke.rect));
}

void TikzPainter::operator()(const Polyline& line) {
    if (line.points.size() < 2) return;
    text_ +=
        fmt::format("\\draw[{}, {}] {}{};\n", colors_.options(line.color), tikz_line(line.width, line.dashes),
                    joined(line.points), line.closed ? " -- cycle" : "");
}

void TikzPainter::operator()(const FillPolygon& polygon) {
    text_ += fmt::format("\\fill[{}] {} -- cycle;\n", colors_.options(polygon.color), joined(polygon.points));
}

void TikzPainter::operator()(const FillCircle& circle) {
    text_ += fmt::format("\\fill[{}] {} circle[radius={}];\n", colors_.options(circle.color),
                         coordinate(circle.center), tikz_length(circle.radius));
}

void TikzPainter::operator()(const TextRun& run) {
    const char* anchor = run.align == Align::left     ? "base west"
                         : run.align == Align::center ? "base"
                                                      : "base east";
    // Indices and exponents are wider in LaTeX. Centred texts have less space than those aligned at an edge.
    const double slack = run.align == Align::center ? 0 : 0.25 * run.size;
    text_ +=
        fmt::format("\\node[anchor={}, {}, font={}{}] at {} {{\\poslabfit{{{}}}{{{}}}}};\n", anchor,
                    colors_.options(run.color), latex_font_size(tikz_pixel * run.size),
                    is_bold(run.font) ? "\\fontseries{b}\\selectfont" : "", coordinate(run.anchor),
                    tikz_length(metrics_.width(run.text, run.font, run.size) + slack), latex_text(run.text));
}

namespace {
constexpr std::string_view scope = "\\begin{scope}\n\\clip ";
}

void TikzPainter::operator()(const PushClip& clip) {
    text_ += std::string(scope) + rectangle(clip.rect) + ";\n";
}

void TikzPainter::operator()(const PopClip& /*clip*/) {
    const std::size_t open = text_.rfind(scope);
    const bool nothing_in_it =
        open != std::string::npos &&
        std::count(text_.begin() + static_cast<std::ptrdiff_t>(open), text_.end(), '\n') == 2;
    if (nothing_in_it)
        text_.resize(open);
    else
        text_ += "\\end{scope}\n";
}

}  // namespace poslab
