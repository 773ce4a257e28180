#pragma once

#include "core/base/errors.hpp"
#include "core/base/message.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// Returns the one of `names` that `text` probably means: the only one that begins with it, otherwise the
/// first with the fewest typing errors (missing, extra, wrong or transposed letters), at most one per three
/// letters. Empty if no name is close enough.
[[nodiscard]] std::string_view nearest_name(std::string_view text, std::span<const std::string_view> names);

/// Returns `names` for the error message about `text`: "positions, profile (did you mean positions?)".
[[nodiscard]] Message names_for(std::string_view text, std::span<const std::string_view> names);

/// Returns the names as alternatives: "en, zh or de".
[[nodiscard]] Message alternatives(std::span<const std::string> names);

/// Returns " (did you mean NAME?)", or an empty sentence if no name is close to `text`.
[[nodiscard]] Message suggestion_for(std::string_view text, std::span<const std::string_view> names);

/// Returns the error "--OPTION TEXT: must be one of …".
[[nodiscard]] UsageError unknown_choice(std::string_view option, std::string_view text,
                                        std::span<const std::string_view> names);

/// Returns the names of `things`, each read by `name_of`.
template <class Things, class NameOf>
[[nodiscard]] std::vector<std::string_view> collect_names(const Things& things, NameOf name_of) {
    std::vector<std::string_view> names;
    names.reserve(std::size(things));
    for (const auto& thing : things) names.push_back(name_of(thing));
    return names;
}

}  // namespace poslab
