#include "core/hippo/measure_parts.hpp"

namespace poslab {

namespace {

using namespace measure_parts;

double legs_entry(std::int64_t n, std::int64_t k, std::int64_t) {
    if (k > n) return 0;
    return k == n ? -static_cast<double>(n + 1) : -root(n) * root(k);
}

}  // namespace

/// LegS: t x' = A x + B u, the whole history, s = t'/t, in p_n(s) = sqrt(2n+1) P_n(2s-1), n < N.
const Measure& legs_measure() {
    static const Measure measure{
        .id = "legs",
        .label = "LegS (whole history)"_tr,
        .name = "LegS",
        .source = "Gu et al., arXiv 2008.07669; Su Jianlin, spaces.ac.cn/archives/10137",
        .whole_history = true,
        .entry = legs_entry,
        .basis = normed_legendre,
        .reconstruct = add_normed_legendre,
        .is_projection = true,
        .formulas = {"A_{nk} &= -\\sqrt{(2 n + 1)(2 k + 1)}", "A_{nn} &= -(n + 1)"},
    };
    return measure;
}

}  // namespace poslab
