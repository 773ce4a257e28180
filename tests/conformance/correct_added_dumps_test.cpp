// No correct dump is reported as wrong: a thousand random ones each of tables added to embeddings, patches,
// complex tables and the various layouts, computed in float32 as in the authors' code.

#include "tests/conformance/drawn_programs.hpp"
#include "tests/support/patience.hpp"

#include <chrono>
#include <limits>
#include <numbers>

namespace poslab::test {
namespace {

constexpr int dumps = 1000;

const std::vector<const char*> formats{"float32", "float16", "bfloat16"};

void expect_agrees(const Dump& dump, const Implementation& right, const std::string& what) {
    const ConformanceReport report = check_conformance(dump, right, 4096);
    EXPECT_TRUE(report.agrees) << what << ": " << report.fit.largest.deviation << " of "
                               << report.fit.largest.tolerance << " at " << report.fit.largest.row << ", "
                               << report.fit.largest.column << " "
                               << (report.explanations.empty() ? "" : report.explanations.front().id());
}

// Vaswani et al. (2017) and fairseq: angles position·exp(−k·ln(10000)/divisor) in float32.
TEST(CorrectAddedDumps, SinusoidalTables) {
    Draw draw(11);
    for (int n = 0; n < dumps; ++n) {
        const std::int64_t rows = 2 + draw.below(60), dim = 2 * (2 + draw.below(100)), half = dim / 2;
        const bool interleaved = draw.below(2) == 0, minus_one = !interleaved && draw.below(2) == 0;
        std::vector<float> table;
        for (std::int64_t row = 0; row < rows; ++row)
            for (std::int64_t column = 0; column < dim; ++column) {
                const std::int64_t k = interleaved ? column / 2 : column % half;
                const auto divisor = static_cast<float>(minus_one ? half - 1 : half);
                const float theta = std::exp(static_cast<float>(k) * (-std::log(10000.0F) / divisor));
                const float angle = static_cast<float>(row) * theta;
                const bool is_sine = interleaved ? column % 2 == 0 : column < half;
                table.push_back(is_sine ? std::sin(angle) : std::cos(angle));
            }
        Dump dump;
        dump.arrays["sinusoidal"] = saved(table, {rows, dim}, draw.one(formats));
        expect_agrees(dump, Implementation(),
                      fmt::format("{} x {}, {}, {}", rows, dim, interleaved, minus_one));
    }
}

// Llama's precompute_freqs_cis, [positions, pairs, 2].
TEST(CorrectAddedDumps, ComplexTables) {
    Draw draw(12);
    for (int n = 0; n < dumps; ++n) {
        const Float32Program program{draw.spec(), Pairing::gpt_j};
        const std::int64_t rows = 2 + draw.below(40);
        std::vector<float> parts;
        for (std::int64_t row = 0; row < rows; ++row)
            for (std::int64_t pair = 0; pair < program.pairs(); ++pair) {
                parts.push_back(std::cos(program.angle(row, pair)) * program.factor);
                parts.push_back(std::sin(program.angle(row, pair)) * program.factor);
            }
        Dump dump;
        dump.arrays["freqs-cis"] = saved(parts, {rows, program.pairs(), 2}, draw.one(formats));
        expect_agrees(dump, right_of(program), std::string(program.spec.scaling->id));
    }
}

/// The bucket of distance D = i − j (docs/formulas.md §4.2), in float32 as Transformers computes it.
int bucket(std::int64_t distance, bool bidirectional, int buckets, int most) {
    int first = 0;
    if (bidirectional) {
        buckets /= 2;
        if (distance < 0) first = buckets;
        distance = std::abs(distance);
    } else {
        distance = std::max<std::int64_t>(distance, 0);
    }
    const int exact = buckets / 2;
    if (distance < exact) return first + static_cast<int>(distance);
    const float share = std::log(static_cast<float>(distance) / static_cast<float>(exact)) /
                        static_cast<float>(std::log(static_cast<double>(most) / exact));
    return first +
           std::min(buckets - 1, exact + static_cast<int>(share * static_cast<float>(buckets - exact)));
}

TEST(CorrectAddedDumps, LearnedBiasesAndBuckets) {
    Draw draw(13);
    for (int n = 0; n < dumps; ++n) {
        const std::int64_t queries = 1 + draw.below(40), keys = queries + draw.below(3) * 60,
                           heads = 1 + draw.below(6);
        const bool bidirectional = draw.below(2) == 0;
        const std::vector<float> weights = draw.normals(32 * heads);
        std::vector<int> table;
        std::vector<float> biases;
        for (std::int64_t i = 0; i < queries; ++i)
            for (std::int64_t j = 0; j < keys; ++j) table.push_back(bucket(i - j, bidirectional, 32, 128));
        for (std::int64_t head = 0; head < heads; ++head)
            for (const int one : table)
                biases.push_back(weights[static_cast<std::size_t>(one * heads + head)]);
        Dump buckets, bias;
        buckets.arrays["t5-buckets"] = saved(table, {queries, keys}, "int64");
        bias.arrays["t5-bias"] = saved(biases, {heads, queries, keys}, "float32");
        bias.arrays["t5-weights"] = saved(weights, {32, heads}, "float32");
        const std::string what = fmt::format("{} x {}, {}", queries, keys, bidirectional);
        if (queries > 1) expect_agrees(buckets, Implementation(), what);
        if (queries > 1 && queries == keys) expect_agrees(bias, Implementation(), what);
    }
}

// Qwen2-VL's vision tower (rows, then columns, b^(−4k/d)) and HunyuanImage 3 (axes alternate along
// b^(−2k/d)).
TEST(CorrectAddedDumps, TablesAndVectorsOfPatches) {
    Draw draw(14);
    for (int n = 0; n < dumps; ++n) {
        const std::int64_t rows = 2 + draw.below(9), columns = 2 + draw.below(9),
                           dim = 16 * (1 + draw.below(6)), pairs = dim / 2;
        const bool by_turns = draw.below(2) == 0;
        RotarySpec spec;
        spec.dim = dim;
        spec.base = draw.one<double>({100, 10'000});
        Implementation right(spec, Pairing::gpt_neox);
        right.axes.layout = by_turns ? AxisLayout::alternating : AxisLayout::axial;
        right.axes.grid = {rows, columns};
        std::vector<float> cos, sin, before = draw.normals(rows * columns * dim), after = before;
        for (std::int64_t patch = 0; patch < rows * columns; ++patch)
            for (std::int64_t p = 0; p < pairs; ++p) {
                const auto y = static_cast<float>(patch / columns), x = static_cast<float>(patch % columns);
                const std::int64_t k = by_turns ? p : p % (pairs / 2);
                const float theta =
                    1 / std::pow(static_cast<float>(spec.base),
                                 static_cast<float>(2 * k) / static_cast<float>(by_turns ? dim : dim / 2));
                const float angle = ((by_turns ? p % 2 == 0 : p < pairs / 2) ? y : x) * theta,
                            c = std::cos(angle), s = std::sin(angle);
                cos.push_back(c);
                sin.push_back(s);
                const auto first = static_cast<std::size_t>(patch * dim + p),
                           second = static_cast<std::size_t>(patch * dim + p + pairs);
                after[first] = before[first] * c - before[second] * s;
                after[second] = before[second] * c + before[first] * s;
            }
        Dump tables, vectors;
        const char* const format = draw.one(formats);
        tables.arrays["cos"] = saved(cos, {rows * columns, pairs}, format);
        tables.arrays["sin"] = saved(sin, {rows * columns, pairs}, format);
        vectors.arrays["before"] = saved(before, {rows * columns, dim}, "float32");
        vectors.arrays["after"] = saved(after, {rows * columns, dim}, "float32");
        const std::string what = fmt::format("{} x {} patches, dim {}, {}", rows, columns, dim, by_turns);
        expect_agrees(tables, right, what);
        expect_agrees(vectors, right, what);
    }
}

/// get_slopes() of the authors' code (ofirpress/attention_with_linear_biases), by recursion.
std::vector<float> authors_slopes(int heads) {
    int power = 1;
    while (2 * power <= heads) power *= 2;
    std::vector<float> slopes;
    const double start = std::pow(2.0, -8.0 / power);
    for (int n = 0; n < power; ++n) slopes.push_back(static_cast<float>(start * std::pow(start, n)));
    if (power == heads) return slopes;
    const std::vector<float> finer = authors_slopes(2 * power);
    for (int n = 0; n < heads - power; ++n) slopes.push_back(finer[static_cast<std::size_t>(2 * n)]);
    return slopes;
}

TEST(CorrectAddedDumps, SlopesOfAThousandNumbersOfHeads) {
    for (int heads = 1; heads <= dumps; ++heads) {
        Dump dump;
        dump.arrays["alibi-slopes"] =
            saved(authors_slopes(heads), {heads}, formats[static_cast<std::size_t>(heads % 3)]);
        expect_agrees(dump, Implementation(), fmt::format("{} heads", heads));
    }
}

/// The rounding of all slopes was found once for each: minutes for 10^5.
TEST(WrongDumps, AMillionSlopesTakeSeconds) {
    Dump dump;
    dump.arrays["alibi-slopes"] = saved(std::vector<float>(1'000'000), {1'000'000}, "float32");
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_FALSE(check_conformance(dump, Implementation(), 4096).agrees);
    EXPECT_LT(std::chrono::steady_clock::now() - begin, patience);
}

// LegS (article 10137, HiPPO): A_nk = −√((2n + 1)(2k + 1)) below the diagonal, −(n + 1) on it; B_n = √(2n +
// 1).
TEST(CorrectAddedDumps, MatricesOfEveryOrder) {
    for (int order = 1; order <= 100; ++order) {
        std::vector<float> a, b;
        for (int n = 0; n < order; ++n) {
            for (int k = 0; k < order; ++k)
                a.push_back(
                    n > k ? -std::sqrt((2.0F * static_cast<float>(n) + 1) * (2 * static_cast<float>(k) + 1))
                    : n == k ? -(static_cast<float>(n) + 1)
                             : 0.0F);
            b.push_back(std::sqrt(2.0F * static_cast<float>(n) + 1));
        }
        for (const char* const format : formats) {
            Dump dump;
            dump.arrays["hippo-a"] = saved(a, {order, order}, format);
            dump.arrays["hippo-b"] = saved(b, {order}, format);
            expect_agrees(dump, Implementation(), fmt::format("order {} in {}", order, format));
        }
    }
}

// Vectors of several heads and texts, in each declared layout.
TEST(CorrectAddedDumps, VectorsInEveryLayout) {
    Draw draw(15);
    const std::vector<std::string> layouts{"tokens,heads,dim", "heads,tokens,dim", "batch,tokens,heads,dim",
                                           "batch,heads,tokens,dim"};
    for (int n = 0; n < dumps; ++n) {
        RotarySpec spec = draw.spec();
        spec.dim = 64;
        const Float32Program program{spec};
        const std::string layout = draw.one(layouts);
        const std::int64_t tokens = 2 + draw.below(12), heads = 1 + draw.below(4),
                           batch = layout[0] == 'b' ? 1 + draw.below(3) : 1;
        const bool heads_first = layout.find("heads") < layout.find("tokens");
        std::vector<std::int64_t> shape{heads_first ? heads : tokens, heads_first ? tokens : heads, 64};
        if (layout[0] == 'b') shape.insert(shape.begin(), batch);
        std::vector<float> before = draw.normals(batch * heads * tokens * 64), after;
        for (std::int64_t row = 0; row < batch * heads * tokens; ++row) {
            const std::int64_t token = heads_first ? row % tokens : row / heads % tokens;
            const std::vector<float> turned =
                program.turned({before.begin() + row * 64, before.begin() + (row + 1) * 64}, token);
            after.insert(after.end(), turned.begin(), turned.end());
        }
        Dump dump;
        dump.arrays["before"] = saved(before, shape, "float32");
        dump.arrays["after"] = saved(after, shape, draw.one(formats));
        dump.layout = layout;
        expect_agrees(dump, right_of(program), layout);
    }
}

}  // namespace
}  // namespace poslab::test
