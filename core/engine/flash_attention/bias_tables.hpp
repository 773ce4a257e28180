#pragma once

#include "core/base/job.hpp"
#include "core/engine/attention_plan.hpp"
#include "core/engine/flash_attention/buffer.hpp"
#include "core/engine/flash_attention/pieces.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace poslab::flash_attention {

/// Numbers at begin ... end - 1 with panel_rows of padding on either side, so that a whole panel can be read
/// from any of them.
class NumberTable {
  public:
    NumberTable() = default;
    explicit NumberTable(const IndexRange& range);
    [[nodiscard]] bool empty() const { return numbers_.empty(); }
    /// All numbers, and the index among them of the number at 0 (possibly outside).
    [[nodiscard]] std::span<const float> numbers() const { return {numbers_.data(), numbers_.size()}; }
    [[nodiscard]] std::int64_t place_of_zero() const {
        return static_cast<std::int64_t>(panel_rows) - begin_;
    }
    /// Pointer whose element n is the number at n.
    [[nodiscard]] const float* zero() const {
        return numbers_.data() + static_cast<std::ptrdiff_t>(panel_rows) - begin_;
    }
    void set(std::int64_t n, double number) {
        numbers_[static_cast<std::size_t>(n - begin_) + panel_rows] = static_cast<float>(number);
    }

  private:
    Floats numbers_;
    std::int64_t begin_ = 0;
};

/// Returns log2_scale * distance_bias(D), D = 1 - tokens ... tokens - 1; empty if there is no distance bias.
[[nodiscard]] NumberTable distance_table(const AttentionPlan& plan, std::int64_t tokens, double log2_scale);

/// log2_scale * scale * position_bias of a piece.
class PositionBias {
  public:
    PositionBias(const AttentionPlan& plan, const Piece& piece, std::int64_t tokens, double log2_scale,
                 const Job& job);
    [[nodiscard]] bool none() const { return none_; }
    /// Indexed by n = lane_number - key_number; empty if the piece is not separable.
    [[nodiscard]] const NumberTable& table() const { return table_; }
    /// Value at any p.
    [[nodiscard]] double at(double position) const;

  private:
    void tabulate(const Piece& piece, const IndexRange& differences, const Job& job);
    void tabulate_sums(const Piece& piece, const IndexRange& differences, const Job& job);

    const CosineSum& sum_;
    double constant_;
    double scale_;
    bool none_;
    NumberTable table_;
};

}  // namespace poslab::flash_attention
