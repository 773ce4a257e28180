// The formula of each scaling, and with the numbers of one pair.

#include "core/base/formula_markup.hpp"
#include "core/views/frequencies/frequencies.hpp"

#include <fmt/format.h>

namespace poslab::frequencies {

namespace {

std::vector<std::string> with_numbers(const Variant& variant, const ScaledPair& pair) {
    const RotarySpec& spec = variant.params.rotary;
    if (spec.scaling->with_numbers != nullptr) return spec.scaling->with_numbers(spec_of(variant.params), pair);
    const std::string index = live(pair.index);
    return {fmt::format(R"(\theta_{{{}}} &= {}, \quad \theta_{{{}}}' = {})", index, live_number(pair.unscaled), index,
                        live_number(pair.scaled))};
}

ScaledPair scaled_pair(const Variant& variant, std::size_t index, double unscaled, double scaled) {
    const auto number = [&](std::string_view name) { return variant.data ? variant.data->number(name) : std::nan(""); };
    return {static_cast<std::int64_t>(index),
            unscaled,
            scaled,
            rotary_dim(spec_of(variant.params)),
            number("effective_base"),
            number("ramp_low"),
            number("ramp_high")};
}

}  // namespace

std::string formula_definition(const Params& params) {
    if (!params.rotary.is_computed()) return R"(\lambda_p &= \frac{2\pi}{\theta_p})";
    return std::string(params.rotary.scaling->definition);
}

std::vector<std::string> formula_lines(const Variant& variant, const Pair& pair) {
    std::vector<std::string> lines{formula_definition(variant.params)};
    const Column theta = column_of(variant, "inverse_frequency");
    const Column unscaled = column_of(variant, "inverse_frequency_unscaled");
    if (pair.index >= theta->size() || pair.index >= unscaled->size()) return lines;
    const double frequency = (*theta)[pair.index];
    if (!variant.params.rotary.is_computed()) {
        lines.push_back(fmt::format(R"(\theta_{{{}}} &= {})", live(static_cast<std::int64_t>(pair.index)), live_number(frequency)));
        return lines;
    }
    const ScaledPair scaled = scaled_pair(variant, pair.index, (*unscaled)[pair.index], frequency);
    for (std::string& line : with_numbers(variant, scaled)) lines.push_back(std::move(line));
    return lines;
}

}  // namespace poslab::frequencies
