#include "core/base/random.hpp"

#include <cmath>
#include <cstddef>
#include <numbers>

// Highway compiles the code below once per instruction set and selects one at run time.
#define HWY_TARGET_INCLUDE "core/base/random.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
#include <hwy/highway.h>

#include <hwy/contrib/math/math-inl.h>

HWY_BEFORE_NAMESPACE();
namespace poslab::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::ScalableTag<double>;
using BitsTag = hn::RebindToUnsigned<Tag>;
using Vector = hn::Vec<Tag>;
using BitsVector = hn::Vec<BitsTag>;

// Constants of SplitMix64: the increment of the counter and the factors of the mixing steps.
constexpr std::uint64_t golden = 0x9E3779B97F4A7C15U;
constexpr std::uint64_t first_factor = 0xBF58476D1CE4E5B9U;
constexpr std::uint64_t second_factor = 0x94D049BB133111EBU;

// Vectorized versions of the scalar bits and Box-Muller functions below.
HWY_INLINE Vector uniform(BitsVector counter) {
    const BitsTag tag;
    BitsVector state = hn::Add(counter, hn::Set(tag, golden));
    state = hn::Mul(hn::Xor(state, hn::ShiftRight<30>(state)), hn::Set(tag, first_factor));
    state = hn::Mul(hn::Xor(state, hn::ShiftRight<27>(state)), hn::Set(tag, second_factor));
    state = hn::Xor(state, hn::ShiftRight<31>(state));
    const Vector whole =
        hn::ConvertTo(Tag(), hn::BitCast(hn::RebindToSigned<Tag>(), hn::ShiftRight<11>(state)));
    return hn::Mul(hn::Add(whole, hn::Set(Tag(), 0.5)), hn::Set(Tag(), 0x1p-53));
}

HWY_INLINE Vector normals_at(BitsVector counter) {
    const Tag tag;
    const Vector u = uniform(counter);
    const Vector v = uniform(hn::Add(counter, hn::Set(BitsTag(), 1)));
    const Vector radius = hn::Sqrt(hn::Mul(hn::Set(tag, -2), hn::Log(tag, u)));
    return hn::Mul(radius, hn::Cos(tag, hn::Mul(hn::Set(tag, 2 * std::numbers::pi), v)));
}

// `counter` belongs to the first number; each number uses two.
HWY_ATTR void fill_normals(std::uint64_t counter, double* out, std::size_t size) {
    const Tag tag;
    const BitsTag bits;
    const std::size_t lanes = hn::Lanes(tag);
    const BitsVector offsets = hn::ShiftLeft<1>(hn::Iota(bits, 0));
    for (; size >= lanes; size -= lanes, out += lanes, counter += 2 * lanes)
        hn::StoreU(normals_at(hn::Add(hn::Set(bits, counter), offsets)), tag, out);
    if (size == 0) return;
    HWY_ALIGN double last[hn::MaxLanes(tag)];
    hn::Store(normals_at(hn::Add(hn::Set(bits, counter), offsets)), tag, last);
    for (std::size_t lane = 0; lane < size; ++lane) out[lane] = last[lane];
}

}  // namespace poslab::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace poslab {

namespace {

std::uint64_t split_mix(std::uint64_t state) {
    state += HWY_NAMESPACE::golden;
    state = (state ^ (state >> 30U)) * HWY_NAMESPACE::first_factor;
    state = (state ^ (state >> 27U)) * HWY_NAMESPACE::second_factor;
    return state ^ (state >> 31U);
}

std::uint64_t first_counter(std::uint64_t seed, std::uint64_t stream) {
    return split_mix(seed ^ (stream * HWY_NAMESPACE::golden));
}

double inside_unit(std::uint64_t bits) { return (static_cast<double>(bits >> 11U) + 0.5) * 0x1p-53; }

HWY_EXPORT(fill_normals);

}  // namespace

std::uint64_t random_bits(std::uint64_t seed, std::uint64_t stream, std::uint64_t index) {
    return split_mix(first_counter(seed, stream) + index);
}

double random_normal(std::uint64_t seed, RandomStream stream, std::uint64_t n) {
    const auto number = static_cast<std::uint64_t>(stream);
    const double u = inside_unit(random_bits(seed, number, 2 * n));
    const double v = inside_unit(random_bits(seed, number, 2 * n + 1));
    return std::sqrt(-2 * std::log(u)) * std::cos(2 * std::numbers::pi * v);
}

void random_normals(std::uint64_t seed, RandomStream stream, std::uint64_t first, std::span<double> out) {
    const std::uint64_t counter = first_counter(seed, static_cast<std::uint64_t>(stream)) + 2 * first;
    HWY_DYNAMIC_DISPATCH(fill_normals)(counter, out.data(), out.size());
}

}  // namespace poslab
#endif
