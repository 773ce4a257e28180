// Every figure of every view, in every language, on pages of the sizes that papers and slides use:
// texts are legible and clear of other texts and curves, and the panels use the page.

#include "app/cli/export.hpp"

#include "core/base/utf8.hpp"
#include "core/views/registry.hpp"
#include "tests/support/languages.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

namespace poslab {
namespace {

constexpr std::array<std::string_view, 4> paper_sizes{"3.3x2.5in", "6.75x4in", "5.5x3in", "13.333x7.5in"};

struct WrittenText {
    Rect box;
    const TextRun* run;
    std::size_t at;  // index of the command
};

/// The extent of the letters, which is smaller than the line's box.
Rect ink_of(const TextRun& run, const TextMetrics& metrics) {
    const double width = metrics.width(run.text, run.font, run.size);
    const double left = run.anchor.x - (run.align == Align::left     ? 0
                                        : run.align == Align::center ? width / 2
                                                                     : width);
    return {left, run.anchor.y - 0.72 * run.size, width, 0.78 * run.size};
}

std::vector<WrittenText> texts_of(const DrawList& list, const TextMetrics& metrics) {
    std::vector<WrittenText> texts;
    for (std::size_t i = 0; i < list.commands.size(); ++i)
        if (const auto* run = std::get_if<TextRun>(&list.commands[i]))
            texts.push_back({ink_of(*run, metrics), run, i});
    return texts;
}

bool meet(const Rect& a, const Rect& b, double by) {
    return std::min(a.right(), b.right()) - std::max(a.x, b.x) > by &&
           std::min(a.bottom(), b.bottom()) - std::max(a.y, b.y) > by;
}

/// True if the segment from a to b crosses the box.
bool crosses(Point a, Point b, const Rect& box) {
    double enter = 0, leave = 1;
    const auto passes = [&](double way, double room) {
        if (way == 0) return room >= 0;
        (way < 0 ? enter : leave) = way < 0 ? std::max(enter, room / way) : std::min(leave, room / way);
        return enter < leave;
    };
    return passes(a.x - b.x, a.x - box.x) && passes(b.x - a.x, box.right() - a.x) &&
           passes(a.y - b.y, a.y - box.y) && passes(b.y - a.y, box.bottom() - a.y);
}

/// Curves have many points; leaders have three and touch only their own name.
bool is_curve(const Polyline& line) { return line.points.size() > 4 && !line.closed; }

/// A curve and its clip rectangle.
struct SketchedCurve {
    const Polyline* line;
    Rect clip;
};

Rect common(const Rect& a, const Rect& b) {
    const double x = std::max(a.x, b.x), y = std::max(a.y, b.y);
    return {x, y, std::max(0.0, std::min(a.right(), b.right()) - x),
            std::max(0.0, std::min(a.bottom(), b.bottom()) - y)};
}

std::vector<SketchedCurve> curves_of(const DrawList& list) {
    std::vector<SketchedCurve> curves;
    std::vector<Rect> clips{{0, 0, list.width, list.height}};
    for (const DrawCommand& command : list.commands) {
        if (const auto* push = std::get_if<PushClip>(&command))
            clips.push_back(common(clips.back(), push->rect));
        if (std::holds_alternative<PopClip>(command)) clips.pop_back();
        if (const auto* line = std::get_if<Polyline>(&command); line != nullptr && is_curve(*line))
            curves.push_back({line, clips.back()});
    }
    return curves;
}

bool runs_through(const SketchedCurve& curve, const Rect& box) {
    const Rect seen = common(box, curve.clip);
    if (seen.width <= 0 || seen.height <= 0) return false;
    for (std::size_t p = 1; p < curve.line->points.size(); ++p)
        if (crosses(curve.line->points[p - 1], curve.line->points[p], seen)) return true;
    return false;
}

std::vector<std::string> faults_of(const Layout& layout, const TextMetrics& metrics) {
    std::vector<std::string> faults;
    const std::vector<WrittenText> texts = texts_of(layout.draw, metrics);
    const std::vector<SketchedCurve> curves = curves_of(layout.draw);
    const Rect page{0, 0, layout.draw.width, layout.draw.height};
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const WrittenText& text = texts[i];
        const double points = text.run->size * 0.75;
        if (points < 5.99) faults.push_back(fmt::format("'{}' is {:.2f} pt", text.run->text, points));
        if (text.box.x < page.x - 0.5 || text.box.right() > page.right() + 0.5 || text.box.y < -0.5 ||
            text.box.bottom() > page.bottom() + 0.5)
            faults.push_back(fmt::format("'{}' leaves the page", text.run->text));
        for (std::size_t j = 0; j < i; ++j)
            if (meet(text.box, texts[j].box, 0.5))
                faults.push_back(fmt::format("'{}' over '{}'", text.run->text, texts[j].run->text));
        if (std::any_of(curves.begin(), curves.end(),
                        [&](const SketchedCurve& curve) { return runs_through(curve, text.box.inset(0.5)); }))
            faults.push_back(fmt::format("'{}' over a curve", text.run->text));
    }
    return faults;
}

double distance(const Rect& rect, const Rect& to) {
    const double across = std::max({rect.x - to.right(), to.x - rect.right(), 0.0});
    const double along = std::max({rect.y - to.bottom(), to.y - rect.bottom(), 0.0});
    return std::hypot(across, along);
}

Rect both(const Rect& a, const Rect& b) {
    const double x = std::min(a.x, b.x), y = std::min(a.y, b.y);
    return {x, y, std::max(a.right(), b.right()) - x, std::max(a.bottom(), b.bottom()) - y};
}

/// The share of the page that panels cover: data areas with the texts at their axes and above them, without
/// keys, bars and names at the ends of curves.
double used_share(const Layout& layout, const Figure& figure, const TextMetrics& metrics) {
    std::vector<Rect> panels;
    for (const PanelFrame& frame : layout.frames) panels.push_back(frame.plot);
    std::vector<Rect> grown = panels;
    constexpr double reach = 32;  // CSS pixels, two lines of text
    for (const WrittenText& text : texts_of(layout.draw, metrics)) {
        const auto nearest = std::min_element(
            panels.begin(), panels.end(),
            [&](const Rect& a, const Rect& b) { return distance(a, text.box) < distance(b, text.box); });
        if (nearest == panels.end() || distance(*nearest, text.box) > reach) continue;
        if (text.box.x > nearest->right()) continue;
        Rect inside = text.box;
        inside.width = std::max(0.0, std::min(inside.right(), nearest->right()) - inside.x);
        Rect& whole = grown[static_cast<std::size_t>(nearest - panels.begin())];
        whole = both(whole, inside);
    }
    double used = 0;
    for (const Rect& rect : grown) used += rect.width * rect.height;
    if (figure.grid && !grown.empty()) {  // a grid of small panels counts as one panel
        const Rect all = std::accumulate(grown.begin(), grown.end(), grown.front(), both);
        used = all.width * all.height;
    }
    return used / (layout.draw.width * layout.draw.height);
}

/// Square cells on a wide page already span its full height and cannot use more.
bool fills_height(const Layout& layout, const Figure& figure) {
    constexpr double edges = 70;  // CSS pixels at 8 pt: names and numbers of the axes
    if (figure.main.size() != 1 || !shows_cells(figure.main.front().kind()) || layout.frames.empty())
        return false;
    return layout.frames.front().plot.height >=
           layout.draw.height - edges * std::max(1.0, layout.draw.height / 400);
}

bool is_stix(Face face) {
    return face == Face::math || face == Face::math_upright || face == Face::math_bold;
}

/// Returns characters set in another family than STIX although STIX has them; only Chinese uses its own font.
std::vector<std::string> foreign_characters(const DrawList& list, const FontLibrary& fonts) {
    std::vector<std::string> foreign;
    for (const DrawCommand& command : list.commands) {
        const auto* run = std::get_if<TextRun>(&command);
        if (run == nullptr) continue;
        for (std::string_view rest = run->text; !rest.empty();) {
            const char32_t c = next_code_point(rest);
            const Face face = fonts.resolve(run->font, c).face;
            const bool chinese = is_wide(c) && (face == Face::cjk || face == Face::cjk_bold);
            if (!is_stix(face) && !chinese)
                foreign.push_back(fmt::format("U+{:04X} of '{}'", static_cast<std::uint32_t>(c), run->text));
        }
    }
    return foreign;
}

bool shows_table(const Layout& layout) {
    return std::any_of(layout.frames.begin(), layout.frames.end(),
                       [](const PanelFrame& frame) { return frame.kind == PanelKind::table; });
}

struct FigureOnPaper {
    const View* view;
    std::string figure;
};
void PrintTo(const FigureOnPaper& paper, std::ostream* to) {
    *to << paper.view->info().id << " " << paper.figure;
}

std::vector<FigureOnPaper> all_figures() {
    std::vector<FigureOnPaper> all;
    for (const View* view : all_views())
        for (const FigureInfo& figure : view->info().figures) all.push_back({view, std::string(figure.id)});
    return all;
}

class PaperFigures : public testing::TestWithParam<FigureOnPaper> {};

TEST_P(PaperFigures, CanBeReadFillTheirPageAndHaveOneTypeface) {
    static const FontLibrary fonts;
    const FontMetrics metrics(fonts);
    for (const Language language : {Language::english, test::chinese()}) {
        PictureRequest request;
        request.selection.view = GetParam().view;
        request.selection.values = GetParam().view->defaults();
        request.figure = GetParam().figure;
        request.language = language;
        const auto variants = figure_variants(request.selection, request.figure, language, Job{});
        const Figure figure = GetParam().view->figure(request.figure, variants, {Theme::light, language}, {});
        for (const std::string_view size : paper_sizes) {
            request.page = read_page("size", std::string(size));
            const Layout layout = laid_out(request, figure, metrics);
            for (const std::string& fault : faults_of(layout, metrics))
                ADD_FAILURE() << size << " " << language.id() << ": " << fault;
            EXPECT_FALSE(layout.frames.empty()) << size << " " << language.id();
            // a table has the height of its text
            if (shows_table(layout) || fills_height(layout, figure)) continue;
            EXPECT_GE(used_share(layout, figure, metrics), 0.55) << size << " " << language.id();
        }
        request.typeface = Typeface::stix;
        if (fonts.missing().empty())
            for (const std::string& font : foreign_characters(laid_out(request, figure, metrics).draw, fonts))
                ADD_FAILURE() << font;
    }
}

INSTANTIATE_TEST_SUITE_P(All, PaperFigures, testing::ValuesIn(all_figures()), [](const auto& one) {
    std::string name = std::string(one.param.view->info().id) + "_" + one.param.figure;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
});

}  // namespace
}  // namespace poslab
