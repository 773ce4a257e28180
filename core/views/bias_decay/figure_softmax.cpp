// What a softmax makes of it: weight of the n-th nearest key, entropy over the n nearest keys.

#include "core/base/number_format.hpp"
#include "core/views/bias_decay/bias_decay.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace poslab::bias_decay {

namespace {

constexpr std::size_t with_color = 1, without_color = 0;

Axis key_axis(const Variant& variant, const Words& words) {
    Axis axis{words("nearest keys n = Δ + 1 →"_tr), 1, static_cast<double>(std::max<std::int64_t>(length_of(variant), 2))};
    axis.logarithmic = true;
    return axis;
}

Column plus(const Column& column, double shift) {
    std::vector<double> values = *column;
    for (double& value : values) value += shift;
    return shared_column(std::move(values));
}

Column sum(const Column& x, const Column& y, double factor) {
    std::vector<double> values = *x;
    for (std::size_t n = 0; n < std::min(values.size(), y->size()); ++n) values[n] += factor * (*y)[n];
    return shared_column(std::move(values));
}

Column logarithms(const Column& column) {
    std::vector<double> values = *column;
    for (double& value : values) value = std::log(value);
    return shared_column(std::move(values));
}

void add_trained(const Variant& variant, const Words& words, Panel& panel) {
    const auto trained = static_cast<double>(variant.params.lengths.train_length);
    if (trained < panel.x.high)
        panel.marks.emplace_back(RuleMark{trained, fmt::format("{} {}", words("trained"_tr), format_number(trained, 0)), false});
}

/// The place in x of the pointer, or of the last value before it.
std::optional<std::size_t> pointed_index(const Variant& variant, std::string_view x, const Cursor& cursor) {
    const Column column = column_of(variant, x);
    const bool here = cursor.figure == "softmax" || cursor.figure == "weights" || cursor.figure == "entropy";
    if (!cursor.active || !here || !std::isfinite(cursor.x) || column->empty()) return std::nullopt;
    const auto above = std::lower_bound(column->begin(), column->end(), std::round(cursor.x));
    return static_cast<std::size_t>(std::min(above, column->end() - 1) - column->begin());
}

PointerMark pointer_at(std::int64_t keys) {
    PointerMark pointer;
    pointer.x = static_cast<double>(keys);
    pointer.x_chip = format_integer(keys);
    return pointer;
}

std::string waiting(const Variant& variant, const Words& words) {
    if (variant.data == nullptr || !column_of(variant, "entropy_bias")->empty()) return {};
    return words("drawing samples"_tr);
}

}  // namespace

Panel weights_panel(std::span<const Variant> variants, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const bool several = variants.size() > 1;
    const Palette& colors = palette(style.theme);
    const Variant& first = variants.front();
    Panel panel;
    panel.title = words("Softmax weight"_tr);
    panel.quantity = words("of the n-th nearest key among {}", format_integer(length_of(first)));
    panel.x = key_axis(first, words);
    panel.message = waiting(first, words);
    add_trained(first, words, panel);
    const double uniform = 1 / static_cast<double>(length_of(first));
    double low = uniform, high = uniform;
    const auto take = [&](const Column& column) {
        for (const double value : *column)
            if (value > 0) {
                low = std::min(low, value);
                high = std::max(high, value);
            }
    };
    const bool isotropic = detail_of(first) == nullptr || detail_of(first)->model->drawn();
    LineMark plain = isotropic ? curve_mark(shared_column({1, panel.x.high}), shared_column({uniform, uniform}),
                                            colors.curves[without_color], Emphasis::chosen)
                               : curve_mark(plus(column_of(first, "weight_distance"), 1), column_of(first, "weight_plain"),
                                            colors.curves[without_color], Emphasis::chosen);
    plain.label = words("no bias"_tr);
    if (isotropic) plain.label += words(": 1/{}", format_integer(length_of(first)));
    take(plain.y);
    panel.marks.emplace_back(std::move(plain));
    for (std::size_t n = 0; n < variants.size(); ++n) {
        const Column x = plus(column_of(variants[n], "weight_distance"), 1), y = column_of(variants[n], "weight_bias");
        take(y);
        LineMark mark = curve_mark(x, y, colors.curves[variant_color(n)], Emphasis::chosen,
                                   several ? variants[n].label : words("with bias"_tr));
        mark.dashes = curve_dashes(n);
        panel.marks.emplace_back(std::move(mark));
        if (several) continue;
        LineMark equal = curve_mark(x, column_of(first, "weight_equal"), colors.text3, Emphasis::other, words("equal content"_tr));
        equal.dashes = {8, 4};
        take(equal.y);
        panel.marks.emplace_back(std::move(equal));
    }
    panel.y = {"", std::pow(10, std::max(-60.0, std::floor(std::log10(low)))), std::pow(10, std::ceil(std::log10(high) - 1e-9)),
               true};
    const auto index = pointed_index(first, "entropy_length", cursor);
    if (!index) return panel;
    panel.pointer = pointer_at(static_cast<std::int64_t>((*column_of(first, "entropy_length"))[*index]));
    const Column y = column_of(first, "weight_bias");
    if (*index < y->size())
        panel.pointer->dots.push_back(
            {{panel.pointer->x, (*y)[*index]}, colors.accent, format_number((*y)[*index], 6, 7), true, false});
    return panel;
}

