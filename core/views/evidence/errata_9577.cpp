// Errata of article 9577.

#include "core/attention/bias_examples.hpp"
#include "core/base/random.hpp"
#include "core/encoding/frequencies.hpp"
#include "core/views/claims_of_9577.hpp"
#include "core/views/evidence/evidence.hpp"

namespace poslab::evidence {
namespace {

/// The values for a random q + a with the frequencies of RoPE.
const Values9577& article_values() {
    static const Values9577 values = [] {
        const RotarySpec spec;
        std::vector<double> x;
        for (std::int64_t n = 0; n < spec.dim; ++n)
            x.push_back(static_cast<double>(random_bits(9577, 0, static_cast<std::uint64_t>(n)) >> 11U) *
                            0x1p-52 -
                        1);
        return values_of_9577(x, {rotary_frequencies(spec).inverse_frequency});
    }();
    return values;
}

template <Claim (*claim)(const Values9577&)>
Claim with_values() {
    return claim(article_values());
}

/// Finds the distances at which the sum of the cosines of all pairs first rises and is first negative.
Claim decay() {
    const std::vector<double> theta = rotary_frequencies({}).inverse_frequency;
    std::int64_t rises = 0, negative = 1;
    for (double before = fourth_term_at(theta, 1, 0);; ++negative) {
        const double now = fourth_term_at(theta, 1, negative);
        if (rises == 0 && now > before) rises = negative;
        if (now < 0) break;
        before = now;
    }
    return {alike("§7"),
            "The fourth term decays as the distance grows."_tr,
            tr("It falls, then oscillates, as a sum of cosines: with 64 pairs and base 10,000 it first rises "
               "again at Δ = {} and is first negative at Δ = {}.",
               format_integer(rises), format_integer(negative)),
            "bias-decay --length 8192 --distance-axis log --figure families --compare alibi,sandwich",
            {static_cast<double>(rises), static_cast<double>(negative)}};
}

}  // namespace

std::vector<Erratum> errata_of_9577() {
    return {
        {Article::a9577, &with_values<&claimed_sum>},       {Article::a9577, &decay},
        {Article::a9577, &with_values<&claimed_weights>},   {Article::a9577, &with_values<&claimed_gradient>},
        {Article::a9577, &with_values<&claimed_entropies>}, {Article::a9577, &claimed_extrapolation}};
}

}  // namespace poslab::evidence
