#include "core/views/curve_difference.hpp"

#include "core/base/number_format.hpp"
#include "core/views/curves.hpp"
#include "core/views/marks.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace poslab {
namespace {

using Lines = std::vector<LineMark>;

bool is_of(const LineMark& line, std::size_t variant) { return line.of_variant == variant; }

/// Returns the curves of one variant; all curves of a panel that shows a single variant.
Lines lines_of(const Panel& panel, std::size_t variant) {
    Lines lines;
    for (const Mark& mark : panel.marks)
        if (const auto* line = std::get_if<LineMark>(&mark);
            line != nullptr && (panel.of_variant || is_of(*line, variant)))
            lines.push_back(*line);
    return lines;
}

bool is_plot_of(const Panel& panel, std::size_t variant) {
    return panel.kind() == PanelKind::plot && panel.of_variant == variant;
}

bool has_two_in_one(const Panel& panel) {
    return panel.kind() == PanelKind::plot && !panel.of_variant && !lines_of(panel, 0).empty() &&
           !lines_of(panel, 1).empty();
}

bool has_two(const std::vector<Panel>& panels) {
    const auto has = [&](std::size_t variant) {
        return std::any_of(panels.begin(), panels.end(),
                           [&](const Panel& panel) { return is_plot_of(panel, variant); });
    };
    return std::any_of(panels.begin(), panels.end(), has_two_in_one) || (has(0) && has(1));
}

std::size_t samples_of(const LineMark& line) {
    return line.x == nullptr || line.y == nullptr ? 0 : std::min(line.x->size(), line.y->size());
}

bool rises(const LineMark& line) {
    const auto end = line.x->begin() + static_cast<std::ptrdiff_t>(samples_of(line));
    return std::is_sorted(line.x->begin(), end) &&
           std::none_of(line.x->begin(), end, [](double x) { return std::isnan(x); });
}

bool at_same_x(const LineMark& a, const LineMark& b) {
    if (samples_of(a) != samples_of(b)) return false;
    return a.x == b.x ||
           std::equal(a.x->begin(), a.x->begin() + static_cast<std::ptrdiff_t>(samples_of(a)), b.x->begin());
}

/// Returns the position of x between a (0) and b (1) in the scale of the axis.
double share_between(double a, double b, double x, const Axis& axis) {
    return axis.logarithmic && a > 0 ? std::log(x / a) / std::log(b / a) : (x - a) / (b - a);
}

double mixed(double a, double b, double share, const Axis& axis) {
    return axis.logarithmic && a > 0 && b > 0 ? a * std::pow(b / a, share) : a + share * (b - a);
}

/// Interpolates the curve at x. NaN outside its samples, and if a sample next to x is NaN.
double value_at(const LineMark& line, double x, const Panel& panel) {
    const std::size_t size = samples_of(line);
    const auto begin = line.x->begin(), end = begin + static_cast<std::ptrdiff_t>(size);
    const auto index = static_cast<std::size_t>(std::lower_bound(begin, end, x) - begin);
    if (index < size && (*line.x)[index] == x) return (*line.y)[index];
    if (index == 0 || index == size) return std::nan("");
    const double share = share_between((*line.x)[index - 1], (*line.x)[index], x, panel.x);
    return mixed((*line.y)[index - 1], (*line.y)[index], share, panel.y);
}

/// Returns the samples of both curves in their common range.
std::vector<double> x_of_both(const LineMark& a, const LineMark& b) {
    const auto within = [](const LineMark& line, double low, double high) {
        const auto end = line.x->begin() + static_cast<std::ptrdiff_t>(samples_of(line));
        return std::pair(std::lower_bound(line.x->begin(), end, low),
                         std::upper_bound(line.x->begin(), end, high));
    };
    const double low = std::max(a.x->front(), b.x->front());
    const double high = std::min((*a.x)[samples_of(a) - 1], (*b.x)[samples_of(b) - 1]);
    std::vector<double> all;
    if (low > high) return all;
    const auto first = within(a, low, high), second = within(b, low, high);
    std::set_union(first.first, first.second, second.first, second.second, std::back_inserter(all));
    return all;
}

/// Infinite differences become NaN, where the curve breaks.
double drawable(double value) { return std::isfinite(value) ? value : std::nan(""); }

LineMark difference_of(const LineMark& first, const LineMark& second, const Panel& panel) {
    LineMark line = first;
    line.emphasis = Emphasis::chosen;
    line.recolor_from = std::numeric_limits<double>::infinity();
    line.dots.clear();
    if (first.label != second.label) line.label.clear();
    const bool known = samples_of(first) > 0 && samples_of(second) > 0;
    const bool same = known && at_same_x(first, second);
    if (known && !same) {
        line.x = shared_column(x_of_both(first, second));
        line.dot_every = 0;
    }
    std::vector<double> values(known ? same ? samples_of(first) : line.x->size() : 0);
    for (std::size_t n = 0; n < values.size(); ++n)
        values[n] =
            drawable(same ? (*first.y)[n] - (*second.y)[n]
                          : value_at(first, (*line.x)[n], panel) - value_at(second, (*line.x)[n], panel));
    if (!known) line.x = shared_column({});
    line.y = shared_column(std::move(values));
    return line;
}

const std::string& name_of(const LineMark& line) { return line.name.empty() ? line.label : line.name; }

/// Pairs each curve with the second variant's curve of the same name; curves without a match are paired by
/// index.
std::vector<std::pair<LineMark, LineMark>> paired(Lines first, Lines second, bool& left_out) {
    std::vector<std::pair<LineMark, LineMark>> pairs;
    Lines others;
    for (LineMark& line : first) {
        const auto same = std::find_if(second.begin(), second.end(), [&](const LineMark& mark) {
            return !name_of(line).empty() && name_of(mark) == name_of(line);
        });
        if (same == second.end()) {
            others.push_back(std::move(line));
            continue;
        }
        pairs.emplace_back(std::move(line), std::move(*same));
        second.erase(same);
    }
    if (others.size() == second.size())
        for (std::size_t n = 0; n < others.size(); ++n)
            pairs.emplace_back(std::move(others[n]), std::move(second[n]));
    else
        left_out = true;
    const auto sampled_alike = [](const auto& pair) {
        const auto& [a, b] = pair;
        return samples_of(a) == 0 || samples_of(b) == 0 || at_same_x(a, b) || (rises(a) && rises(b));
    };
    const auto alike = std::stable_partition(pairs.begin(), pairs.end(), sampled_alike);
    left_out = left_out || alike != pairs.end();
    pairs.erase(alike, pairs.end());
    return pairs;
}

bool stands_at_x(const Mark& mark) {
    return std::holds_alternative<RuleMark>(mark) || std::holds_alternative<SpanMark>(mark);
}

struct LargestDifference {
    Point at{0, 0};
    Color color;
    bool known = false;
};

LargestDifference find_largest_difference(const Lines& differences, const Axis& x) {
    LargestDifference largest;
    for (const LineMark& line : differences)
        for (std::size_t n = 0; n < line.y->size(); ++n) {
            const Point at{(*line.x)[n], (*line.y)[n]};
            const bool seen = at.x >= x.low && at.x <= x.high && std::isfinite(at.y);
            if (!seen || (largest.known && std::abs(at.y) <= std::abs(largest.at.y))) continue;
            largest = {at, line.color, true};
        }
    return largest;
}

/// Formats with four digits, or with all digits of a larger integer.
std::string short_text(double value) {
    if (value == std::round(value) && std::abs(value) < 1e15) return format_number(value, 0, 12);
    const int places = value == 0 ? 0 : 3 - static_cast<int>(std::floor(std::log10(std::abs(value))));
    return format_number(value, std::clamp(places, 0, 15), 4);
}

std::string at_text(const Point& at, const Translator& translate) {
    return translate("{} at {}", short_text(at.y), short_text(at.x));
}

/// The label of the variant that a panel may show, and "A − B".
struct DifferenceNames {
    std::string_view first;
    std::string both;
};

/// States in the title which minus which the plot shows.
void name_difference(Panel& panel, const DifferenceNames& names, const LargestDifference& largest,
                     const Translator& translate) {
    const std::string_view variant = names.first;
    if (panel.of_variant && panel.title.starts_with(variant)) {
        panel.title.erase(0, variant.size());
        if (panel.title.starts_with(" · ")) panel.title.erase(0, std::string(" · ").size());
    }
    if (!panel.y.title.empty()) panel.y.title = translate("Difference: {}", panel.y.title);
    panel.title = panel.title.empty() ? names.both : fmt::format("{}: {}", panel.title, names.both);
    if (!largest.known) return;
    const std::string text = translate("largest: {}", at_text(largest.at, translate));
    panel.quantity = panel.quantity.empty() ? text : text + "  ·  " + panel.quantity;
}

void point_at_differences(Panel& panel, const Lines& differences) {
    if (!panel.pointer) return;
    panel.pointer->dots.clear();
    panel.pointer->y.reset();
    panel.pointer->y_chip.clear();
    const auto straight = [&] {
        Panel linear;
        linear.x = panel.x;
        return linear;
    }();
    for (const LineMark& line : differences)
        if (samples_of(line) > 0 && rises(line))
            if (const double value = value_at(line, panel.pointer->x, straight); std::isfinite(value))
                add_dot(*panel.pointer, value, line.color, short_text(value));
}

void set_axis(Panel& panel, double largest) {
    const double limit = rounded_up(1.05 * largest);
    panel.y = {panel.y.title, -limit, limit};
    std::get<PlotPanel>(panel.content).difference = true;
}

/// Removes drags that draw a path, which has no meaning for a difference.
void leave_drags(Panel& panel) {
    if (panel.drag && panel.drag->kind != PanelDrag::Kind::scrub) panel.drag.reset();
}

/// Returns true if the panel has a pair of curves.
bool show_in(Panel& panel, const Lines& first, const Lines& second, const DifferenceNames& names,
             const Translator& translate, bool& left_out) {
    Lines differences;
    for (const auto& [one, other] : paired(first, second, left_out))
        differences.push_back(difference_of(one, other, panel));
    if (differences.empty()) {
        left_out = true;
        return false;
    }
    const LargestDifference largest = find_largest_difference(differences, panel.x);
    const auto is_band = [](const Mark& mark) { return std::holds_alternative<AreaMark>(mark); };
    if (std::any_of(panel.marks.begin(), panel.marks.end(), is_band))
        panel.quantity.clear();  // it describes the band
    std::erase_if(panel.marks, [](const Mark& mark) { return !stands_at_x(mark); });
    set_axis(panel, std::abs(largest.at.y));
    add(panel, LevelMark{0, ""});
    for (const LineMark& line : differences) add(panel, line);
    if (largest.known && largest.at.y != 0)
        add(panel, PointMark{largest.at, largest.color, at_text(largest.at, translate), true, false, true});
    if (differences.size() == 1) panel.key.clear();
    name_difference(panel, names, largest, translate);
    point_at_differences(panel, differences);
    leave_drags(panel);
    return true;
}

/// Shows differences in panels of one variant each; the second variant's panel is removed.
void join_pairs(std::vector<Panel>& panels, const DifferenceNames& names, const Translator& translate,
                bool& left_out) {
    std::vector<std::size_t> first, second;
    for (std::size_t n = 0; n < panels.size(); ++n) {
        if (is_plot_of(panels[n], 0)) first.push_back(n);
        if (is_plot_of(panels[n], 1)) second.push_back(n);
    }
    if (first.size() != second.size()) {
        left_out = true;
        return;
    }
    for (std::size_t n = first.size(); n-- > 0;) {
        Panel &panel = panels[first[n]], &other = panels[second[n]];
        if (show_in(panel, lines_of(panel, 0), lines_of(other, 1), names, translate, left_out))
            panels.erase(panels.begin() + static_cast<std::ptrdiff_t>(second[n]));
    }
}

void show_in_panels(std::vector<Panel>& panels, const DifferenceNames& names, const Translator& translate,
                    bool& left_out) {
    for (Panel& panel : panels)
        if (has_two_in_one(panel))
            show_in(panel, lines_of(panel, 0), lines_of(panel, 1), names, translate, left_out);
    join_pairs(panels, names, translate, left_out);
}

/// Removes the names of the curves from the key unless a plot has several.
void leave_curves_out_of_key(Figure& figure) {
    const auto is_line = [](const KeyEntry& entry) {
        return entry.swatch == KeyEntry::Swatch::line || entry.swatch == KeyEntry::Swatch::dashed;
    };
    const auto several = [](const Panel& panel) {
        const auto lines = std::count_if(panel.marks.begin(), panel.marks.end(), [](const Mark& mark) {
            return std::holds_alternative<LineMark>(mark);
        });
        const auto* plot = panel.as<PlotPanel>();
        return plot != nullptr && (!plot->difference || lines > 1);
    };
    for (const auto* panels : {&figure.main, &figure.companions})
        if (std::any_of(panels->begin(), panels->end(), several)) return;
    std::erase_if(figure.key, is_line);
}

}  // namespace

bool has_curves_of_two(const Figure& figure) { return has_two(figure.main) || has_two(figure.companions); }

void show_curve_differences(Figure& figure, std::span<const Variant> two, const Style& style) {
    const Translator translate(style.language);
    const std::string &first = two[0].label, &second = two[1].label;
    const DifferenceNames names{first, first.empty() ? translate("Difference"_tr) : first + " − " + second};
    bool left_out = false;
    show_in_panels(figure.main, names, translate, left_out);
    show_in_panels(figure.companions, names, translate, left_out);
    leave_curves_out_of_key(figure);
    if (left_out)
        figure.warnings.push_back(
            translate("Curves without a counterpart are left out of the difference."_tr));
}

}  // namespace poslab
