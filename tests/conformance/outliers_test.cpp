// Mistakes whose values are estimated from a dump are named although some of its numbers are wrong, with the
// rows that remain; nothing is named in dumps without a mistake. Dumps that contain NaN are refused.

#include "core/base/errors.hpp"
#include "tests/conformance/drawn_programs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace poslab {
namespace {

/// Wrong numbers that are written into a dump, and the rows that they are in.
struct Damage {
    const char* name;
    std::int64_t zeroed_row;  // of hundredths of the rows; −1: none
    int wrong_numbers = 0;
};

const Damage damages[]{{"nothing", -1},
                       {"first row zeroed", 0},
                       {"middle row zeroed", 50},
                       {"a row near the end zeroed", 98},
                       {"three wrong numbers", -1, 3}};

/// Writes the damage into the arrays that a check compares, and returns the rows that have some.
std::set<std::int64_t> write_damage(const Damage& damage, test::Draw& draw, Dump& dump) {
    std::set<std::int64_t> damaged;
    std::vector<NumberArray*> compared;
    for (const char* const role : {"cos", "sin", "after", "logits", "inverse-frequency"})
        if (dump.arrays.contains(role)) compared.push_back(&dump.arrays[role]);
    const std::int64_t columns = compared.front()->shape.back(),
                       rows = std::ssize(compared.front()->values) / columns;
    if (damage.zeroed_row >= 0) {
        const std::int64_t row = damage.zeroed_row * (rows - 1) / 100;
        damaged.insert(row);
        for (NumberArray* array : compared)
            for (std::int64_t column = 0; column < columns; ++column) {
                double& number = array->values[static_cast<std::size_t>(row * columns + column)];
                if (std::isfinite(number)) number = 0;
            }
    }
    for (int n = 0; n < damage.wrong_numbers;) {
        double& number = compared.front()->values[static_cast<std::size_t>(draw.below(rows * columns))];
        const std::int64_t row = (&number - compared.front()->values.data()) / columns;
        if (!std::isfinite(number) || (rows > 1 && damaged.contains(row))) continue;
        number = 1.7 - number;
        damaged.insert(row);
        ++n;
    }
    return damaged;
}

/// Expects that mistake, with the damaged rows remaining, whatever the damage is: as the first one, or as
/// likely as the first one.
void expect_named_despite_damage(const Dump& dump, const Implementation& right, const std::string& text,
                                 std::int64_t right_zeros_from = 1'000'000) {
    test::Draw draw(31);
    const bool is_one_row = dump.arrays.contains("inverse-frequency");
    for (const Damage& damage : damages) {
        if (is_one_row && damage.zeroed_row >= 0) continue;
        Dump damaged = dump;
        std::set<std::int64_t> rows = write_damage(damage, draw, damaged);
        if (damage.zeroed_row >= 0)
            std::erase_if(rows, [&](std::int64_t row) { return row >= right_zeros_from; });
        const std::int64_t remaining = is_one_row ? damage.wrong_numbers : std::ssize(rows);
        SCOPED_TRACE(fmt::format("{}, {}, {}", text, dump.arrays.begin()->first, damage.name));
        const ConformanceReport report = check_conformance(damaged, right, 4096);
        EXPECT_FALSE(report.agrees);
        ASSERT_TRUE(report.explained);
        EXPECT_TRUE(report.explanations.front().is_complete);
        EXPECT_EQ(report.explanations.front().fits, remaining == 0);
        std::string named;
        for (const Explanation& explanation : report.explanations)
            if ((is_one_row ? explanation.fit.outside : explanation.fit.outside_rows) == remaining &&
                explanation.fit.outside == report.explanations.front().fit.outside && explanation.is_complete)
                named += explanation.id() + ": " + test::label_of(explanation) + " | ";
        EXPECT_NE(named.find(text), std::string::npos)
            << named << "; first " << report.explanations.front().id() << ", "
            << report.explanations.front().fit.outside_rows << " rows remain";
    }
}

RotarySpec plain_heads() {
    RotarySpec spec;
    spec.dim = 64;
    return spec;
}

double counted(std::int64_t position) { return static_cast<double>(position); }

struct DamagedPositions {
    test::Positions at;
    const char* text;
};

const DamagedPositions damaged_positions[]{
    {[](std::int64_t p) { return static_cast<double>(p + 1); }, "positions-off-by-one"},
    {[](std::int64_t p) { return static_cast<double>(p + 5); }, "positions are shifted by 5"},
    {[](std::int64_t p) { return static_cast<double>(p - 3); }, "positions are shifted by -3"},
    {[](std::int64_t p) { return 2.0 * static_cast<double>(p); }, "positions are multiplied by 2"},
    {[](std::int64_t p) { return 0.125 * static_cast<double>(p); }, "positions are multiplied by 0.125"},
    {[](std::int64_t p) { return static_cast<double>(p < 16 ? p : p - 16); },
     "positions restart from 0 at 16"},
    {[](std::int64_t p) {
         return static_cast<double>(p < 11 ? p : p < 30 ? p - 11 : p < 101 ? p - 30 : p - 101);
     },
     "positions restart from 0 at 11, 30, 101"},
    {[](std::int64_t p) { return static_cast<double>(p % 24); }, "positions are taken modulo 24"},
    {[](std::int64_t p) { return static_cast<double>(std::min<std::int64_t>(p, 51)); },
     "positions stop at 51"},
    {[](std::int64_t p) { return static_cast<double>((p / 2 * 7) % 13); }, "positions-irregular"}};

TEST(DamagedDumps, PositionsAreNamedInTablesAndVectors) {
    test::Draw draw(32);
    RotarySpec spec;
    spec.dim = 32;
    const test::Float32Program program{spec};
    for (const DamagedPositions& tested : damaged_positions) {
        const Implementation right = test::right_of(program);
        expect_named_despite_damage(test::tables_at(program, 120, tested.at), right, tested.text);
        expect_named_despite_damage(test::vectors_at(draw, program, 120, tested.at), right, tested.text);
    }
}

// Mistakes are tried on a sample of the 3000 rows; a list of positions has those of all rows.
TEST(DamagedDumps, PositionsAreNamedInLongVectors) {
    test::Draw draw(33);
    RotarySpec spec;
    spec.dim = 32;
    const test::Float32Program program{spec};
    for (const std::string text : {"multiplied by 0.125", "restart from 0 at 11", "irregular"})
        for (const DamagedPositions& tested : damaged_positions)
            if (std::string(tested.text).find(text) != std::string::npos)
                expect_named_despite_damage(test::vectors_at(draw, program, 3000, tested.at),
                                            test::right_of(program), tested.text);
}

TEST(DamagedDumps, TheEndOfATableIsNamed) {
    const test::Float32Program program{plain_heads()};
    for (const std::int64_t rows : {100, 3000}) {
        const std::int64_t end = rows * 2 / 3 + 1;
        Dump dump = test::tables_at(program, rows, &counted);
        for (const char* const role : {"cos", "sin"})
            std::fill(dump.arrays[role].values.begin() + end * 64, dump.arrays[role].values.end(), 0.0);
        expect_named_despite_damage(dump, test::right_of(program),
                                    fmt::format("cos and sin are 0 from position {} on", end), end);
    }
}

// Too long to be decoded row by row: the end is looked for between rows that were.
TEST(DamagedDumps, TheEndOfALongTableIsNamed) {
    RotarySpec spec;
    spec.dim = 16;
    const test::Float32Program program{spec};
    const std::int64_t rows = 140'000, end = 77'777;
    Dump dump = test::tables_at(program, rows, &counted);
    for (const char* const role : {"cos", "sin"}) {
        std::vector<double>& numbers = dump.arrays[role].values;
        std::fill(numbers.begin() + end * 16, numbers.end(), 0.0);
        std::fill_n(numbers.begin() + 300 * 16, 16, 0.0);
    }
    const ConformanceReport report = check_conformance(dump, test::right_of(program), 4096);
    ASSERT_TRUE(report.explained);
    EXPECT_EQ(test::label_of(report.explanations.front()), "cos and sin are 0 from position 77777 on");
    EXPECT_EQ(report.explanations.front().fit.outside_rows, 1);
}

/// Vectors [tokens, heads, dim] at the position of their token, or of their head.
Dump vectors_of_heads(std::int64_t tokens, std::int64_t heads, bool along_heads) {
    test::Draw draw(34);
    Dump dump =
        test::vectors_at(draw, test::Float32Program{plain_heads()}, tokens * heads,
                         [&](std::int64_t row) { return counted(along_heads ? row % heads : row / heads); });
    for (auto& [role, array] : dump.arrays) array.shape = {tokens, heads, 64};
    dump.layout = "tokens,heads,dim";
    return dump;
}

void unrotate(Dump& dump, const std::function<bool(std::int64_t)>& is_unrotated) {
    const std::vector<double>& before = dump.arrays["before"].values;
    std::vector<double>& after = dump.arrays["after"].values;
    for (std::size_t n = 0; n < after.size(); ++n)
        if (is_unrotated(static_cast<std::int64_t>(n) / 64)) after[n] = before[n];
}

TEST(DamagedDumps, RowsAndHeadsThatAreNotRotatedAreNamed) {
    const Implementation right(plain_heads(), Pairing::gpt_neox);
    for (const std::int64_t tokens : {100, 1500}) {
        test::Draw draw(35);
        Dump dump = test::vectors_at(draw, test::Float32Program{plain_heads()}, tokens, &counted);
        unrotate(dump, [&](std::int64_t row) { return row >= tokens * 2 / 3 + 1; });
        expect_named_despite_damage(
            dump, right, fmt::format("vectors from position {} on are not rotated", tokens * 2 / 3 + 1));
    }
    Dump dump = vectors_of_heads(40, 8, false);
    unrotate(dump, [](std::int64_t row) { return row % 8 == 3 || row % 8 == 6; });
    expect_named_despite_damage(dump, right, "vectors of heads 3, 6 are not rotated");
    expect_named_despite_damage(vectors_of_heads(40, 8, true), right, "positions-along-heads");
}

Dump damaged_frequencies(const test::Float32Program& program) {
    Dump dump;
    dump.arrays["inverse-frequency"] = test::saved(program.theta, {program.pairs()}, "float32");
    return dump;
}

void expect_parameter_named(const RotarySpec& made, const RotarySpec& spec, const std::string& text) {
    test::Draw draw(36);
    const test::Float32Program program{made};
    const Implementation right(spec, Pairing::gpt_neox);
    expect_named_despite_damage(test::tables_at(program, 256, &counted), right, text);
    expect_named_despite_damage(test::vectors_at(draw, program, 256, &counted), right, text);
    // A tenth of the frequencies that differ may remain, so there must be more than 30 of these.
    RotarySpec large_made = made, large = spec;
    large_made.dim = large.dim = 256;
    expect_named_despite_damage(damaged_frequencies(test::Float32Program{large_made}),
                                Implementation(large, Pairing::gpt_neox), text);
}

TEST(DamagedDumps, BasesAreNamed) {
    for (const double base : {500'000.0, 123'000.0}) {
        RotarySpec made = plain_heads();
        made.base = base;
        expect_parameter_named(made, plain_heads(), fmt::format("the base is {:.6g}, not 10000", base));
    }
}

TEST(DamagedDumps, ScalingsAndTheirFactorsAreNamed) {
    expect_parameter_named(test::scaled_spec("linear", 7, 64), test::scaled_spec("linear", 8, 64),
                           "the factor of linear is 7, not 8");
    expect_parameter_named(test::scaled_spec("llama3", 32, 64), test::scaled_spec("llama3", 8, 64),
                           "the factor of llama3 is 32, not 8");
    expect_parameter_named(test::scaled_spec("linear", 4, 64), test::scaled_spec("llama3", 8, 64),
                           "frequencies are those of linear scaling with factor 4, not of llama3");
    RotarySpec made = test::scaled_spec("llama3", 8, 64);
    made.train_length = 65'536;
    expect_parameter_named(made, test::scaled_spec("llama3", 8, 64),
                           "the original length of llama3 is 65536, not 8192");
}

TEST(DamagedDumps, EndsOfARampOrBandAreNamed) {
    RotarySpec made = test::scaled_spec("yarn", 8, 64);
    made.beta_fast = 16;
    made.beta_slow = 2;
    expect_parameter_named(made, test::scaled_spec("yarn", 8, 64), "YaRN's ramp runs from pair");
    // The frequencies of few pairs differ.
    made = test::scaled_spec("llama3", 8, 64);
    made.high_freq_factor = 8;
    test::Draw draw(42);
    const test::Float32Program program{made};
    const Implementation right(test::scaled_spec("llama3", 8, 64), Pairing::gpt_neox);
    const char* const band = "low_freq_factor and high_freq_factor are 1 and 8, not 1 and 4";
    expect_named_despite_damage(test::tables_at(program, 256, &counted), right, band);
    expect_named_despite_damage(test::vectors_at(draw, program, 256, &counted), right, band);
}

TEST(DamagedDumps, ExponentsAndHalvesAreNamed) {
    const Implementation right(plain_heads(), Pairing::gpt_neox);
    test::Float32Program program{plain_heads()};
    for (std::size_t p = 0; p < program.theta.size(); ++p)
        program.theta[p] = static_cast<float>(std::pow(1e4, -2 * static_cast<double>(p) / 4096));
    test::Draw draw(37);
    const char* const exponent = "the exponent of the frequencies is −2p/4096";
    expect_named_despite_damage(test::tables_at(program, 256, &counted), right, exponent);
    expect_named_despite_damage(test::vectors_at(draw, program, 256, &counted), right, exponent);
    RotarySpec half = plain_heads();
    half.rotary_fraction = 0.5;
    expect_named_despite_damage(test::vectors_at(draw, test::Float32Program{half}, 100, &counted), right,
                                "half-of-head");
}

TEST(DamagedDumps, FactorsOnCosAndSinAreNamed) {
    test::Float32Program program{test::scaled_spec("yarn", 8, 64)};
    const Implementation right = test::right_of(program);
    program.factor = 1.1F;
    test::Draw draw(38);
    expect_named_despite_damage(test::tables_at(program, 64, &counted), right,
                                "the factor on cos and sin is 1.1, not 1.2079");
    expect_named_despite_damage(test::vectors_at(draw, program, 64, &counted), right,
                                "the factor on cos and sin is 1.1, not 1.2079");
}

/// Causal logits of tokens whose queries and keys are rotated by those positions, multiplied by a number.
Dump causal_logits(std::int64_t tokens, const test::Positions& query, const test::Positions& key,
                   double times = 1) {
    test::Draw draw(39);
    const test::Float32Program program{plain_heads()};
    Dump queries = test::vectors_at(draw, program, tokens, query),
         keys = test::vectors_at(draw, program, tokens, key);
    std::vector<double> logits;
    for (std::int64_t i = 0; i < tokens; ++i)
        for (std::int64_t j = 0; j < tokens; ++j) {
            double sum = 0;
            for (std::int64_t d = 0; d < 64; ++d)
                sum += queries.arrays["after"].values[static_cast<std::size_t>(i * 64 + d)] *
                       keys.arrays["after"].values[static_cast<std::size_t>(j * 64 + d)];
            logits.push_back(j > i ? -INFINITY : times * sum / 8);
        }
    Dump dump;
    dump.arrays["queries"] = queries.arrays["before"];
    dump.arrays["keys"] = keys.arrays["before"];
    dump.arrays["logits"] = test::saved(logits, {tokens, tokens}, "float32");
    return dump;
}

TEST(DamagedDumps, PositionsAndScalesAreNamedInLogits) {
    const Implementation right(plain_heads(), Pairing::gpt_neox);
    const auto twice = [](std::int64_t p) { return 2 * counted(p); };
    const auto later = [](std::int64_t p) { return counted(p + 5); };
    const auto chunk = [](std::int64_t p) { return counted(p < 16 ? p : p - 16); };
    expect_named_despite_damage(causal_logits(40, twice, twice), right, "positions are multiplied by 2");
    expect_named_despite_damage(causal_logits(40, later, &counted), right, "are shifted by");
    expect_named_despite_damage(causal_logits(48, chunk, chunk), right, "positions restart from 0 at 16");
    expect_named_despite_damage(causal_logits(40, &counted, &counted, 1.3), right,
                                "logits are 1.3 times what they should be");
}

TEST(DamagedDumps, OneHugeLogitDoesNotHideTheScale) {
    Dump dump = causal_logits(40, &counted, &counted, 1.3);
    dump.arrays["logits"].values[20 * 40 + 7] = 1e6;
    const ConformanceReport report =
        check_conformance(dump, Implementation(plain_heads(), Pairing::gpt_neox), 4096);
    ASSERT_TRUE(report.explained);
    EXPECT_EQ(report.explanations.front().id(), "softmax-scale");
    EXPECT_EQ(report.explanations.front().fit.outside_rows, 1);
}

// 60 rows of other numbers at the start.
TEST(DamagedDumps, ManyWrongRowsAtTheStartRemain) {
    test::Draw draw(40);
    const test::Float32Program program{plain_heads()};
    RotarySpec base = plain_heads();
    base.base = 50'000;
    for (const auto& [dump, text] :
         {std::pair(test::vectors_at(draw, program, 2000, [](std::int64_t p) { return 3 * counted(p); }),
                    "positions-multiplied"),
          std::pair(test::vectors_at(draw, test::Float32Program{base}, 2000, &counted), "other-base")}) {
        Dump damaged = dump;
        for (std::size_t n = 0; n < 60 * 64; ++n) damaged.arrays["after"].values[n] = 7;
        const ConformanceReport report = check_conformance(damaged, test::right_of(program), 4096);
        ASSERT_TRUE(report.explained) << text;
        EXPECT_EQ(report.explanations.front().id(), text);
        EXPECT_EQ(report.explanations.front().fit.outside_rows, 60);
    }
}

TEST(DamagedDumps, NothingIsNamedInRandomOrRightDumps) {
    test::Draw draw(41);
    const test::Float32Program program{plain_heads()};
    const Implementation right = test::right_of(program);
    const auto expect_unexplained = [&](const Dump& dump) {
        const ConformanceReport report = check_conformance(dump, right, 4096);
        EXPECT_FALSE(report.agrees);
        EXPECT_FALSE(report.explained)
            << report.explanations.front().id() << ": " << test::label_of(report.explanations.front());
    };
    for (int n = 0; n < 5; ++n) {
        for (const std::int64_t rows : {60, 300}) {
            const auto anywhere = [&](std::int64_t) {
                return static_cast<double>(draw.below(1 << 20)) / 977;
            };
            expect_unexplained(test::tables_at(program, rows, anywhere));
            Dump dump = test::vectors_at(draw, program, rows, &counted);
            dump.arrays["after"] = test::saved(draw.normals(rows * 64), {rows, 64}, "float32");
            expect_unexplained(dump);
        }
        Dump dump = causal_logits(40, &counted, &counted);
        for (double& logit : dump.arrays["logits"].values)
            if (std::isfinite(logit)) logit = draw.normals(1).front();
        expect_unexplained(dump);
        dump = Dump();
        std::vector<float> theta = draw.normals(32);
        dump.arrays["inverse-frequency"] = test::saved(theta, {32}, "float32");
        expect_unexplained(dump);
    }
    // Right dumps with the same damage.
    for (const Damage& damage : damages) {
        if (damage.zeroed_row < 0 && damage.wrong_numbers == 0) continue;
        SCOPED_TRACE(damage.name);
        Dump dump = test::vectors_at(draw, program, 100, &counted);
        static_cast<void>(write_damage(damage, draw, dump));
        expect_unexplained(dump);
        dump = test::tables_at(program, 100, &counted);
        static_cast<void>(write_damage(damage, draw, dump));
        expect_unexplained(dump);
        dump = causal_logits(40, &counted, &counted);
        static_cast<void>(write_damage(damage, draw, dump));
        if (damage.zeroed_row != 0) expect_unexplained(dump);  // a single logit
    }
}

TEST(DamagedDumps, NanIsRefused) {
    const test::Float32Program program{plain_heads()};
    Dump dump = test::tables_at(program, 20, &counted);
    dump.arrays["cos"].values[100] = NAN;
    EXPECT_THROW(static_cast<void>(check_conformance(dump, test::right_of(program), 4096)), InputError);
}

}  // namespace
}  // namespace poslab
