#pragma once

#include <cstdint>

namespace poslab {

/// The rule for one sample, from x_k to x_(k+1), with the signal held at u_k in between (article 10137;
/// docs/formulas.md §6.2). With a = 1/k and b = 1/(k+1) for measures of the whole history, whose step has no
/// size, and a = b = 1 for windows:
///   x_(k+1) = (I - solve A)^-1 [(I + product A) x_k + input B u_k]
///                                      product     solve          input
///   forward                            a           0              a
///   backward                           0           b              b
///   alpha in [0, 1]                    alpha a     (1 - alpha) b  alpha a + (1 - alpha) b
///   bilinear (article 10137)           a/2         b/2            a
///   bilinear_same_t (HazyResearch)     b/2         b/2            b
/// and exact: x_(k+1) = E (x_k - u_k e_0) + u_k e_0, E = e^(A ln((k+1)/k)), or e^A for a window.
///
/// input = product + solve preserves a constant signal, since B = -A e_0; only the article's bilinear rule
/// does not.
enum class Method { forward, backward, alpha, bilinear, bilinear_same_t, exact };

/// True if no step size makes the rule amplify a decaying solution: all but forward Euler and alpha > 1/2.
[[nodiscard]] constexpr bool is_a_stable(Method method, double alpha) {
    return method != Method::forward && !(method == Method::alpha && alpha > 0.5);
}

struct StepCoefficients {
    double product = 0;
    double solve = 0;
    double input = 0;
    double excess = 0;  // input - product - solve, without rounding
};

/// Returns the coefficients of the step from k; k is ignored if `whole_history` is false. Throws UsageError
/// for alpha outside [0, 1], for k < 1 with a whole history (a scan starts with x_1 = u_0 e_0), and for
/// exact, which has none.
[[nodiscard]] StepCoefficients step_coefficients(Method method, double alpha, std::int64_t k,
                                                 bool whole_history);

}  // namespace poslab
