#include "core/engine/flash_attention/kernels.hpp"

#include <algorithm>

#define HWY_TARGET_INCLUDE "core/engine/flash_attention/rotation_kernels.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace poslab::flash_attention::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<float, row_unit>;
using Integers = hn::RebindToSigned<Tag>;
using Vector = hn::Vec<Tag>;
using FourTag = hn::CappedTag<float, 4>;

// Taylor sums for the rest after the nearest quarter turn, at most pi / 4; the first omitted term is 2e-9.
HWY_ATTR void cosines_of(std::size_t count, const std::int32_t* turns, float* cosines, float* sines) {
    const Tag tag;
    const Integers integers;
    for (std::size_t n = 0; n < count; n += hn::Lanes(tag)) {
        const auto turn = hn::Load(integers, turns + n);
        const auto quarter = hn::ShiftRight<30>(hn::Add(turn, hn::Set(integers, 1 << 29)));
        const Vector x = hn::Mul(hn::ConvertTo(tag, hn::Sub(turn, hn::ShiftLeft<30>(quarter))),
                                 hn::Set(tag, 1.46291807926715968e-9F));  // 2 pi / 2^32
        const Vector square = hn::Mul(x, x);
        Vector sine = hn::MulAdd(hn::Set(tag, 1.0F / 362880), square, hn::Set(tag, -1.0F / 5040));
        sine = hn::MulAdd(sine, square, hn::Set(tag, 1.0F / 120));
        sine = hn::MulAdd(sine, square, hn::Set(tag, -1.0F / 6));
        sine = hn::MulAdd(hn::Mul(sine, square), x, x);
        Vector cosine = hn::MulAdd(hn::Set(tag, -1.0F / 3628800), square, hn::Set(tag, 1.0F / 40320));
        cosine = hn::MulAdd(cosine, square, hn::Set(tag, -1.0F / 720));
        cosine = hn::MulAdd(cosine, square, hn::Set(tag, 1.0F / 24));
        cosine = hn::MulAdd(cosine, square, hn::Set(tag, -0.5F));
        cosine = hn::MulAdd(cosine, square, hn::Set(tag, 1.0F));
        const auto one = hn::Set(integers, 1);
        const auto odd = hn::RebindMask(tag, hn::Eq(hn::And(quarter, one), one));
        // The sign of the sine is that of bit 1 of the quarter, the cosine's that of the next quarter.
        const auto sine_sign = hn::BitCast(tag, hn::ShiftLeft<30>(hn::And(quarter, hn::Set(integers, 2))));
        const auto cosine_sign =
            hn::BitCast(tag, hn::ShiftLeft<30>(hn::And(hn::Add(quarter, one), hn::Set(integers, 2))));
        hn::Store(hn::Xor(hn::IfThenElse(odd, cosine, sine), sine_sign), tag, sines + n);
        hn::Store(hn::Xor(hn::IfThenElse(odd, sine, cosine), cosine_sign), tag, cosines + n);
    }
}

HWY_ATTR void turns(std::size_t count, std::uint64_t number, const std::uint64_t* HWY_RESTRICT offsets,
                    const std::uint64_t* HWY_RESTRICT steps, std::int32_t* HWY_RESTRICT out) {
    for (std::size_t n = 0; n < count; ++n)
        out[n] = static_cast<std::int32_t>((offsets[n] + number * steps[n]) >> 32U);
}

HWY_ATTR void part(std::size_t pairs, const float* HWY_RESTRICT row, const float* first_bias,
                   const float* second_bias, float* HWY_RESTRICT first, float* HWY_RESTRICT second) {
    for (std::size_t p = 0; p < pairs; ++p) {
        first[p] = row[2 * p] + first_bias[p];
        second[p] = row[2 * p + 1] + second_bias[p];
    }
}

HWY_ATTR void rotate(const PairRow& row, float* first, float* second) {
    const Tag tag;
    const Vector factor = hn::Set(tag, row.factor);
    for (std::size_t n = 0; n < row.pairs; n += hn::Lanes(tag)) {
        const Vector a = hn::Mul(factor, hn::Load(tag, row.first + n));
        const Vector b = hn::Mul(factor, hn::Load(tag, row.second + n));
        if (row.cosines == nullptr) {
            hn::Store(a, tag, first + n);
            hn::Store(b, tag, second + n);
            continue;
        }
        const Vector cosine = hn::Load(tag, row.cosines + n);
        const Vector sine = hn::Load(tag, row.sines + n);
        hn::Store(hn::NegMulAdd(b, sine, hn::Mul(a, cosine)), tag, first + n);
        hn::Store(hn::MulAdd(a, sine, hn::Mul(b, cosine)), tag, second + n);
    }
}

HWY_ATTR void interleave(std::size_t count, const float* const* rows, float* out, std::size_t stride) {
    const Tag tag;
    const FourTag four;
    alignas(vector_bytes) float mixed[4 * row_unit];
    for (std::size_t n = 0; n < count; n += hn::Lanes(tag)) {
        hn::StoreInterleaved4(hn::Load(tag, rows[0] + n), hn::Load(tag, rows[1] + n),
                              hn::Load(tag, rows[2] + n), hn::Load(tag, rows[3] + n), tag, mixed);
        const std::size_t end = std::min(count - n, hn::Lanes(tag));
        for (std::size_t k = 0; k < end; ++k)
            for (std::size_t part = 0; part < 4; part += hn::Lanes(four))
                hn::StoreU(hn::LoadU(four, mixed + 4 * k + part), four, out + (n + k) * stride + part);
    }
}

}  // namespace poslab::flash_attention::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace poslab::flash_attention {

HWY_EXPORT(cosines_of);
HWY_EXPORT(rotate);
HWY_EXPORT(turns);
HWY_EXPORT(part);
HWY_EXPORT(interleave);

void sines_and_cosines(std::size_t count, const std::int32_t* turns, float* cosines, float* sines) {
    HWY_DYNAMIC_DISPATCH(cosines_of)(count, turns, cosines, sines);
}
void turns_at(std::size_t count, std::uint64_t number, const std::uint64_t* offsets,
              const std::uint64_t* steps, std::int32_t* out) {
    HWY_DYNAMIC_DISPATCH(turns)(count, number, offsets, steps, out);
}
void part_pairs(std::size_t pairs, const float* row, const float* first_bias, const float* second_bias,
                float* first, float* second) {
    HWY_DYNAMIC_DISPATCH(part)(pairs, row, first_bias, second_bias, first, second);
}
void rotate_pairs(const PairRow& row, float* first, float* second) {
    HWY_DYNAMIC_DISPATCH(rotate)(row, first, second);
}
void interleave_rows(std::size_t count, const float* const* rows, float* out, std::size_t stride) {
    HWY_DYNAMIC_DISPATCH(interleave)(count, rows, out, stride);
}

}  // namespace poslab::flash_attention
#endif
