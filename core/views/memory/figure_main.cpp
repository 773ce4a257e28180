// Signal and reconstruction, the error under it, and the state over time.

#include "core/base/number_format.hpp"
#include "core/views/memory/memory.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace poslab::memory {

namespace {

constexpr std::int64_t held_to = 256;  // samples that are few enough to be drawn as they are held
constexpr std::size_t most_maps = 3;

/// The signal's own range; what is reconstructed may go beyond it by as much again, and is cut where it goes further.
Axis value_axis(std::span<const Variant> variants) {
    ValueRange signal, recalled;
    for (const Variant& variant : variants) {
        signal.take(column_of(variant, "signal_low"));
        signal.take(column_of(variant, "signal_high"));
        recalled.take(column_of(variant, "reconstruction"));
    }
    if (variants.front().params.signal.signal == Signal::drawn) {
        signal.take(-1);
        signal.take(1);
    }
    if (signal.empty()) return {"", -1, 1};
    const double size = std::max(signal.high - signal.low, 1e-9 + 0.5 * std::abs(signal.high));
    double low = signal.low, high = signal.high;
    if (!recalled.empty()) {
        low = std::min(low, std::max(recalled.low, low - size / 2));
        high = std::max(high, std::min(recalled.high, high + size / 2));
    }
    const double room = 0.08 * std::max(high - low, size);
    return {"", low - room, high + room};
}

/// As steps where there are few samples, so that it is seen what is fed.
LineMark signal_line(const Variant& variant, const Style& style) {
    LineMark line;
    line.color = palette(style.theme).ghost;
    line.stroked = true;
    const Column middles = column_of(variant, "signal_time"), values = column_of(variant, "signal_mean");
    line.x = middles;
    line.y = values;
    if (length_of(variant) > held_to) return line;
    std::vector<double> x, y;
    for (std::size_t n = 0; n < std::min(middles->size(), values->size()); ++n)
        for (const double edge : {-0.5, 0.5}) {
            x.push_back((*middles)[n] + edge);
            y.push_back((*values)[n]);
        }
    line.x = shared_column(std::move(x));
    line.y = shared_column(std::move(y));
    return line;
}

void add_signal(const Variant& variant, const Style& style, Panel& panel) {
    const Palette& colors = palette(style.theme);
    if (static_cast<std::size_t>(length_of(variant)) > column_of(variant, "signal_time")->size())
        panel.marks.emplace_back(AreaMark{column_of(variant, "signal_time"), column_of(variant, "signal_low"),
                                          column_of(variant, "signal_high"), colors.ghost.with_alpha(0.6)});
    panel.marks.emplace_back(signal_line(variant, style));
}

void add_window(const Variant& variant, const Words& words, Panel& panel) {
    if (!MemoryGroup::windowed(variant.params.memory)) return;
    const auto now = static_cast<double>(time_of(variant));
    const double begin = now - static_cast<double>(variant.params.memory.span);
    if (begin > 0) panel.marks.emplace_back(RuleMark{begin, words("window"_tr), true});
}

/// Where the state is looked at.
void add_now(const Variant& variant, const Words& words, Panel& panel) {
    if (time_of(variant) < length_of(variant))
        panel.marks.emplace_back(RuleMark{static_cast<double>(time_of(variant)), words("not yet seen"_tr)});
}

/// Now; or the pointer.
PointerMark time_pointer(const Variant& variant, const Cursor& cursor) {
    const auto pointed = pointed_time(variant, cursor);
    PointerMark pointer;
    pointer.x = pointed ? *pointed : static_cast<double>(time_of(variant));
    return pointer;
}

std::string time_chip(double time) { return format_integer(static_cast<std::int64_t>(std::floor(time))); }

PanelDrag time_drag(const Words& words) { return {PanelDrag::Kind::scrub, "time", words("drag: move the time T"_tr)}; }

/// A drawn signal is drawn where it is shown; everywhere else the pointer takes the time along.
PanelDrag signal_drag(const Variant& variant, const Words& words) {
    if (variant.params.signal.signal != Signal::drawn) return time_drag(words);
    return {PanelDrag::Kind::draw, "points", words("drag: draw the signal"_tr)};
}

std::string error_words(const Variant& variant, const Words& words) {
    if (variant.data == nullptr || variant.data->partial) return "";
    const double rms = variant.data->number("rms_error"), largest = variant.data->number("max_error");
    if (!std::isfinite(rms)) return words("the state is not finite any more"_tr);
    return words("rms error {}, largest {}", short_number(rms), short_number(largest));
}

}  // namespace

Panel signal_panel(std::span<const Variant> variants, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const bool several = variants.size() > 1;
    const Palette& colors = palette(style.theme);
    const Variant& first = variants.front();
    Panel panel;
    panel.title = words("Signal and reconstruction"_tr);
    if (!several) panel.quantity = error_words(first, words);
    if (first.params.signal.signal == Signal::drawn && first.params.signal.points.numbers.empty())
        panel.marks.emplace_back(AnnotationMark{
            {static_cast<double>(length_of(first)) / 2, 0.15}, words("Draw the signal here with the mouse"_tr), Align::center});
    panel.x = time_axis(first, words);
    panel.y = value_axis(variants);
    panel.weight = 1.5;
    panel.shares_x_below = true;
    add_signal(first, style, panel);
    for (std::size_t n = 0; n < variants.size(); ++n) {
        LineMark line;
        line.x = column_of(variants[n], "grid");
        line.y = column_of(variants[n], "reconstruction");
        line.color = colors.curves[variant_color(n)];
        line.emphasis = n == 0 ? Emphasis::chosen : Emphasis::other;
        line.stroked = true;
        if (n > 0) line.dashes = curve_dashes(n);
        panel.marks.emplace_back(std::move(line));
    }
    add_window(first, words, panel);
    add_now(first, words, panel);
    panel.pointer = time_pointer(first, cursor);
    panel.drag = signal_drag(first, words);
    return panel;
}