Panel entropy_panel(std::span<const Variant> variants, const Style& style, const Cursor& cursor) {
    const Words words(style.language);
    const bool several = variants.size() > 1;
    const Palette& colors = palette(style.theme);
    const Variant& first = variants.front();
    Panel panel;
    panel.title = words("Entropy against length"_tr);
    panel.quantity = words("nat, over n nearest keys, scores / √d"_tr);
    panel.x = key_axis(first, words);
    panel.y = {"", 0, 1.06 * std::log(panel.x.high)};
    panel.message = waiting(first, words);
    add_trained(first, words, panel);
    const double trained = first.data == nullptr ? std::nan("") : first.data->number("entropy_bias_at_train_length");
    if (std::isfinite(trained) && !several)
        panel.marks.emplace_back(LevelMark{
            trained, words("with bias, at {}: {}", format_integer(first.params.lengths.train_length), format_number(trained, 2))});
    const Column x = column_of(first, "entropy_length");
    LineMark most = curve_mark(x, logarithms(x), colors.text3, Emphasis::other, "ln n");
    most.dashes = {2, 3};
    panel.marks.emplace_back(std::move(most));
    if (!several) {
        LineMark equal = curve_mark(x, column_of(first, "entropy_equal"), colors.text3, Emphasis::other, words("equal content"_tr));
        equal.dashes = {8, 4};
        panel.marks.emplace_back(std::move(equal));
        for (const auto& [name, color] : {std::pair{"entropy_plain", without_color}, std::pair{"entropy_bias", with_color}}) {
            const Column mean = column_of(first, name), sd = column_of(first, std::string(name) + "_sd");
            panel.marks.emplace_back(AreaMark{x, sum(mean, sd, -1), sum(mean, sd, 1), colors.curves[color].with_alpha(0.15)});
        }
    }
    panel.marks.emplace_back(
        curve_mark(x, column_of(first, "entropy_plain"), colors.curves[without_color], Emphasis::chosen, words("no bias"_tr)));
    for (std::size_t n = 0; n < variants.size(); ++n) {
        LineMark mark =
            curve_mark(column_of(variants[n], "entropy_length"), column_of(variants[n], "entropy_bias"),
                       colors.curves[variant_color(n)], Emphasis::chosen, several ? variants[n].label : words("with bias"_tr));
        mark.dashes = curve_dashes(n);
        panel.marks.emplace_back(std::move(mark));
    }
    const auto index = pointed_index(first, "entropy_length", cursor);
    if (!index) return panel;
    panel.pointer = pointer_at(static_cast<std::int64_t>((*x)[*index]));
    for (const auto& name : {"entropy_bias", "entropy_plain"})
        if (const Column y = column_of(first, name); *index < y->size())
            panel.pointer->dots.push_back({{panel.pointer->x, (*y)[*index]},
                                           colors.accent,
                                           format_number((*y)[*index], 3),
                                           name == std::string_view("entropy_bias"),
                                           false});
    return panel;
}

}  // namespace poslab::bias_decay
