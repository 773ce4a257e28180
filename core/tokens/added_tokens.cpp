#include "core/tokens/added_tokens.hpp"

#include "core/base/utf8.hpp"
#include "core/base/utf8_parts.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace poslab {
namespace {

constexpr std::size_t bytes_between_looks = 4096;

/// Unicode's White_Space.
bool is_space(char32_t c) {
    return (c >= 0x09 && c <= 0x0D) || c == 0x20 || c == 0x85 || c == 0xA0 || c == 0x1680 ||
           (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F ||
           c == 0x3000;
}

/// Returns the beginning of the white space at the end of text[from, to).
std::size_t space_before(std::string_view text, std::size_t from, std::size_t to) {
    while (to > from) {
        std::size_t at = to - 1;
        while (at > from && continues_character(text[at])) --at;
        std::string_view character = text.substr(at, to - at);
        if (!is_space(next_code_point(character))) break;
        to = at;
    }
    return to;
}

std::size_t space_after(std::string_view text, std::size_t from) {
    std::string_view rest = text.substr(from);
    while (!rest.empty()) {
        std::string_view after = rest;
        if (!is_space(next_code_point(after))) break;
        rest = after;
    }
    return text.size() - rest.size();
}

}  // namespace

AddedTokens::AddedTokens(std::vector<AddedToken> tokens, const Job& job) : tokens_(std::move(tokens)) {
    if (tokens_.empty()) return;
    add_nodes(job);
    link_nodes(job);
}

void AddedTokens::add_nodes(const Job& job) {
    struct Name {
        std::string reversed;
        std::int32_t index;
    };
    struct Range {
        std::size_t begin, end;  // of the names that begin with the text of a node
    };
    std::vector<Name> names;
    for (const AddedToken& token : tokens_)
        names.push_back(
            {{token.content.rbegin(), token.content.rend()}, static_cast<std::int32_t>(names.size())});
    std::sort(names.begin(), names.end(),
              [&job, looks = std::size_t{0}](const Name& a, const Name& b) mutable {
                  if (looks++ % bytes_between_looks == 0) job.check();
                  const int order = a.reversed.compare(b.reversed);
                  return order != 0 ? order < 0 : a.index < b.index;
              });
    std::vector<Range> ranges{{0, names.size()}};
    labels_.push_back('\0');
    std::size_t depth = 0, level_end = 1, steps = 0;
    for (std::size_t node = 0; node < ranges.size(); ++node) {
        if (node == level_end) {
            ++depth;
            level_end = ranges.size();
        }
        first_children_.push_back(static_cast<std::uint32_t>(ranges.size()));
        longest_.push_back(-1);
        auto [begin, end] = ranges[node];
        for (; begin < end && names[begin].reversed.size() == depth; ++begin)
            longest_.back() = names[begin].index;
        while (begin < end) {
            const char label = names[begin].reversed[depth];
            const std::size_t first = begin;
            for (; begin < end && names[begin].reversed[depth] == label; ++begin)
                if (steps++ % bytes_between_looks == 0) job.check();
            labels_.push_back(label);
            ranges.push_back({first, begin});
        }
    }
    first_children_.push_back(static_cast<std::uint32_t>(ranges.size()));
}

void AddedTokens::link_nodes(const Job& job) {
    for (std::uint32_t node = first_children_[0]; node < first_children_[1]; ++node)
        root_children_[static_cast<unsigned char>(labels_[node])] = node;
    fallbacks_.assign(labels_.size(), 0);
    for (std::uint32_t node = 1; node < labels_.size(); ++node) {
        if (node % bytes_between_looks == 0) job.check();
        if (longest_[node] < 0) longest_[node] = longest_[fallbacks_[node]];
        for (std::uint32_t below = first_children_[node]; below < first_children_[node + 1]; ++below)
            fallbacks_[below] = step(fallbacks_[node], labels_[below]);
    }
}

/// Returns 0 if there is none.
std::uint32_t AddedTokens::child(std::uint32_t node, char c) const {
    if (node == 0) return root_children_[static_cast<unsigned char>(c)];
    const auto at = [this](std::uint32_t index) {
        return labels_.begin() + static_cast<std::ptrdiff_t>(index);
    };
    const auto begin = at(first_children_[node]), end = at(first_children_[node + 1]);
    const auto found = std::lower_bound(begin, end, c, [](char a, char b) {
        return static_cast<unsigned char>(a) < static_cast<unsigned char>(b);
    });
    return found != end && *found == c ? static_cast<std::uint32_t>(found - labels_.begin()) : 0;
}

std::uint32_t AddedTokens::step(std::uint32_t node, char c) const {
    while (true) {
        const std::uint32_t next = child(node, c);
        if (next != 0 || node == 0) return next;
        node = fallbacks_[node];
    }
}

/// Returns the longest token at each byte where one begins, from the end to the beginning.
std::vector<AddedTokens::Match> AddedTokens::matches(std::string_view text, const Job& job) const {
    std::vector<Match> found;
    std::uint32_t node = 0;
    for (std::size_t at = text.size(); at-- > 0;) {
        if (at % bytes_between_looks == 0) job.check();
        node = step(node, text[at]);
        if (longest_[node] >= 0) found.push_back({at, longest_[node]});
    }
    return found;
}

std::vector<Section> AddedTokens::sections(std::string_view text, const Job& job) const {
    job.check();
    std::vector<Section> out;
    std::size_t done = 0;
    std::vector<Match> found;
    if (!tokens_.empty()) found = matches(text, job);
    for (std::size_t left = found.size(); left-- > 0;) {
        if (left % bytes_between_looks == 0) job.check();
        const auto [at, index] = found[left];
        if (at < done) continue;
        const AddedToken& added = tokens_[static_cast<std::size_t>(index)];
        const std::size_t begin = added.takes_space_before ? space_before(text, done, at) : at;
        const std::size_t after = at + added.content.size();
        const std::size_t end = added.takes_space_after ? space_after(text, after) : after;
        if (begin > done) out.push_back({done, begin, -1});
        out.push_back({begin, end, added.token});
        done = end;
    }
    if (done < text.size()) out.push_back({done, text.size(), -1});
    return out;
}

}  // namespace poslab
