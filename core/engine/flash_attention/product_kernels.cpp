#include "core/engine/flash_attention/kernels.hpp"

#include <algorithm>

#define HWY_TARGET_INCLUDE "core/engine/flash_attention/product_kernels.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>  // IWYU pragma: keep
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace poslab::flash_attention::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<float, panel_rows / 2>;
using Vector = hn::Vec<Tag>;

// Two sums per key must stay in registers: 32 registers with AVX-512 and on ARM, else 16.
constexpr std::size_t keys_at_once =
    HWY_TARGET == HWY_NEON || HWY_TARGET <= HWY_AVX3 ? tile_keys : tile_keys / 2;
// The sum of this many equal numbers, whose rounding errors do not cancel, is accurate to 2e-6.
constexpr std::size_t longest_sum = 128;

// keys_at_once keys by two vectors of queries: out[key][lane] (+)= sum over n of a[n][lane] * b[n][key].
template <bool add>
HWY_ATTR void multiply_small(std::size_t depth, const float* a, const float* b, std::size_t stride,
                             float* out) {
    const Tag tag;
    const std::size_t lanes = hn::Lanes(tag);
    Vector sums[keys_at_once][2];
    for (auto& pair : sums) pair[0] = pair[1] = hn::Zero(tag);
    for (std::size_t n = 0; n < depth; ++n, a += panel_rows, b += stride) {
        if constexpr (!add) hwy::Prefetch(b + depth * stride);  // the tile after this one
        const Vector a0 = hn::Load(tag, a);
        const Vector a1 = hn::Load(tag, a + lanes);
        for (std::size_t key = 0; key < keys_at_once; ++key) {
            const Vector factor = hn::Set(tag, b[key]);
            sums[key][0] = hn::MulAdd(a0, factor, sums[key][0]);
            sums[key][1] = hn::MulAdd(a1, factor, sums[key][1]);
        }
    }
    for (std::size_t key = 0; key < keys_at_once; ++key, out += panel_rows) {
        if constexpr (add) {
            sums[key][0] = hn::Add(sums[key][0], hn::Load(tag, out));
            sums[key][1] = hn::Add(sums[key][1], hn::Load(tag, out + lanes));
        }
        hn::Store(sums[key][0], tag, out);
        hn::Store(sums[key][1], tag, out + lanes);
    }
}

template <bool add>
HWY_ATTR void multiply_tile(std::size_t depth, const float* a, const float* b, std::size_t stride,
                            float* out) {
    const std::size_t step = 2 * hn::Lanes(Tag());
    for (std::size_t lane = 0; lane < panel_rows; lane += step)
        for (std::size_t key = 0; key < tile_keys; key += keys_at_once)
            multiply_small<add>(depth, a + lane, b + key, stride, out + key * panel_rows + lane);
}

HWY_ATTR void multiply(std::size_t dims, const float* queries, const float* keys, std::size_t tiles,
                       float* out) {
    for (std::size_t tile = 0; tile < tiles;
         ++tile, keys += dims * tile_keys, out += tile_keys * panel_rows) {
        multiply_tile<false>(std::min(dims, longest_sum), queries, keys, tile_keys, out);
        for (std::size_t n = longest_sum; n < dims; n += longest_sum)
            multiply_tile<true>(std::min(dims - n, longest_sum), queries + n * panel_rows,
                                keys + n * tile_keys, tile_keys, out);
    }
}

HWY_ATTR void accumulate(std::size_t keys, const float* weights, const float* values, std::size_t columns,
                         float* out) {
    for (std::size_t column = 0; column < columns; column += tile_keys)
        multiply_tile<true>(keys, weights, values + column, columns, out + column * panel_rows);
}

}  // namespace poslab::flash_attention::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace poslab::flash_attention {

HWY_EXPORT(multiply);
HWY_EXPORT(accumulate);

void multiply_tiles(std::size_t dims, const float* queries, const float* keys, std::size_t tiles,
                    float* out) {
    HWY_DYNAMIC_DISPATCH(multiply)(dims, queries, keys, tiles, out);
}
void accumulate_values(std::size_t keys, const float* weights, const float* values, std::size_t columns,
                       float* out) {
    HWY_DYNAMIC_DISPATCH(accumulate)(keys, weights, values, columns, out);
}

}  // namespace poslab::flash_attention
#endif
