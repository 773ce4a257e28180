// The effect of a key bias, heads, and what the article reports.

#include "core/base/embedded_assets.hpp"
#include "core/base/number_format.hpp"
#include "core/views/bias_decay/bias_decay.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace poslab::bias_decay {

namespace {

std::string key_bias_words(const Variant& variant, bool is_rotated, const Words& words) {
    const double change = variant.data == nullptr
                              ? std::nan("")
                              : variant.data->number(is_rotated ? "key_bias_change_rotated" : "key_bias_change_unrotated");
    if (!std::isfinite(change)) return {};
    if (variant.data->number("key_bias_norm") == 0) return words("there is no key bias"_tr);
    if (change < 1e-12) return words("the key bias b cancels: no weight changes"_tr);
    return words("b stays: weights change by up to {}", format_number(change, 4));
}

double largest_weight(const Variant& variant) {
    double high = 1e-6;
    for (const char* name : {"weight_unrotated", "weight_unrotated_key_bias", "weight_rotated", "weight_rotated_key_bias"})
        for (const double weight : *column_of(variant, name))
            if (std::isfinite(weight)) high = std::max(high, weight);
    return high;
}

/// Two bars for each key: without b and with it.
Panel key_bias_panel(const Variant& variant, bool is_rotated, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const Palette& colors = palette(style.theme);
    const std::string name = is_rotated ? "weight_rotated" : "weight_unrotated";
    const Column without = column_of(variant, name), with = column_of(variant, name + "_key_bias");
    Panel panel;
    panel.title = is_rotated ? words("With RoPE"_tr) : words("Without RoPE"_tr);
    panel.quantity = key_bias_words(variant, is_rotated, words);
    panel.x = {words("distance Δ of the key →"_tr), 0, static_cast<double>(std::max<std::size_t>(without->size(), 1))};
    panel.x.cells = true;
    panel.x.whole = true;
    panel.y = {"", 0, 1.1 * largest_weight(variant)};
    std::vector<double> left, right;
    for (std::size_t n = 0; n < without->size(); ++n) {
        left.push_back(static_cast<double>(n));
        right.push_back(static_cast<double>(n) + 0.5);
    }
    panel.marks.emplace_back(BarMark{shared_column(std::move(left)), without, colors.curves[0], 0.5, std::nullopt});
    panel.marks.emplace_back(BarMark{shared_column(std::move(right)), with, colors.curves[1], 0.5, std::nullopt});
    if (cursor.active && cursor.figure == "key-bias" && std::isfinite(cursor.x) && !without->empty()) {
        PointerMark pointer;
        pointer.x = std::clamp(std::floor(cursor.x), 0.0, static_cast<double>(without->size() - 1));
        pointer.x_chip = format_number(pointer.x, 0);
        panel.pointer = std::move(pointer);
    }
    return panel;
}

/// One curve for each head, the chosen one over the others.
Panel heads_panel(const Variant& variant, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const Palette& colors = palette(style.theme);
    const Array* all = variant.data == nullptr ? nullptr : variant.data->find("head_bias_bias");
    const std::int64_t heads = all == nullptr ? 0 : all->shape[0];
    Panel panel;
    panel.title = words("The fourth term of each head"_tr);
    panel.quantity = heads == 1 ? words("same bias in all; Gaussian or a file differ"_tr) : words("a·Rb of {} heads", heads);
    panel.x = distance_axis(variant, words);
    panel.marks.emplace_back(LevelMark{0, ""});
    add_trained_rule(variant, words, panel);
    const OptionalReal& head_value = variant.params.bias.head;
    const std::int64_t chosen = heads == 1 ? 0 : (head_value.set ? static_cast<std::int64_t>(head_value.value) : -1);
    const auto distance = distance_at(variant, cursor);
    const auto step = distance ? step_at(variant, *distance) : std::nullopt;
    PointerMark pointer;
    double low = 0, high = 0;
    std::vector<LineMark> curves;
    for (std::int64_t head = 0; head < heads; ++head) {
        const auto first = all->data->begin() + head * all->shape[1];
        LineMark mark = curve_mark(column_of(variant, "step_distance"), shared_column({first, first + all->shape[1]}),
                                   head == chosen ? colors.curves[1] : colors.ghost.with_alpha(0.6),
                                   head == chosen ? Emphasis::chosen : Emphasis::other);
        if (head == chosen && heads > 1) mark.label = words("head {}", head);
        for (const double value : *mark.y) {
            low = std::isfinite(value) ? std::min(low, value) : low;
            high = std::isfinite(value) ? std::max(high, value) : high;
        }
        if (step && *step < mark.y->size() && head == chosen)
            pointer.dots.push_back(
                {{static_cast<double>(*distance), (*mark.y)[*step]}, mark.color, format_number((*mark.y)[*step], 3), true, false});
        curves.insert(head == chosen ? curves.end() : curves.begin(), std::move(mark));
    }
    for (LineMark& mark : curves) panel.marks.emplace_back(std::move(mark));
    if (low == high) high = 1;
    panel.y = {"", low - 0.06 * (high - low), high + 0.06 * (high - low)};
    if (distance) {
        pointer.x = static_cast<double>(*distance);
        pointer.x_chip = format_integer(*distance);
        panel.pointer = std::move(pointer);
    }
    return panel;
}

}  // namespace

