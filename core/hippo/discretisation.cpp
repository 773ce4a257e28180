#include "core/hippo/discretisation.hpp"

#include "core/base/errors.hpp"

#include <fmt/format.h>

namespace poslab {

namespace {

StepCoefficients family(double alpha, double here, double next) {
    const double product = alpha * here;
    const double solve = (1 - alpha) * next;
    return {.product = product, .solve = solve, .input = product + solve};
}

}  // namespace

StepCoefficients step_coefficients(Method method, double alpha, std::int64_t k, bool whole_history) {
    if (!(alpha >= 0 && alpha <= 1)) throw UsageError(tr("--alpha {:g}: must be from 0 to 1", alpha));
    if (whole_history && k < 1) throw UsageError(fmt::format("step {} of a scan: must be 1 or more", k));
    const double here = whole_history ? 1 / static_cast<double>(k) : 1;
    const double next = whole_history ? 1 / static_cast<double>(k + 1) : 1;
    switch (method) {
        case Method::forward:
            return family(1, here, next);
        case Method::backward:
            return family(0, here, next);
        case Method::alpha:
            return family(alpha, here, next);
        case Method::bilinear:
            return {.product = here / 2,
                    .solve = next / 2,
                    .input = here,
                    .excess = whole_history ? here * next / 2 : 0};
        case Method::bilinear_same_t:
            return {.product = next / 2, .solve = next / 2, .input = next};
        case Method::exact:
            break;
    }
    throw UsageError("method exact is a matrix exponential, not a product and a solve");
}

}  // namespace poslab
