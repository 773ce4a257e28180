#pragma once

#include "core/base/job.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace poslab {

/// The merges of byte-pair encoding: pairs of tokens that become one, and their ranks.
class PairMerges {
  public:
    PairMerges() = default;
    explicit PairMerges(std::size_t most) { reserve(most); }

    /// Adds a merge of a pair into `merged`. The pair of the lowest rank in a piece is merged first, the
    /// leftmost one among equals. At most as many as were reserved; a repeated pair takes its last rank.
    void add(std::int32_t left, std::int32_t right, std::uint32_t rank, std::int32_t merged);

    /// Merges until no pair can be merged: O(n log n) for fewer than 2³¹ tokens. Throws Cancelled.
    void merge(std::vector<std::int32_t>& tokens, const Job& job = {}) const;

  private:
    struct Merge {
        std::uint64_t pair = none;
        std::uint32_t rank = 0;
        std::int32_t merged = 0;
    };
    static constexpr std::uint64_t none = ~std::uint64_t{0};

    void reserve(std::size_t most);
    [[nodiscard]] const Merge& find(std::int32_t left, std::int32_t right) const;
    friend class MergeRun;

    std::vector<Merge> table_;  // open addressing, size a power of two; empty: no merges
    /// The pairs without a free index within max_probes, so that pairs that were chosen to collide take
    /// O(log n).
    std::map<std::uint64_t, Merge> collided_;
};

}  // namespace poslab
