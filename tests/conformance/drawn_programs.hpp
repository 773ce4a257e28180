#pragma once

// Dumps of float32 programs with random configs, whose positions are given by a function.

#include "core/conformance/conformance.hpp"
#include "tests/conformance/float32_program.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace poslab::test {

using Positions = std::function<double(std::int64_t)>;

/// Configs, numbers and choices from one seed.
class Draw {
  public:
    explicit Draw(int seed) : random_(static_cast<std::uint64_t>(seed)) {}

    std::int64_t below(std::int64_t end) {
        return std::uniform_int_distribution<std::int64_t>(0, end - 1)(random_);
    }
    template <class T>
    T one(const std::vector<T>& choices) {
        return choices[static_cast<std::size_t>(below(std::ssize(choices)))];
    }
    std::vector<float> normals(std::int64_t count) {
        std::normal_distribution<float> normal;
        std::vector<float> all;
        for (std::int64_t n = 0; n < count; ++n) all.push_back(normal(random_));
        return all;
    }
    RotarySpec spec() {
        RotarySpec spec;
        spec.scaling = one<const char*>({"none", "none", "linear", "ntk", "llama3", "yarn"});
        spec.base = one<double>({10'000, 500'000, 1'000'000});
        spec.dim = one<std::int64_t>({64, 96, 128, 256});
        spec.factor = one<double>({2, 4, 8, 16});
        spec.train_length = one<std::int64_t>({4096, 8192, 32'768});
        spec.length = static_cast<std::int64_t>(static_cast<double>(spec.train_length) * spec.factor);
        return spec;
    }

  private:
    std::mt19937_64 random_;
};

/// Llama 3's base and a context extended from 8,192 tokens by this scaling.
inline RotarySpec scaled_spec(const char* id, double factor = 8, std::int64_t dim = 128) {
    RotarySpec spec;
    spec.dim = dim;
    spec.scaling = id;
    spec.factor = factor;
    spec.base = 500'000;
    spec.train_length = 8192;
    spec.length = 65'536;
    return spec;
}

/// Vectors [tokens, dim] and their rotation by those positions in the program.
inline Dump vectors_at(Draw& draw, const Float32Program& program, std::int64_t tokens, const Positions& at) {
    const std::int64_t dim = program.spec.dim;
    const std::vector<float> before = draw.normals(tokens * dim);
    std::vector<float> after;
    for (std::int64_t token = 0; token < tokens; ++token) {
        const auto begin = before.begin() + token * dim;
        std::vector<float> one(begin, begin + dim);
        for (std::int64_t pair = 0; pair < program.pairs(); ++pair) {
            const double angle =
                at(token) * static_cast<double>(program.theta[static_cast<std::size_t>(pair)]);
            const auto a = static_cast<std::size_t>(pair),
                       b = static_cast<std::size_t>(pair + program.pairs());
            const double c = std::cos(angle) * program.factor, s = std::sin(angle) * program.factor,
                         x = one[a], y = one[b];
            one[a] = static_cast<float>(x * c - y * s);
            one[b] = static_cast<float>(y * c + x * s);
        }
        after.insert(after.end(), one.begin(), one.end());
    }
    Dump dump;
    dump.arrays["before"] = saved(before, {tokens, dim}, "float32");
    dump.arrays["after"] = saved(after, {tokens, dim}, "float32");
    return dump;
}

inline Dump tables_at(const Float32Program& program, std::int64_t rows, const Positions& at) {
    std::vector<float> cos, sin;
    for (std::int64_t row = 0; row < rows; ++row)
        for (std::int64_t column = 0; column < 2 * program.pairs(); ++column) {
            const double angle =
                at(row) *
                static_cast<double>(program.theta[static_cast<std::size_t>(column % program.pairs())]);
            cos.push_back(static_cast<float>(std::cos(angle)) * program.factor);
            sin.push_back(static_cast<float>(std::sin(angle)) * program.factor);
        }
    Dump dump;
    dump.arrays["cos"] = saved(cos, {rows, 2 * program.pairs()}, "float32");
    dump.arrays["sin"] = saved(sin, {rows, 2 * program.pairs()}, "float32");
    return dump;
}

inline Implementation right_of(const Float32Program& program) { return {program.spec, program.pairing}; }

inline std::string label_of(const Explanation& explanation) {
    std::string all;
    for (const Message& label : explanation.labels) all += (all.empty() ? "" : "; ") + label.english();
    return all;
}

/// Returns every explanation that fits: "positions-shifted: positions are shifted by 5: all are too large |
/// …".
inline std::string nearest_valid(const Dump& dump, const Implementation& right) {
    const ConformanceReport report = check_conformance(dump, right, 4096);
    if (report.agrees) return "agrees";
    std::string all;
    for (const Explanation& explanation : report.explanations)
        if (explanation.fits) all += explanation.id() + ": " + label_of(explanation) + " | ";
    return all.empty() ? "nothing" : all;
}

inline void expect_named(const Dump& dump, const Implementation& right, const std::string& text) {
    EXPECT_NE(nearest_valid(dump, right).find(text), std::string::npos)
        << text << ", but " << nearest_valid(dump, right) << "; " << right.rotary.scaling->id << " base "
        << right.rotary.base << " factor " << right.rotary.factor << " dim " << right.rotary.dim;
}

}  // namespace poslab::test
