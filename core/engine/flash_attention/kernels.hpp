#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

// The inner loops of the CPU engine's attention, compiled for each instruction set and chosen at run time.
//
// Vectors run over queries: a panel holds panel_rows adjacent queries ("lanes"), so that nothing is ever
// summed across a vector, and rows, masks and references are plain elements. Logits are in units of log2
// ("t"): weight = 2^(t - log2 of the sum of 2^t). Arrays over lanes hold panel_rows numbers; matrices
// [key][lane] are aligned to a vector.
namespace poslab::flash_attention {

inline constexpr std::size_t panel_rows = 32;
inline constexpr std::size_t tile_keys = 12;  // keys that are adjacent in the packed order [tile][dim][key]
inline constexpr std::size_t block_tiles = 8;
inline constexpr std::size_t block_keys = tile_keys * block_tiles;
/// Marks a masked cell; distinct from -infinity, which a logit may be.
inline constexpr float masked_logit = std::numeric_limits<float>::lowest();
inline constexpr std::size_t vector_bytes = 64;
/// Rows of numbers are padded to a multiple of this many floats.
inline constexpr std::size_t row_unit = 16;

[[nodiscard]] constexpr std::size_t rounded_up(std::size_t n, std::size_t multiple) {
    return (n + multiple - 1) / multiple * multiple;
}

/// out[key][lane] = sum over dims of queries[dim][lane] * keys[tile][dim][key], summed in blocks of dims to
/// limit rounding errors in long sums.
void multiply_tiles(std::size_t dims, const float* queries, const float* keys, std::size_t tiles, float* out);

/// out[column][lane] += sum over keys of weights[key][lane] * values[key][column]; `columns`, the stride of
/// values, is a multiple of tile_keys.
void accumulate_values(std::size_t keys, const float* weights, const float* values, std::size_t columns,
                       float* out);

/// A value table[lane_index[lane] - key_index[key]] for each cell.
struct CellTable {
    const float* table;  // may be indexed from below zero
    const std::int32_t* lane_index;
    const std::int32_t* key_index;
    enum class Lanes { any, successive, equal } lanes;
};
/// logits[key][lane] += the cell's value.
void add_table(const CellTable& cells, std::size_t keys, float* logits);

/// The keys of each lane, begin <= key < end.
struct LaneKeys {
    const std::int32_t* begin;
    const std::int32_t* end;
};
/// to[key][lane] = from[key][lane] if the lane has the key, else unchanged; keys are counted from `first`.
void merge_cells(const LaneKeys& lanes, std::int32_t first, std::size_t keys, const float* from, float* to);
/// Sets logits to masked_logit where the lane does not have the key.
void mask_cells(const LaneKeys& lanes, std::int32_t first, std::size_t keys, float* logits);

/// sum[lane] += weights[key][lane] if n = lane_index - key_index is in low ... high (or is not, if `outside`)
/// and the lane has the key.
struct CellRange {
    const std::int32_t* lane_index;
    const std::int32_t* key_index;
    std::int32_t low;
    std::int32_t high;
    bool outside;
};
void sum_within(const CellRange& range, const LaneKeys& lanes, std::int32_t first, std::size_t keys,
                const float* weights, float* sum);

/// Keys begin ... end - 1 of a block belong to an output column; column -1: to none.
struct ColumnSlice {
    std::int32_t begin;
    std::int32_t end;
    std::int32_t column;
};

/// largest[lane] over keys; a NaN may be missed.
void max_over_keys(std::size_t keys, const float* logits, float* largest);

/// Sums over a run of keys, one per lane; overwritten.
struct WeightSums {
    alignas(vector_bytes) float weight[panel_rows];    // sum of e = 2^(t - reference)
    alignas(vector_bytes) float exponent[panel_rows];  // sum of e (t - reference)
    alignas(vector_bytes) float key[panel_rows];       // sum of e * (key index in the block)
};

/// Input and output of `add_weights` for keys begin ... end - 1 of a block.
struct WeightPass {
    std::size_t begin;
    std::size_t end;
    const float* reference;
    float* logits;                      // [key][lane] of the block
    bool keep;                          // true: e replaces the logits
    bool statistics;                    // true: `exponent` and `key` are computed
    std::span<const ColumnSlice> runs;  // covering the keys in order
    float* columns;                     // [column][lane]: e is added there; null: not computed
    std::size_t filled;                 // columns from here on have not been written to
};
/// Returns the new number of filled columns. e is 0 for masked_logit and -infinity; NaN stays NaN.
[[nodiscard]] std::size_t add_weights(const WeightPass& pass, WeightSums& sums);

/// Pools logits into columns: the maximum (NaN if there is one), or the sum, in which masked_logit counts as
/// 0.
struct LogitPass {
    std::size_t begin;
    std::size_t end;
    const float* logits;
    bool largest;
    std::span<const ColumnSlice> runs;
    float* columns;
    std::size_t filled;
};
/// Returns the new number of filled columns.
[[nodiscard]] std::size_t add_logits(const LogitPass& pass);

/// columns[column][lane] = 2^(columns[column][lane] - reference[lane])
void exponentiate(std::size_t count, const float* reference, float* columns);

/// Lanes begin ... end - 1 belong to one output row.
struct LaneGroup {
    std::size_t begin;
    std::size_t end;
    float* sums;  // [columns], padded to a multiple of 4
};
/// sums[column] += (or, with `largest`, = the maximum with) scale[lane] * columns[column][lane] over the
/// lanes of each group.
void reduce_lanes(std::size_t count, const float* columns, const float* scale, bool largest,
                  std::span<const LaneGroup> groups);

/// sums[panel_rows - 1 + lane - key] += scale[lane] * weights[key][lane] for `keys` <= panel_rows keys;
/// `scratch` [panel_rows][2 panel_rows] must be zero wherever no row is written. sums: 2 panel_rows.
void sum_diagonals(std::size_t keys, const float* weights, const float* scale, float* scratch, float* sums);

/// out[n] = the upper half of offsets[n] + number * steps[n], phases in 2^-64 turns.
void turns_at(std::size_t count, std::uint64_t number, const std::uint64_t* offsets,
              const std::uint64_t* steps, std::int32_t* out);
/// first[p] = row[2 p] + first_bias[p], second[p] = row[2 p + 1] + second_bias[p]
void part_pairs(std::size_t pairs, const float* row, const float* first_bias, const float* second_bias,
                float* first, float* second);
/// Cosines and sines of `turns` / 2^32 turns; all padded to row_unit.
void sines_and_cosines(std::size_t count, const std::int32_t* turns, float* cosines, float* sines);
/// (first, second) rotated, times factor; all padded to row_unit.
struct PairRow {
    std::size_t pairs;
    const float* first;
    const float* second;
    const float* cosines;  // null: not rotated
    const float* sines;
    float factor;
};
void rotate_pairs(const PairRow& row, float* first, float* second);
/// out[n * stride + r] = rows[r][n], r < 4; rows are padded to row_unit.
void interleave_rows(std::size_t count, const float* const* rows, float* out, std::size_t stride);
/// out[n][lane] = 2^(exponents[n] * lane_factor[lane]) * in[n][lane]
void scale_powers(std::size_t count, const float* exponents, const float* lane_factor, const float* in,
                  float* out);

}  // namespace poslab::flash_attention
