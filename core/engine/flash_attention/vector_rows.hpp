#pragma once

#include "core/engine/attention_plan.hpp"
#include "core/engine/flash_attention/buffer.hpp"
#include "core/engine/token_vectors.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace poslab::flash_attention {

/// The internal order of dimensions: the first halves of all pairs, the second halves, the others. Rows being
/// built pad each of the three to row_unit; in packed order they follow each other without gaps.
struct DimensionOrder {
    DimensionOrder(const AttentionPlan& plan, std::int64_t dim);

    std::size_t dims;
    std::size_t pairs;
    std::size_t unrotated;  // dimensions that are not rotated
    bool interleaved;       // external pairs are (2p, 2p + 1)
    // external index of the first rotated and the first other dimension
    std::size_t rotated_from, unrotated_from;
    std::size_t padded_pairs, padded_row;

    /// `row` [dims] plus `bias` [padded_row] into `out` [padded_row].
    void arrange(const float* row, const float* bias, float* out) const;
    /// Rows out[n * stride + r] = packed(rows[r])[n], r < count, count a multiple of 4.
    void pack(const float* rows, std::size_t count, float* out, std::size_t stride) const;
};

/// R^u(t) of an axis u, phases exact to 2^-32 turns at any token.
class AxisRotation {
  public:
    AxisRotation(const AxisFunction& axis, std::span<const double> theta);

    /// True if nothing is rotated.
    [[nodiscard]] bool none() const { return none_; }
    /// True if all tokens have the same rotation.
    [[nodiscard]] bool constant() const { return axis_.scale == 0; }
    /// Writes the rotation of each pair at a token, in 2^-32 turns.
    void turns(std::int64_t token, std::int32_t* out) const;

    [[nodiscard]] const AxisFunction& axis() const { return axis_; }
    /// For each pair, in 2^-64 turns: the rotation at the axis's offset, and per unit of the axis.
    [[nodiscard]] std::span<const std::uint64_t> offset_turns() const { return offset_; }
    [[nodiscard]] std::span<const std::uint64_t> step_turns() const { return frequency_; }

  private:
    AxisFunction axis_;
    bool none_;
    std::vector<std::uint64_t> offset_;
    std::vector<std::uint64_t> frequency_;
};

/// Rotates rows of one kind; belongs to one thread.
class RowRotator {
  public:
    explicit RowRotator(const DimensionOrder& order);
    /// out = R^u(token) row, pairs times pair_factor, the other dimensions times unrotated_factor; both in
    /// the padded order.
    void rotate(const AxisRotation& rotation, std::int64_t token, const float* row, float pair_factor,
                float unrotated_factor, float* out);

  private:
    const DimensionOrder& order_;
    Buffer<std::int32_t> turns_;
    Floats cosines_, sines_;
    const AxisRotation* at_ = nullptr;  // the constant rotation whose cosines are stored
};

/// Reads rows of queries or keys on demand: arranged, with the bias.
class RowReader {
  public:
    RowReader(const TokenVectors& vectors, const std::vector<double>& bias, const DimensionOrder& order);
    /// `out` [padded_row]
    void read(std::int64_t token, float* out);

  private:
    const TokenVectors& vectors_;
    const DimensionOrder& order_;
    Floats bias_, row_;
};

}  // namespace poslab::flash_attention
