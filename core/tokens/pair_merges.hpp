#pragma once

#include <cstdint>
#include <vector>

namespace poslab {

/// The merges of byte-pair encoding: which pairs of tokens become one, and which first.
class PairMerges {
  public:
    PairMerges() = default;
    explicit PairMerges(std::size_t most) { reserve(most); }

    /// The pair becomes `merged`; of all pairs in a piece that of the lowest rank is merged first, of these the leftmost. At most
    /// as many as were reserved; a pair that comes again has its last rank.
    void add(std::int32_t left, std::int32_t right, std::uint32_t rank, std::int32_t merged);

    /// Merges until no pair is left that can be: O(n log n).
    void merge(std::vector<std::int32_t>& tokens) const;

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

    std::vector<Merge> table_;  // open addressing, a power of two of places; empty: there are no merges
};

}  // namespace poslab
