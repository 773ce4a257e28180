#include "core/base/nearest_name.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <cstddef>
#include <string>

namespace poslab {

namespace {

constexpr std::size_t letters_per_error = 3;

/// Returns the number of single-letter errors between `a` and `b`, each letter transposed at most once
/// (optimal string alignment), by the usual dynamic programming table, of which three rows are stored.
std::size_t typing_errors(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] =
                std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U)});
            const bool exchanged = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (exchanged) row[j] = std::min(row[j], before[j - 2] + 1);
        }
        std::swap(before, above);
        std::swap(above, row);
    }
    return above[b.size()];
}

}  // namespace

std::string_view nearest_name(std::string_view text, std::span<const std::string_view> names) {
    const auto begins = [&](std::string_view name) { return !text.empty() && name.starts_with(text); };
    if (std::count_if(names.begin(), names.end(), begins) == 1)
        return *std::find_if(names.begin(), names.end(), begins);
    constexpr std::size_t longest_typed = 64;  // names are shorter, and the table grows with the product
    if (text.size() > longest_typed) return {};
    std::string_view nearest;
    std::size_t fewest = std::max<std::size_t>(text.size() / letters_per_error, text.size() > 1 ? 1 : 0) + 1;
    for (const std::string_view name : names) {
        const std::size_t errors = typing_errors(text, name);
        if (errors >= fewest) continue;
        fewest = errors;
        nearest = name;
    }
    return nearest;
}

Message suggestion_for(std::string_view text, std::span<const std::string_view> names) {
    const std::string_view nearest = nearest_name(text, names);
    return nearest.empty() ? Message() : tr(" (did you mean {}?)", nearest);
}

Message names_for(std::string_view text, std::span<const std::string_view> names) {
    Message list = verbatim(fmt::format("{}", fmt::join(names, ", ")));
    return list += suggestion_for(text, names);
}

Message alternatives(std::span<const std::string> names) {
    Message list;
    for (std::size_t n = 0; n < names.size(); ++n) {
        if (n > 0) list += n + 1 < names.size() ? ", "_tr.as("between choices") : " or "_tr;
        list += verbatim(names[n]);
    }
    return list;
}

UsageError unknown_choice(std::string_view option, std::string_view text,
                          std::span<const std::string_view> names) {
    return UsageError(tr("--{} {}: must be one of {}", option, text, names_for(text, names)));
}

}  // namespace poslab
