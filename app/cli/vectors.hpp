#pragma once

#include "core/base/sentence.hpp"
#include "core/params/value.hpp"

#include <optional>
#include <string>

namespace poslab {

/// `vectors` as it was typed, besides the parameters of the definition.
struct VectorsOptions {
    std::string name{};            // of the guard and the identifiers of a header; empty: from the file's name
    bool assumes_pairing = false;  // no option and no config says which dimensions are a pair
};

/// Writes what the values of definition_view() define as vectors for tests: .npz or .h. Returns what the user should know of a file
/// that has no comment. Throws UsageError, OutputError.
[[nodiscard]] std::optional<Sentence> write_test_vectors(const std::string& path, const VectorsOptions& options,
                                                         const Values& values);

}  // namespace poslab
