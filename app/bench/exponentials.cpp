#include "app/bench/exponentials.hpp"

#include <cmath>

// Highway compiles the following once per instruction set and dispatches at run time. The loops are plain so
// that the compiler calls the C library's vector functions (this file's options in CMakeLists.txt), which are
// faster than Highway's own Exp.
#define HWY_TARGET_INCLUDE "app/bench/exponentials.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace poslab::HWY_NAMESPACE {

HWY_ATTR void exponentials_loop(const float* HWY_RESTRICT in, float* HWY_RESTRICT out, std::size_t count) {
    for (std::size_t n = 0; n < count; ++n) out[n] = std::exp(in[n]);
}

HWY_ATTR void unit_exponentials_loop(const double* HWY_RESTRICT in, double* HWY_RESTRICT cosines,
                                     double* HWY_RESTRICT sines, std::size_t count) {
    for (std::size_t n = 0; n < count; ++n) cosines[n] = std::cos(in[n]);
    for (std::size_t n = 0; n < count; ++n) sines[n] = std::sin(in[n]);
}

}  // namespace poslab::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace poslab {
namespace {
HWY_EXPORT(exponentials_loop);
HWY_EXPORT(unit_exponentials_loop);
}  // namespace

void exponentials(const float* in, float* out, std::size_t count) {
    HWY_DYNAMIC_DISPATCH(exponentials_loop)(in, out, count);
}
void unit_exponentials(const double* in, double* cosines, double* sines, std::size_t count) {
    HWY_DYNAMIC_DISPATCH(unit_exponentials_loop)(in, cosines, sines, count);
}

}  // namespace poslab
#endif