Panel error_panel(std::span<const Variant> variants, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const Palette& colors = palette(style.theme);
    Panel panel;
    panel.title = words("Size of the error"_tr);
    panel.quantity = words("|reconstruction − signal|"_tr);
    panel.x = time_axis(variants.front(), words);
    panel.shares_x_below = true;
    panel.weight = 0.55;
    ValueRange range;
    for (std::size_t n = 0; n < variants.size(); ++n) {
        LineMark line;
        line.x = column_of(variants[n], "error_time");
        line.y = column_of(variants[n], "error_high");
        line.color = colors.curves[variant_color(n)];
        line.emphasis = Emphasis::other;
        line.stroked = true;
        if (n > 0) line.dashes = curve_dashes(n);
        range.take(line.y);
        panel.marks.emplace_back(std::move(line));
    }
    panel.y = {"", 0, range.empty() || range.high <= 0 ? 1 : 1.05 * range.high};
    panel.pointer = time_pointer(variants.front(), cursor);
    panel.drag = time_drag(words);
    return panel;
}

ColorScale state_scale(const Variant& variant) {
    ColorScale scale{ColorMap::signed_diverging, ScaleKind::symmetric, -1, 0, 1};
    const Array* map = variant.data == nullptr ? nullptr : variant.data->find("state_map");
    if (map == nullptr) return scale;
    // The usual size of the largest coefficient: a transient at the beginning shall not hide all that follows.
    std::vector<double> largest;
    for (std::int64_t column = 0; column < map->shape[1]; ++column) {
        double size = 0;
        for (std::int64_t row = 0; row < map->shape[0]; ++row) {
            const double value = std::abs((*map->data)[static_cast<std::size_t>(row * map->shape[1] + column)]);
            if (value > size) size = value;
        }
        largest.push_back(size);
    }
    if (largest.empty()) return scale;
    std::nth_element(largest.begin(), largest.begin() + static_cast<std::ptrdiff_t>(largest.size() / 2), largest.end());
    const double typical = largest[largest.size() / 2];
    if (!(typical > 0)) return scale;
    const double step = std::pow(10, std::floor(std::log10(typical)));
    scale.high = std::ceil(typical / step * 2) / 2 * step;
    scale.low = -scale.high;
    return scale;
}

Panel state_panel(const Variant& variant, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const MemoryGroup& group = variant.params.memory;
    const bool is_complex = group.measure->is_complex;
    Panel panel;
    panel.kind = Panel::Kind::matrix;
    panel.stretch = panel.x_below = true;
    panel.title = words("State"_tr);
    panel.quantity = is_complex ? words("Re xₙ(t), one row per coefficient n"_tr) : words("xₙ(t), one row per coefficient n"_tr);
    if (!variant.label.empty()) panel.title = variant.label;
    const IndexRange rows = is_complex ? IndexRange{-group.order, group.order + 1} : IndexRange{0, group.order};
    HeatMapMark map;
    map.scale = state_scale(variant);
    map.rows = rows;
    map.columns = {0, length_of(variant)};
    if (const Array* array = variant.data == nullptr ? nullptr : variant.data->find("state_map")) {
        map.values = array->data;
        map.height = array->shape[0];
        map.width = array->shape[1];
        map.columns = array->extents[1];
    }
    panel.x = time_axis(variant, words);
    panel.y = {"n ↓", static_cast<double>(rows.begin), static_cast<double>(rows.end)};
    panel.y.whole = true;
    panel.marks.emplace_back(std::move(map));
    add_now(variant, words, panel);
    panel.weight = 1.3;
    PointerMark pointer = time_pointer(variant, cursor);
    pointer.x_chip = time_chip(pointer.x);
    panel.pointer = std::move(pointer);
    panel.drag = time_drag(words);
    return panel;
}

void add_main_figure(std::span<const Variant> variants, const Style& style, const Cursor& cursor, Figure& figure) {
    const Words words(style.language);
    const Palette& colors = palette(style.theme);
    figure.main.push_back(signal_panel(variants, style, cursor));
    figure.main.push_back(error_panel(variants, style, cursor));
    for (std::size_t n = 0; n < std::min(variants.size(), most_maps); ++n)
        figure.main.push_back(state_panel(variants[n], style, cursor));
    ColorBar bar;
    const bool is_complex = variants.front().params.memory.measure->is_complex;
    bar.title = is_complex ? words("Re xₙ, signed"_tr) : words("xₙ, signed"_tr);
    bar.scale = state_scale(variants.front());
    bar.open_low = bar.open_high = true;
    figure.bars.push_back(std::move(bar));
    for (std::size_t n = 0; n < variants.size(); ++n)
        figure.key.push_back({KeyEntry::Swatch::line, colors.curves[variant_color(n)],
                              variants.size() > 1 ? variants[n].label : std::string(words("reconstruction"_tr)), ""});
    figure.key.push_back({KeyEntry::Swatch::line, colors.ghost, words("signal u"_tr), ""});
    const bool lost = std::any_of(variants.begin(), variants.end(), [](const Variant& variant) {
        const Detail* detail = detail_of(variant);
        return detail != nullptr && detail->history->moments.back().extent.diverged();
    });
    if (variants.size() > most_maps)
        figure.warnings.push_back(words("States are shown of the first {} sets of parameters only.", most_maps));
    if (lost) figure.key.push_back({KeyEntry::Swatch::missing, colors.nan_fill, words("beyond 10⁶ × input"_tr), ""});
}

}  // namespace poslab::memory
