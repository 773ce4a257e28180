// Stand-ins for functions of the system, and of libraries of which WebAssembly has the headers only.

#include "core/base/free_memory.hpp"

#include <hwy/targets.h>
#include <qd/dd_real.h>

#include <cmath>
#include <cstdint>

// π = 3.141592653589793238462643383279503 as the sum of two doubles.
const dd_real dd_real::_pi{3.141592653589793, 1.2246467991473532e-16};
const dd_real dd_real::_2pi{6.283185307179586, 2.4492935982947064e-16};

/// One step of Newton's method doubles the digits of the square root of `a`, which is not negative.
dd_real sqrt(const dd_real& a) {
    if (a.is_zero()) return 0.0;
    const dd_real root(std::sqrt(a._hi()));
    return root + (a - root * root) / (2.0 * root);
}

namespace poslab {
// A module has 4 GiB at most, and browsers may give less.
double present_memory() { return 0x1p31; }
double available_memory() { return present_memory() - memory_in_use(); }
double addresses_left() { return available_memory(); }
double memory_in_use() { return 0x1p16 * static_cast<double>(__builtin_wasm_memory_size(0)); }
}  // namespace poslab

namespace hwy {
std::int64_t SupportedTargets() { return HWY_EMU128; }
}  // namespace hwy
