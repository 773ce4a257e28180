#include "core/conformance/definitions.hpp"

#include "core/conformance/rounding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace poslab {

namespace {

std::string pairing_text(Pairing pairing) { return pairing == Pairing::gpt_j ? "(2p, 2p + 1)" : "(p, p + d/2)"; }

std::string factor_text(double factor) { return fmt::format("{:.6g}", factor); }

void compare_frequencies(const Practice& first, const Practice& second, DefinitionDifference& difference) {
    double most = 0;
    for (std::int64_t pair = 0; pair < first.pairs(); ++pair) {
        const auto p = static_cast<std::size_t>(pair);
        const double a = first.inverse_frequency[p], b = second.inverse_frequency[p], apart = std::abs(a - b);
        const double rounding = std::max(a, b) * (frequency_rounding(first, pair) + frequency_rounding(second, pair));
        if (apart <= rounding) continue;
        ++difference.differing_pairs;
        if (apart <= most) continue;
        most = apart;
        difference.pair = pair;
        difference.first_frequency = a;
        difference.second_frequency = b;
    }
    if (most > 0) difference.matters_from = static_cast<std::int64_t>(std::floor(angle_that_matters / most)) + 1;
}

}  // namespace

DefinitionDifference difference_of(const Practice& first, const Practice& second) {
    DefinitionDifference difference;
    const auto row = [&](const char* what, const auto& one, const auto& other, const auto& text) {
        if (!(one == other)) difference.rows.push_back({what, text(one), text(other)});
    };
    const auto whole = [](std::int64_t number) { return std::to_string(number); };
    row("head dimension", first.rotary.dim, second.rotary.dim, whole);
    row("rotary dimensions", first.rotary_dim, second.rotary_dim, whole);
    row("pairs", first.pairing, second.pairing, pairing_text);
    row("rotary dimensions are", first.place, second.place,
        [](RotaryPlace place) { return std::string(place == RotaryPlace::last ? "last" : "first"); });
    constexpr double same_factor = 1e-6;
    if (std::abs(first.attention_factor - second.attention_factor) > same_factor)
        row("attention factor", first.attention_factor, second.attention_factor, factor_text);
    if (std::abs(first.softmax_scale - second.softmax_scale) > same_factor)
        row("scale of logits", first.softmax_scale, second.softmax_scale, factor_text);
    difference.pairs = std::min(first.pairs(), second.pairs());
    if (first.pairs() == second.pairs()) compare_frequencies(first, second, difference);
    return difference;
}

}  // namespace poslab
