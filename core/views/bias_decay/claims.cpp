// What article 9577 states, beside what is so (docs/formulas.md §9).

#include "core/attention/bias_examples.hpp"
#include "core/base/number_format.hpp"
#include "core/views/bias_decay/arrays.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>

namespace poslab::bias_decay {

namespace {

constexpr double slope = 0.1;               // of the article's example
constexpr std::array two_pairs{0.1, 0.01};  // of section 7

std::string text(double value, int decimals = 4) { return format_number(value, decimals, 7); }

/// 10⁻¹⁶.
std::string order(double value) { return value == 0 ? "0" : power_of_ten(static_cast<int>(std::floor(std::log10(value)))); }

double norm(std::span<const double> x) {
    double sum = 0;
    for (const double component : x) sum += component * component;
    return std::sqrt(sum);
}

/// Over the components that y has.
double difference(const std::vector<double>& x, const std::vector<double>& y) {
    std::vector<double> apart(y);
    for (std::size_t n = 0; n < apart.size(); ++n) apart[n] -= x[n];
    return norm(apart);
}

constexpr std::size_t most_components = 64;

/// Central differences of s(b) = x^T R_(-D) (k + b) by the first components of b, through the terms themselves; k does not matter.
std::vector<double> finite_differences(std::span<const double> x, std::int64_t distance, const Rotary& rotary) {
    constexpr double step = 1e-3;
    std::vector<double> gradient, b(x.size(), 0.0);
    for (std::size_t n = 0; n < std::min(b.size(), most_components); ++n) {
        b[n] = step;
        const double above = product_at(rotated_product(x, b, rotary), distance);
        b[n] = -step;
        const double below = product_at(rotated_product(x, b, rotary), distance);
        b[n] = 0;
        gradient.push_back((above - below) / (2 * step));
    }
    return gradient;
}

void add_gradients(const Params& params, const Model& model, ClaimValues& values) {
    constexpr std::int64_t distance = 3;
    std::vector<double> x = first_query(params, model);
    for (std::size_t n = 0; n < x.size(); ++n) x[n] += model.bias.query[n];
    const std::vector<double> numeric = finite_differences(x, distance, model.rotary);
    const double size = std::max(norm(numeric), 1e-300);
    values.gradient_error = difference(key_bias_gradient(x, distance, model.rotary), numeric) / size;
    values.gradient_error_as_stated = difference(key_bias_gradient(x, -distance, model.rotary), numeric) / size;
}

Claim decay_example(const ClaimValues& v) {
    return {alike("§7"), "θ = (0.1, 0.01), λ = 1: the fourth term is 0.595 at Δ = 50 and −0.304 at Δ = 100."_tr,
            tr("{} and {}. (The article's 2 at Δ = 0 and {} at Δ = 10 hold.)", text(v.sum_50), text(v.sum_100), text(v.sum_10)),
            "bias-decay --dim 4 --explicit-frequencies 0.1,0.01 --length 200 --train-length 100 --figure terms"};
}

Claim monotone(const Detail& detail) {
    const auto first = detail.fourth->first_negative;
    const std::string at = first ? format_integer(*first) : std::string();
    Sentence is = "It falls, then oscillates: it is a sum of cosines and not monotone."_tr;
    if (first == 0) {
        is += " Here it is negative from the start."_tr;
    } else if (first) {
        is += tr(" Here it is first negative at Δ = {}.", at);
    }
    return {alike("§7"), "The fourth term decays as the distance grows."_tr, std::move(is),
            "bias-decay --length 8192 --distance-axis log --figure families --compare alibi,sandwich"};
}

Claim weights(const ClaimValues& v) {
    return {alike("§11, 40–41"), "Keys 1 … 10, m = 5, bias −0.1|m − n|: α₅₅ ≈ 0.135, α₅₁ ≈ 0.073."_tr,
            tr("With all ten keys α₅₅ = {}, α₅₁ = {}; with the nine terms that the article writes 0.13756 and 0.09221.",
               text(v.alpha_55, 5), text(v.alpha_51, 5)),
            "attention --source constant --map rerope --w 0 --bias kerple-power --r1 0.1 --r2 1 --causal false --length 10 --row 4 "
            "--versus length=9"};
}

Claim entropies(const ClaimValues& v) {
    return {alike("§12"), "With bias the entropy at 2048 tokens is about 6.5, near that of training (6.2 at 512)."_tr,
            tr("6.5 cannot be derived: with the article's own slope 0.1 the entropy is {} nat at 512 and {} nat at 2048.",
               text(v.entropy_512, 3), text(v.entropy_2048, 3)),
            "attention --source constant --map rerope --w 0 --bias kerple-power --r1 0.1 --r2 1 --length 2048 --figure entropy "
            "--versus bias=none"};
}

Claim gradient(const ClaimValues& v) {
    return {alike("§20, 63"), "∂s/∂b = R(m)^T R(n) (a + q)"_tr,
            tr("It is the transpose, R(m − n)(q + a). At m − n = 3 finite differences agree with that to {} of its length; "
               "the article's is off by {}.",
               order(v.gradient_error), text(v.gradient_error_as_stated, 3)),
            "bias-decay --bias-vector gaussian --figure key-bias"};
}

Claim general() {
    return {alike("§10–12"), "A bias of queries and keys gives RoPE better length extrapolation."_tr,
            "The article's own closing note: repeated tests found the result to reproduce unreliably."_tr,
            "bias-decay --figure reported"};
}

}  // namespace

ClaimValues claim_values(const Params& params, const Model& model) {
    ClaimValues values;
    values.sum_10 = fourth_term_at(two_pairs, 1, 10);
    values.sum_50 = fourth_term_at(two_pairs, 1, 50);
    values.sum_100 = fourth_term_at(two_pairs, 1, 100);
    values.alpha_55 = weight_under_slope(slope, 5, 5, 10);
    values.alpha_51 = weight_under_slope(slope, 5, 1, 10);
    values.entropy_512 = entropy_under_slope(slope, 512);
    values.entropy_2048 = entropy_under_slope(slope, 2048);
    add_gradients(params, model, values);
    return values;
}

namespace {

void draw_claims(Drawing& on) {
    std::vector<Claim> claims;
    if (const Detail* detail = detail_of(on.first())) {
        const ClaimValues& values = *detail->claims;
        claims = {decay_example(values), monotone(*detail), weights(values), entropies(values), gradient(values), general()};
    }
    on.figure.main.push_back(claims_table("Article 9577: stated and computed"_tr, {0.55, 2, 3}, claims, on.words.language()));
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
