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
    const auto include = [&](auto size, auto& in_sizes, auto& in_broken) HWY_ATTR {
        in_sizes = hn::Max(in_sizes, size);
        in_broken = hn::MulAdd(hn::Zero(tag), size, in_broken);
    };
    const auto at = [&](std::size_t first) HWY_ATTR { return hn::Abs(hn::LoadU(tag, numbers + first)); };
    std::size_t n = 0;
    // Four sums at once: each waits for its own last addition only.
    auto sizes1 = sizes, sizes2 = sizes, sizes3 = sizes, broken1 = broken, broken2 = broken, broken3 = broken;
    for (; n + 4 * lanes <= count; n += 4 * lanes) {
        include(at(n), sizes, broken);
        include(at(n + lanes), sizes1, broken1);
        include(at(n + 2 * lanes), sizes2, broken2);
        include(at(n + 3 * lanes), sizes3, broken3);
    }
    for (; n + lanes <= count; n += lanes) include(at(n), sizes, broken);
    sizes = hn::Max(hn::Max(sizes, sizes1), hn::Max(sizes2, sizes3));
    broken = hn::Add(hn::Add(broken, broken1), hn::Add(broken2, broken3));
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
