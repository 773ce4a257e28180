#include "core/hippo/state_extent.hpp"

// Highway compiles the following code once per instruction set and chooses at run time.
#define HWY_TARGET_INCLUDE "core/hippo/state_extent.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace poslab::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Called at every step of a scan. `broken` is 0, or NaN if any number is not finite, since 0 times it is
/// NaN.
HWY_ATTR double largest(const double* numbers, std::size_t count) {
    const hn::ScalableTag<double> tag;
    const std::size_t lanes = hn::Lanes(tag);
    auto sizes = hn::Zero(tag), broken = hn::Zero(tag);
    std::size_t n = 0;
    for (; n + lanes <= count; n += lanes) {
        const auto size = hn::Abs(hn::LoadU(tag, numbers + n));
        sizes = hn::Max(sizes, size);
        broken = hn::MulAdd(hn::Zero(tag), size, broken);
    }
    double most = hn::GetLane(hn::MaxOfLanes(tag, sizes)), rest = hn::GetLane(hn::SumOfLanes(tag, broken));
    for (; n < count; ++n) {
        most = std::max(most, std::abs(numbers[n]));
        rest += 0 * numbers[n];
    }
    return rest == 0 ? most : std::numeric_limits<double>::infinity();
}

}  // namespace poslab::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace poslab {

HWY_EXPORT(largest);

double largest_size(std::span<const double> numbers) {
    return HWY_DYNAMIC_DISPATCH(largest)(numbers.data(), numbers.size());
}

}  // namespace poslab
#endif
