#include "core/hippo/discretisation.hpp"

#include "core/base/errors.hpp"

#include <gtest/gtest.h>

namespace poslab::test {
namespace {

void expect(Method method, bool whole_history, double product, double solve, double input) {
    const StepCoefficients of = step_coefficients(method, 0.25, 4, whole_history);
    const int which = static_cast<int>(method);
    EXPECT_DOUBLE_EQ(of.product, product) << which;
    EXPECT_DOUBLE_EQ(of.solve, solve) << which;
    EXPECT_DOUBLE_EQ(of.input, input) << which;
    EXPECT_NEAR(of.excess, input - product - solve, 1e-16) << which;
}

// Computed by hand from formulas.md for k = 4, alpha = 1/4.
TEST(Discretisation, MatchesTheStepFromFourToFive) {
    expect(Method::forward, true, 0.25, 0, 0.25);
    expect(Method::backward, true, 0, 0.2, 0.2);
    expect(Method::alpha, true, 0.0625, 0.15, 0.2125);
    expect(Method::bilinear, true, 0.125, 0.1, 0.25);
    expect(Method::bilinear_same_t, true, 0.1, 0.1, 0.2);
}

TEST(Discretisation, MatchesAWindow) {
    expect(Method::forward, false, 1, 0, 1);
    expect(Method::backward, false, 0, 1, 1);
    expect(Method::alpha, false, 0.25, 0.75, 1);
    expect(Method::bilinear, false, 0.5, 0.5, 1);
    expect(Method::bilinear_same_t, false, 0.5, 0.5, 1);
}

TEST(Discretisation, RefusesWhatHasNoFormula) {
    EXPECT_THROW((void)step_coefficients(Method::alpha, 1.5, 1, true), UsageError);
    EXPECT_THROW((void)step_coefficients(Method::forward, 0.5, 0, true), UsageError);
    EXPECT_THROW((void)step_coefficients(Method::exact, 0.5, 1, true), UsageError);
}

}  // namespace
}  // namespace poslab::test
