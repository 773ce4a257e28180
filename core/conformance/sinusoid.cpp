#include "core/conformance/sinusoid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace poslab {

namespace {

using enum SinusoidLayout;
using enum SinusoidDenominator;

// M2M-100, XGLM and Speech2Text in Transformers are ported from fairseq and also begin at padding_idx + 1.
constexpr std::array<SinusoidDefinition, 5> known{
    {{interleaved, d, "Vaswani et al. (2017)"},
     {halves, d_minus_2, "tensor2tensor, fairseq and Whisper"},
     {halves, d, "Marian and Pegasus"},
     {halves_cos_first, d, "GLIDE and DiT (timesteps)"},
     {halves, d_minus_2, "fairseq, from padding_idx + 1 on", 2}}};

constexpr std::array<std::pair<std::string_view, SinusoidLayout>, 3> layouts{
    {{"interleaved", interleaved}, {"halves", halves}, {"halves-cos-first", halves_cos_first}}};
constexpr std::array<std::pair<std::string_view, SinusoidDenominator>, 2> denominators{
    {{"d", d}, {"d-2", d_minus_2}}};

template <class Names>
auto named(const Names& names, std::string_view name) -> std::optional<decltype(names.front().second)> {
    const auto* const found =
        std::find_if(names.begin(), names.end(), [&](const auto& one) { return one.first == name; });
    return found == names.end() ? std::nullopt : std::optional(found->second);
}

template <class Names>
std::string list_of(const Names& names) {
    std::string list;
    for (const auto& [name, value] : names) list += (list.empty() ? "" : ", ") + std::string(name);
    return list;
}

}  // namespace

std::string SinusoidDefinition::name() const {
    const std::string_view order = layout == interleaved ? "sin and cos interleaved"
                                   : layout == halves    ? "sin and cos in halves"
                                                         : "cos and sin in halves";
    std::string text =
        fmt::format("{}, denominator {}", order, denominator == SinusoidDenominator::d ? "d" : "d − 2");
    if (!source.empty()) text += fmt::format(", as in {}", source);
    return text;
}

std::vector<SinusoidDefinition> sinusoid_definitions(const SinusoidImplementation& implementation) {
    std::vector<SinusoidDefinition> all;
    for (const SinusoidDefinition& definition : known)
        if (implementation.layout.value_or(definition.layout) == definition.layout &&
            implementation.denominator.value_or(definition.denominator) == definition.denominator)
            all.push_back(definition);
    if (all.empty())
        all.push_back({implementation.layout.value_or(interleaved), implementation.denominator.value_or(d)});
    return all;
}

std::vector<double> sinusoid_frequencies(const SinusoidImplementation& implementation,
                                         SinusoidDenominator denominator, std::int64_t dim) {
    const bool of_d = (denominator == d) != implementation.other_denominator;
    const auto divisor = static_cast<double>(of_d ? dim : std::max<std::int64_t>(2 * (dim / 2 - 1), 1));
    std::vector<double> all;
    for (std::int64_t pair = 0; pair < (dim + 1) / 2; ++pair) {
        const auto doubled = static_cast<double>(2 * pair);
        all.push_back(implementation.floor_divided ? std::exp(-doubled)
                                                   : std::pow(implementation.base, -doubled / divisor));
    }
    return all;
}

std::vector<SinusoidColumn> sinusoid_columns(const SinusoidImplementation& implementation,
                                             SinusoidLayout layout, std::int64_t dim) {
    const bool neighbours = (layout == interleaved) != implementation.other_layout;
    const bool cos_first = (layout == halves_cos_first) != implementation.exchanged;
    const std::int64_t half = dim / 2;
    std::vector<SinusoidColumn> columns;
    for (std::int64_t n = 0; n < dim; ++n) {
        const bool second = neighbours ? n % 2 == 1 : n >= half;
        const bool is_padding = !neighbours && n == 2 * half;
        columns.push_back({is_padding ? -1 : neighbours ? n / 2 : n % half, second != cos_first});
    }
    return columns;
}

std::optional<SinusoidLayout> sinusoid_layout(std::string_view name) { return named(layouts, name); }
std::optional<SinusoidDenominator> sinusoid_denominator(std::string_view name) {
    return named(denominators, name);
}
std::string sinusoid_layouts() { return list_of(layouts); }
std::string sinusoid_denominators() { return list_of(denominators); }

}  // namespace poslab
