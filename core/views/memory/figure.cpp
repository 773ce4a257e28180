// Helpers shared by the figures.

#include "core/views/memory/arrays.hpp"

#include <filesystem>

namespace poslab::memory {
namespace {

constexpr std::array<Text, method_count> method_names{"forward"_tr,  "backward"_tr,         "α"_tr,
                                                      "bilinear"_tr, "bilinear, same t"_tr, "exact"_tr};

std::string signal_words(const Showing& on) {
    const SignalGroup& group = on.first().params.signal;
    if (SignalGroup::from_file(group)) {
        const double rate = on.first()[values::sample_rate],
                     length = static_cast<double>(length_of(on.first()));
        std::string text = std::filesystem::path(group.file.path).filename().string();
        if (std::isfinite(rate))
            text += on.translate(", {} s at {} Hz", format_number(length / rate, 2), format_number(rate, 0));
        return text;
    }
    if (group.signal == Signal::cosine)
        return group.omega == 0 ? on.translate("constant 1"_tr)
                                : fmt::format("cos {} s", format_number(group.omega, 4));
    return on.translate(SignalGroup::signals[static_cast<std::size_t>(group.signal)].label);
}

}  // namespace

std::string subtitle_of(const Showing& on) {
    const MemoryGroup& group = on.first().params.memory;
    std::string text(group.measure->name);
    text += ", N = " + format_integer(group.order) + ", T = " + format_integer(time_of(on.first()));
    if (MemoryGroup::windowed(group)) text += ", θ = " + format_integer(group.span);
    text += "  ·  " + on.translate(MemoryGroup::methods[static_cast<std::size_t>(group.method)].label);
    if (group.method == Method::alpha) text += " = " + format_number(group.alpha, 3);
    return text + "  ·  " + signal_words(on);
}

std::string formula_of(const Showing& on, std::string_view equals) {
    const bool whole = remembers_whole_history(on.first().params.memory.measure);
    return fmt::format("\\frac{{dx}}{{dt}} {} {}", equals,
                       whole ? "\\frac{A}{t} x + \\frac{B}{t} u" : "A x + B u");
}

std::int64_t length_of(const Variant& variant) {
    return variant.prepared != nullptr ? variant.prepared->history->length
                                       : variant.params.signal.signal_length;
}

std::int64_t time_of(const Variant& variant) {
    const Moment* moment = variant.detail<Moment>();
    return moment != nullptr ? moment->time : chosen_time(variant.params.moment.time, length_of(variant));
}

std::optional<double> pointed_time(const Showing& on, const Variant& variant) {
    const auto x = on.x();
    return x ? std::optional(std::clamp(*x, 0.0, static_cast<double>(length_of(variant)))) : std::nullopt;
}

Axis time_axis(const Showing& on, const Variant& variant) {
    return whole_axis(on.translate("time t, samples →"_tr), 0,
                      static_cast<double>(std::max<std::int64_t>(length_of(variant), 2)));
}

std::string short_number(double value) {
    if (!std::isfinite(value)) return "–";
    const double size = std::abs(value);
    if (size == 0 || (size >= 1e-3 && size < 1e5)) {
        const int decimals = size >= 100 || size == 0 ? 0
                             : size >= 10             ? 1
                             : size >= 1              ? 2
                             : size >= 0.1            ? 3
                             : size >= 0.01           ? 4
                                                      : 5;
        return format_number(value, decimals, 9);
    }
    const int exponent = static_cast<int>(std::floor(std::log10(size) + 1e-12));
    return format_number(value / std::pow(10, exponent), 2) + "×" + power_of_ten(exponent);
}

std::optional<std::size_t> pointed_index(const Showing& on, const Column& rising) {
    return nearest_index(rising, on.x().value_or(std::nan("")));
}

void warn_of_others(Drawing& on) {
    if (!on.single_variant())
        on.figure.warnings.push_back(on.translate("This figure shows the first set of parameters only."_tr));
}

double compared_alpha(const MemoryGroup& group) { return group.method == Method::alpha ? group.alpha : 0.5; }

std::string method_name(const Showing& on, std::size_t method) {
    const double alpha = compared_alpha(on.first().params.memory);
    std::string name = on.translate(method_names[method]);
    if (static_cast<Method>(method) == Method::alpha)
        name += alpha == 0.5 ? " = ½" : " = " + format_number(alpha, 3);
    return name;
}

bool is_chosen(const Showing& on, std::size_t method) {
    return static_cast<Method>(method) == on.first().params.memory.method;
}

Curve method_curve(const Showing& on, std::size_t method, const Column& x, const Column& y) {
    return Curve(x, y, on.colors.curves[method])
        .dashed(curve_dashes(method))
        .emphasised(is_chosen(on, method));
}

}  // namespace poslab::memory
