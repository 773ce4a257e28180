// Included once per instruction set of Highway, selected by its toggle: sine and cosine of float64 from one
// reduction.
#if defined(POSLAB_SINE_COSINE_TOGGLE) == defined(HWY_TARGET_TOGGLE)
#ifdef POSLAB_SINE_COSINE_TOGGLE
#undef POSLAB_SINE_COSINE_TOGGLE
#else
#define POSLAB_SINE_COSINE_TOGGLE
#endif

#include <hwy/highway.h>

#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace poslab::HWY_NAMESPACE {

using AngleTag = hwy::HWY_NAMESPACE::CappedTag<double, 8>;
using Angle = hwy::HWY_NAMESPACE::Vec<AngleTag>;

struct SineCosine {
    Angle sine, cosine;
};

/// Coefficients from the highest degree down.
template <std::size_t count>
HWY_INLINE HWY_ATTR Angle polynomial(const double (&coefficients)[count], Angle x) {
    namespace hn = hwy::HWY_NAMESPACE;
    Angle sum = hn::Set(AngleTag(), coefficients[0]);
    for (std::size_t n = 1; n < count; ++n) sum = hn::MulAdd(sum, x, hn::Set(AngleTag(), coefficients[n]));
    return sum;
}

/// Requires |x| <= 2^10; within 2.5e-16. On the remaining eighth of a turn, Taylor terms up to x^17 leave an
/// error below 2^-60.
HWY_INLINE HWY_ATTR SineCosine sine_cosine(Angle x) {
    namespace hn = hwy::HWY_NAMESPACE;
    static constexpr double sine_terms[]{
        1.0 / 355687428096000, -1.0 / 1307674368000, 1.0 / 6227020800, -1.0 / 39916800,
        1.0 / 362880,          -1.0 / 5040,          1.0 / 120,        -1.0 / 6};
    static constexpr double cosine_terms[]{
        1.0 / 20922789888000, -1.0 / 87178291200, 1.0 / 479001600, -1.0 / 3628800,
        1.0 / 40320,          -1.0 / 720,         1.0 / 24};
    const AngleTag tag;
    const hn::RebindToSigned<AngleTag> whole;
    // Adding it rounds to an integer number of quarters and leaves that in the lowest bits.
    const Angle shift = hn::Set(tag, 0x1.8p52);
    const Angle shifted = hn::MulAdd(x, hn::Set(tag, 0x1.45f306dc9c883p-1), shift);
    const Angle quarters = hn::Sub(shifted, shift);
    // A quarter turn in parts of 33 bits: their products with fewer than 2^20 quarters are exact even without
    // FMA.
    Angle rest = hn::NegMulAdd(quarters, hn::Set(tag, 0x1.921fb544p0), x);
    rest = hn::NegMulAdd(quarters, hn::Set(tag, 0x1.0b4611a6p-34), rest);
    rest = hn::NegMulAdd(quarters, hn::Set(tag, 0x1.3198a2e037073p-69), rest);
    const Angle square = hn::Mul(rest, rest);
    const Angle sine = hn::MulAdd(hn::Mul(rest, square), polynomial(sine_terms, square), rest);
    const Angle beyond_half =
        hn::MulAdd(hn::Mul(square, square), polynomial(cosine_terms, square), hn::Set(tag, 1));
    const Angle cosine = hn::NegMulAdd(hn::Set(tag, 0.5), square, beyond_half);
    const auto quadrant = hn::BitCast(whole, shifted);
    const auto one = hn::Set(whole, 1), two = hn::Set(whole, 2);
    const auto odd = hn::RebindMask(tag, hn::TestBit(quadrant, one));
    const auto sine_sign = hn::BitCast(tag, hn::ShiftLeft<62>(hn::And(quadrant, two)));
    const auto cosine_sign = hn::BitCast(tag, hn::ShiftLeft<62>(hn::And(hn::Add(quadrant, one), two)));
    return {hn::Xor(hn::IfThenElse(odd, cosine, sine), sine_sign),
            hn::Xor(hn::IfThenElse(odd, sine, cosine), cosine_sign)};
}

}  // namespace poslab::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
