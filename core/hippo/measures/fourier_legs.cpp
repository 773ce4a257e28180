#include "core/hippo/measure_parts.hpp"

namespace poslab {

/// Fourier-LegS: t x' = A x + B u, the whole history in e^(2 pi i n s), n = -N ... N, 2N+1 complex numbers.
const Measure& fourier_legs_measure() {
    static const Measure measure{
        .id = "fourier-legs",
        .label = "Fourier-LegS"_tr,
        .name = "Fourier-LegS",
        .source = "Su Jianlin, spaces.ac.cn/archives/10137",
        .whole_history = true,
        .is_complex = true,
        .formulas = {"A_{nk} &= -\\frac{n}{n - k}", "A_{nn} &= i \\pi n - 1"},
        .note = "A Fourier series assumes a periodic signal: if its ends differ, it jumps there."_tr,
    };
    return measure;
}

}  // namespace poslab
