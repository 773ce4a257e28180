#include "core/random.hpp"

#include <cmath>
#include <numbers>

namespace poslab {

namespace {

std::uint64_t split_mix(std::uint64_t state) {
    state += 0x9E3779B97F4A7C15U;
    state = (state ^ (state >> 30U)) * 0xBF58476D1CE4E5B9U;
    state = (state ^ (state >> 27U)) * 0x94D049BB133111EBU;
    return state ^ (state >> 31U);
}

double inside_unit(std::uint64_t bits) { return (static_cast<double>(bits >> 11U) + 0.5) * 0x1p-53; }

}  // namespace

std::uint64_t random_bits(std::uint64_t seed, std::uint64_t stream, std::uint64_t index) {
    return split_mix(split_mix(seed ^ (stream * 0x9E3779B97F4A7C15U)) + index);
}

double random_normal(std::uint64_t seed, RandomStream stream, std::uint64_t n) {
    const auto number = static_cast<std::uint64_t>(stream);
    const double u = inside_unit(random_bits(seed, number, 2 * n));
    const double v = inside_unit(random_bits(seed, number, 2 * n + 1));
    return std::sqrt(-2 * std::log(u)) * std::cos(2 * std::numbers::pi * v);
}

}  // namespace poslab
