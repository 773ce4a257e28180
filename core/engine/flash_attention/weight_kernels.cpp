#include "core/engine/flash_attention/kernels.hpp"

#include <algorithm>

#define HWY_TARGET_INCLUDE "core/engine/flash_attention/weight_kernels.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
#include <hwy/highway.h>

#include "core/engine/flash_attention/power_of_two.hpp"

HWY_BEFORE_NAMESPACE();
namespace poslab::flash_attention::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = PowerTag;
static_assert(2 * hn::MaxLanes(Tag()) <= panel_rows, "two vectors must fit a column of a panel");
using Vector = hn::Vec<Tag>;

constexpr float greatest_power = 127;

HWY_ATTR void largest(std::size_t keys, const float* logits, float* largest) {
    const Tag tag;
    for (std::size_t lane = 0; lane < panel_rows; lane += 2 * hn::Lanes(tag)) {
        Vector most[2][2];
        for (auto& pair : most) pair[0] = pair[1] = hn::Set(tag, masked_logit);
        const float* cell = logits + lane;
        for (std::size_t key = 0; key + 1 < keys; key += 2, cell += 2 * panel_rows) {
            most[0][0] = hn::Max(most[0][0], hn::Load(tag, cell));
            most[0][1] = hn::Max(most[0][1], hn::Load(tag, cell + hn::Lanes(tag)));
            most[1][0] = hn::Max(most[1][0], hn::Load(tag, cell + panel_rows));
            most[1][1] = hn::Max(most[1][1], hn::Load(tag, cell + panel_rows + hn::Lanes(tag)));
        }
        if (keys % 2 == 1) {
            most[0][0] = hn::Max(most[0][0], hn::Load(tag, cell));
            most[0][1] = hn::Max(most[0][1], hn::Load(tag, cell + hn::Lanes(tag)));
        }
        hn::Store(hn::Max(most[0][0], most[1][0]), tag, largest + lane);
        hn::Store(hn::Max(most[0][1], most[1][1]), tag, largest + lane + hn::Lanes(tag));
    }
}

// Processes two vectors of lanes over all keys of the pass.
template <bool statistics>
HWY_ATTR std::size_t add_to_lanes(const WeightPass& pass, std::size_t lane, WeightSums& sums) {
    const Tag tag;
    const std::size_t lanes = hn::Lanes(tag);
    const Vector reference0 = hn::Load(tag, pass.reference + lane);
    const Vector reference1 = hn::Load(tag, pass.reference + lane + lanes);
    Vector weight0 = hn::Zero(tag), weight1 = hn::Zero(tag), exponent0 = hn::Zero(tag),
           exponent1 = hn::Zero(tag);
    Vector key0 = hn::Zero(tag), key1 = hn::Zero(tag), key = hn::Set(tag, static_cast<float>(pass.begin));
    std::size_t filled = pass.filled;
    for (const ColumnSlice& run : pass.runs) {
        const std::size_t begin = std::max(pass.begin, static_cast<std::size_t>(run.begin));
        const std::size_t end = std::min(pass.end, static_cast<std::size_t>(run.end));
        if (begin >= end) continue;
        Vector column0 = hn::Zero(tag), column1 = hn::Zero(tag);
        float* cell = pass.logits + begin * panel_rows + lane;
        for (std::size_t k = begin; k < end; ++k, cell += panel_rows) {
            Vector x0 = hn::Sub(hn::Load(tag, cell), reference0);
            Vector x1 = hn::Sub(hn::Load(tag, cell + lanes), reference1);
            const Vector e0 = power_of_two(x0);
            const Vector e1 = power_of_two(x1);
            column0 = hn::Add(column0, e0);
            column1 = hn::Add(column1, e1);
            if constexpr (statistics) {
                exponent0 = hn::MulAdd(e0, x0, exponent0);
                exponent1 = hn::MulAdd(e1, x1, exponent1);
                key0 = hn::MulAdd(e0, key, key0);
                key1 = hn::MulAdd(e1, key, key1);
                key = hn::Add(key, hn::Set(tag, 1.0F));
            }
            if (pass.keep) {
                hn::Store(e0, tag, cell);
                hn::Store(e1, tag, cell + lanes);
            }
        }
        weight0 = hn::Add(weight0, column0);
        weight1 = hn::Add(weight1, column1);
        if (pass.columns == nullptr || run.column < 0) continue;
        float* const out = pass.columns + static_cast<std::size_t>(run.column) * panel_rows + lane;
        if (static_cast<std::size_t>(run.column) < filled) {
            column0 = hn::Add(column0, hn::Load(tag, out));
            column1 = hn::Add(column1, hn::Load(tag, out + lanes));
        }
        hn::Store(column0, tag, out);
        hn::Store(column1, tag, out + lanes);
        filled = std::max(filled, static_cast<std::size_t>(run.column) + 1);
    }
    hn::Store(weight0, tag, sums.weight + lane);
    hn::Store(weight1, tag, sums.weight + lane + lanes);
    hn::Store(exponent0, tag, sums.exponent + lane);
    hn::Store(exponent1, tag, sums.exponent + lane + lanes);
    hn::Store(key0, tag, sums.key + lane);
    hn::Store(key1, tag, sums.key + lane + lanes);
    return filled;
}

