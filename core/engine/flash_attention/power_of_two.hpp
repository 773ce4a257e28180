// Included once per instruction set of Highway, selected by its toggle: the exponential function of
// attention.
#if defined(POSLAB_POWER_OF_TWO_TOGGLE) == defined(HWY_TARGET_TOGGLE)
#ifdef POSLAB_POWER_OF_TWO_TOGGLE
#undef POSLAB_POWER_OF_TWO_TOGGLE
#else
#define POSLAB_POWER_OF_TWO_TOGGLE
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace poslab::flash_attention::HWY_NAMESPACE {

using PowerTag = hwy::HWY_NAMESPACE::CappedTag<float, 16>;
using Power = hwy::HWY_NAMESPACE::Vec<PowerTag>;

// Below -96 a power of two becomes 0 (with the exponent of -127). Neither it nor its share of a row's sum is
// then ever denormal, which would be many times slower, and no visible weight is lost.
inline constexpr float min_power = -96;
inline constexpr float zero_power = -127;

// 2^x for x <= 127: 0 for x < -96, where `x` becomes -127; NaN stays NaN.
// 2^f, f in -1/2 ... 1/2, by the polynomial of degree 5 with minimax relative error, 7.5e-8 (Remez exchange).
HWY_INLINE HWY_ATTR Power power_of_two(Power& x) {
    namespace hn = hwy::HWY_NAMESPACE;
    const PowerTag tag;
    // Adding it rounds to an integer and leaves that, with the bias of float's exponent, in the lowest bits.
    const Power shift = hn::Set(tag, 12582912.0F + 127.0F);
    x = hn::IfThenElse(hn::Lt(x, hn::Set(tag, min_power)), hn::Set(tag, zero_power), x);
    const Power shifted = hn::Add(x, shift);
    const Power f = hn::Sub(x, hn::Sub(shifted, shift));
    Power power = hn::MulAdd(hn::Set(tag, 0.0013276472F), f, hn::Set(tag, 0.00967554133F));
    power = hn::MulAdd(power, f, hn::Set(tag, 0.0555071327F));
    power = hn::MulAdd(power, f, hn::Set(tag, 0.240221197F));
    power = hn::MulAdd(power, f, hn::Set(tag, 0.693146967F));
    power = hn::MulAdd(power, f, hn::Set(tag, 1.00000007F));
    return hn::Mul(power,
                   hn::BitCast(tag, hn::ShiftLeft<23>(hn::BitCast(hn::RebindToSigned<PowerTag>(), shifted))));
}

}  // namespace poslab::flash_attention::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
