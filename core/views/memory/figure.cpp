// What the figures share, and the list of them.

#include "core/base/number_format.hpp"
#include "core/views/data_warnings.hpp"
#include "core/views/memory/comparisons.hpp"
#include "core/views/memory/convergence.hpp"
#include "core/views/memory/memory.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <filesystem>

namespace poslab::memory {

namespace {

std::string signal_words(const Variant& variant, const Words& words) {
    const SignalGroup& group = variant.params.signal;
    if (SignalGroup::from_file(group)) {
        const double rate = variant.data == nullptr ? std::nan("") : variant.data->number("sample_rate");
        std::string text = std::filesystem::path(group.file.path).filename().string();
        if (std::isfinite(rate))
            text +=
                words(", {} s at {} Hz", format_number(static_cast<double>(length_of(variant)) / rate, 2), format_number(rate, 0));
        return text;
    }
    if (group.signal == Signal::cosine)
        return group.omega == 0 ? words("constant 1"_tr) : fmt::format("cos {} s", format_number(group.omega, 4));
    return std::string(in(words.language(), SignalGroup::signals[static_cast<std::size_t>(group.signal)].label));
}

std::string method_words(const MemoryGroup& group, const Style& style) {
    std::string text(in(style.language, MemoryGroup::methods[static_cast<std::size_t>(group.method)].label));
    if (group.method == Method::alpha) text += " = " + format_number(group.alpha, 3);
    return text;
}

std::string subtitle(const Variant& variant, const Style& style) {
    const Words words(style.language);
    const MemoryGroup& group = variant.params.memory;
    std::string text(group.measure->name);
    text += ", N = " + format_integer(group.order) + ", T = " + format_integer(time_of(variant));
    if (MemoryGroup::windowed(group)) text += ", θ = " + format_integer(group.span);
    return text + "  ·  " + method_words(group, style) + "  ·  " + signal_words(variant, words);
}

}  // namespace

const Detail* detail_of(const Variant& variant) {
    return variant.data == nullptr ? nullptr : static_cast<const Detail*>(variant.data->detail.get());
}

std::int64_t length_of(const Variant& variant) {
    const Detail* detail = detail_of(variant);
    return detail != nullptr ? detail->history->length : variant.params.signal.signal_length;
}

std::int64_t time_of(const Variant& variant) {
    const Detail* detail = detail_of(variant);
    return detail != nullptr ? detail->moment->time : chosen_time(variant.params.moment.time, length_of(variant));
}

std::optional<double> pointed_time(const Variant& variant, const Cursor& cursor) {
    const bool over_time = cursor.figure.empty() || cursor.figure == "main";
    if (!cursor.active || !over_time || !std::isfinite(cursor.x)) return std::nullopt;
    return std::clamp(cursor.x, 0.0, static_cast<double>(length_of(variant)));
}

Axis time_axis(const Variant& variant, const Words& words) {
    Axis axis{words("time t, samples →"_tr), 0, static_cast<double>(std::max<std::int64_t>(length_of(variant), 2))};
    axis.whole = true;
    return axis;
}

std::string short_number(double value) {
    if (!std::isfinite(value)) return "–";
    const double size = std::abs(value);
    if (size == 0 || (size >= 1e-3 && size < 1e5)) {
        const int decimals = size >= 100 || size == 0 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : size >= 0.1 ? 3 : size >= 0.01 ? 4 : 5;
        return format_number(value, decimals, 9);
    }
    const int exponent = static_cast<int>(std::floor(std::log10(size) + 1e-12));
    return format_number(value / std::pow(10, exponent), 2) + "×" + power_of_ten(exponent);
}

Figure figure(std::string_view id, std::span<const Variant> variants, const Style& style, const Cursor& cursor) {
    Figure figure;
    add_data_warnings(variants, style, figure);
    figure.title = Words(style.language)("What a state remembers"_tr);
    figure.subtitle = subtitle(variants.front(), style);
    figure.formula = formula_definition(variants.front().params);
    if (add_convergence_figure(id, variants, style, cursor, figure)) return figure;
    if (add_comparison_figure(id, variants, style, cursor, figure)) return figure;
    add_main_figure(variants, style, cursor, figure);
    return figure;
}

}  // namespace poslab::memory
