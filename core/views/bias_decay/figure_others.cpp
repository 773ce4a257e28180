// Families of biases, the effect of a key bias, heads, and what the article reports.

#include "core/figure/embedded_assets.hpp"
#include "core/figure/number_format.hpp"
#include "core/views/bias_decay/bias_decay.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace poslab::bias_decay {

namespace {

std::string array_name(std::string_view id) {
    std::string name(id);
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

bool is_stand_in(std::int32_t family) {
    const auto which = static_cast<BiasFamily>(family);
    return which == BiasFamily::t5 || which == BiasFamily::kerple_log || which == BiasFamily::kerple_power;
}

LineMark curve(Column x, Column y, Color color, Emphasis emphasis, std::string label) {
    LineMark mark;
    mark.x = std::move(x);
    mark.y = std::move(y);
    mark.color = color;
    mark.emphasis = emphasis;
    mark.label = std::move(label);
    mark.stroked = true;
    return mark;
}

/// A curve that falls out of the frame is named there.
void name_where_it_leaves(LineMark& mark, Panel& panel) {
    for (std::size_t n = 0; n < std::min(mark.x->size(), mark.y->size()); ++n) {
        if (!((*mark.y)[n] < panel.y.low)) continue;
        panel.marks.emplace_back(AnnotationMark{{(*mark.x)[n], panel.y.low}, mark.label + " ↘", Align::left, false});
        mark.label.clear();
        return;
    }
}

Panel families_panel(const Variant& variant, const Style& style, const Cursor& cursor) {
    const bool zh = chinese(style);
    const Palette& colors = palette(style.theme);
    Panel panel;
    panel.title = zh ? "各族偏置" : "Families of biases";
    panel.quantity = zh ? "平移至 Δ = 0 处为 0，缩放至训练长度处为 −1；* 为所学之值的替代"
                        : "shifted to 0 at Δ = 0, scaled to −1 at the trained length; *: stand-in for learned values";
    panel.x = distance_axis(variant, zh);
    panel.y = {"", -2.4, 0.6};
    panel.marks.emplace_back(LevelMark{0, ""});
    add_trained_rule(variant, zh, panel);
    const Column x = column_of(variant, "step_distance");
    std::size_t n = 2;
    for (const std::int32_t index : variant.params.bias.compare.indices) {
        const Choice& family = BiasDecayGroup::families.at(static_cast<std::size_t>(index));
        LineMark mark = curve(x, column_of(variant, array_name(family.id)), colors.curves[n % colors.curves.size()],
                              Emphasis::other, std::string(in(style.language, family.label)) + (is_stand_in(index) ? "*" : ""));
        mark.dashes = curve_dashes(n - 1);
        name_where_it_leaves(mark, panel);
        panel.marks.emplace_back(std::move(mark));
        ++n;
    }
    panel.marks.emplace_back(curve(x, column_of(variant, "normalised_bias_bias"), colors.curves[1], Emphasis::chosen,
                                   zh ? "第四项 a·Rb" : "a·Rb, the fourth term"));
    if (const auto distance = distance_at(variant, cursor)) {
        PointerMark pointer;
        pointer.x = static_cast<double>(*distance);
        pointer.x_chip = format_integer(*distance);
        panel.pointer = std::move(pointer);
    }
    return panel;
}

Panel key_bias_panel(const Variant& variant, bool is_rotated, const Style& style, const Cursor& cursor) {
    const bool zh = chinese(style);
    const Palette& colors = palette(style.theme);
    const std::string name = is_rotated ? "weight_rotated" : "weight_unrotated";
    const Column without = column_of(variant, name), with = column_of(variant, name + "_key_bias");
    const double change = variant.data == nullptr
                              ? std::nan("")
                              : variant.data->number(is_rotated ? "key_bias_change_rotated" : "key_bias_change_unrotated");
    Panel panel;
    panel.title = is_rotated ? (zh ? "有 RoPE" : "With RoPE") : (zh ? "无 RoPE" : "Without RoPE");
    panel.quantity = is_rotated
                         ? (zh ? "键偏置消不掉：q·Rb 随键而变" : "the key bias stays: q·Rb differs from key to key")
                         : (zh ? "键偏置被约掉：每个得分都加上同一个 q·b" : "the key bias cancels: every score gains the same q·b");
    if (std::isfinite(change))
        panel.quantity += fmt::format(fmt::runtime(zh ? "；权重至多改变 {}" : "; a weight changes by {} at most"),
                                      change < 1e-12 ? "0" : format_number(change, 4));
    panel.x = {zh ? "键的距离 Δ →" : "distance Δ of the key →", 0, static_cast<double>(std::max<std::size_t>(without->size(), 1))};
    panel.x.cells = true;
    panel.x.whole = true;
    std::vector<double> x(without->size());
    for (std::size_t n = 0; n < x.size(); ++n) x[n] = static_cast<double>(n);
    double high = 1e-6;
    for (const Column& column : {without, with})
        for (const double weight : *column)
            if (std::isfinite(weight)) high = std::max(high, weight);
    panel.y = {"", 0, 1.1 * high};
    const Column at = shared_column(std::move(x));
    panel.marks.emplace_back(BarMark{at, without, colors.curves[0].with_alpha(0.5), 1, std::nullopt});
    LineMark line = curve(at, with, colors.curves[1], Emphasis::other, "");
    line.dot_every = 1;
    panel.marks.emplace_back(std::move(line));
    panel.key = {{KeyEntry::Swatch::color, colors.curves[0].with_alpha(0.5), zh ? "权重，无 b" : "weight without b", ""},
                 {KeyEntry::Swatch::line, colors.curves[1], zh ? "权重，有 b" : "weight with b", ""}};
    if (cursor.active && cursor.figure == "key-bias" && std::isfinite(cursor.x) && !without->empty()) {
        const double place = std::clamp(std::floor(cursor.x), 0.0, static_cast<double>(without->size() - 1));
        PointerMark pointer;
        pointer.x = place;
        pointer.x_chip = format_number(place, 0);
        const auto n = static_cast<std::size_t>(place);
        pointer.dots.push_back({{place, (*with)[n]}, colors.accent, format_number((*with)[n], 4), true, false});
        panel.pointer = std::move(pointer);
    }
    return panel;
}

Panel heads_panel(const Variant& variant, const Style& style, const Cursor& cursor) {
    const bool zh = chinese(style);
    const Palette& colors = palette(style.theme);
    const Array* all = variant.data == nullptr ? nullptr : variant.data->find("head_bias_bias");
    Panel panel;
    const std::int64_t heads = all == nullptr ? 0 : all->shape[0];
    panel.title = zh ? "各头的第四项" : "The fourth term of each head";
    panel.quantity = heads > 1 ? (zh ? "a·Rb，每步的平均" : "a·Rb, mean of each step")
                               : (zh ? "a·Rb；各头的偏置相同" : "a·Rb; all heads have the same bias");
    panel.x = distance_axis(variant, zh);
    panel.marks.emplace_back(LevelMark{0, ""});
    add_trained_rule(variant, zh, panel);
    const Column x = column_of(variant, "step_distance");
    double low = 0, high = 1e-9;
    const OptionalReal& head_value = variant.params.bias.head;
    const std::int64_t chosen = head_value.set ? static_cast<std::int64_t>(head_value.value) : -1;
    std::vector<Mark> last;
    for (std::int64_t head = 0; head < heads; ++head) {
        const auto first = all->data->begin() + head * all->shape[1];
        const Column y = shared_column({first, first + all->shape[1]});
        for (const double value : *y) {
            if (!std::isfinite(value)) continue;
            low = std::min(low, value);
            high = std::max(high, value);
        }
        const bool is_chosen = head == chosen || heads == 1;
        LineMark mark =
            curve(x, y, is_chosen ? colors.curves[1] : colors.curves[static_cast<std::size_t>(head % 5 + 2)].with_alpha(0.6),
                  is_chosen ? Emphasis::chosen : Emphasis::other,
                  heads > 1 && (heads <= 12 || is_chosen) ? fmt::format(fmt::runtime(zh ? "第 {} 个头" : "head {}"), head)
                                                          : std::string());
        if (is_chosen)
            last.emplace_back(std::move(mark));
        else
            panel.marks.emplace_back(std::move(mark));
    }
    for (Mark& mark : last) panel.marks.push_back(std::move(mark));
    const double room = 0.06 * (high - low);
    panel.y = {"", low - room, high + room};
    if (const auto distance = distance_at(variant, cursor)) {
        PointerMark pointer;
        pointer.x = static_cast<double>(*distance);
        pointer.x_chip = format_integer(*distance);
        panel.pointer = std::move(pointer);
    }
    return panel;
}

}  // namespace

void add_families_figure(std::span<const Variant> variants, const Style& style, const Cursor& cursor, Figure& figure) {
    figure.main.push_back(families_panel(variants.front(), style, cursor));
}

void add_key_bias_figure(std::span<const Variant> variants, const Style& style, const Cursor& cursor, Figure& figure) {
    figure.main.push_back(key_bias_panel(variants.front(), false, style, cursor));
    figure.main.back().shares_x_below = true;
    figure.main.push_back(key_bias_panel(variants.front(), true, style, cursor));
}

void add_heads_figure(std::span<const Variant> variants, const Style& style, const Cursor& cursor, Figure& figure) {
    figure.main.push_back(heads_panel(variants.front(), style, cursor));
}

void add_reported_figure(std::span<const Variant>, const Style& style, const Cursor&, Figure& figure) {
    const bool zh = chinese(style);
    const Palette& colors = palette(style.theme);
    const auto table = nlohmann::json::parse(embedded_reported_9577);
    const char* const language = zh ? "zh" : "en";
    Panel panel;
    panel.title = zh ? "文章所报告，并非本程序所得" : "As reported, not reproduced here";
    panel.quantity = table["quantity"][language].get<std::string>() + " · " + table["setting"][language].get<std::string>();
    panel.x = {zh ? "测试长度，词元 →" : "test length, tokens →", 0, static_cast<double>(table["lengths"].size())};
    panel.x.cells = true;
    for (const auto& length : table["lengths"]) panel.x.labels.push_back(format_integer(length.get<std::int64_t>()));
    panel.y = {"", 0, 60};
    std::size_t n = 0;
    for (const auto& row : table["rows"]) {
        const Color color = colors.curves[n];
        std::vector<double> x, y;
        for (const auto& value : row["values"]) {
            x.push_back(static_cast<double>(x.size()));
            y.push_back(value.get<double>());
        }
        LineMark mark =
            curve(shared_column(x), shared_column(y), color, Emphasis::chosen, row["label"][language].get<std::string>());
        mark.dashes = curve_dashes(n);
        mark.dot_every = 1;
        panel.marks.emplace_back(std::move(mark));
        const bool below = n == 0;  // the lower curve comes first
        for (std::size_t at = 0; at < x.size(); ++at)
            panel.marks.emplace_back(
                AnnotationMark{{x[at], y[at] + (below ? -1.2 : 1.2)}, format_number(y[at], 2), Align::center, below});
        ++n;
    }
    figure.main.push_back(std::move(panel));
    figure.warnings.push_back(table["warning"][language].get<std::string>());
    figure.subtitle = table["source"].get<std::string>();
}

}  // namespace poslab::bias_decay
