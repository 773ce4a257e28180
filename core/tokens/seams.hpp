#pragma once

#include "core/tokens/bounded_map.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <variant>

namespace poslab {

/// The pairs of characters that a merge joins. A text may be cut between all other pairs before merging,
/// because no token crosses them. A text without spaces, as SentencePiece produces, then splits into
/// recurring words.
class Seams {
  public:
    /// `most`: the number of seams that will be added at most.
    explicit Seams(std::size_t most = 0) : pairs_(most) {}
    /// Records the seam of a merge of two non-empty tokens.
    void add(std::string_view left, std::string_view right);
    [[nodiscard]] bool joins(char32_t left, char32_t right) const {
        return pairs_.find(key(left, right)) != nullptr;
    }

  private:
    [[nodiscard]] static std::uint64_t key(char32_t left, char32_t right) {
        return std::uint64_t{left} << 32U | static_cast<std::uint32_t>(right);
    }

    BoundedMap<std::uint64_t, std::monostate> pairs_;
};

}  // namespace poslab