void add_key_bias_figure(std::span<const Variant> variants, const Style& style, const Cursor& cursor, Figure& figure) {
    const Words words(style.language);
    const Palette& colors = palette(style.theme);
    for (const Variant& variant : variants)
        for (const bool is_rotated : {false, true}) {
            Panel panel = key_bias_panel(variant, is_rotated, style, cursor);
            panel.shares_x_below = &variant != &variants.back() || !is_rotated;
            if (variants.size() > 1) panel.title = variant.label + words(", "_tr) + panel.title;
            figure.main.push_back(std::move(panel));
        }
    figure.key_title = words("Weight: a query, nearest keys"_tr);
    figure.key = {{KeyEntry::Swatch::color, colors.curves[0], words("without b"_tr), ""},
                  {KeyEntry::Swatch::color, colors.curves[1], words("with b"_tr), ""}};
}

void add_heads_figure(std::span<const Variant> variants, const Style& style, const Cursor& cursor, Figure& figure) {
    for (const Variant& variant : variants) {
        figure.main.push_back(heads_panel(variant, style, cursor));
        if (variants.size() > 1) figure.main.back().title = variant.label;
        figure.main.back().shares_x_below = &variant != &variants.back();
    }
}

void add_reported_figure(std::span<const Variant>, const Style& style, const Cursor&, Figure& figure) {
    const Words words(style.language);
    const Palette& colors = palette(style.theme);
    const auto table = nlohmann::json::parse(embedded_reported_9577);
    Panel panel;
    panel.title = words("As reported, not reproduced here"_tr);
    panel.quantity = words("accuracy of the language model, %"_tr) + " · " + words("GAU-α, trained at 512 tokens"_tr);
    panel.x = {words("test length, tokens →"_tr), 0, static_cast<double>(table["lengths"].size())};
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
        LineMark mark = curve_mark(shared_column(x), shared_column(y), color, Emphasis::chosen,
                                   words(row["bias"].get<bool>() ? "with bias"_tr : "without bias"_tr));
        mark.dot_every = 1;
        panel.marks.emplace_back(std::move(mark));
        const bool below = n == 0;  // the lower curve comes first
        for (std::size_t at = 0; at < x.size(); ++at)
            panel.marks.emplace_back(
                AnnotationMark{{x[at], y[at] + (below ? -1.2 : 1.2)}, format_number(y[at], 2), Align::center, below});
        ++n;
    }
    figure.main.push_back(std::move(panel));
    figure.warnings.push_back(
        words("The article's own note: repeated tests found that its length extrapolation reproduces unreliably (it may depend "
              "closely on "
              "model structure and hyperparameters); use it with judgement."_tr));
    figure.subtitle = words("Su Jianlin, spaces.ac.cn/archives/9577, 3 April 2023"_tr);
}

}  // namespace poslab::bias_decay
