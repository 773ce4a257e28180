#include "core/attention/biases.hpp"
#include "core/base/errors.hpp"

#include <fmt/format.h>

#include <cmath>

namespace poslab {

namespace {

// above it the kernel is not conditionally positive definite (2205.09921)
constexpr double largest_power = 2;

void check_power(const BiasSpec& spec) {
    if (spec.r2 > largest_power)
        throw UsageError(tr("--r2 {:g}: must be in (0, 2] for kerple-power", spec.r2));
}

}  // namespace

/// -r1 |D|^r2.
const Bias& kerple_power_bias() {
    static const Bias bias{
        .id = "kerple-power",
        .label = "KERPLE, power"_tr,
        .effect = "Each logit falls with a power of the distance."_tr,
        .source = "Chi et al., arXiv 2205.09921",
        .parameters = kerple_parameters,
        .in_logit = R"( - r_1 \Delta^{r_2})",
        .at = [](const BiasSpec& spec, std::int64_t distance,
                 bool) { return -spec.r1 * std::pow(static_cast<double>(std::abs(distance)), spec.r2); },
        .preset_values = {{"r1", 0.01}, {"r2", 1.0}},
        .warning = kerple_warning,
        .fit = [](BiasSpec& spec) { spec.r2 = std::min(spec.r2, largest_power); },
        .check = check_power,
    };
    return bias;
}

}  // namespace poslab
