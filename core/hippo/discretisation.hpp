#pragma once

#include <cstdint>

namespace poslab {

/// How one sample is taken in, from x_k to x_(k+1), the signal held at u_k in between (10137; docs/formulas.md §6.2). With a = 1/k
/// and b = 1/(k+1) where the whole history is remembered (the step has no size), a = b = 1 where a window is:
///   x_(k+1) = (I - solve A)^-1 [(I + product A) x_k + input B u_k]
///                                      product     solve          input
///   forward                            a           0              a
///   backward                           0           b              b
///   alpha in [0, 1]                    alpha a     (1 - alpha) b  alpha a + (1 - alpha) b
///   bilinear, 10137's own              a/2         b/2            a
///   bilinear_same_t, HazyResearch's    b/2         b/2            b
/// and exact: x_(k+1) = E (x_k - u_k e_0) + u_k e_0, E = e^(A ln((k+1)/k)), of a window e^A.
/// input = product + solve keeps a constant, since B = -A e_0; 10137's bilinear is the one that does not.
enum class Method { forward, backward, alpha, bilinear, bilinear_same_t, exact };

struct StepCoefficients {
    double product = 0;
    double solve = 0;
    double input = 0;
    double excess = 0;  // input - product - solve, without the rounding
};

/// Of the step from k >= 1, or of any step with `whole_history` false. Throws UsageError for alpha outside [0, 1], for k < 1
/// (the formulas divide by zero: a scan starts with x_1 = u_0 e_0), and for exact, which has none.
[[nodiscard]] StepCoefficients step_coefficients(Method method, double alpha, std::int64_t k, bool whole_history);

}  // namespace poslab
