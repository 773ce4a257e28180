#include "core/attention/softmax_sums.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

// Highway compiles the code below once per instruction set and selects one at run time.
#define HWY_TARGET_INCLUDE "core/attention/softmax_sums.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
#include <hwy/highway.h>

#include <hwy/contrib/math/math-inl.h>

HWY_BEFORE_NAMESPACE();
namespace poslab::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::ScalableTag<double>;
using Vector = hn::Vec<Tag>;

struct Logits {
    const double* offsets = nullptr;  // null: zeros
    const double* normals = nullptr;
    double slope = 0;
};

HWY_INLINE Vector logits_at(const Logits& logits, std::size_t n) {
    const Tag tag;
    const Vector slope = hn::Set(tag, logits.slope);
    const Vector normals = hn::LoadU(tag, logits.normals + n);
    if (logits.offsets == nullptr) return hn::Mul(slope, normals);
    return hn::MulAdd(slope, normals, hn::LoadU(tag, logits.offsets + n));
}

// The logits from `first` to `size`, too few for a vector: padded with the last one, so that no other value
// can become the maximum.
HWY_ATTR Vector last_logits(const Logits& logits, std::size_t first, std::size_t size) {
    HWY_ALIGN double offsets[hn::MaxLanes(Tag())] = {};
    HWY_ALIGN double normals[hn::MaxLanes(Tag())] = {};
    for (std::size_t lane = 0; lane < hn::Lanes(Tag()); ++lane) {
        const std::size_t n = std::min(first + lane, size - 1);
        normals[lane] = logits.normals[n];
        if (logits.offsets != nullptr) offsets[lane] = logits.offsets[n];
    }
    return logits_at({logits.offsets != nullptr ? offsets : nullptr, normals, logits.slope}, 0);
}

HWY_ATTR SoftmaxSums sums(const double* offsets, const double* normals, double slope, std::size_t size) {
    const Tag tag;
    const Logits logits{offsets, normals, slope};
    const std::size_t lanes = hn::Lanes(tag), whole = size - size % lanes;
    Vector rest = hn::Zero(tag);
    Vector greatest = hn::Set(tag, -std::numeric_limits<double>::infinity());
    for (std::size_t n = 0; n < whole; n += lanes) greatest = hn::Max(greatest, logits_at(logits, n));
    if (whole < size) {
        rest = last_logits(logits, whole, size);
        greatest = hn::Max(greatest, rest);
    }
    const Vector maximum = hn::MaxOfLanes(tag, greatest);
    Vector weight = hn::Zero(tag), moment = hn::Zero(tag);
    for (std::size_t n = 0; n < whole; n += lanes) {
        const Vector below = hn::Sub(logits_at(logits, n), maximum);
        const Vector exponential = hn::Exp(tag, below);
        weight = hn::Add(weight, exponential);
        moment = hn::MulAdd(below, exponential, moment);
    }
    if (whole < size) {
        const Vector below = hn::Sub(rest, maximum);
        const Vector exponential = hn::IfThenElseZero(hn::FirstN(tag, size - whole), hn::Exp(tag, below));
        weight = hn::Add(weight, exponential);
        moment = hn::MulAdd(below, exponential, moment);
    }
    return {hn::GetLane(maximum), hn::GetLane(hn::SumOfLanes(tag, weight)),
            hn::GetLane(hn::SumOfLanes(tag, moment))};
}

}  // namespace poslab::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace poslab {

HWY_EXPORT(sums);

void SoftmaxSums::add(const SoftmaxSums& other) {
    if (other.weight == 0) return;
    if (weight == 0) {
        *this = other;
        return;
    }
    const double greatest = std::max(maximum, other.maximum);
    const double below = maximum - greatest, other_below = other.maximum - greatest;
    const double factor = std::exp(below), other_factor = std::exp(other_below);
    moment = factor * (moment + weight * below) + other_factor * (other.moment + other.weight * other_below);
    weight = factor * weight + other_factor * other.weight;
    maximum = greatest;
}

double SoftmaxSums::entropy() const { return std::log(weight) - moment / weight; }

SoftmaxSums softmax_sums(std::span<const double> offsets, std::span<const double> normals, double slope) {
    if (normals.empty()) return {};
    SoftmaxSums result = HWY_DYNAMIC_DISPATCH(sums)(offsets.empty() ? nullptr : offsets.data(),
                                                    normals.data(), slope, normals.size());
    if (std::isnan(result.moment)) result.weight = result.moment;  // the vectorized exponential of NaN is 0
    return result;
}

}  // namespace poslab
#endif
