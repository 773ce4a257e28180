#include "core/views/axes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace poslab {
namespace {

using AxisScale = AxisSetting::Scale;

Panel& panel_at(Figure& figure, const SettablePlot& plot) {
    return plot.companion ? figure.companions[plot.index] : figure.main[plot.index];
}

bool same_scale(const Axis& a, const Axis& b) {
    return a.low == b.low && a.high == b.high && a.logarithmic == b.logarithmic && a.cells == b.cells;
}

using DrawnNumbers = std::shared_ptr<const NumberBuffer>;

/// Returns the smallest number above 0 that the panel draws along the axis.
double min_above_0(const Panel& panel, bool y) {
    double least = std::numeric_limits<double>::infinity();
    const auto look = [&](const DrawnNumbers& numbers) {
        if (numbers == nullptr) return;
        for (const double number : *numbers)
            if (number > 0) least = std::min(least, number);
    };
    for (const Mark& mark : panel.marks) {
        if (const auto* line = std::get_if<LineMark>(&mark)) look(y ? line->y : line->x);
        if (const auto* bars = std::get_if<BarMark>(&mark)) look(y ? bars->y : bars->x);
        if (const auto* area = std::get_if<AreaMark>(&mark)) look(y ? area->low : area->x);
    }
    return least;
}

void set_scale(Axis& axis, const Panel& panel, const AxisSetting& setting) {
    constexpr double decades_apart = 1e12, linear_share = 1e-2;
    if (setting.scale == AxisScale::linear) axis.logarithmic = axis.fractions = false;
    if (setting.scale == AxisScale::symlog) {
        axis.logarithmic = axis.fractions = false;
        const double largest = std::max(std::abs(axis.low), std::abs(axis.high));
        axis.linear_within = largest > 0 ? linear_share * std::pow(10, std::floor(std::log10(largest))) : 0;
    }
    if (setting.scale != AxisScale::log || axis.logarithmic) return;
    if (axis.low <= 0) {
        const double least = min_above_0(panel, setting.y);
        if (!(least < axis.high)) return;
        axis.low = std::max(least, axis.high / decades_apart);
    }
    axis.logarithmic = true;
}

/// Cells and counts are never cut: their limits are rounded outwards.
void set_limits(Axis& axis, const AxisSetting& setting) {
    if (!setting.limited || (axis.logarithmic && setting.low <= 0)) return;
    axis.low = axis.cells ? std::floor(setting.low) : setting.low;
    axis.high = axis.cells ? std::ceil(setting.high) : setting.high;
}

Axis with_setting(Axis axis, const Panel& panel, const AxisSetting& setting) {
    if (setting.limited && !axis.logarithmic && setting.scale != AxisScale::log) set_limits(axis, setting);
    set_scale(axis, panel, setting);
    set_limits(axis, setting);
    return axis;
}

bool within(const Axis& axis, double value) {
    const double margin = axis.logarithmic ? 0 : 1e-9 * (axis.high - axis.low);
    return value >= axis.low - margin && value <= axis.high + margin;
}

/// Removes marks at a single position that would be drawn outside the plot.
void leave_out_beyond(Panel& panel) {
    const auto at = [&](Point point) { return within(panel.x, point.x) && within(panel.y, point.y); };
    std::erase_if(panel.marks, [&](const Mark& mark) {
        if (const auto* rule = std::get_if<RuleMark>(&mark)) return !within(panel.x, rule->x);
        if (const auto* level = std::get_if<LevelMark>(&mark)) return !within(panel.y, level->y);
        if (const auto* point = std::get_if<PointMark>(&mark)) return !at(point->at);
        if (const auto* text = std::get_if<AnnotationMark>(&mark)) return !at(text->at);
        if (const auto* span = std::get_if<SpanMark>(&mark))
            return span->high <= panel.x.low || span->low >= panel.x.high;
        if (const auto* band = std::get_if<BandMark>(&mark))
            return band->high <= panel.y.low || band->low >= panel.y.high;
        return false;
    });
    if (!panel.pointer) return;
    if (!within(panel.x, panel.pointer->x)) return panel.pointer.reset();
    std::erase_if(panel.pointer->dots, [&](const PointMark& dot) { return !at(dot.at); });
    if (panel.pointer->y && !within(panel.y, *panel.pointer->y)) panel.pointer->y.reset();
}

/// True if the plot is above a matrix of the same stack and so shares the matrix's x axis.
bool stands_on_matrix(const std::vector<Panel>& panels, std::size_t n) {
    while (n + 1 < panels.size() && panels[n].as<PlotPanel>() != nullptr &&
           panels[n].as<PlotPanel>()->shares_x_below)
        ++n;
    return panels[n].as<PlotPanel>() == nullptr;
}

}  // namespace

std::vector<SettablePlot> settable_plots(const Figure& figure) {
    std::vector<SettablePlot> plots;
    const auto add = [&](const std::vector<Panel>& panels, bool companions) {
        for (std::size_t n = 0; n < panels.size(); ++n) {
            const auto* plot = panels[n].as<PlotPanel>();
            if (plot == nullptr || plot->sideways) continue;
            const bool of_matrix = companions && n == 0 && figure.companions_in_row && panels[n].x.cells;
            plots.push_back({companions, n, !of_matrix && !stands_on_matrix(panels, n), !plot->difference});
        }
    };
    add(figure.main, false);
    add(figure.companions, true);
    return plots;
}

std::optional<int> plot_number(const Figure& figure, bool companion, std::size_t index) {
    const auto plots = settable_plots(figure);
    for (std::size_t n = 0; n < plots.size(); ++n)
        if (plots[n].companion == companion && plots[n].index == index) return static_cast<int>(n) + 1;
    return std::nullopt;
}

void apply_axes(Figure& figure, std::string_view figure_id, const AxisSettings& settings) {
    if (settings.list.empty()) return;
    const auto plots = settable_plots(figure);
    std::vector<Axis> before;
    before.reserve(plots.size());
    for (const SettablePlot& plot : plots) before.push_back(panel_at(figure, plot).x);
    bool changed = false;
    for (const AxisSetting& setting : settings.list) {
        const auto number = static_cast<std::size_t>(setting.plot);
        if (setting.color) continue;
        if ((!setting.figure.empty() && setting.figure != figure_id) || number < 1 || number > plots.size())
            continue;
        if (setting.y ? !plots[number - 1].own_y : !plots[number - 1].own_x) continue;
        Panel& panel = panel_at(figure, plots[number - 1]);
        changed = true;
        if (setting.y) {
            panel.y = with_setting(panel.y, panel, setting);
            continue;
        }
        const Axis next = with_setting(before[number - 1], panel, setting);
        for (std::size_t n = 0; n < plots.size(); ++n) {
            if (!plots[n].own_x || !same_scale(before[n], before[number - 1])) continue;
            Axis& x = panel_at(figure, plots[n]).x;
            x.low = next.low;
            x.high = next.high;
            x.logarithmic = next.logarithmic;
            x.fractions = next.fractions;
            x.linear_within = next.linear_within;
        }
    }
    for (std::size_t n = 0; changed && n < plots.size(); ++n) leave_out_beyond(panel_at(figure, plots[n]));
}

}  // namespace poslab
