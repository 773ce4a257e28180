#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace poslab {

/// A token that is matched in the raw text before any other step.
struct AddedToken {
    std::string content;
    std::int32_t token = 0;
    bool takes_space_before = false, takes_space_after = false;
};

/// A part of a text: a token, or the text between two tokens.
struct Section {
    std::size_t begin = 0, end = 0;
    std::int32_t token = -1;  // -1: none
};

class AddedTokens {
  public:
    /// Its content must not be empty.
    void add(const AddedToken& added);

    /// Splits the text at its tokens: from left to right, the longest match. No section is empty.
    [[nodiscard]] std::vector<Section> sections(std::string_view text) const;

  private:
    [[nodiscard]] const AddedToken* longest_at(std::string_view text) const;

    std::vector<AddedToken> tokens_;
    std::array<bool, 256> begins_{};  // true for first bytes of tokens
    /// A trie: the child of (node, byte); 0 is the root.
    std::unordered_map<std::uint64_t, std::uint32_t> next_;
    std::vector<std::int32_t> ends_{-1};  // per node: the token that ends there
};

}  // namespace poslab
