#pragma once

#include "core/engine/flash_attention/attention_schedule.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace poslab::flash_attention {

template <class Number>
struct alignas(vector_bytes) Lanes : std::array<Number, panel_rows> {};

/// The keys of each lane of a panel in a piece.
struct PanelPiece {
    Lanes<std::int32_t> begin, end, number;
    std::int32_t min_begin, max_begin, min_end, max_end;  // over the lanes that have any keys
    std::int32_t min_number, max_number;
    bool all;  // true if all lanes have keys
    CellTable::Lanes order;

    enum class Coverage { none, partial, full };
    [[nodiscard]] Coverage of(std::int32_t first, std::int32_t last) const {
        if (last <= min_begin || first >= max_end) return Coverage::none;
        return all && max_begin <= first && last <= min_end ? Coverage::full : Coverage::partial;
    }
};

/// Up to panel_rows adjacent queries with their running sums. Rows beyond `count` repeat the last one.
class Panel {
    Lanes<float> factor_{};
    Lanes<std::int32_t> set_{};  // nonzero if the reference comes from a logit

  public:
    Lanes<std::int32_t> token{};
    // m of e = 2^(t - m), the running maximum
    Lanes<float> reference{};
    Lanes<float> largest{};  // of t
    // sums of e, e (t - m), e D; of e near the query and beyond the trained positions
    Lanes<double> weight_sum{}, weighted_logit_sum{}, weighted_distance_sum{}, near_sum{}, beyond_sum{};

    explicit Panel(const AttentionSchedule& schedule);
    void start(std::span<const Row> panel, const Strip& strip);

    /// Computes the logits of tiles first ... last - 1, masked_logit where masked: out [key][lane].
    /// `scratch`: one tile.
    void make_logits(std::size_t first, std::size_t last, RowRotator& rotator, float* out, float* scratch);
    /// The tiles of first ... last - 1 from the first to the last one that has any cell.
    [[nodiscard]] IndexRange tiles_within(std::size_t first, std::size_t last) const;
    /// Raises the running maximum if logits are far above it: `block` holds the maxima of the block to be
    /// added.
    void update_running_max(const Lanes<float>& block);
    /// Marks the columns before `end` as written.
    void fill_columns(std::size_t end, float number);

    std::size_t count = 0;
    std::size_t filled = 0;  // columns from here on are not yet written
    std::span<const Row> rows;
    CellTable::Lanes token_order = CellTable::Lanes::any;
    std::vector<PanelPiece> pieces;
    Floats columns;       // [column][lane]
    Floats output;        // [value dim][lane], sum of e v
    Floats exponentials;  // [key][lane], e
    std::vector<IndexRange> exponential_keys;

  private:
    void start_piece(const PieceTables& tables, PanelPiece& piece, bool whole_rows) const;
    const float* queries(std::size_t rotation, std::size_t first_tile, RowRotator& rotator);
    void pack_queries(std::size_t rotation, RowRotator& rotator);
    void multiply(std::size_t n, std::size_t first, std::size_t last, RowRotator& rotator, float* out);
    void add_direct_bias(const PieceTables& tables, std::size_t first, std::size_t last, float* out) const;
    [[nodiscard]] int only_piece(std::size_t tile) const;
    void make_crossed_tile(std::size_t tile, RowRotator& rotator, float* out, float* scratch);

    const AttentionSchedule& schedule_;
    RowReader reader_;
    Floats read_rows_, rotated_rows_;
    std::vector<Floats> queries_;
    std::vector<char> packed_;
    Floats decayed_;
    std::size_t decayed_rotation_ = 0, decayed_block_ = 0;
    bool read_ = false;
    bool decayed_any_ = false;
};

}  // namespace poslab::flash_attention
