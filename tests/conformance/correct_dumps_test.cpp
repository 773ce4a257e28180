// No correct dump is reported as wrong: float32 programs with random configs, in every file format.

#include "core/conformance/conformance.hpp"
#include "tests/conformance/float32_program.hpp"

#include <gtest/gtest.h>

#include <random>

namespace poslab {
namespace {

using test::Float32Program;
using test::saved;

const char* const types[]{"float32", "float16", "bfloat16"};

class RandomConfigs {
  public:
    RotarySpec spec() {
        RotarySpec spec;
        spec.scaling = one({"none", "linear", "ntk", "llama3", "yarn"});
        spec.base = one<double>({10'000, 10'000, 500'000, 1'000'000, 10'000'000, 150'000});
        spec.dim = one<std::int64_t>({64, 80, 96, 128, 192, 256});
        spec.rotary_fraction = one<double>({1, 1, 1, 0.5, 0.25});
        spec.factor = one<double>({1.5, 2, 4, 8, 16, 32, 64});
        spec.low_freq_factor = 1;
        spec.high_freq_factor = one<double>({2, 4, 8});
        spec.beta_fast = one<double>({32, 32, 16, 64});
        spec.train_length = one<std::int64_t>({2048, 4096, 8192, 32'768});
        spec.length = static_cast<std::int64_t>(static_cast<double>(spec.train_length) * spec.factor);
        return spec;
    }
    std::int64_t below(std::int64_t most) {
        return std::uniform_int_distribution<std::int64_t>(0, most - 1)(random_);
    }
    float normal() { return std::normal_distribution<float>()(random_); }
    template <class T = const char*>
    T one(const std::vector<T>& choices) {
        return choices[static_cast<std::size_t>(below(std::ssize(choices)))];
    }
    std::vector<float> normals(std::int64_t count) {
        std::vector<float> all;
        for (std::int64_t n = 0; n < count; ++n) all.push_back(normal());
        return all;
    }

  private:
    std::mt19937_64 random_{24};
};

std::string description(const RotarySpec& spec, const ConformanceReport& report) {
    return std::string(spec.scaling->id) + " base " + std::to_string(spec.base) + " dim " +
           std::to_string(spec.dim) + " fraction " + std::to_string(spec.rotary_fraction) + " factor " +
           std::to_string(spec.factor) + ": " + std::to_string(report.fit.largest.deviation) + " at " +
           std::to_string(report.fit.largest.row) + ", " + std::to_string(report.fit.largest.column) +
           ", share " + std::to_string(report.fit.share);
}

void expect_right(const Dump& dump, const Implementation& right) {
    const ConformanceReport report = check_conformance(dump, right, 4096);
    EXPECT_TRUE(report.agrees) << report.subject->id << " " << description(right.rotary, report) << " "
                               << (report.explanations.empty() ? "" : report.explanations.front().id());
}

TEST(CorrectDumps, FrequenciesOfAThousandConfigsAgree) {
    RandomConfigs random;
    for (int n = 0; n < 1000; ++n) {
        const RotarySpec spec = random.spec();
        const Float32Program program{spec};
        for (const char* const type : types) {
            Dump dump;
            dump.arrays["inverse-frequency"] = saved(program.theta, {program.pairs()}, type);
            expect_right(dump, Implementation(spec, Pairing::gpt_neox));
        }
    }
}

// The spacing of subnormal numbers is absolute: below 6e-5 in float16, below 1e-38 in float32.
TEST(CorrectDumps, SubnormalVectorsAgree) {
    const Implementation right(RotarySpec{}, Pairing::gpt_neox);
    RandomConfigs random;
    for (const auto& [type, size] : {std::pair("float16", 3e-3), std::pair("float16", 1e-6),
                                     std::pair("bfloat16", 1e-38), std::pair("float32", 1e-42)}) {
        const Float32Program program{right.rotary};
        constexpr std::int64_t rows = 200, dim = 128;
        std::vector<double> before;
        for (std::int64_t n = 0; n < rows * dim; ++n) before.push_back(size * random.normal());
        Dump dump;
        dump.arrays["before"] = saved(before, {rows, dim}, type);
        std::vector<double> after = dump.arrays["before"].values;
        for (std::int64_t row = 0; row < rows; ++row)
            right.rotate(std::span(after).subspan(static_cast<std::size_t>(row * dim), dim),
                         static_cast<double>(row));
        dump.arrays["after"] = saved(after, {rows, dim}, type);
        expect_right(dump, right);
    }
}

TEST(CorrectDumps, TablesAtRandomPositionsAgree) {
    RandomConfigs random;
    for (int n = 0; n < 1000; ++n) {
        const RotarySpec spec = random.spec();
        const Float32Program program{spec};
        std::vector<float> cos, sin;
        std::vector<double> positions;
        for (int row = 0; row < 8; ++row) {
            const std::int64_t position = random.below(spec.length);
            positions.push_back(static_cast<double>(position));
            for (std::int64_t column = 0; column < 2 * program.pairs(); ++column) {
                cos.push_back(std::cos(program.angle(position, column % program.pairs())) * program.factor);
                sin.push_back(std::sin(program.angle(position, column % program.pairs())) * program.factor);
            }
        }
        for (const char* const type : types) {
            Dump dump;
            dump.arrays["cos"] = saved(cos, {8, 2 * program.pairs()}, type);
            dump.arrays["sin"] = saved(sin, {8, 2 * program.pairs()}, type);
            dump.arrays["positions"] = saved(positions, {8}, "float64");
            expect_right(dump, Implementation(spec, Pairing::gpt_neox));
        }
    }
}

TEST(CorrectDumps, RotatedVectorsAgree) {
    RandomConfigs random;
    for (int n = 0; n < 1000; ++n) {
        const RotarySpec spec = random.spec();
        const Pairing pairing = random.one<Pairing>({Pairing::gpt_j, Pairing::gpt_neox});
        const Float32Program program{spec, pairing};
        constexpr std::int64_t heads = 2, tokens = 6;
        const std::int64_t first = random.below(spec.length - tokens);
        const std::string type = types[n % 3];
        const NumberArray before =
            saved(random.normals(heads * tokens * spec.dim), {1, heads, tokens, spec.dim}, type);
        std::vector<float> after;
        std::vector<double> positions;
        for (std::int64_t row = 0; row < heads * tokens; ++row) {
            const auto begin = before.values.begin() + row * spec.dim;
            const std::vector<float> turned = program.turned({begin, begin + spec.dim}, first + row % tokens);
            after.insert(after.end(), turned.begin(), turned.end());
            if (row < tokens) positions.push_back(static_cast<double>(first + row));
        }
        Dump dump;
        dump.arrays["before"] = before;
        dump.arrays["after"] = saved(after, before.shape, type);
        dump.arrays["positions"] = saved(positions, {tokens}, "float64");
        expect_right(dump, Implementation(spec, pairing));
    }
}

TEST(CorrectDumps, LogitsOfGroupedHeadsAgree) {
    RandomConfigs random;
    for (int n = 0; n < 1000; ++n) {
        const RotarySpec spec = random.spec();
        const Float32Program program{spec};
        constexpr std::int64_t heads = 4, key_heads = 2, tokens = 12;
        const std::string type = types[n % 3];
        const NumberArray queries = saved(random.normals(heads * tokens * spec.dim),
                                          {heads, tokens, spec.dim}, type),
                          keys = saved(random.normals(key_heads * tokens * spec.dim),
                                       {key_heads, tokens, spec.dim}, type);
        const auto vector = [&](const NumberArray& array, std::int64_t head, std::int64_t token) {
            const auto begin = array.values.begin() + (head * tokens + token) * spec.dim;
            return program.turned({begin, begin + spec.dim}, token);
        };
        std::vector<float> logits;
        for (std::int64_t head = 0; head < heads; ++head)
            for (std::int64_t query = 0; query < tokens; ++query) {
                const std::vector<float> q = vector(queries, head, query);
                for (std::int64_t key = 0; key < tokens; ++key) {
                    const std::vector<float> k = vector(keys, head / 2, key);
                    float sum = 0;
                    for (std::size_t d = 0; d < q.size(); ++d) sum += q[d] * k[d];
                    logits.push_back(key > query ? -INFINITY : sum / std::sqrt(static_cast<float>(spec.dim)));
                }
            }
        Dump dump;
        dump.arrays["queries"] = queries;
        dump.arrays["keys"] = keys;
        dump.arrays["logits"] = saved(logits, {heads, tokens, tokens}, type);
        expect_right(dump, Implementation(spec, Pairing::gpt_neox));
    }
}

// Transformers' DeepSeek and GLM: tables are duplicated halves, and vectors are reordered to halves before
// the rotation.
TEST(CorrectDumps, TablesInHalvesOfInterleavedModelsAgree) {
    RotarySpec spec;
    spec.dim = 64;
    const Float32Program program{spec};
    std::vector<float> cos, sin;
    for (std::int64_t position = 0; position < 16; ++position)
        for (std::int64_t column = 0; column < 64; ++column) {
            cos.push_back(std::cos(program.angle(position, column % 32)));
            sin.push_back(std::sin(program.angle(position, column % 32)));
        }
    Dump dump;
    dump.arrays["cos"] = saved(cos, {16, 64}, "float32");
    dump.arrays["sin"] = saved(sin, {16, 64}, "float32");
    expect_right(dump, Implementation(spec, Pairing::gpt_j));
}

// One token at position 0, as [batch, heads, tokens, dim].
TEST(CorrectDumps, ASingleTokenStaysAsItIs) {
    RandomConfigs random;
    Dump dump;
    dump.arrays["before"] = dump.arrays["after"] = saved(random.normals(8 * 128), {1, 8, 1, 128}, "float32");
    expect_right(dump, Implementation(RotarySpec{}, Pairing::gpt_neox));
}

// The authors' get_slopes() for 12 heads (docs/formulas.md §4.2): those of 8, then four of 16.
TEST(CorrectDumps, SlopesAgree) {
    Dump dump;
    dump.arrays["alibi-slopes"] =
        saved(std::vector<double>{0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625, 0.0078125, 0.00390625,
                                  0.70710678, 0.35355339, 0.17677670, 0.08838835},
              {12}, "float32");
    expect_right(dump, Implementation());
}

// The first 40 distances of Transformers' T5 decoder: 16 exact ones, then logarithmic up to 128
// (docs/formulas.md §4.2).
TEST(CorrectDumps, BucketsAgree) {
    const std::vector<int> buckets{0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13,
                                   14, 15, 16, 16, 16, 17, 17, 18, 18, 18, 19, 19, 19, 20,
                                   20, 20, 20, 21, 21, 21, 21, 22, 22, 22, 22, 22};
    Dump dump;
    dump.arrays["t5-buckets"] = saved(buckets, {40}, "int64");
    expect_right(dump, Implementation());
}

// LegS in closed form (article 10137, HiPPO): A_nk = −√((2n+1)(2k+1)) below the diagonal, −(n+1) on it; B_n =
// √(2n+1).
TEST(CorrectDumps, MatricesOfLegsAgree) {
    std::vector<double> a, b;
    for (int n = 0; n < 16; ++n) {
        for (int k = 0; k < 16; ++k)
            a.push_back(n > k ? -std::sqrt((2.0 * n + 1) * (2 * k + 1)) : n == k ? -(n + 1.0) : 0);
        b.push_back(std::sqrt(2.0 * n + 1));
    }
    for (const char* const type : types) {
        Dump dump;
        dump.arrays["hippo-a"] = saved(a, {16, 16}, type);
        dump.arrays["hippo-b"] = saved(b, {16, 1}, type);
        expect_right(dump, Implementation());
    }
}

}  // namespace
}  // namespace poslab
