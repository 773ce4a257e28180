#include "tests/gpu/attention_expected.hpp"
#include "tests/gpu/device_cases.hpp"

namespace poslab::gpu {
namespace {

/// Compares a device's attention kernels with loops in float64.
class AttentionKernels : public EveryDevice {};

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr std::int64_t far = 1 << 30;

AttentionCase causal_case(std::int32_t tokens, std::size_t dims) {
    AttentionCase attention = attention_case(tokens, dims, 1, 6);
    add_piece(attention, 0, far, 0);
    return attention;
}

// Near keys have one rotation, and all farther ones a constant position: tiles near the diagonal contain both
// sides of the staircase.
AttentionCase rerope_case(std::int32_t tokens, std::int32_t window) {
    AttentionCase attention = attention_case(tokens, 32, 2, 6);
    PieceCase& near = add_piece(attention, 0, window - 1, 0);
    add_bias(near, 0);
    near.trained = {-20, 20};
    PieceCase& rest = add_piece(attention, window, far, 1);
    rest.row_numbers.assign(rest.row_numbers.size(), window);
    rest.key_numbers.assign(rest.key_numbers.size(), 0);
    add_bias(rest, 0);
    rest.trained = {0, window};
    return attention;
}

// Keys before and after the query, the first few keys, and a gap between; biases of all kinds.
AttentionCase both_ways_case(std::int32_t tokens) {
    AttentionCase attention = attention_case(tokens, 48, 3, 6);
    add_bias(add_piece(attention, -30, -1, 2), 0.05);
    add_piece(attention, 0, 40, 0).trained = {0, 31};
    add_bias(add_piece(attention, 41, far, 1, {0, 5}), -0.02);
    std::mt19937 random(3);
    attention.distance_bias = random_numbers(2 * static_cast<std::size_t>(tokens) - 1, 1, random);
    return attention;
}

AttentionCase decaying_case(std::int32_t tokens, int block, std::size_t dims = 32) {
    AttentionCase attention = causal_case(tokens, dims);
    for (std::size_t d = 0; d < attention.dims; ++d)
        attention.decay.push_back(d < 24 ? -0.0005F * static_cast<float>(24 - d / 2 * 2) : 0.0F);
    attention.decay_block = block;
    return attention;
}

void expect_right(Device& device, const AttentionCase& attention, StripsRequest request) {
    for (const int pool : {1, 2, 3, 4}) {
        request.pool = pool;
        const StripsOutcome outcome = run_strips(device, attention, request);
        expect_segments(attention, request, outcome);
        if (pool == 1 || pool == 3) expect_statistics(attention, outcome);
    }
}

TEST_P(AttentionKernels, EveryCellOfACausalMatrix) { expect_right(device(), causal_case(150, 32), {}); }

TEST_P(AttentionKernels, ManyDimensions) { expect_right(device(), causal_case(70, 144), {}); }

TEST_P(AttentionKernels, PiecesThatMeetInATile) {
    AttentionCase attention = rerope_case(210, 23);
    set_columns(attention, 0, 7, 30);
    set_segments(attention, 5);
    expect_right(device(), attention, {});
}

TEST_P(AttentionKernels, KeysBeforeAndAfterTheQuery) {
    AttentionCase attention = both_ways_case(200);
    set_segments(attention, 3);
    expect_right(device(), attention, {});
}

TEST_P(AttentionKernels, AColumnOverSeveralTilesAndKeysOfNone) {
    AttentionCase attention = both_ways_case(330);
    set_columns(attention, 37, 140, 2);
    set_segments(attention, 7);
    expect_right(device(), attention, {});
}

// Columns 1, 4 and those after 6 have no keys at all; keys 20 ... 29 and 130 ... belong to no column.
TEST_P(AttentionKernels, ColumnsWithoutKeys) {
    AttentionCase attention = causal_case(140, 16);
    for (std::size_t key = 0; key < attention.columns.size(); ++key)
        attention.columns[key] = key < 20    ? 0
                                 : key < 30  ? -1
                                 : key < 40  ? 2
                                 : key < 50  ? 3
                                 : key < 128 ? 5
                                 : key < 130 ? 6
                                             : -1;
    attention.column_count = 11;
    expect_right(device(), attention, {});
}

// Strips visit the first keys and then, far from them, those of their window.
TEST_P(AttentionKernels, TilesThatNoRowHasKeysIn) {
    AttentionCase attention = attention_case(500, 16, 1, 6);
    add_piece(attention, 0, 70, 0);
    add_piece(attention, 71, far, 0, {0, 4});
    set_columns(attention, 2, 3, 160);
    set_segments(attention, 20);
    expect_right(device(), attention, {});
}

// Rows of later strips have no key in the first columns.
TEST_P(AttentionKernels, ABandOfKeys) {
    AttentionCase attention = attention_case(320, 16, 1, 6);
    add_piece(attention, 0, 20, 0);
    set_columns(attention, 0, 5, 64);
    set_segments(attention, 9);
    expect_right(device(), attention, {});
}

TEST_P(AttentionKernels, SmallStripsManyGroupsAndLaunches) {
    AttentionCase attention = rerope_case(180, 50);
    set_columns(attention, 0, 4, 45);
    set_segments(attention, 6);
    StripsRequest request;
    request.max_rows = 11;
    request.groups = 3;
    request.strips_of_launch = 7;
    expect_right(device(), attention, request);
}

TEST_P(AttentionKernels, TheSameBitForBitHoweverStripsAreDivided) {
    AttentionCase attention = both_ways_case(200);
    set_columns(attention, 0, 9, 22);
    set_segments(attention, 4);
    StripsRequest request;
    request.max_rows = 40;
    const StripsOutcome first = run_strips(device(), attention, request);
    request.groups = 4;
    request.strips_of_launch = 3;
    const StripsOutcome second = run_strips(device(), attention, request);
    EXPECT_EQ(first.segments, second.segments);
    EXPECT_EQ(first.statistics, second.statistics);
}

TEST_P(AttentionKernels, DecayInBlocksOfKeys) {
    for (const int block : {64, 128}) {
        AttentionCase attention = decaying_case(300, block);
        set_columns(attention, 0, 6, 50);
        set_segments(attention, 4);
        expect_right(device(), attention, {});
    }
}

// Each block is split once, and each tile reads chunks of it.
TEST_P(AttentionKernels, DecayOfManyDimensions) {
    AttentionCase attention = decaying_case(300, 128, 144);
    set_columns(attention, 0, 6, 50);
    set_segments(attention, 4);
    StripsRequest request;
    request.max_rows = 100;  // the last warp has rows beyond the end
    request.groups = 2;
    expect_right(device(), attention, request);
}

// Logits rise by 208 along the keys, beyond float's exponents: the running maximum rises in every tile, and
// earlier sums become zero.
TEST_P(AttentionKernels, ReferencesThatRise) {
    AttentionCase attention = attention_case(260, 16, 1, 6);
    add_bias(add_piece(attention, -far, far, 0), -0.8);
    set_columns(attention, 0, 10, 26);
    set_segments(attention, 3);
    expect_right(device(), attention, {});
}

TEST_P(AttentionKernels, ReferencesThatRiseALittle) {
    AttentionCase attention = attention_case(260, 16, 1, 6);
    PieceCase& piece = add_piece(attention, -far, far, 0);
    for (std::size_t key = 0; key < piece.key_numbers.size(); ++key)
        piece.key_numbers[key] = -static_cast<std::int32_t>(key) / 64;
    piece.row_numbers.assign(piece.row_numbers.size(), 0);
    piece.bias = {0, 17.5F, 36.25F, 54.125F, 72.0625F};
    set_columns(attention, 0, 10, 26);
    expect_right(device(), attention, {});
}

TEST_P(AttentionKernels, RowsWithoutKeys) {
    AttentionCase attention = attention_case(140, 16, 1, 6);
    add_piece(attention, 80, far, 0);
    expect_right(device(), attention, {});
}

TEST_P(AttentionKernels, LogitsThatAreNotFinite) {
    AttentionCase attention = attention_case(140, 16, 1, 6);
    add_bias(add_piece(attention, 0, far, 0), 0);
    PieceCase& piece = attention.pieces.front();
    for (std::size_t n = 0; n < piece.bias.size(); ++n)
        if (static_cast<std::int32_t>(n) + piece.min_bias > 60)
            piece.bias[n] = -infinity;  // weights of 0, not masked
    attention.queries[0][5 * attention.dims + 3] = NAN;
    attention.queries[0][70 * attention.dims + 3] = infinity;
    attention.keys[0][100 * attention.dims + 15] = NAN;  // affects all rows from 100 on
    set_columns(attention, 0, 9, 15);
    set_segments(attention, 2);
    for (const int pool : {1, 2, 3}) {
        StripsRequest request;
        request.pool = pool;
        const StripsOutcome outcome = run_strips(device(), attention, request);
        expect_segments(attention, request, outcome);
        expect_statistics(attention, outcome);
    }
}

TEST_P(AttentionKernels, AWindowOfWhichTheSumsAreKnown) {
    AttentionCase attention = rerope_case(250, 40);
    attention.columns.assign(attention.columns.size(), -1);
    attention.column_count = 13;
    for (std::size_t key = 70; key < 200; ++key)
        attention.columns[key] = static_cast<std::int32_t>(key - 70) / 10;
    set_segments(attention, 6);
    StripsRequest request;
    request.flags = 0;
    request.window = {70, 200};
    request.known = log_sums(attention);
    for (const int pool : {1, 2, 3, 4}) {
        request.pool = pool;
        const StripsOutcome outcome = run_strips(device(), attention, request);
        expect_segments(attention, request, outcome);
        for (const double number : outcome.statistics) EXPECT_EQ(number, static_cast<double>(untouched));
    }
}

TEST_P(AttentionKernels, LogitsOfAWindowWithoutSums) {
    AttentionCase attention = rerope_case(250, 40);
    StripsRequest request;
    request.flags = 0;
    request.window = {0, 64};
    for (const int pool : {3, 4}) {
        request.pool = pool;
        expect_segments(attention, request, run_strips(device(), attention, request));
    }
}

TEST_P(AttentionKernels, StatisticsWithoutAPicture) {
    AttentionCase attention = both_ways_case(150);
    attention.columns.assign(attention.columns.size(), -1);
    attention.segments.assign(attention.segments.size(), -1);
    attention.column_count = 0;
    StripsRequest request;
    request.pool = 0;
    expect_statistics(attention, run_strips(device(), attention, request));
}

std::vector<float> random_values(const AttentionCase& attention, std::size_t dim) {
    std::mt19937 random(11);
    return random_numbers(attention.key_tokens.size() * dim, 1, random);
}

TEST_P(AttentionKernels, SumsByDistanceAndOfValues) {
    for (const AttentionCase& attention :
         {causal_case(150, 32), rerope_case(210, 23), both_ways_case(200), decaying_case(200, 64)}) {
        const std::vector<float> values = random_values(attention, 200);
        expect_sums(attention, values, 200,
                    run_sums(device(), attention, log_sums(attention), values, 200, 3));
    }
}

TEST_P(AttentionKernels, InfiniteValuesOfMaskedKeysAndRowsWithoutASum) {
    AttentionCase attention = attention_case(100, 16, 1, 6);
    add_piece(attention, 3, far, 0);  // rows 0, 1, 2 have no key
    attention.queries[0][30 * attention.dims] = NAN;
    std::vector<float> values = random_values(attention, 4);
    values[80 * 4 + 1] = infinity;
    values[81 * 4 + 2] = NAN;
    const std::vector<double> known = log_sums(attention);
    ASSERT_TRUE(std::isnan(known[1]) && std::isnan(known[30]));
    const SumsOutcome outcome = run_sums(device(), attention, known, values, 4, 8);
    expect_sums(attention, values, 4, outcome);
    EXPECT_TRUE(std::isfinite(outcome.output[82 * 4 + 1]));  // row 82 does not see key 80, row 83 does
    EXPECT_FALSE(std::isfinite(outcome.output[83 * 4 + 1]));
}

INSTANTIATE_TEST_SUITE_P(Devices, AttentionKernels, every_device(), device_name);

}  // namespace
}  // namespace poslab::gpu
