#include "core/lessons/figure_curves.hpp"

#include "core/lessons/lesson_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

namespace poslab {

namespace {

bool same_hue(Color a, Color b) { return a.with_alpha(1) == b.with_alpha(1); }

/// True if a mark is drawn in that colour: a dot on the curve, its band.
bool is_of(const Mark& mark, Color color) {
    if (const auto* area = std::get_if<AreaMark>(&mark)) return same_hue(area->color, color);
    if (const auto* point = std::get_if<PointMark>(&mark)) return same_hue(point->color, color);
    return false;
}

/// Returns its number, from 1, among the marks of its kind; 0 if it is of another kind.
template <class Kind>
std::size_t place_among(const std::vector<Mark>& marks, const Mark& mark) {
    if (std::get_if<Kind>(&mark) == nullptr) return 0;
    std::size_t index = 1;
    for (const Mark* one = marks.data(); one != &mark; ++one)
        index += std::get_if<Kind>(one) != nullptr ? 1 : 0;
    return index;
}

void empty_pointer(Panel& panel) {
    if (!panel.pointer) return;
    panel.pointer->dots.clear();
    panel.pointer->y_chip.clear();
    panel.pointer->tip_value.clear();
}

/// Empties the line, which keeps its number among the curves.
void empty_line(std::size_t number, Panel& panel) {
    for (Mark& mark : panel.marks) {
        auto* left = std::get_if<LineMark>(&mark);
        if (left == nullptr || left != line_in(panel, number)) continue;
        left->x = left->y = std::make_shared<const NumberBuffer>();
        left->label.clear();
        left->dots.clear();
    }
}

void leave_out_curve(const LessonCurve& curve, Figure& figure) {
    Panel* panel = panel_at(figure, curve.panel);
    const LineMark* line = panel == nullptr ? nullptr : line_in(*panel, curve.number);
    if (line == nullptr) return;
    const Color color = line->color;
    empty_pointer(*panel);
    std::erase_if(panel->marks, [&](const Mark& mark) {
        return is_of(mark, color) || std::holds_alternative<AnnotationMark>(mark);
    });
    empty_line(curve.number, *panel);
}

/// Empties the panel except for its axes and the hands of its dials.
void empty(Panel& panel) {
    panel.marks.clear();
    empty_pointer(panel);
    if (auto* dials = std::get_if<DialsPanel>(&panel.content))
        for (Dial& dial : dials->dials)
            for (std::string& line : dial.lines) line.clear();
}

void leave_out_rule(const LessonCurve& which, Figure& figure) {
    Panel* panel = panel_at(figure, which.panel);
    if (panel == nullptr) return;
    const auto found = std::find_if(panel->marks.begin(), panel->marks.end(), [&](const Mark& mark) {
        return place_among<RuleMark>(panel->marks, mark) == which.number;
    });
    if (found != panel->marks.end()) panel->marks.erase(found);
}

double distance_to(Point p, Point a, Point b) {
    const double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
    const double t = square > 0 ? std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / square, 0.0, 1.0) : 0;
    return std::hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

/// Samples, by their indices.
struct SampleRange {
    std::size_t begin = 0, end = 0;
};

/// Returns the samples of the segments that overlap [low, high]; x does not fall.
SampleRange samples_between(std::span<const double> x, double low, double high) {
    const auto first = std::lower_bound(x.begin(), x.end(), low),
               after = std::upper_bound(x.begin(), x.end(), high);
    const auto begin = static_cast<std::size_t>(first - x.begin()),
               end = static_cast<std::size_t>(after - x.begin());
    return {begin > 0 ? begin - 1 : 0, std::min(end + 1, x.size())};
}

/// Returns the distance in pixels; infinite if no part of the curve is within `reach` of the pointer along x.
/// `rises`: x does not fall.
double distance_to(Point pointer, const LineMark& line, bool rises, const PanelFrame& frame, double reach) {
    constexpr std::size_t max_segments = 100'000;
    double nearest = std::numeric_limits<double>::infinity();
    const double low = frame.to_data({pointer.x - reach, pointer.y}).x,
                 high = frame.to_data({pointer.x + reach, pointer.y}).x;
    const std::span x(line.x->data(), std::min(line.x->size(), line.y->size()));
    const auto [begin, end] = rises ? samples_between(x, low, high) : SampleRange{0, x.size()};
    const std::size_t stride = 1 + (end - std::min(begin, end)) / max_segments;
    for (std::size_t from = begin; from + 1 < end; from += stride) {
        const std::size_t to = std::min(from + stride, end - 1);
        if (std::max(x[from], x[to]) < low || std::min(x[from], x[to]) > high) continue;
        const Point a = frame.to_pixels(x[from], (*line.y)[from]), b = frame.to_pixels(x[to], (*line.y)[to]);
        if (std::isfinite(a.y) && std::isfinite(b.y)) nearest = std::min(nearest, distance_to(pointer, a, b));
    }
    return nearest;
}

/// True if the pointer is on a text that is the curve's name.
bool is_on_label(Point pointer, const LineMark& line, const Layout& layout, const TextMetrics& metrics) {
    for (const DrawCommand& command : layout.draw.commands) {
        const auto* run = std::get_if<TextRun>(&command);
        if (run == nullptr || run->text.empty() || (run->text != line.label && run->text != line.name))
            continue;
        const double width = metrics.width(run->text, run->font, run->size);
        const double left = run->anchor.x - (run->align == Align::right    ? width
                                             : run->align == Align::center ? width / 2
                                                                           : 0);
        const Rect box{left - 4, run->anchor.y - run->size - 1, width + 8, run->size + 6};
        if (box.contains(pointer)) return true;
    }
    return false;
}

}  // namespace

Message no_panel(const std::string& key, const Figure& figure, std::size_t index) {
    return tr("{}: the figure has {} panels; 'in {}' does not exist", key,
              figure.main.size() + figure.companions.size(), index + 1);
}

const LineMark* line_in(const Panel& panel, std::size_t number) {
    for (const Mark& mark : panel.marks)
        if (const auto* line = std::get_if<LineMark>(&mark); line != nullptr && --number == 0) return line;
    return nullptr;
}

const Panel* panel_at(const Figure& figure, std::size_t index) {
    const std::size_t main = figure.main.size();
    if (index < main) return &figure.main[index];
    return index - main < figure.companions.size() ? &figure.companions[index - main] : nullptr;
}

Panel* panel_at(Figure& figure, std::size_t index) {
    const std::size_t main = figure.main.size();
    if (index < main) return &figure.main[index];
    return index - main < figure.companions.size() ? &figure.companions[index - main] : nullptr;
}

const LineMark* find_curve(const Figure& figure, const LessonCurve& curve) {
    const Panel* panel = panel_at(figure, curve.panel);
    return panel == nullptr || curve.number == 0 ? nullptr : line_in(*panel, curve.number);
}

const LineMark& curve_of(const Figure& figure, const LessonCurve& curve, const std::string& key) {
    const Panel* panel = panel_at(figure, curve.panel);
    if (panel == nullptr) throw LessonError(no_panel(key, figure, curve.panel));
    if (const LineMark* line = find_curve(figure, curve)) return *line;
    const auto count = std::count_if(panel->marks.begin(), panel->marks.end(),
                                     [](const Mark& mark) { return std::holds_alternative<LineMark>(mark); });
    throw LessonError(tr_plural("{1}: the panel has {0} curve, none numbered {2}",
                                "{1}: the panel has {0} curves, none numbered {2}", count, key,
                                curve.number));
}

void check_drawing(const LessonDrawing& drawing, const Figure& figure) {
    const std::string key = "draw";
    const LineMark& line = curve_of(figure, drawing.curve, key);
    const auto* plot = panel_at(figure, drawing.curve.panel)->as<PlotPanel>();
    if (plot == nullptr || plot->sideways)
        throw LessonError("draw: only a curve over an x axis can be drawn"_tr);
    const bool rises = line.x != nullptr && line.x->size() > 1 &&
                       std::adjacent_find(line.x->begin(), line.x->end(), std::greater<>()) == line.x->end();
    if (!rises) throw LessonError("draw: only a curve with one value at each x can be drawn"_tr);
}

void check_hidden(const LessonHidden& hidden, const Figure& figure, const std::string& key) {
    if (hidden.kind == LessonHidden::Kind::curve) {
        static_cast<void>(curve_of(figure, hidden.which, key));
        return;
    }
    const Panel* panel = panel_at(figure, hidden.which.panel);
    if (panel == nullptr) throw LessonError(no_panel(key, figure, hidden.which.panel));
    const auto is_rule = [](const Mark& mark) { return std::holds_alternative<RuleMark>(mark); };
    const auto rules = std::count_if(panel->marks.begin(), panel->marks.end(), is_rule);
    if (hidden.kind == LessonHidden::Kind::rule && hidden.which.number > static_cast<std::size_t>(rules))
        throw LessonError(tr("hide: the panel has {} rules, none numbered {}", rules, hidden.which.number));
}

bool gives_away(const LessonMark& mark, const LessonDrawing& drawing) {
    using Kind = LessonMark::Kind;
    if (mark.kind == Kind::axis_x || mark.kind == Kind::axis_y || mark.kind == Kind::panel) return false;
    if (mark.panel == drawing.curve.panel) return true;
    return std::any_of(drawing.hidden.begin(), drawing.hidden.end(), [&](const LessonHidden& hidden) {
        const bool this_curve = mark.kind == Kind::curve && hidden.kind == LessonHidden::Kind::curve &&
                                mark.numbers.front() == std::to_string(hidden.which.number);
        return hidden.which.panel == mark.panel && (hidden.kind == LessonHidden::Kind::panel || this_curve);
    });
}

void leave_out(std::span<const LessonHidden> later, Figure& figure) {
    for (const LessonHidden& hidden : later)
        if (Panel* panel = panel_at(figure, hidden.which.panel)) empty_line(hidden.which.number, *panel);
}

void leave_out(const LessonDrawing& drawing, Figure& figure) {
    figure.subtitle.clear();
    // A cell of a matrix shows the same numbers.
    for (auto* const panels : {&figure.main, &figure.companions})
        for (Panel& panel : *panels) empty_pointer(panel);
    if (figure.marginal) empty_pointer(*figure.marginal);
    leave_out_curve(drawing.curve, figure);
    std::vector<LessonHidden> all = drawing.hidden;
    std::stable_sort(
        all.begin(), all.end(),  // from the back, so that the indices of rules stay valid
        [](const LessonHidden& a, const LessonHidden& b) { return a.which.number > b.which.number; });
    for (const LessonHidden& hidden : all) {
        Panel* panel = panel_at(figure, hidden.which.panel);
        if (hidden.kind == LessonHidden::Kind::curve) leave_out_curve(hidden.which, figure);
        if (hidden.kind == LessonHidden::Kind::rule) leave_out_rule(hidden.which, figure);
        if (hidden.kind == LessonHidden::Kind::panel && panel != nullptr) empty(*panel);
    }
}

void add_sketch(const LessonCurve& curve, const SketchedCurve& sketch, const CurveLook& look,
                Figure& figure) {
    Panel* panel = panel_at(figure, curve.panel);
    if (panel == nullptr) return;
    LineMark line;
    line.x = std::make_shared<const NumberBuffer>(sketch.x());
    line.y = std::make_shared<const NumberBuffer>(sketch.y());
    line.color = look.color;
    line.emphasis = Emphasis::pinned;
    line.dashes = {7, 4};
    line.label = look.label;
    line.stroked = true;
    for (Mark& mark : panel->marks)
        if (auto* real = std::get_if<LineMark>(&mark);
            real != nullptr && real == line_in(*panel, curve.number) && real->label.empty())
            real->label = real->name.empty() ? look.real_label : real->name;
    panel->marks.emplace_back(std::move(line));
}

void bring_out(const LessonCurve& curve, Figure& figure) {
    constexpr double faded = 0.22;
    Panel* panel = panel_at(figure, curve.panel);
    const LineMark* chosen = find_curve(figure, curve);
    if (panel == nullptr || chosen == nullptr) return;
    const Color own = chosen->color;
    // The edges of a band belong to it.
    const bool is_band = std::any_of(panel->marks.begin(), panel->marks.end(), [&](const Mark& mark) {
        const auto* area = std::get_if<AreaMark>(&mark);
        return area != nullptr && same_hue(area->color, own);
    });
    for (Mark& mark : panel->marks) {
        auto* line = std::get_if<LineMark>(&mark);
        if (line != nullptr && line == chosen) {
            line->emphasis = Emphasis::chosen;
        } else if (line != nullptr && !(is_band && same_hue(line->color, own))) {
            line->color = line->color.with_alpha(faded);
            line->second_color = line->second_color.with_alpha(faded);
            line->emphasis = Emphasis::other;
        } else if (auto* area = std::get_if<AreaMark>(&mark);
                   line == nullptr && area != nullptr && !same_hue(area->color, own)) {
            area->color = area->color.with_alpha(0.3 * area->color.a / 255.0);
        }
    }
}

bool CurveFinder::rises(const std::shared_ptr<const NumberBuffer>& x) {
    for (Known& known : known_)
        if (known.x.lock() == x) {
            known.used = true;
            return known.rises;
        }
    ++checked_;
    const auto falls = [](double a, double b) { return !(a <= b); };  // also if one is not a number
    const bool rises = std::adjacent_find(x->begin(), x->end(), falls) == x->end();
    known_.push_back({x, rises, true});
    return rises;
}

std::optional<LessonCurve> CurveFinder::find(Point pointer, std::span<const LessonCurve> curves,
                                             const Figure& figure, const Layout& layout,
                                             const TextMetrics& metrics) {
    constexpr double reach = 8;
    std::optional<LessonCurve> found;
    double nearest = reach;
    for (Known& known : known_) known.used = false;
    for (const LessonCurve& curve : curves) {
        const LineMark* line = find_curve(figure, curve);
        const PanelFrame* frame = frame_of(curve.panel, figure, layout);
        if (line == nullptr || frame == nullptr) continue;
        if (is_on_label(pointer, *line, layout, metrics)) return curve;
        if (line->x == nullptr || line->y == nullptr || !frame->plot.contains(pointer)) continue;
        const double distance = distance_to(pointer, *line, rises(line->x), *frame, reach);
        if (!(distance < nearest)) continue;
        nearest = distance;
        found = curve;
    }
    std::erase_if(known_, [](const Known& known) { return !known.used; });
    return found;
}

namespace {

/// True if companions replace the main panels, because no main panel is selected.
bool lacks_main(const Figure& figure, std::span<const std::size_t> panels) {
    return std::none_of(panels.begin(), panels.end(),
                        [&](std::size_t panel) { return panel < figure.main.size(); });
}

bool has_cells(const Panel& panel) { return shows_cells(panel.kind()); }

}  // namespace

std::size_t marginal_index(const Figure& figure) { return figure.main.size() + figure.companions.size(); }

Figure panels_alone(const Figure& figure, std::span<const std::size_t> panels) {
    Figure alone = figure;
    alone.main.clear();
    alone.companions.clear();
    const bool promoted = lacks_main(figure, panels);
    for (const std::size_t panel : panels)
        if (const Panel* one = panel_at(figure, panel))
            (promoted || panel < figure.main.size() ? alone.main : alone.companions).push_back(*one);
    if (std::find(panels.begin(), panels.end(), marginal_index(figure)) == panels.end())
        alone.marginal.reset();
    alone.companions_in_row = alone.companions_in_row && alone.companions.size() > 1;
    const bool all_cells = std::all_of(panels.begin(), panels.end(), [&](std::size_t panel) {
        const Panel* one = panel_at(figure, panel);
        return one == nullptr || has_cells(*one);
    });
    if (all_cells)
        std::erase_if(alone.key, [](const KeyEntry& entry) {
            using Swatch = KeyEntry::Swatch;
            return entry.swatch == Swatch::line || entry.swatch == Swatch::dashed ||
                   entry.swatch == Swatch::bar;
        });
    if (std::any_of(alone.main.begin(), alone.main.end(), has_cells)) return alone;
    alone.bars.clear();
    alone.key.clear();
    alone.overview.reset();
    alone.grid = false;
    return alone;
}

void place_panels_alone(Layout& layout, const Figure& figure, std::span<const std::size_t> panels) {
    const std::size_t main = figure.main.size();
    const bool promoted = lacks_main(figure, panels);
    std::vector<std::size_t> mains, companions;
    for (const std::size_t panel : panels)
        if (panel < marginal_index(figure)) (promoted || panel < main ? mains : companions).push_back(panel);
    for (PanelFrame& frame : layout.frames) {
        if (frame.marginal) continue;
        const std::size_t panel = (frame.companion ? companions : mains).at(frame.index);
        frame.companion = panel >= main;
        frame.index = frame.companion ? panel - main : panel;
    }
}

Figure panel_alone(const Figure& figure, std::size_t panel) {
    return panels_alone(figure, std::span(&panel, 1));
}

void place_alone(Layout& layout, const Figure& figure, std::size_t panel) {
    place_panels_alone(layout, figure, std::span(&panel, 1));
}

const PanelFrame* frame_of(std::size_t panel, const Figure& figure, const Layout& layout) {
    const bool companion = panel >= figure.main.size();
    const std::size_t index = companion ? panel - figure.main.size() : panel;
    for (const PanelFrame& frame : layout.frames)
        if (!frame.marginal && frame.companion == companion && frame.index == index) return &frame;
    return nullptr;
}

std::vector<std::size_t> missing_panels(std::span<const std::size_t> panels, const Figure& figure,
                                        const Layout& layout) {
    const bool side_by_side = std::any_of(layout.frames.begin(), layout.frames.end(),
                                          [](const PanelFrame& frame) { return frame.marginal; });
    std::vector<std::size_t> missing;
    for (const std::size_t panel : panels) {
        const bool is_there =
            panel < marginal_index(figure) || (panel == marginal_index(figure) && figure.marginal);
        if (!is_there) continue;  // belongs to the previous figure
        if (panel == marginal_index(figure) ? !side_by_side : frame_of(panel, figure, layout) == nullptr)
            missing.push_back(panel);
    }
    return missing;
}

Layout layout_with(std::span<const std::size_t> needed, const Figure& figure, const TextMetrics& metrics,
                   LayoutOptions options) {
    Layout best = layout(figure, metrics, options);
    std::size_t fewest = missing_panels(needed, figure, best).size();
    if (fewest == 0) return best;
    const Figure alone = panels_alone(figure, needed);
    for (const bool legend : {true, false}) {
        options.legend = legend;
        Layout placed = layout(alone, metrics, options);
        place_panels_alone(placed, figure, needed);
        const std::size_t missing = missing_panels(needed, figure, placed).size();
        if (missing >= fewest) continue;
        best = std::move(placed);
        fewest = missing;
    }
    return best;
}

}  // namespace poslab
