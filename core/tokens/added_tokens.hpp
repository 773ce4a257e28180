#pragma once

#include "core/base/job.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
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

/// Tokens in an automaton of Aho and Corasick that reads a text from its end to its beginning. Its state at a
/// byte then has the longest token that begins there, so time is linear in the text.
class AddedTokens {
  public:
    AddedTokens() = default;
    /// No content may be empty, and together they have less than 2³² bytes. The last one of equal contents
    /// counts. Throws Cancelled.
    AddedTokens(std::vector<AddedToken> tokens, const Job& job);

    /// Splits the text at its tokens: from left to right, the longest match. No section is empty. Throws
    /// Cancelled.
    [[nodiscard]] std::vector<Section> sections(std::string_view text, const Job& job) const;

  private:
    struct Match {
        std::size_t begin;
        std::int32_t index;  // in tokens_
    };

    void add_nodes(const Job& job);
    void link_nodes(const Job& job);
    [[nodiscard]] std::uint32_t child(std::uint32_t node, char c) const;
    [[nodiscard]] std::uint32_t step(std::uint32_t node, char c) const;
    [[nodiscard]] std::vector<Match> matches(std::string_view text, const Job& job) const;

    std::vector<AddedToken> tokens_;
    // The trie of the reversed contents in breadth-first order: 0 is the root, and the children of a node
    // have consecutive indices, ordered by label.
    std::vector<char> labels_;
    std::vector<std::uint32_t> first_children_;       // per node, and the number of nodes
    std::vector<std::uint32_t> fallbacks_;            // per node: that of its longest proper end in the trie
    std::vector<std::int32_t> longest_;               // per node: the longest token that ends it; -1: none
    std::array<std::uint32_t, 256> root_children_{};  // 0: none
};

}  // namespace poslab
