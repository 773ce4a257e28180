#include "app/bench/legs_probes.hpp"

// Highway compiles the following once per instruction set and dispatches at run time.
#define HWY_TARGET_INCLUDE "app/bench/legs_probes.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace poslab::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<double, 8>;

HWY_ATTR void divide(const double* HWY_RESTRICT in, double* HWY_RESTRICT out, std::size_t count) {
    const Tag tag;
    for (std::size_t n = 0; n < count; n += hn::Lanes(tag))
        hn::StoreU(hn::Div(hn::Set(tag, 1.0), hn::LoadU(tag, in + n)), tag, out + n);
}

HWY_ATTR void chain(double* numbers, std::size_t count) {
    const Tag tag;
    for (std::size_t first = 0; first < 8; first += hn::Lanes(tag)) {
        auto number = hn::LoadU(tag, numbers + first);
        const auto half = hn::Set(tag, 0.5), one = hn::Set(tag, 1.0);
        for (std::size_t n = 0; n < count; ++n) number = hn::MulAdd(number, half, one);
        hn::StoreU(number, tag, numbers + first);
    }
}

HWY_ATTR void rewrite(double* numbers, std::size_t count) {
    const Tag tag;
    for (std::size_t n = 0; n < count; n += hn::Lanes(tag))
        hn::StoreU(hn::Neg(hn::LoadU(tag, numbers + n)), tag, numbers + n);
}

}  // namespace poslab::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

#include <algorithm>
#include <memory>
#include <vector>

namespace poslab {
namespace {

HWY_EXPORT(divide);
HWY_EXPORT(chain);
HWY_EXPORT(rewrite);

constexpr std::size_t block = 1024;      // float64 values, in the nearest cache
constexpr std::size_t min_blocks = 256;  // with fewer, a run would be too short to be measured

std::size_t blocks_of(std::int64_t count) {
    return std::max(min_blocks, static_cast<std::size_t>(count) / block);
}

}  // namespace

void reciprocals(const double* in, double* out, std::size_t count) {
    HWY_DYNAMIC_DISPATCH(divide)(in, out, count);
}
void halve_and_add_one(double* numbers, std::size_t count) { HWY_DYNAMIC_DISPATCH(chain)(numbers, count); }
void negate(double* numbers, std::size_t count) { HWY_DYNAMIC_DISPATCH(rewrite)(numbers, count); }

Bound division_bound(std::int64_t count) {
    const auto in = std::make_shared<std::vector<double>>(block, 3.0);
    const auto out = std::make_shared<std::vector<double>>(block);
    const std::size_t blocks = blocks_of(count);
    const auto run = [in, out, blocks] {
        for (std::size_t n = 0; n < blocks; ++n) reciprocals(in->data(), out->data(), block);
    };
    return {"divisions", "divisions", {{"vectors, one thread", static_cast<double>(blocks * block), run}}};
}

Bound chain_bound(std::int64_t count) {
    const std::size_t links = blocks_of(count) * block;
    const auto numbers = std::make_shared<std::vector<double>>(8, 1.0);
    const auto run = [numbers, links] { halve_and_add_one(numbers->data(), links); };
    return {
        "chain", "multiply-adds in turn", {{"vectors, one thread", static_cast<double>(links), run}}, true};
}

Bound state_bound(std::int64_t bytes) {
    const auto numbers = std::make_shared<std::vector<double>>(block, 1.0);
    const std::size_t blocks = blocks_of(bytes / 16);
    const auto run = [numbers, blocks] {
        for (std::size_t n = 0; n < blocks; ++n) negate(numbers->data(), block);
    };
    return {"state",
            "bytes",
            {{"nearest cache, one thread", static_cast<double>(16 * blocks * block), run}},
            true};
}

}  // namespace poslab
#endif
