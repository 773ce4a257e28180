#pragma once

#include "core/engine/attention.hpp"
#include "core/engine/flash_attention/bias_tables.hpp"
#include "core/engine/flash_attention/key_list.hpp"
#include "core/engine/flash_attention/pieces.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace poslab::flash_attention {

// The CPU engine's attention follows flash attention (Dao et al., arXiv 2205.14135): the matrix is never
// stored; rows accumulate sums with an online softmax while blocks of keys are visited.
//   strip      rows that one thread processes together
//   panel      up to panel_rows queries of a strip, the lanes of vectors
//   tile       tile_keys adjacent keys in packed order
//   block      block_tiles tiles
//   piece      one branch of the position plan on one side of the diagonal
//   reference  running maximum m of a row's sums of 2^(t - m), raised only if logits are far above it

/// A visited row.
struct Row {
    std::int32_t token;
    std::int32_t output;            // the window's row that contains it, or -1
    std::int32_t statistics_index;  // its index in request.rows, or -1
};

/// Rows begin ... end - 1 of the list that one thread visits together; they visit the same kind of keys.
struct Strip {
    std::size_t begin;
    std::size_t end;
    bool whole_rows;  // all keys, not only the window's
    bool statistics;  // part of request.rows
    double cells;     // approximate number to compute
};

/// A piece with the tables of the inner loops.
struct PieceTables {
    Piece piece;
    // index into the rotations of queries; packed_keys: index into the packed keys
    std::size_t query_rotation;
    std::size_t packed_keys;
    std::vector<std::int32_t> key_number;              // of each key, padded to whole tiles
    std::vector<std::int32_t> min_number, max_number;  // of each tile
    IndexRange trained;                                // n with |p| <= request.trained - 1, if separable
    PositionBias bias;
};

/// Everything about a request that is constant while threads process its strips. Logits are in units of log2.
class AttentionSchedule {
  public:
    /// `strip_rows`: maximum rows per strip; 0: chosen for the threads of this machine.
    AttentionSchedule(const AttentionInput& attention, const AttentionRequest& requested, const Job& job,
                      std::size_t strip_rows = 0);
    AttentionSchedule(const AttentionSchedule&) = delete;
    AttentionSchedule& operator=(const AttentionSchedule&) = delete;

    const AttentionInput& input;
    const AttentionRequest& request;
    const AttentionPlan& plan;
    std::int64_t tokens;
    double log2_scale;  // log2(e) / temperature
    DimensionOrder order;

    std::vector<IndexRange> output_rows;  // tokens of each row of the window
    std::vector<IndexRange> columns;      // keys (not tokens) of each column of the window
    std::vector<std::int32_t> column_at;  // for each key (and the end): the first column that ends after it
    IndexRange window_keys;
    std::vector<Row> rows;
    std::vector<Strip> strips;  // longest first
    double cells = 0;
    std::size_t panels;  // in the largest strip

    std::unique_ptr<KeyList> keys;
    std::vector<PieceTables> pieces;
    std::vector<AxisRotation> query_rotations;
    std::vector<PackedKeys> packed;
    NumberTable distance_bias;
    std::vector<std::int32_t> key_token;  // padded to whole tiles
    std::vector<float> decay_exponents;   // log2(decay) / 512

    [[nodiscard]] bool falls_with_distance() const {
        return !plan.distance_bias.empty() || !plan.decay.empty();
    }
    [[nodiscard]] bool shows_weights() const {
        return shown() && request.quantity == AttentionQuantity::weights;
    }
    [[nodiscard]] bool shows_logits() const {
        return shown() && request.quantity == AttentionQuantity::logits;
    }
    [[nodiscard]] bool shown() const { return request.window.height > 0; }
    [[nodiscard]] bool pools_largest() const { return request.window.pool == Pool::max; }
    [[nodiscard]] bool parallel() const;
    /// The keys of row `token` in a piece, within those of the strip.
    [[nodiscard]] IndexRange keys_of(const PieceTables& piece, std::int64_t token, bool whole_row) const;
    /// The columns that contain any of the keys.
    [[nodiscard]] IndexRange columns_with(const IndexRange& range) const;
    /// Unmasked cells of a row.
    [[nodiscard]] std::int64_t key_count(std::int64_t token) const;
    /// Throws TooLarge if the CPU engine's panels and packed keys do not fit into memory.
    void check_memory() const;

  private:
    void list_rows();
    void list_keys();
    void list_pieces(const Job& job);
    void list_strips(const Job& job, std::size_t strip_rows);
    [[nodiscard]] std::size_t rows_for_threads();
    [[nodiscard]] bool visits_whole(const Row& row) const;
};

}  // namespace poslab::flash_attention
