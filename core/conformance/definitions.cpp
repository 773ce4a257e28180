#include "core/conformance/definitions.hpp"

#include "core/conformance/rounding.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace poslab {

namespace {

std::string pairing_text(Pairing pairing) {
    return pairing == Pairing::gpt_j ? "(2p, 2p + 1)" : "(p, p + d/2)";
}

std::string sections_text(const std::vector<std::int64_t>& sections) {
    return sections.empty() ? "none" : fmt::format("{}", fmt::join(sections, ", "));
}

std::string layout_text(AxisLayout layout) {
    return layout == AxisLayout::sections_interleaved   ? "interleaved"
           : layout == AxisLayout::sections_alternating ? "alternating"
                                                        : "blocks";
}

std::string scaling_text(const QueryScaling& scaling) {
    if (scaling.rule == QueryScaling::Rule::none) return "no";
    return scaling.rule == QueryScaling::Rule::log_n
               ? fmt::format("by ln(p + 1)/ln {:g}", scaling.length)
               : fmt::format("by 1 + {:g} ln(1 + ⌊p/{:g}⌋)", scaling.strength, scaling.length);
}

std::string factor_text(double factor) { return fmt::format("{:.6g}", factor); }

void compare_frequencies(const Implementation& first, const Implementation& second,
                         DefinitionDifference& difference) {
    double most = 0;
    for (std::int64_t pair = 0; pair < first.pairs(); ++pair) {
        const auto p = static_cast<std::size_t>(pair);
        const double a = first.inverse_frequency[p], b = second.inverse_frequency[p], apart = std::abs(a - b);
        const double rounding =
            std::max(a, b) * (frequency_rounding(first, pair) + frequency_rounding(second, pair));
        if (apart <= rounding) continue;
        ++difference.differing_pairs;
        if (apart <= most) continue;
        most = apart;
        difference.pair = pair;
        difference.first_frequency = a;
        difference.second_frequency = b;
    }
    if (most > 0)
        difference.matters_from = static_cast<std::int64_t>(std::floor(angle_that_matters / most)) + 1;
}

}  // namespace

DefinitionDifference difference_of(const Implementation& first, const Implementation& second) {
    DefinitionDifference difference;
    const auto row = [&](const char* what, const auto& one, const auto& other, const auto& text) {
        if (!(one == other)) difference.rows.push_back({what, text(one), text(other)});
    };
    const auto whole = [](std::int64_t number) { return std::to_string(number); };
    row("head dimension", first.rotary.dim, second.rotary.dim, whole);
    row("rotary dimensions", first.rotary_dim, second.rotary_dim, whole);
    if (first.pairing != second.pairing && first.reorders_weights != second.reorders_weights)
        difference.notes.push_back(
            tr("pairs are {} and {}, and both are right: the GGUF converter reordered the weights of "
               "queries and keys",
               pairing_text(first.pairing), pairing_text(second.pairing)));
    else
        row("pairs", first.pairing, second.pairing, pairing_text);
    row("M-RoPE's sections", first.axes.sections, second.axes.sections, sections_text);
    if (!first.axes.sections.empty() && !second.axes.sections.empty())
        row("sections are", first.axes.section_layout, second.axes.section_layout, layout_text);
    row("direction of rotation", first.direction, second.direction, factor_text);
    row("rotary dimensions are", first.rope_dims, second.rope_dims,
        [](RotaryDims dims) { return std::string(dims == RotaryDims::last ? "last" : "first"); });
    constexpr double same_factor = 1e-6;
    if (std::abs(first.attention_factor - second.attention_factor) > same_factor)
        row("attention factor", first.attention_factor, second.attention_factor, factor_text);
    if (std::abs(first.softmax_scale - second.softmax_scale) > same_factor)
        row("scale of logits", first.softmax_scale, second.softmax_scale, factor_text);
    const double one_scale = first.scale_of_logits(first.rotary.dim),
                 other_scale = second.scale_of_logits(second.rotary.dim);
    if (first.rotary.dim == second.rotary.dim && std::abs(one_scale / other_scale - 1) > same_factor)
        row("logits are multiplied by", one_scale, other_scale, factor_text);
    row("queries are scaled by position", first.query_scaling, second.query_scaling, scaling_text);
    difference.pairs = std::min(first.pairs(), second.pairs());
    if (first.pairs() == second.pairs()) compare_frequencies(first, second, difference);
    return difference;
}

}  // namespace poslab
