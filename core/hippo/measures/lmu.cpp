#include "core/hippo/measure_parts.hpp"

namespace poslab {

namespace {

using namespace measure_parts;

double lmu_entry(std::int64_t i, std::int64_t j, std::int64_t) {
    return static_cast<double>(2 * i + 1) * (i < j ? -1 : sign(i - j + 1));
}

}  // namespace

/// LMU: the window of legt, with s = 0 now, in P_n(2s-1).
const Measure& lmu_measure() {
    static const Measure measure{
        .id = "lmu",
        .label = "LMU (window)"_tr,
        .name = "LMU",
        .source = "Voelker et al., 2019",
        .place_of_now = 0,
        .entry = lmu_entry,
        .basis = legendre,
        .reconstruct = add_legendre,
        .formulas = {"B &= -A e_0"},
    };
    return measure;
}

}  // namespace poslab
