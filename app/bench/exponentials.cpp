#include "app/bench/exponentials.hpp"

#include <cmath>

// Highway compiles what follows once for each instruction set and chooses at run time. The loop is plain because the compiler
// calls the C library's vector functions for it (this file's options in CMakeLists.txt), which Highway's own Exp is slower than.
#define HWY_TARGET_INCLUDE "app/bench/exponentials.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace poslab::HWY_NAMESPACE {

HWY_ATTR void exponentials_loop(const float* HWY_RESTRICT in, float* HWY_RESTRICT out, std::size_t count) {
    for (std::size_t n = 0; n < count; ++n) out[n] = std::exp(in[n]);
}

}  // namespace poslab::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace poslab {
namespace {
HWY_EXPORT(exponentials_loop);
}

void exponentials(const float* in, float* out, std::size_t count) { HWY_DYNAMIC_DISPATCH(exponentials_loop)(in, out, count); }

}  // namespace poslab
#endif
