#pragma once

#include "core/attention/rotated_product.hpp"
#include "core/views/claims_table.hpp"

#include <span>

namespace poslab {

/// Results for the numerical examples of article 9577.
struct Values9577 {
    double sum_10 = 0, sum_50 = 0, sum_100 = 0;   // section 7: theta = 0.1, 0.01, lambda = 1
    double alpha_55 = 0, alpha_51 = 0;            // eq. 40-41: keys 1 ... 10, m = 5, slope 0.1
    double alpha_55_of_9 = 0, alpha_51_of_9 = 0;  // the same with the nine terms that the article writes
    double entropy_512 = 0, entropy_2048 = 0;     // section 12: of a bias -0.1 D
    // eq. 63 against finite differences, relative to the gradient's norm
    double gradient_error = 0, gradient_error_as_stated = 0;
};
/// Computes the examples; `x` [dim] is the query with its bias, q + a, for which the gradient is taken.
[[nodiscard]] Values9577 values_of_9577(std::span<const double> x, const Rotary& rotary);

[[nodiscard]] Claim claimed_sum(const Values9577& v);        // section 7
[[nodiscard]] Claim claimed_weights(const Values9577& v);    // section 11
[[nodiscard]] Claim claimed_entropies(const Values9577& v);  // section 12
[[nodiscard]] Claim claimed_gradient(const Values9577& v);   // section 20
[[nodiscard]] Claim claimed_extrapolation();                 // sections 10-12

}  // namespace poslab