HWY_ATTR std::size_t add_weights_of(const WeightPass& pass, WeightSums& sums) {
    std::size_t filled = pass.filled;
    for (std::size_t lane = 0; lane < panel_rows; lane += 2 * hn::Lanes(Tag()))
        filled =
            pass.statistics ? add_to_lanes<true>(pass, lane, sums) : add_to_lanes<false>(pass, lane, sums);
    return filled;
}

HWY_ATTR void exponentiate_columns(std::size_t count, const float* reference, float* columns) {
    const Tag tag;
    for (std::size_t column = 0; column < count; ++column) {
        for (std::size_t lane = 0; lane < panel_rows; lane += hn::Lanes(tag), columns += hn::Lanes(tag)) {
            Vector x = hn::Sub(hn::Load(tag, columns), hn::Load(tag, reference + lane));
            hn::Store(power_of_two(x), tag, columns);
        }
    }
}

HWY_ATTR void scale_by_powers(std::size_t count, const float* exponents, const float* lane_factor,
                              const float* in, float* out) {
    const Tag tag;
    for (std::size_t n = 0; n < count; ++n) {
        for (std::size_t lane = 0; lane < panel_rows;
             lane += hn::Lanes(tag), in += hn::Lanes(tag), out += hn::Lanes(tag)) {
            Vector x = hn::Min(hn::Set(tag, greatest_power),
                               hn::Mul(hn::Set(tag, exponents[n]), hn::Load(tag, lane_factor + lane)));
            hn::Store(hn::Mul(power_of_two(x), hn::Load(tag, in)), tag, out);
        }
    }
}

}  // namespace poslab::flash_attention::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace poslab::flash_attention {

HWY_EXPORT(largest);
HWY_EXPORT(add_weights_of);
HWY_EXPORT(exponentiate_columns);
HWY_EXPORT(scale_by_powers);

void max_over_keys(std::size_t keys, const float* logits, float* largest) {
    HWY_DYNAMIC_DISPATCH(largest)(keys, logits, largest);
}
std::size_t add_weights(const WeightPass& pass, WeightSums& sums) {
    return HWY_DYNAMIC_DISPATCH(add_weights_of)(pass, sums);
}
void exponentiate(std::size_t count, const float* reference, float* columns) {
    HWY_DYNAMIC_DISPATCH(exponentiate_columns)(count, reference, columns);
}
void scale_powers(std::size_t count, const float* exponents, const float* lane_factor, const float* in,
                  float* out) {
    HWY_DYNAMIC_DISPATCH(scale_by_powers)(count, exponents, lane_factor, in, out);
}

}  // namespace poslab::flash_attention
#endif
