#include "core/hippo/measure_parts.hpp"

#include <algorithm>

namespace poslab {

/// LegT with time running backwards: s = 0 is now, p_n(1 - s) = (-1)^n p_n(s).
const Measure& late_measure() {
    using namespace measure_parts;
    static const Measure measure{
        .id = "late",
        .label = "Late, a window"_tr,
        .name = "Late",
        .source = "a test",
        .place_of_now = 0,
        .entry = [](std::int64_t n, std::int64_t k,
                    std::int64_t) { return -root(n) * root(k) * (k <= n ? 1 : sign(n - k)); },
        .basis = [](std::int64_t order, double s) { return normed_legendre(order, 1 - s); },
        .reconstruct =
            [](std::span<const double> state, std::span<const double> places, std::span<double> out) {
                std::vector<double> mirrored(places.begin(), places.end());
                std::ranges::transform(mirrored, mirrored.begin(), [](double s) { return 1 - s; });
                add_normed_legendre(state, mirrored, out);
            },
        .formulas = {"B &= -A e_0"},
    };
    return measure;
}

}  // namespace poslab
