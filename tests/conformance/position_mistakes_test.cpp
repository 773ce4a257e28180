// The check names mistakes of positions, axes and parameters with their values; float32 programs make them
// (float32_program.hpp).

#include "tests/conformance/drawn_programs.hpp"

#include <algorithm>
#include <tuple>

namespace poslab {
namespace {

using test::Draw;
using test::expect_named;
using test::Float32Program;
using test::nearest_valid;
using test::Positions;
using test::right_of;
using test::tables_at;
using test::vectors_at;

struct Case {
    const char* name;
    Positions at;
    const char* text;
};

const Case cases[]{
    {"shifted by 5", [](std::int64_t p) { return static_cast<double>(p + 5); }, "positions are shifted by 5"},
    {"shifted by 37", [](std::int64_t p) { return static_cast<double>(p + 37); },
     "positions are shifted by 37"},
    {"shifted by 1000", [](std::int64_t p) { return static_cast<double>(p + 1000); },
     "positions are shifted by 1000"},
    {"shifted back", [](std::int64_t p) { return static_cast<double>(p - 3); },
     "positions are shifted by -3: all are too small"},
    {"too large by one", [](std::int64_t p) { return static_cast<double>(p + 1); },
     "positions-off-by-one: positions are one too large"},
    {"too small by one", [](std::int64_t p) { return static_cast<double>(p - 1); },
     "positions-off-by-one: positions are one too small"},
    {"twice", [](std::int64_t p) { return 2.0 * static_cast<double>(p); }, "positions are multiplied by 2"},
    {"half", [](std::int64_t p) { return 0.5 * static_cast<double>(p); }, "positions are multiplied by 0.5"},
    {"an eighth", [](std::int64_t p) { return 0.125 * static_cast<double>(p); },
     "positions are multiplied by 0.125"},
    {"three times", [](std::int64_t p) { return 3.0 * static_cast<double>(p); },
     "positions are multiplied by 3"},
    {"second chunk", [](std::int64_t p) { return static_cast<double>(p < 16 ? p : p - 16); },
     "positions restart from 0 at 16"},
    {"documents", [](std::int64_t p) { return static_cast<double>(p < 11   ? p
                                                                  : p < 30 ? p - 11
                                                                           : p - 30); },
     "positions restart from 0 at 11, 30"},
    {"wrapped", [](std::int64_t p) { return static_cast<double>(p % 24); }, "positions are taken modulo 24"},
    {"clamped", [](std::int64_t p) { return static_cast<double>(std::min<std::int64_t>(p, 51)); },
     "positions stop at 51"},
    {"nothing rotated", [](std::int64_t) { return 0.0; }, "not-rotated: nothing is rotated"},
    {"without a rule", [](std::int64_t p) { return static_cast<double>((p / 2 * 7) % 13); },
     "positions-irregular"},
};

TEST(PositionMistakes, AreNamedInVectorsAndTables) {
    Draw draw(11);
    for (const Case& tested : cases)
        for (int n = 0; n < 6; ++n) {
            SCOPED_TRACE(tested.name);
            const Float32Program program{draw.spec()};
            expect_named(tables_at(program, 64, tested.at), right_of(program),
                         std::string(tested.text) == "not-rotated: nothing is rotated" ? "nothing is rotated"
                                                                                       : tested.text);
            // the attention factor is then missing as well
            if (std::string(tested.name) == "nothing rotated") continue;
            expect_named(vectors_at(draw, program, 64, tested.at), right_of(program), tested.text);
        }
}

TEST(PositionMistakes, UnrotatedVectorsAreNamed) {
    Draw draw(12);
    for (int n = 0; n < 50; ++n) {
        const Float32Program program{draw.spec()};
        Dump dump = vectors_at(draw, program, 32, [](std::int64_t) { return 0.0; });
        dump.arrays["after"] = dump.arrays["before"];
        expect_named(dump, right_of(program), "not-rotated: nothing is rotated");
    }
}

TEST(PositionMistakes, AreFoundBesideAnotherMistake) {
    Draw draw(13);
    for (int n = 0; n < 10; ++n) {
        Float32Program program{draw.spec()};
        Implementation right = right_of(program);
        right.pairing = Pairing::gpt_j;
        const Dump dump =
            vectors_at(draw, program, 48, [](std::int64_t p) { return static_cast<double>(p + 9); });
        expect_named(dump, right, "half-split-for-interleaved+positions-shifted");
        expect_named(dump, right, "positions are shifted by 9");
    }
}

TEST(PositionMistakes, TheFirstDeviatingPositionIsReported) {
    const Float32Program program{RotarySpec{}};
    const ConformanceReport report = check_conformance(
        tables_at(program, 1024, [](std::int64_t p) { return static_cast<double>(p % 512); }),
        right_of(program), 4096);
    ASSERT_TRUE(report.first.has_value());
    EXPECT_EQ(report.first->position, 512);
    EXPECT_EQ(report.first->agrees_to, 511);
    EXPECT_NEAR(report.first->most, 2, 0.01);
}

TEST(PositionMistakes, ZerosBeyondTheEndOfATable) {
    const Float32Program program{RotarySpec{}};
    Dump dump = tables_at(program, 96, [](std::int64_t p) { return static_cast<double>(p); });
    for (const char* const role : {"cos", "sin"})
        for (std::size_t n = 64 * 128; n < 96 * 128; ++n) dump.arrays[role].values[n] = 0;
    expect_named(dump, right_of(program), "table-ends-in-zeros: cos and sin are 0 from position 64 on");
}

/// [32, 8, 64]: rotated by the index of that dimension.
Dump heads_dump(Draw& draw, std::int64_t first, std::int64_t second, int along) {
    RotarySpec spec;
    spec.dim = 64;
    const Float32Program program{spec};
    Dump dump = vectors_at(draw, program, first * second, [&](std::int64_t row) {
        return static_cast<double>(along == 0 ? row / second : row % second);
    });
    for (auto& [role, array] : dump.arrays) array.shape = {first, second, 64};
    return dump;
}

Implementation eight_heads() {
    RotarySpec spec;
    spec.dim = 64;
    Implementation right(spec, Pairing::gpt_neox);
    right.heads = 8;
    right.key_heads = 2;
    return right;
}

TEST(PositionAxes, AlongTheHeadsIsAMistake) {
    Draw draw(14);
    const Dump dump = heads_dump(draw, 32, 8, 1);
    const ConformanceReport report = check_conformance(dump, eight_heads(), 4096);
    EXPECT_FALSE(report.agrees);
    ASSERT_TRUE(report.explained);
    EXPECT_EQ(report.explanations.front().id(), "positions-along-heads");
    ASSERT_EQ(report.notes.size(), 1U);
    EXPECT_NE(report.notes.front().english().find("along dimension 1 of size 8, the number of heads"),
              std::string::npos);
    EXPECT_EQ(check_conformance(heads_dump(draw, 32, 2, 1), eight_heads(), 4096).explanations.front().id(),
              "positions-along-heads");
}

TEST(PositionAxes, TheDeclaredOneCounts) {
    Draw draw(15);
    Dump dump = heads_dump(draw, 32, 8, 1);
    dump.layout = "batch,tokens,dim";
    EXPECT_EQ(nearest_valid(dump, eight_heads()), "agrees");
    dump.layout = "tokens,heads,dim";
    expect_named(dump, eight_heads(), "positions-along-heads");
    dump.layout = "tokens,batch,dim";
    expect_named(dump, eight_heads(), "positions-along-batch");
    dump = heads_dump(draw, 8, 8, 0);
    dump.layout = "heads,tokens,dim";
    expect_named(dump, eight_heads(), "positions-along-heads");
}

TEST(PositionAxes, WhatMayBeRightIsNotCalledWrong) {
    Draw draw(16);
    for (const auto& [first, second, along] : std::vector<std::tuple<int, int, int>>{
             {8, 8, 1}, {8, 32, 1}, {32, 8, 0}, {8, 4, 1}, {2, 8, 1}, {4, 32, 1}, {3, 5, 1}})
        EXPECT_EQ(nearest_valid(heads_dump(draw, first, second, along), eight_heads()), "agrees")
            << first << " " << second << " " << along;
    // The texts have as many tokens as there are heads: only a declared layout makes the axes certain.
    EXPECT_EQ(check_conformance(heads_dump(draw, 4, 8, 1), eight_heads(), 4096).notes.size(), 1U);
    EXPECT_TRUE(check_conformance(heads_dump(draw, 8, 32, 1), eight_heads(), 4096).notes.empty());
}

TEST(PositionAxes, HeadsThatAreNotRotatedAreNamed) {
    Draw draw(17);
    Dump dump = heads_dump(draw, 32, 8, 0);
    for (std::size_t row = 0; row < 256; ++row)
        if (row % 8 == 3 || row % 8 == 6)
            for (std::size_t n = row * 64; n < (row + 1) * 64; ++n)
                dump.arrays["after"].values[n] = dump.arrays["before"].values[n];
    expect_named(dump, eight_heads(), "heads-not-rotated: vectors of heads 3, 6 are not rotated");
}

}  // namespace
}  // namespace poslab
