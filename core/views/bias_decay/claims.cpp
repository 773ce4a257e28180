// Statements of article 9577 and the computed facts (docs/formulas.md §9).

#include "core/views/bias_decay/arrays.hpp"
#include "core/views/claims_of_9577.hpp"

namespace poslab::bias_decay {
namespace {

Claim monotone(const Prepared& prepared) {
    const auto first = prepared.bias_bias->first_negative;
    const std::string at = first ? format_integer(*first) : std::string();
    Message is = "It falls, then oscillates: it is a sum of cosines and not monotone."_tr;
    if (first == 0) {
        is += " Here it is negative from the start."_tr;
    } else if (first) {
        is += tr(" Here it is first negative at Δ = {}.", at);
    }
    return {alike("§7"), "The fourth term decays as the distance grows."_tr, std::move(is),
            "bias-decay --length 8192 --distance-axis log --figure families --compare alibi,sandwich"};
}

}  // namespace

Values9577 claim_values(const Params& params, const Model& model) {
    std::vector<double> x = first_query(params, model);
    for (std::size_t n = 0; n < x.size(); ++n) x[n] += model.bias.query[n];
    return values_of_9577(x, model.rotary);
}

namespace {

void draw_claims(Drawing& drawing) {
    std::vector<Claim> claims;
    if (const Prepared* prepared = drawing.first().prepared) {
        const Values9577& v = *prepared->claims;
        claims = {claimed_sum(v),       monotone(*prepared), claimed_weights(v),
                  claimed_entropies(v), claimed_gradient(v), claimed_extrapolation()};
    }
    drawing.figure.main.push_back(claims_table("Article 9577: stated and computed"_tr, {0.55, 2, 3}, claims,
                                               drawing.translate.language()));
}

}  // namespace

constexpr FigureRow claims_figure{.id = "claims",
                                  .title = "Claims"_tr,
                                  .arrays = {arrays::distance},
                                  .draw = {&draw_claims},
                                  .read = &read_end_of_training,
                                  .idle = of_distances,
                                  .formula = &no_formula,
                                  .warned = Warned::in_readout};

}  // namespace poslab::bias_decay
