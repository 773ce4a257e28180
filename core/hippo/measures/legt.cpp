#include "core/hippo/measure_parts.hpp"

namespace poslab {

namespace {

using namespace measure_parts;

double legt_entry(std::int64_t n, std::int64_t k, std::int64_t) {
    return -root(n) * root(k) * (k <= n ? 1 : sign(n - k));
}

}  // namespace

/// LegT: x' = A x + B u, the last `span`, with s = 1 now, in p_n(s).
const Measure& legt_measure() {
    static const Measure measure{
        .id = "legt",
        .label = "LegT (window)"_tr,
        .name = "LegT",
        .source = "Gu et al., arXiv 2008.07669",
        .entry = legt_entry,
        .basis = normed_legendre,
        .reconstruct = add_normed_legendre,
        .formulas = {"B &= -A e_0"},
    };
    return measure;
}

}  // namespace poslab
