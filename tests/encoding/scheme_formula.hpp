#pragma once

#include "core/encoding/positions.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>

// A second implementation of the position maps, scheme by scheme and without plans, as the reference for
// tests.
namespace poslab::test {

/// p = whole + over_k / k + times_k * k, exact.
struct Position {
    std::int64_t whole = 0;
    std::int64_t over_k = 0;
    std::int64_t times_k = 0;
    double further = 0;

    [[nodiscard]] double value(double k) const {
        const double base = static_cast<double>(whole) + further;
        if (over_k != 0) return base + static_cast<double>(over_k) / k;
        if (times_k != 0) return base + k * static_cast<double>(times_k);
        return base;
    }
};

inline std::optional<Position> dual_chunk(const PositionMapSpec& s, std::int64_t i, std::int64_t j) {
    const std::int64_t c = s.chunk - s.local;
    const std::int64_t apart = i / c - j / c;
    if (apart == 0) return Position{i % c - j % c};
    if (apart == 1) return Position{std::min(i % c + c, s.chunk) - j % c};
    return Position{std::min(2 * c - 1, s.chunk) - j % c};
}

/// Prefill divides w by G as floats, decoding as integers (LongLM, self_extend_patch/Llama.py).
inline std::optional<Position> self_extend(const PositionMapSpec& s, std::int64_t i, std::int64_t j) {
    if (i - j < s.w) return Position{i - j};
    Position p{i / s.group - j / s.group + s.w - s.w / s.group};
    if (s.group_shift == GroupShift::prefill)
        p.further = -static_cast<double>(s.w % s.group) / static_cast<double>(s.group);
    return p;
}

inline std::optional<Position> sinks(const PositionMapSpec& s, std::int64_t i, std::int64_t j) {
    if (i < s.sinks + s.recent) return Position{i - j};
    if (j < s.sinks) return Position{s.sinks + s.recent - 1 - j};
    if (i - j < s.recent) return Position{i - j};
    return std::nullopt;
}

/// p(i, j) for i >= j; nullopt where masked.
inline std::optional<Position> looking_back(const PositionMapSpec& s, std::int64_t i, std::int64_t j) {
    const std::int64_t d = i - j;
    if (s.map == "rope") return Position{d};
    if (s.map == "pi") return Position{0, d};
    if (s.map == "rerope") return Position{std::min(d, s.w)};
    if (s.map == "leaky-rerope") return d < s.w ? Position{d} : Position{s.w, d - s.w};
    if (s.map == "inv-leaky-rerope") return d < s.w ? Position{d} : Position{s.w, 0, d - s.w};
    if (s.map == "self-extend") return self_extend(s, i, j);
    if (s.map == "dual-chunk") return dual_chunk(s, i, j);
    if (s.map == "sinks") return sinks(s, i, j);
    throw std::logic_error("a map without a second formula: " + std::string(s.map->id));
}

inline std::optional<Position> position(const PositionMapSpec& s, std::int64_t i, std::int64_t j) {
    if (i >= j) return looking_back(s, i, j);
    if (s.causal) return std::nullopt;
    auto p = looking_back(s, j, i);
    if (p) *p = {-p->whole, -p->over_k, -p->times_k, -p->further};
    return p;
}

inline std::int64_t draw(std::mt19937_64& random, std::int64_t least, std::int64_t most) {
    return std::uniform_int_distribution<std::int64_t>(least, most)(random);
}

/// A random map with parameters of the order of `length`, including small and odd ones.
inline PositionMapSpec random_spec(std::mt19937_64& random, std::int64_t length) {
    constexpr double factors[] = {1, 1.5, 3, 7.3, 16, 1e6};
    PositionMapSpec s;
    s.map = OneOf<PositionMap>::at(draw(random, 0, static_cast<std::int64_t>(PositionMap::all().size()) - 1));
    s.w = draw(random, 0, length + 3);
    s.k = factors[draw(random, 0, 5)];
    s.group = draw(random, 1, 9);
    s.chunk = draw(random, 1, length / 2 + 2);
    s.local = draw(random, 0, s.chunk - 1);
    s.sinks = draw(random, 0, 5);
    s.recent = draw(random, 0, length / 2);
    s.causal = draw(random, 0, 1) == 1;
    return s;
}

inline std::string describe(const PositionMapSpec& s) {
    return "map " + std::string(s.map->id) + " w " + std::to_string(s.w) + " k " + std::to_string(s.k) +
           " group " + std::to_string(s.group) + " chunk " + std::to_string(s.chunk) + " local " +
           std::to_string(s.local) + " sinks " + std::to_string(s.sinks) + " recent " +
           std::to_string(s.recent) + (s.causal ? " causal" : " two-sided");
}

/// A branch that no scheme makes: random scales, offsets, shifts, caps and several edges. The periods of its
/// axes and its condition agree in most cases, as the fast paths require.
inline Branch random_branch(std::mt19937_64& random) {
    const std::int64_t period = draw(random, 2, 7);
    const auto period_or = [&](std::int64_t other) {
        const std::int64_t any = draw(random, 0, 9);
        return static_cast<std::int32_t>(any == 0 ? draw(random, 1, 9) : any < 5 ? other : period);
    };
    const double scale = static_cast<double>(draw(random, 1, 3));
    const double divisor = static_cast<double>(draw(random, 1, 3));
    const auto axis = [&] {
        AxisFunction a;
        a.offset = static_cast<double>(draw(random, -3, 3)) / 2;
        a.scale = draw(random, 0, 3) > 0 ? scale : static_cast<double>(draw(random, 0, 3));
        a.divisor = draw(random, 0, 3) > 0 ? divisor : 1;
        a.shift = static_cast<std::int32_t>(draw(random, 0, 1) * draw(random, -5, 5));
        a.modulus = period_or(0);
        a.group = a.modulus > 0 && draw(random, 0, 4) > 0 ? 1 : period_or(1);
        a.cap = static_cast<std::int32_t>(draw(random, 0, 1) * draw(random, 0, 6) - 1);
        return a;
    };
    Branch branch{axis(), axis(), {}};
    Condition& condition = branch.condition;
    condition.group = period_or(1);
    condition.distances.begin = draw(random, 0, 6);
    condition.distances.end =
        draw(random, 0, 2) == 0 ? unbounded : condition.distances.begin + draw(random, 0, 9);
    condition.queries = {draw(random, 0, 9), draw(random, 10, 60)};
    condition.keys = {draw(random, 0, 9), draw(random, 10, 60)};
    return branch;
}

}  // namespace poslab::test
