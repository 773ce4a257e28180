#include "app/bench/peak_kernels.hpp"

// Highway compiles the following once per instruction set and dispatches at run time.
#define HWY_TARGET_INCLUDE "app/bench/peak_kernels.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
#include <hwy/highway.h>

#include "core/engine/flash_attention/power_of_two.hpp"
#include "core/engine/sine_cosine.hpp"

HWY_BEFORE_NAMESPACE();
namespace poslab::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::CappedTag<float, 16>;
using Doubles = hn::CappedTag<double, 8>;

// Separate variables keep the chains in registers: more chains than multiply-adds in flight, fewer than
// registers.
template <class Tag, class Number = hn::TFromD<Tag>>
HWY_ATTR std::size_t multiply_add_chains(std::size_t turns, PeakChains<Number>& chains) {
    const Tag tag;
    const auto half = hn::Set(tag, Number(0.5)), one = hn::Set(tag, Number(1));
    const auto start = [&](std::size_t n) HWY_ATTR { return hn::Set(tag, chains[n]); };
    auto a = start(0), b = start(1), c = start(2), d = start(3), e = start(4);
    auto f = start(5), g = start(6), h = start(7), i = start(8), j = start(9);
    for (std::size_t turn = 0; turn < turns; ++turn) {
        a = hn::MulAdd(a, half, one);
        b = hn::MulAdd(b, half, one);
        c = hn::MulAdd(c, half, one);
        d = hn::MulAdd(d, half, one);
        e = hn::MulAdd(e, half, one);
        f = hn::MulAdd(f, half, one);
        g = hn::MulAdd(g, half, one);
        h = hn::MulAdd(h, half, one);
        i = hn::MulAdd(i, half, one);
        j = hn::MulAdd(j, half, one);
    }
    std::size_t n = 0;
    for (const auto& chain : {a, b, c, d, e, f, g, h, i, j}) chains[n++] = hn::GetLane(chain);
    return turns * peak_chains * hn::Lanes(tag);
}

HWY_ATTR std::size_t multiply_adds_32(std::size_t turns, PeakChains<float>& chains) {
    return multiply_add_chains<Floats>(turns, chains);
}
HWY_ATTR std::size_t multiply_adds_64(std::size_t turns, PeakChains<double>& chains) {
    return multiply_add_chains<Doubles>(turns, chains);
}

HWY_ATTR std::size_t exponential_chains(std::size_t turns, PeakChains<float>& chains) {
    const Floats tag;
    const auto next = [](hn::Vec<Floats> x) HWY_ATTR {
        auto power = hn::Neg(x);
        return flash_attention::HWY_NAMESPACE::power_of_two(power);
    };
    auto a = hn::Set(tag, chains[0]), b = hn::Set(tag, chains[1]), c = hn::Set(tag, chains[2]),
         d = hn::Set(tag, chains[3]);
    auto e = hn::Set(tag, chains[4]), f = hn::Set(tag, chains[5]), g = hn::Set(tag, chains[6]),
         h = hn::Set(tag, chains[7]);
    for (std::size_t turn = 0; turn < turns; ++turn) {
        a = next(a);
        b = next(b);
        c = next(c);
        d = next(d);
        e = next(e);
        f = next(f);
        g = next(g);
        h = next(h);
    }
    std::size_t n = 0;
    for (const auto& chain : {a, b, c, d, e, f, g, h}) chains[n++] = hn::GetLane(chain);
    return turns * n * hn::Lanes(tag);
}

HWY_ATTR std::size_t angle_chains(std::size_t turns, PeakChains<double>& chains) {
    const AngleTag tag;
    const auto next = [](Angle x) HWY_ATTR {
        const SineCosine of_x = sine_cosine(x);
        return hn::Add(of_x.sine, of_x.cosine);
    };
    auto a = hn::Set(tag, chains[0]), b = hn::Set(tag, chains[1]), c = hn::Set(tag, chains[2]),
         d = hn::Set(tag, chains[3]);
    for (std::size_t turn = 0; turn < turns; ++turn) {
        a = next(a);
        b = next(b);
        c = next(c);
        d = next(d);
    }
    std::size_t n = 0;
    for (const auto& chain : {a, b, c, d}) chains[n++] = hn::GetLane(chain);
    return turns * n * hn::Lanes(tag);
}

HWY_ATTR void copy_numbers(const float* HWY_RESTRICT in, float* HWY_RESTRICT out, std::size_t count,
                           bool around) {
    const Floats tag;
    if (around)
        for (std::size_t n = 0; n < count; n += hn::Lanes(tag))
            hn::Stream(hn::Load(tag, in + n), tag, out + n);
    else
        for (std::size_t n = 0; n < count; n += hn::Lanes(tag))
            hn::Store(hn::Load(tag, in + n), tag, out + n);
}

}  // namespace poslab::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace poslab {
namespace {

HWY_EXPORT(multiply_adds_32);
HWY_EXPORT(multiply_adds_64);
HWY_EXPORT(exponential_chains);
HWY_EXPORT(angle_chains);
HWY_EXPORT(copy_numbers);

}  // namespace

std::size_t peak_multiply_adds(std::size_t turns, PeakChains<float>& chains) {
    return HWY_DYNAMIC_DISPATCH(multiply_adds_32)(turns, chains);
}
std::size_t peak_multiply_adds(std::size_t turns, PeakChains<double>& chains) {
    return HWY_DYNAMIC_DISPATCH(multiply_adds_64)(turns, chains);
}
std::size_t peak_exponentials(std::size_t turns, PeakChains<float>& chains) {
    return HWY_DYNAMIC_DISPATCH(exponential_chains)(turns, chains);
}
std::size_t peak_angles(std::size_t turns, PeakChains<double>& chains) {
    return HWY_DYNAMIC_DISPATCH(angle_chains)(turns, chains);
}
void peak_copy(const float* in, float* out, std::size_t count, bool around) {
    HWY_DYNAMIC_DISPATCH(copy_numbers)(in, out, count, around);
}

}  // namespace poslab
#endif
