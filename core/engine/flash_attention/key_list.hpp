#pragma once

#include "core/base/job.hpp"
#include "core/engine/field.hpp"
#include "core/engine/flash_attention/vector_rows.hpp"

#include <cstdint>
#include <vector>

namespace poslab::flash_attention {

/// The keys that a request visits, in rising order; "key n" is the n-th of them.
class KeyList {
  public:
    explicit KeyList(const IndexRange& tokens) : range_(tokens) {}
    explicit KeyList(std::vector<std::int32_t> tokens) : chosen_(std::move(tokens)) {}

    [[nodiscard]] std::size_t size() const {
        return chosen_.empty() ? static_cast<std::size_t>(range_.size()) : chosen_.size();
    }
    [[nodiscard]] std::size_t tiles() const { return rounded_up(size(), tile_keys) / tile_keys; }
    [[nodiscard]] bool successive() const { return chosen_.empty(); }
    /// The token of a key; keys beyond the end repeat the last token.
    [[nodiscard]] std::int64_t token(std::size_t key) const {
        if (!chosen_.empty()) return chosen_[key < chosen_.size() ? key : chosen_.size() - 1];
        const std::int64_t token = range_.begin + static_cast<std::int64_t>(key);
        return token < range_.end ? token : range_.end - 1;
    }
    /// The keys whose tokens lie in `tokens`.
    [[nodiscard]] IndexRange keys_within(const IndexRange& tokens) const;

  private:
    IndexRange range_{0, 0};
    std::vector<std::int32_t> chosen_;
};

/// Keys rotated by the key axis of one or more pieces, in packed order [tile][dim][key]. With decay, the
/// pairs of key j carry decay^((c - j) / 512), c the first token of the key's block.
class PackedKeys {
  public:
    PackedKeys(const AxisFunction& axis, const AttentionPlan& plan)
        : axis_(axis), rotation_(axis, plan.inverse_frequency) {}

    [[nodiscard]] const AxisFunction& axis() const { return axis_; }
    [[nodiscard]] const AxisRotation& rotation() const { return rotation_; }
    [[nodiscard]] const float* tile(std::size_t n) const { return packed_.data() + n * tile_floats_; }

    /// Reads and rotates all keys.
    void pack(const AttentionPlan& plan, const TokenVectors& keys, const DimensionOrder& order,
              const KeyList& list, bool parallel, const Job& job);

  private:
    AxisFunction axis_;
    AxisRotation rotation_;
    Floats packed_;
    std::size_t tile_floats_ = 0;
};

/// True if two axes give the same rotations.
[[nodiscard]] bool same_rotations(const AxisFunction& a, const AxisFunction& b);

}  // namespace poslab::flash_attention
