// Claims of article 9577 that do not depend on parameters, next to the computed results (docs/formulas.md
// §9).

#include "core/views/claims_of_9577.hpp"

#include "core/attention/bias_examples.hpp"
#include "core/attention/bias_vectors.hpp"
#include "core/base/number_format.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace poslab {
namespace {

constexpr double example_slope = 0.1;       // the article's example
constexpr std::array two_pairs{0.1, 0.01};  // section 7

std::string digits(double value, int decimals = 4) { return format_number(value, decimals, 7); }

/// 10⁻¹⁶.
std::string power_text(double value) {
    return value == 0 ? "0" : power_of_ten(static_cast<int>(std::floor(std::log10(value))));
}

double length_of(std::span<const double> x) {
    double sum = 0;
    for (const double component : x) sum += component * component;
    return std::sqrt(sum);
}

/// Returns the norm of y - x over the components of y.
double apart_by(const std::vector<double>& x, const std::vector<double>& y) {
    std::vector<double> apart(y);
    for (std::size_t n = 0; n < apart.size(); ++n) apart[n] -= x[n];
    return length_of(apart);
}

constexpr std::size_t max_components = 64;

/// Returns central differences of s(b) = x^T R_(-D) (k + b) with respect to the first components of b,
/// computed from the terms themselves; k does not matter.
std::vector<double> finite_differences(std::span<const double> x, std::int64_t distance,
                                       const Rotary& rotary) {
    constexpr double step = 1e-3;
    std::vector<double> gradient, b(x.size(), 0.0);
    for (std::size_t n = 0; n < std::min(b.size(), max_components); ++n) {
        b[n] = step;
        const double above = product_at(rotated_product(x, b, rotary), distance);
        b[n] = -step;
        const double below = product_at(rotated_product(x, b, rotary), distance);
        b[n] = 0;
        gradient.push_back((above - below) / (2 * step));
    }
    return gradient;
}

void add_gradients(std::span<const double> x, const Rotary& rotary, Values9577& values) {
    constexpr std::int64_t distance = 3;
    const std::vector<double> numeric = finite_differences(x, distance, rotary);
    const double size = std::max(length_of(numeric), 1e-300);
    values.gradient_error = apart_by(key_bias_gradient(x, distance, rotary), numeric) / size;
    values.gradient_error_as_stated = apart_by(key_bias_gradient(x, -distance, rotary), numeric) / size;
}

}  // namespace

Values9577 values_of_9577(std::span<const double> x, const Rotary& rotary) {
    Values9577 values;
    values.sum_10 = fourth_term_at(two_pairs, 1, 10);
    values.sum_50 = fourth_term_at(two_pairs, 1, 50);
    values.sum_100 = fourth_term_at(two_pairs, 1, 100);
    values.alpha_55 = weight_under_slope(example_slope, 5, 5, 10);
    values.alpha_51 = weight_under_slope(example_slope, 5, 1, 10);
    values.alpha_55_of_9 = weight_under_slope(example_slope, 5, 5, 9);
    values.alpha_51_of_9 = weight_under_slope(example_slope, 5, 1, 9);
    values.entropy_512 = entropy_under_slope(example_slope, 512);
    values.entropy_2048 = entropy_under_slope(example_slope, 2048);
    add_gradients(x, rotary, values);
    return values;
}

Claim claimed_sum(const Values9577& v) {
    return {alike("§7"),
            "θ = (0.1, 0.01), λ = 1: the fourth term is 0.595 at Δ = 50 and −0.304 at Δ = 100."_tr,
            tr("{} and {}. (The article's 2 at Δ = 0 and {} at Δ = 10 hold.)", digits(v.sum_50),
               digits(v.sum_100), digits(v.sum_10)),
            "bias-decay --dim 4 --explicit-frequencies 0.1,0.01 --length 200 --train-length 100",
            {v.sum_50, v.sum_100, v.sum_10}};
}

Claim claimed_weights(const Values9577& v) {
    return {alike("§11, 40–41"),
            "Keys 1 … 10, m = 5, bias −0.1|m − n|: α₅₅ ≈ 0.135, α₅₁ ≈ 0.073."_tr,
            tr("With all ten keys α₅₅ = {}, α₅₁ = {}; with the article's nine terms, {} and {}.",
               digits(v.alpha_55, 5), digits(v.alpha_51, 5), digits(v.alpha_55_of_9, 5),
               digits(v.alpha_51_of_9, 5)),
            "attention --source constant --map rerope --w 0 --bias kerple-power --r1 0.1 --r2 1 --causal "
            "false --length 10 --row 4 --versus length=9",
            {v.alpha_55, v.alpha_51, v.alpha_55_of_9, v.alpha_51_of_9}};
}

Claim claimed_entropies(const Values9577& v) {
    return {
        alike("§12"),
        "With bias the entropy at 2048 tokens is about 6.5, near that of training (6.2 at 512)."_tr,
        tr("6.5 cannot be derived: with the article's own slope 0.1 the entropy is {} nats at 512 and {} nats "
           "at 2048.",
           digits(v.entropy_512, 3), digits(v.entropy_2048, 3)),
        "attention --source constant --map rerope --w 0 --bias kerple-power --r1 0.1 --r2 1 --length 2048 "
        "--versus bias=none",
        {v.entropy_512, v.entropy_2048}};
}

Claim claimed_gradient(const Values9577& v) {
    return {alike("§20, 63"),
            "∂s/∂b = R(m)^T R(n) (a + q)"_tr,
            tr("It is the transpose, R(m − n)(q + a). At m − n = 3 finite differences agree with that to {} "
               "of its length; the article's is off by {}.",
               power_text(v.gradient_error), digits(v.gradient_error_as_stated, 3)),
            "bias-decay --bias-vector gaussian --figure key-bias",
            {v.gradient_error, v.gradient_error_as_stated}};
}

Claim claimed_extrapolation() {
    return {alike("§10–12"), "A bias of queries and keys gives RoPE better length extrapolation."_tr,
            "The article's own closing note: repeated tests could not reproduce the result reliably."_tr,
            "bias-decay --figure reported"};
}

}  // namespace poslab
