#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace poslab {

/// A token that is found in the text before anything else is done to it.
struct AddedToken {
    std::string content;
    std::int32_t token = 0;
    bool takes_space_before = false, takes_space_after = false;
};

/// A part of a text: a token, or what lies between.
struct Section {
    std::size_t begin = 0, end = 0;
    std::int32_t token = -1;  // -1: none
};

class AddedTokens {
  public:
    /// Its content is not empty.
    void add(const AddedToken& added);

    /// All of the text, cut at the tokens in it: from left to right the longest one that there is. None is empty.
    [[nodiscard]] std::vector<Section> sections(std::string_view text) const;

  private:
    [[nodiscard]] const AddedToken* longest_at(std::string_view text) const;

    std::vector<AddedToken> tokens_;
    std::array<bool, 256> begins_{};                         // whether a token begins with that byte
    std::unordered_map<std::uint64_t, std::uint32_t> next_;  // a tree: of a node and a byte, the next node; 0 is its root
    std::vector<std::int32_t> ends_{-1};                     // of a node: which token ends there
};

}  // namespace poslab
