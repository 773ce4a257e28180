// Mistakes of implementations, dumped by float32 programs that make them; the formulas are those of real
// programs.

#include "tests/conformance/drawn_programs.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <numbers>
#include <utility>

namespace poslab::test {
namespace {

using Rows = std::vector<std::vector<float>>;

RotarySpec plain(std::int64_t dim) {
    RotarySpec spec;
    spec.dim = dim;
    spec.train_length = spec.length = 4096;
    return spec;
}

Rows drawn_rows(Draw& draw, std::int64_t count, std::int64_t dim) {
    Rows rows;
    for (std::int64_t n = 0; n < count; ++n) rows.push_back(draw.normals(dim));
    return rows;
}

NumberArray array_of(const Rows& rows, const std::vector<std::int64_t>& shape) {
    std::vector<float> all;
    for (const std::vector<float>& row : rows) all.insert(all.end(), row.begin(), row.end());
    return saved(all, shape, "float32");
}

/// rotate(x, y, cos, sin) returns the new x and y of a pair of halves.
template <class Rotate>
Rows rotated(const Rows& before, const Float32Program& program, const Rotate& rotate) {
    Rows after = before;
    for (std::size_t row = 0; row < after.size(); ++row)
        for (std::int64_t pair = 0; pair < program.pairs(); ++pair) {
            const float angle = program.angle(static_cast<std::int64_t>(row), pair);
            float &x = after[row][static_cast<std::size_t>(pair)],
                  &y = after[row][static_cast<std::size_t>(pair + program.pairs())];
            rotate(pair, x, y, std::cos(angle), std::sin(angle));
        }
    return after;
}

template <class Rotate>
std::string named(const Rotate& rotate) {
    Draw draw(1);
    const RotarySpec spec = plain(64);
    const Float32Program program{spec};
    const Rows before = drawn_rows(draw, 20, 64);
    Dump dump;
    dump.arrays["before"] = array_of(before, {20, 64});
    dump.arrays["after"] = array_of(rotated(before, program, rotate), {20, 64});
    return nearest_valid(dump, right_of(program));
}

TEST(ImplementationMistakes, AHalfThatIsOverwritten) {
    EXPECT_NE(named([](std::int64_t, float& x, float& y, float c, float s) {
                  x = x * c - y * s;
                  y = y * c + x * s;
              }).find("rotate-half-in-place"),
              std::string::npos);
}

TEST(ImplementationMistakes, ARotateHalfWithoutMinus) {
    EXPECT_NE(named([](std::int64_t, float& x, float& y, float c, float s) {
                  const float before = x;
                  x = x * c + y * s;
                  y = y * c + before * s;
              }).find("rotate-half-sign"),
              std::string::npos);
}

TEST(ImplementationMistakes, OnlyTheFastPairsRotate) {
    const std::string found = named([](std::int64_t pair, float& x, float& y, float c, float s) {
        if (pair >= 16) return;
        const float before = x;
        x = x * c - y * s;
        y = y * c + before * s;
    });
    EXPECT_NE(found.find("half-of-head: only the first half of the pairs rotates"), std::string::npos)
        << found;
}

// Transformers' DeepSeek: (2p, 2p + 1) to halves, then rotate_half; the result stays in halves.
TEST(ImplementationMistakes, OutputLeftInHalves) {
    Draw draw(2);
    const RotarySpec spec = plain(64);
    const Float32Program program{spec, Pairing::gpt_j};
    const Rows before = drawn_rows(draw, 20, 64);
    Rows after = before;
    for (std::size_t row = 0; row < 20; ++row)
        for (std::size_t p = 0; p < 32; ++p) {
            const float angle = program.angle(static_cast<std::int64_t>(row), static_cast<std::int64_t>(p));
            const float c = std::cos(angle), s = std::sin(angle), x = before[row][2 * p],
                        y = before[row][2 * p + 1];
            after[row][p] = x * c - y * s;
            after[row][p + 32] = y * c + x * s;
        }
    Dump dump;
    dump.arrays["before"] = array_of(before, {20, 64});
    dump.arrays["after"] = array_of(after, {20, 64});
    expect_named(dump, right_of(program), "output-reordered");
}

TEST(ImplementationMistakes, AnglesInFloat16) {
    const RotarySpec spec = plain(64);
    const Float32Program program{spec};
    std::vector<float> cos, sin;
    for (std::int64_t position = 0; position < 300; ++position)
        for (std::int64_t pair = 0; pair < 32; ++pair) {
            const auto angle = static_cast<float>(held(program.angle(position, pair), Precision::float16));
            cos.push_back(std::cos(angle));
            sin.push_back(std::sin(angle));
        }
    Dump dump;
    dump.arrays["cos"] = saved(cos, {300, 32}, "float32");
    dump.arrays["sin"] = saved(sin, {300, 32}, "float32");
    EXPECT_TRUE(nearest_valid(dump, right_of(program)).starts_with("phases-in-float16:"))
        << nearest_valid(dump, right_of(program));
}

TEST(ImplementationMistakes, HalfAsManyNumbersAreNotHalfAHead) {
    std::vector<float> numbers;
    for (int n = 0; n < 32; ++n) numbers.push_back(1.0F - 0.029F * static_cast<float>(n));
    Dump dump;
    dump.arrays["inverse-frequency"] = saved(numbers, {32}, "float32");
    EXPECT_EQ(nearest_valid(dump, Implementation(plain(128), Pairing::gpt_neox)), "nothing");
}

TEST(ImplementationMistakes, OnesAreNoScaling) {
    Dump dump;
    dump.arrays["inverse-frequency"] = saved(std::vector<float>(32, 1.0F), {32}, "float32");
    EXPECT_EQ(nearest_valid(dump, Implementation(plain(64), Pairing::gpt_neox)), "nothing");
}

// modeling_rope_utils.py: the base grows only beyond the trained length, so a short text has the plain
// frequencies.
TEST(ImplementationMistakes, DynamicFrequenciesOfAShortText) {
    RotarySpec spec = plain(64);
    spec.scaling = "dynamic";
    spec.factor = 4;
    spec.train_length = 2048;
    spec.length = 8192;
    const Float32Program program{plain(64)};
    expect_named(tables_at(program, 100, [](std::int64_t row) { return static_cast<double>(row); }),
                 Implementation(spec, Pairing::gpt_neox),
                 "other-text-length: the frequencies are those of a text of 100 tokens, not of 8192");
}

/// Logits [heads, tokens, tokens] of a program whose query head h uses key head `key_head(h)` of two.
template <class KeyHead, class Logit>
Dump logits_by(const KeyHead& key_head, const Logit& logit) {
    constexpr std::int64_t heads = 8, key_heads = 2, tokens = 10, dim = 64;
    Draw draw(3);
    const Float32Program program{plain(dim)};
    const Rows queries = drawn_rows(draw, heads * tokens, dim),
               keys = drawn_rows(draw, key_heads * tokens, dim);
    std::vector<float> logits;
    for (std::int64_t head = 0; head < heads; ++head)
        for (std::int64_t query = 0; query < tokens; ++query)
            for (std::int64_t key = 0; key < tokens; ++key) {
                const std::vector<float> q = program.turned(
                                             queries[static_cast<std::size_t>(head * tokens + query)], query),
                                         k = program.turned(
                                             keys[static_cast<std::size_t>(key_head(head) * tokens + key)],
                                             key);
                float sum = 0;
                for (std::size_t d = 0; d < q.size(); ++d) sum += q[d] * k[d];
                logits.push_back(logit(sum / 8));
            }
    Dump dump;
    dump.arrays["queries"] = array_of(queries, {heads, tokens, dim});
    dump.arrays["keys"] = array_of(keys, {key_heads, tokens, dim});
    dump.arrays["logits"] = saved(logits, {heads, tokens, tokens}, "float32");
    return dump;
}

std::int64_t grouped(std::int64_t head) { return head / 4; }
float unchanged(float logit) { return logit; }

TEST(ImplementationMistakes, HeadsOfKeysByRemainder) {
    const Implementation right(plain(64), Pairing::gpt_neox);
    EXPECT_EQ(nearest_valid(logits_by(grouped, unchanged), right), "agrees");
    expect_named(logits_by([](std::int64_t head) { return head % 2; }, unchanged), right,
                 "key-heads: query head h uses key head h mod n");
    expect_named(logits_by([](std::int64_t) { return 0; }, unchanged), right,
                 "all query heads use the first key head");
}

TEST(ImplementationMistakes, LogitsTimesANumber) {
    const Implementation right(plain(64), Pairing::gpt_neox);
    for (const float times : {2.0F, 0.5F, 1.5F, 0.35355339F})
        expect_named(logits_by(grouped, [&](float logit) { return times * logit; }), right,
                     "softmax-scale: logits are ");
    EXPECT_NE(nearest_valid(logits_by(grouped, [](float logit) { return 1.5F * logit; }), right)
                  .find("logits are 1.5 times"),
              std::string::npos);
}

// Gemma 2: 50·tanh(x/50), before the mask.
TEST(ImplementationMistakes, ASoftCapAgreesOrIsReported) {
    Implementation right(plain(64), Pairing::gpt_neox);
    right.softcap = 2;
    const ConformanceReport capped =
        check_conformance(logits_by(grouped, [](float x) { return 2 * std::tanh(x / 2); }), right, 4096);
    EXPECT_TRUE(capped.agrees);
    EXPECT_TRUE(capped.notes.empty());
    const ConformanceReport plain_ones = check_conformance(logits_by(grouped, unchanged), right, 4096);
    EXPECT_TRUE(plain_ones.agrees);
    ASSERT_EQ(plain_ones.notes.size(), 1U);
    EXPECT_NE(plain_ones.notes.front().english().find("before the soft cap of 2"), std::string::npos);
}

/// Vectors [4, 20, 64], rotated by the index along `axis`.
Dump along(std::size_t axis, std::int64_t shift_of_last = 0) {
    Draw draw(4);
    const Float32Program program{plain(64)};
    const Rows before = drawn_rows(draw, 80, 64);
    Rows after;
    for (std::int64_t row = 0; row < 80; ++row) {
        const std::int64_t text = row / 20, token = row % 20;
        after.push_back(program.turned(before[static_cast<std::size_t>(row)],
                                       axis == 0 ? text : token + (text == 3 ? shift_of_last : 0)));
    }
    Dump dump;
    dump.arrays["before"] = array_of(before, {4, 20, 64});
    dump.arrays["after"] = array_of(after, {4, 20, 64});
    return dump;
}

TEST(ImplementationMistakes, PositionsAlongAShortDimensionAreReported) {
    const Implementation right(plain(64), Pairing::gpt_neox);
    const ConformanceReport report = check_conformance(along(0), right, 4096);
    ASSERT_EQ(report.notes.size(), 1U);
    EXPECT_NE(
        report.notes.front().english().find("along dimension 0 of size 4, not along dimension 1 of size 20"),
        std::string::npos);
    EXPECT_TRUE(check_conformance(along(1), right, 4096).notes.empty());
}

TEST(ImplementationMistakes, TheTextWhosePositionsDifferIsNamed) {
    Dump dump = along(1, 4);
    dump.layout = "batch,tokens,dim";
    expect_named(dump, Implementation(plain(64), Pairing::gpt_neox), "at text 3 they are 4, 5, 6");
}

TEST(ImplementationMistakes, OneTokenShowsNoRotation) {
    Draw draw(5);
    Dump dump;
    dump.arrays["before"] = dump.arrays["after"] = saved(draw.normals(8 * 64), {8, 1, 64}, "float32");
    dump.layout = "heads,tokens,dim";
    const ConformanceReport report =
        check_conformance(dump, Implementation(plain(64), Pairing::gpt_neox), 4096);
    EXPECT_TRUE(report.agrees);
    ASSERT_FALSE(report.notes.empty());
    EXPECT_EQ(report.notes.back().english(),
              "The numbers are the same without any rotation, so they do not show one.");
}

/// The numbers as read from text that was printed in that format.
NumberArray printed(const std::vector<float>& numbers, const std::vector<std::int64_t>& shape,
                    const char* format) {
    NumberArray array{"dump.csv", shape, "text", {}};
    for (const float number : numbers)
        array.values.push_back(std::stod(fmt::format(fmt::runtime(format), static_cast<double>(number))));
    return array;
}

Dump printed_tables(const Float32Program& program, const char* format) {
    std::vector<float> cos, sin;
    for (std::int64_t row = 0; row < 40; ++row)
        for (std::int64_t pair = 0; pair < program.pairs(); ++pair) {
            cos.push_back(std::cos(program.angle(row, pair)));
            sin.push_back(std::sin(program.angle(row, pair)));
        }
    Dump dump;
    dump.arrays["cos"] = printed(cos, {40, program.pairs()}, format);
    dump.arrays["sin"] = printed(sin, {40, program.pairs()}, format);
    return dump;
}

// PyTorch prints tensors with four decimals, or as 8.6596e-01.
TEST(ImplementationMistakes, NumbersPrintedWithFewDigitsAgreeToTheLastOne) {
    const Float32Program program{plain(64)};
    const Implementation right = right_of(program);
    const std::string shown = "; smaller differences are not shown.";
    for (const auto& [format, rounding] : {std::pair("{:.4f}", "to 0.0001"), std::pair("{:.3f}", "to 0.001"),
                                           std::pair("{:.4e}", "by up to 0.005 %")}) {
        const ConformanceReport report = check_conformance(printed_tables(program, format), right, 4096);
        EXPECT_TRUE(report.agrees) << format;
        ASSERT_EQ(report.notes.size(), 2U) << format;
        EXPECT_EQ(report.notes.front().english(),
                  "dump.csv: its numbers are rounded " + std::string(rounding) + shown);
        RotarySpec other = plain(64);
        other.base = 11'000;
        EXPECT_FALSE(check_conformance(printed_tables(Float32Program{other}, format), right, 4096).agrees);
    }
    EXPECT_TRUE(check_conformance(printed_tables(program, "{:.9g}"), right, 4096).notes.empty());
    Dump frequencies;
    for (const char* const format : {"{:.4e}", "{:.4f}", "{:.6f}", "{:.8f}", "{:.6g}"}) {
        frequencies.arrays["inverse-frequency"] = printed(program.theta, {32}, format);
        EXPECT_TRUE(check_conformance(frequencies, right, 4096).agrees) << format;
    }
    RotarySpec other = plain(64);
    other.base = 11'000;
    frequencies.arrays["inverse-frequency"] = printed(float32_frequencies(other), {32}, "{:.4e}");
    EXPECT_FALSE(check_conformance(frequencies, right, 4096).agrees);
}

TEST(ImplementationMistakes, VectorsPrintedWithFourDecimalsAgree) {
    const Float32Program program{plain(64)};
    Draw draw(12);
    const Rows before = drawn_rows(draw, 20, 64);
    std::vector<float> all, turned, shifted;
    for (std::size_t row = 0; row < before.size(); ++row) {
        const std::vector<float> right = program.turned(before[row], static_cast<std::int64_t>(row)),
                                 late = program.turned(before[row], static_cast<std::int64_t>(row) + 1);
        all.insert(all.end(), before[row].begin(), before[row].end());
        turned.insert(turned.end(), right.begin(), right.end());
        shifted.insert(shifted.end(), late.begin(), late.end());
    }
    Dump dump;
    dump.arrays["before"] = printed(all, {20, 64}, "{:.4f}");
    dump.arrays["after"] = printed(turned, {20, 64}, "{:.4f}");
    EXPECT_TRUE(check_conformance(dump, right_of(program), 4096).agrees);
    dump.arrays["after"] = printed(shifted, {20, 64}, "{:.4f}");
    expect_named(dump, right_of(program), "positions-off-by-one");
}

// A program that read rounded numbers computes with them exactly, so its results show more.
TEST(ImplementationMistakes, DigitsOfAnInputDoNotWidenTheToleranceOfFullResults) {
    const Float32Program program{plain(64)};
    Draw draw(13);
    std::vector<float> all, after, scaled;
    for (std::int64_t row = 0; row < 20; ++row) {
        std::vector<float> before = drawn_rows(draw, 1, 64).front();
        for (float& value : before) value = std::round(value * 1000) / 1000;
        all.insert(all.end(), before.begin(), before.end());
        for (const float value : program.turned(before, row)) {
            after.push_back(value);
            scaled.push_back(value * 1.002F);
        }
    }
    Dump dump;
    dump.arrays["before"] = printed(all, {20, 64}, "{:.3f}");
    dump.arrays["after"] = printed(after, {20, 64}, "{:.9g}");
    const ConformanceReport right = check_conformance(dump, right_of(program), 4096);
    EXPECT_TRUE(right.agrees);
    EXPECT_TRUE(right.notes.empty());
    dump.arrays["after"] = printed(scaled, {20, 64}, "{:.9g}");
    EXPECT_FALSE(check_conformance(dump, right_of(program), 4096).agrees);
}

// bfloat16 numbers that were saved as .view(torch.int16): 1 is 0x3F80.
TEST(ImplementationMistakes, IntegersThatMayBeBitsAreNoted) {
    const Float32Program program{plain(64)};
    std::vector<double> bits;
    for (const float theta : program.theta) {
        const double rounded = held(static_cast<double>(theta), Precision::bfloat16);
        bits.push_back(static_cast<double>(std::bit_cast<std::uint32_t>(static_cast<float>(rounded)) >> 16U));
    }
    Dump dump;
    dump.arrays["inverse-frequency"] = saved(bits, {32}, "int16");
    EXPECT_EQ(dump.arrays["inverse-frequency"].values.front(), 0x3F80);
    const ConformanceReport report = check_conformance(dump, right_of(program), 4096);
    EXPECT_FALSE(report.agrees);
    ASSERT_EQ(report.notes.size(), 1U);
    EXPECT_EQ(report.notes.front().english(),
              "dump: holds integers (int16). If they are the bits of floats, convert them first.");
}

// A decoding step: one token of each of three texts, [3, heads, 1, dim], with positions [3, 1] or [3].
TEST(ImplementationMistakes, AStepOfSeveralTextsHasAPositionEach) {
    const Float32Program program{plain(64)};
    Draw draw(11);
    const Rows before = drawn_rows(draw, 3 * 4, 64);
    const std::vector<std::int64_t> positions{5, 17, 100};
    Rows after;
    for (std::size_t row = 0; row < before.size(); ++row)
        after.push_back(program.turned(before[row], positions[row / 4]));
    for (const std::vector<std::int64_t>& shape : {std::vector<std::int64_t>{3, 1}, {3}}) {
        Dump dump;
        dump.layout = "batch,heads,tokens,dim";
        dump.arrays["before"] = array_of(before, {3, 4, 1, 64});
        dump.arrays["after"] = array_of(after, {3, 4, 1, 64});
        dump.arrays["positions"] = saved(positions, shape, "int64");
        EXPECT_TRUE(check_conformance(dump, right_of(program), 4096).agrees);
    }
}

// cos(0) = 1 and sin(0) = 0 for every frequency.
TEST(ImplementationMistakes, TablesOfPositionZeroShowNoFrequency) {
    Dump dump;
    dump.arrays["cos"] = saved(std::vector<double>(32, 1), {1, 32}, "float32");
    dump.arrays["sin"] = saved(std::vector<double>(32, 0), {1, 32}, "float32");
    RotarySpec spec = plain(64);
    spec.base = 500'000;
    const ConformanceReport report = check_conformance(dump, Implementation(spec, Pairing::gpt_neox), 4096);
    EXPECT_TRUE(report.agrees);
    ASSERT_EQ(report.notes.size(), 1U);
    EXPECT_EQ(report.notes.front().english(),
              "All rows are at position 0, where every frequency gives the same numbers.");
}

/// Vectors of `tokens` tokens of Llama 3.1, rotated by `spec` and saved in that format.
Dump rotated_by(const RotarySpec& spec, std::int64_t tokens, const char* format) {
    const Float32Program program{spec, Pairing::gpt_neox};
    Draw draw(7);
    Dump dump;
    dump.arrays["before"] = saved(draw.normals(tokens * spec.dim), {tokens, spec.dim}, format);
    std::vector<float> after;
    for (std::int64_t token = 0; token < tokens; ++token) {
        const auto begin = dump.arrays["before"].values.begin() + token * spec.dim;
        const std::vector<float> turned = program.turned({begin, begin + spec.dim}, token);
        after.insert(after.end(), turned.begin(), turned.end());
    }
    dump.arrays["after"] = saved(after, {tokens, spec.dim}, format);
    return dump;
}

// The slow pairs of Llama 3.1 turn by less than 2e-4 rad in 12 tokens with its scaling and without, which
// bfloat16 does not show, but float32 does.
TEST(ImplementationMistakes, AScalingThatADumpCannotShowIsNoted) {
    RotarySpec spec = plain(128);
    spec.base = 500'000;
    RotarySpec scaled = spec;
    scaled.scaling = "llama3";
    scaled.factor = 8;
    scaled.train_length = 8192;
    scaled.length = 65'536;
    const Implementation right(scaled, Pairing::gpt_neox);
    for (const RotarySpec& made : {scaled, spec}) {
        const ConformanceReport report = check_conformance(rotated_by(made, 12, "bfloat16"), right, 4096);
        EXPECT_TRUE(report.agrees);
        ASSERT_EQ(report.notes.size(), 1U);
        EXPECT_EQ(report.notes.front().english(),
                  "The numbers agree, too, if rope_scaling is ignored: they do not show the difference. "
                  "Larger positions or a finer format do.");
    }
    const ConformanceReport fine = check_conformance(rotated_by(scaled, 12, "float32"), right, 4096);
    EXPECT_TRUE(fine.agrees);
    EXPECT_TRUE(fine.notes.empty());
    expect_named(rotated_by(spec, 12, "float32"), right, "rope_scaling is ignored");
}

// Transformers' causal T5 buckets for one query at position 39: distances 39 … 0 (docs/formulas.md §4.2).
TEST(ImplementationMistakes, BucketsOfOneStepAreRight) {
    const std::vector<int> first{0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13,
                                 14, 15, 16, 16, 16, 17, 17, 18, 18, 18, 19, 19, 19, 20,
                                 20, 20, 20, 21, 21, 21, 21, 22, 22, 22, 22, 22};
    Dump dump;
    dump.arrays["t5-buckets"] = saved(std::vector<int>(first.rbegin(), first.rend()), {1, 40}, "int64");
    EXPECT_TRUE(check_conformance(dump, Implementation(), 4096).agrees);
    // The first two queries of a text with four keys.
    dump.arrays["t5-buckets"] = saved(std::vector<int>{0, 0, 0, 0, 1, 0, 0, 0}, {2, 4}, "int64");
    EXPECT_TRUE(check_conformance(dump, Implementation(), 4096).agrees);
}

}  // namespace
}  // namespace poslab::test
