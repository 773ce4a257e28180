#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_set>

namespace poslab {

/// Pairs of characters that a merge joins. A text may be cut between all others before it is merged: no token reaches over there.
/// So a text without spaces of its own, as SentencePiece has it, comes apart into words, which come again.
class Seams {
  public:
    /// A merge joins these tokens, neither of which is empty.
    void add(std::string_view left, std::string_view right);
    [[nodiscard]] bool joins(char32_t left, char32_t right) const { return pairs_.contains(key(left, right)); }

  private:
    [[nodiscard]] static std::uint64_t key(char32_t left, char32_t right) {
        return std::uint64_t{left} << 32U | static_cast<std::uint32_t>(right);
    }

    std::unordered_set<std::uint64_t> pairs_;
};

}  // namespace poslab
