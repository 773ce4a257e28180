#include "core/engine/flash_attention/kernels.hpp"

#include <algorithm>

#define HWY_TARGET_INCLUDE "core/engine/flash_attention/pooling_kernels.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace poslab::flash_attention::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<float, panel_rows / 2>;
using Vector = hn::Vec<Tag>;
using FourTag = hn::CappedTag<float, 4>;  // one vector of four floats wherever vectors exist
using Four = hn::Vec<FourTag>;

// The larger value; NaN is sticky.
template <class V>
HWY_INLINE HWY_ATTR V larger_of(V so_far, V number) {
    return hn::IfThenElse(hn::Or(hn::Gt(number, so_far), hn::IsNaN(number)), number, so_far);
}

template <bool largest>
HWY_ATTR std::size_t pool_logits(const LogitPass& pass, std::size_t lane) {
    const Tag tag;
    std::size_t filled = pass.filled;
    for (const ColumnSlice& run : pass.runs) {
        const std::size_t begin = std::max(pass.begin, static_cast<std::size_t>(run.begin));
        const std::size_t end = std::min(pass.end, static_cast<std::size_t>(run.end));
        if (begin >= end || run.column < 0) continue;
        float* const out = pass.columns + static_cast<std::size_t>(run.column) * panel_rows + lane;
        Vector pooled = hn::Set(tag, largest ? masked_logit : 0.0F);
        const bool later = static_cast<std::size_t>(run.column) < filled;
        if (largest && later) pooled = hn::Load(tag, out);
        for (std::size_t k = begin; k < end; ++k) {
            const Vector logit = hn::Load(tag, pass.logits + k * panel_rows + lane);
            if constexpr (largest)
                pooled = larger_of(pooled, logit);
            else
                pooled =
                    hn::Add(pooled, hn::IfThenZeroElse(hn::Eq(logit, hn::Set(tag, masked_logit)), logit));
        }
        if (!largest && later) pooled = hn::Add(pooled, hn::Load(tag, out));
        hn::Store(pooled, tag, out);
        filled = std::max(filled, static_cast<std::size_t>(run.column) + 1);
    }
    return filled;
}

HWY_ATTR std::size_t pool_all_logits(const LogitPass& pass) {
    std::size_t filled = pass.filled;
    for (std::size_t lane = 0; lane < panel_rows; lane += hn::Lanes(Tag()))
        filled = pass.largest ? pool_logits<true>(pass, lane) : pool_logits<false>(pass, lane);
    return filled;
}

template <bool largest>
HWY_ATTR void reduce_four(const float* lanes_of_four, const LaneGroup& group, float* out) {
    const FourTag tag;
    for (std::size_t part = 0; part < 4;
         part += hn::Lanes(tag), lanes_of_four += hn::Lanes(tag), out += hn::Lanes(tag)) {
        Four total = hn::LoadU(tag, lanes_of_four + 4 * group.begin);
        for (std::size_t lane = group.begin + 1; lane < group.end; ++lane) {
            const Four number = hn::LoadU(tag, lanes_of_four + 4 * lane);
            if constexpr (largest)
                total = larger_of(total, number);
            else
                total = hn::Add(total, number);
        }
        const Four before = hn::LoadU(tag, out);
        hn::StoreU(largest ? larger_of(before, total) : hn::Add(before, total), tag, out);
    }
}

HWY_ATTR void reduce(std::size_t count, const float* columns, const float* scale, bool largest,
                     std::span<const LaneGroup> groups) {
    const Tag tag;
    alignas(vector_bytes) float lanes_of_four[4 * panel_rows];
    for (std::size_t column = 0; column < count; column += 4, columns += 4 * panel_rows) {
        for (std::size_t lane = 0; lane < panel_rows; lane += hn::Lanes(tag)) {
            const Vector factor = hn::Load(tag, scale + lane);
            hn::StoreInterleaved4(hn::Mul(factor, hn::Load(tag, columns + lane)),
                                  hn::Mul(factor, hn::Load(tag, columns + panel_rows + lane)),
                                  hn::Mul(factor, hn::Load(tag, columns + 2 * panel_rows + lane)),
                                  hn::Mul(factor, hn::Load(tag, columns + 3 * panel_rows + lane)), tag,
                                  lanes_of_four + 4 * lane);
        }
        for (const LaneGroup& group : groups) {
            if (largest)
                reduce_four<true>(lanes_of_four, group, group.sums + column);
            else
                reduce_four<false>(lanes_of_four, group, group.sums + column);
        }
    }
}

HWY_ATTR void diagonals(std::size_t keys, const float* weights, const float* scale, float* scratch,
                        float* sums) {
    const Tag tag;
    constexpr std::size_t stride = 2 * panel_rows;
    for (std::size_t key = 0; key < keys; ++key)
        for (std::size_t lane = 0; lane < panel_rows; lane += hn::Lanes(tag))
            hn::StoreU(hn::Mul(hn::Load(tag, scale + lane), hn::Load(tag, weights + key * panel_rows + lane)),
                       tag, scratch + key * stride + (panel_rows - 1 - key) + lane);
    for (std::size_t n = 0; n < stride; n += hn::Lanes(tag)) {
        Vector total = hn::Load(tag, sums + n);
        for (std::size_t key = 0; key < keys; ++key)
            total = hn::Add(total, hn::Load(tag, scratch + key * stride + n));
        hn::Store(total, tag, sums + n);
    }
}

}  // namespace poslab::flash_attention::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace poslab::flash_attention {

HWY_EXPORT(pool_all_logits);
HWY_EXPORT(reduce);
HWY_EXPORT(diagonals);

std::size_t add_logits(const LogitPass& pass) { return HWY_DYNAMIC_DISPATCH(pool_all_logits)(pass); }
void reduce_lanes(std::size_t count, const float* columns, const float* scale, bool largest,
                  std::span<const LaneGroup> groups) {
    HWY_DYNAMIC_DISPATCH(reduce)(count, columns, scale, largest, groups);
}
void sum_diagonals(std::size_t keys, const float* weights, const float* scale, float* scratch, float* sums) {
    HWY_DYNAMIC_DISPATCH(diagonals)(keys, weights, scale, scratch, sums);
}

}  // namespace poslab::flash_attention
#endif
