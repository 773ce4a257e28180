// Compiled without fused multiply-add: each operation is rounded once.
#include "gpu/cuda/kernels/machine.cuh"

namespace residual {

using in_double::make_wide;
using in_double::wide_product;
using in_double::wide_sum;
using in_double::WideReal;

// Entry n of constant + x along_x + y along_y.
__device__ __forceinline__ WideReal entry(const double2* exponent, int n, WideReal x, WideReal y) {
    const double2 constant = exponent[n];
    const double2 along_x = exponent[6 + n];
    const double2 along_y = exponent[12 + n];
    return wide_sum(make_wide(constant.x, constant.y),
                    wide_sum(wide_product(x, make_wide(along_x.x, along_x.y)),
                             wide_product(y, make_wide(along_y.x, along_y.y))));
}

__device__ __forceinline__ in_double::Halves rotation(const double2* exponent, WideReal x, WideReal y) {
    return in_double::halves_of(entry(exponent, 0, x, y), entry(exponent, 1, x, y), entry(exponent, 2, x, y),
                                entry(exponent, 3, x, y), entry(exponent, 4, x, y), entry(exponent, 5, x, y));
}

}  // namespace residual

extern "C" __global__ void __launch_bounds__(64)
    rotation_residual(ResidualTask task, const double2* exponents, const double* x, const double* y,
                      double* out) {
    const int column = group_index_x() * 64 + thread_index();
    if (column >= task.width) return;
    const int row = task.first_row + group_index_y();
    const residual::WideReal at_x = residual::make_wide(x[column], 0);
    const residual::WideReal at_y = residual::make_wide(y[row], 0);
    const in_double::Halves first = residual::rotation(exponents, at_x, at_y);
    const in_double::Halves second = residual::rotation(exponents + 18, at_x, at_y);
    const in_double::Halves third = residual::rotation(exponents + 36, at_x, at_y);
    out[static_cast<size_t>(row) * task.width + column] =
        in_double::rotation_residual_of(first, second, third);
}
