#include "core/figure/ticks.hpp"

#include "core/base/number_format.hpp"

#include <algorithm>
#include <cmath>

namespace poslab {

namespace {

double decimal_step(double least) {
    const double power = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0})
        if (factor * power >= least * (1 - 1e-12)) return factor * power;
    return 10 * power;
}

std::string decade_label(int exponent) {
    if (exponent >= -3 && exponent <= 3) return format_number(std::pow(10.0, exponent), 3);
    return power_of_ten(exponent);
}

}  // namespace

std::vector<Tick> linear_ticks(double low, double high, int most, TickSteps steps, bool whole) {
    constexpr double max_multiple = 0x1p52;  // of the step; beyond it, n + 1 may be n
    most = std::max(most, 1);
    const auto one = [&] { return std::vector<Tick>{{low, format_tick(low, whole ? 1 : 0.01)}}; };
    if (!(high > low)) return one();
    const double least = (high - low) / most;
    double step =
        steps == TickSteps::binary ? std::exp2(std::ceil(std::log2(least) - 1e-12)) : decimal_step(least);
    if (whole) step = std::max(step, 1.0);
    const double first = std::ceil(low / step - 1e-9);
    if (std::max(std::abs(first), std::abs(high / step)) > max_multiple) return one();
    std::vector<Tick> ticks;
    for (double n = first; n * step <= high + 1e-9 * (high - low); ++n) {
        const double value = n * step;
        ticks.push_back({value == 0 ? 0.0 : value, format_tick(value, step)});
    }
    return ticks;
}

std::vector<Tick> logarithmic_ticks(double low, double high, int most) {
    std::vector<Tick> ticks;
    if (!(low > 0) || !(low <= high) || std::isinf(high)) return ticks;
    const int first = static_cast<int>(std::floor(std::log10(low) + 1e-9));
    const int last = static_cast<int>(std::floor(std::log10(high) + 1e-9));
    const int decades = last - first + 1;
    // Decades that begin inside the range.
    const int whole = last - static_cast<int>(std::ceil(std::log10(low) - 1e-9)) + 1;
    const int every = std::max(1, (whole + most - 1) / std::max(most, 1));
    const bool dense = decades <= 3 && most >= 3 * decades;
    for (int exponent = first; exponent <= last; ++exponent) {
        for (int digit = 1; digit <= 9; ++digit) {
            const double value = digit * std::pow(10.0, exponent);
            if (value < low * (1 - 1e-9) || value > high * (1 + 1e-9)) continue;
            const bool labelled =
                digit == 1 ? (exponent - first) % every == 0 : dense && (digit == 2 || digit == 5);
            std::string label;
            if (labelled)
                label = digit == 1 ? decade_label(exponent) : format_tick(value, std::pow(10.0, exponent));
            ticks.push_back({value, label});
        }
    }
    return ticks;
}

std::vector<Tick> symmetric_ticks(double low, double high, double linear_within, int most) {
    if (!(linear_within > 0) || !std::isfinite(low) || !std::isfinite(high)) return {{0, "0"}};
    const double largest = std::max(std::abs(low), std::abs(high));
    const int first = static_cast<int>(std::ceil(std::log10(linear_within) - 1e-9));
    const int last = static_cast<int>(std::floor(std::log10(std::max(largest, linear_within)) + 1e-9));
    const int signs = low < 0 && high > 0 ? 2 : 1;
    const int every = std::max(1, (signs * (last - first + 1) + most - 1) / std::max(most, 1));
    std::vector<Tick> ticks;
    const auto add = [&](double value, const std::string& label) {
        if (value >= low && value <= high) ticks.push_back({value, label});
    };
    for (int exponent = last; exponent >= first; --exponent)
        add(-std::pow(10.0, exponent), (last - exponent) % every == 0 ? "−" + decade_label(exponent) : "");
    add(0, "0");
    for (int exponent = first; exponent <= last; ++exponent)
        add(std::pow(10.0, exponent), (last - exponent) % every == 0 ? decade_label(exponent) : "");
    return ticks;
}

std::vector<Tick> fraction_ticks(double low, double high, int most) {
    if (!(low > 0) || !(low <= high) || std::isinf(high)) return {};
    const int first = static_cast<int>(std::ceil(std::log2(low) - 1e-9));
    const int last = static_cast<int>(std::floor(std::log2(high) + 1e-9));
    const int every = std::max(1, (last - first + std::max(most, 1)) / std::max(most, 1));
    std::vector<Tick> ticks;
    for (int exponent = first; exponent <= last; ++exponent) {
        std::string label;
        if (exponent % every == 0)
            label = (exponent < 0 ? "1/" : "") + format_number(std::exp2(std::abs(exponent)), 0);
        ticks.push_back({std::exp2(exponent), label});
    }
    return ticks;
}

}  // namespace poslab
