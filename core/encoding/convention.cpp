#include "core/encoding/convention.hpp"

#include <algorithm>
#include <charconv>
#include <tuple>

namespace poslab {
namespace {

struct Release {
    std::string_view program;
    int major = 0, minor = 0;
};

/// Parses "4.53.2" after the program's name; empty for anything else.
std::optional<Release> release_named(std::string_view name) {
    const std::size_t dash = name.rfind('-');
    if (dash == std::string_view::npos) return std::nullopt;
    Release release{name.substr(0, dash)};
    const char *at = name.data() + dash + 1, *const end = name.data() + name.size();
    for (int* const part : {&release.major, &release.minor}) {
        const auto [after, error] = std::from_chars(at, end, *part);
        if (error != std::errc{}) return std::nullopt;
        at = after;
        if (at == end || *at != '.') break;
        ++at;
    }
    const bool rest_is_a_version =
        std::all_of(at, end, [](char c) { return c == '.' || (c >= '0' && c <= '9'); });
    return rest_is_a_version ? std::optional(release) : std::nullopt;
}

std::string_view program_of(const ConventionRules& rules) { return rules.id.substr(0, rules.id.find('-')); }

}  // namespace

std::optional<Convention> convention_of_release(std::string_view name) {
    for (const ConventionRules& rules : conventions)
        if (name == rules.id || (!rules.alias.empty() && name == rules.alias)) return rules.convention;
    const std::optional<Release> release = release_named(name);
    if (!release) return std::nullopt;
    for (const ConventionRules& rules : conventions)  // newest first
        if (program_of(rules) == release->program &&
            std::tie(rules.major, rules.minor) <= std::tie(release->major, release->minor))
            return rules.convention;
    return std::nullopt;
}

}  // namespace poslab
