#include "core/tokens/added_tokens.hpp"

#include "core/base/utf8.hpp"
#include "core/base/utf8_parts.hpp"

namespace poslab {
namespace {

std::uint64_t edge(std::uint32_t node, char c) {
    return std::uint64_t{node} << 8U | static_cast<unsigned char>(c);
}

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

void AddedTokens::add(const AddedToken& added) {
    begins_[static_cast<unsigned char>(added.content.front())] = true;
    std::uint32_t node = 0;
    for (const char c : added.content) {
        const auto [found, is_new] =
            next_.try_emplace(edge(node, c), static_cast<std::uint32_t>(ends_.size()));
        if (is_new) ends_.push_back(-1);
        node = found->second;
    }
    ends_[node] = static_cast<std::int32_t>(tokens_.size());
    tokens_.push_back(added);
}

const AddedToken* AddedTokens::longest_at(std::string_view text) const {
    std::int32_t longest = -1;
    std::uint32_t node = 0;
    for (const char c : text) {
        const auto found = next_.find(edge(node, c));
        if (found == next_.end()) break;
        node = found->second;
        if (ends_[node] >= 0) longest = ends_[node];
    }
    return longest < 0 ? nullptr : &tokens_[static_cast<std::size_t>(longest)];
}

std::vector<Section> AddedTokens::sections(std::string_view text) const {
    std::vector<Section> out;
    std::size_t done = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (!begins_[static_cast<unsigned char>(text[at])]) continue;
        const AddedToken* const added = longest_at(text.substr(at));
        if (added == nullptr) continue;
        const std::size_t begin = added->takes_space_before ? space_before(text, done, at) : at;
        const std::size_t after = at + added->content.size();
        const std::size_t end = added->takes_space_after ? space_after(text, after) : after;
        if (begin > done) out.push_back({done, begin, -1});
        out.push_back({begin, end, added->token});
        done = end;
        at = end - 1;
    }
    if (done < text.size()) out.push_back({done, text.size(), -1});
    return out;
}

}  // namespace poslab
