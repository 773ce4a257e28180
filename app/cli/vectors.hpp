#pragma once

#include "core/base/message.hpp"
#include "core/params/value.hpp"

#include <optional>
#include <string>

namespace poslab {

/// The options of `vectors` as typed, apart from the parameters of the definition.
struct VectorsOptions {
    std::string name{};  // for the include guard and the identifiers of a header; empty: from the file's name
    bool assumes_pairing = false;  // the pairing is the default, not from an option or config
};

/// Writes the definition of the values of definition_view() as test vectors: .npz or .h. Returns a note for
/// the user if the file format has no comment. Throws UsageError, OutputError.
[[nodiscard]] std::optional<Message> write_test_vectors(const std::string& path,
                                                        const VectorsOptions& options, const Values& values);

}  // namespace poslab
