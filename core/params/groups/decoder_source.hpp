#pragma once

#include "core/decoder/decoder_files.hpp"
#include "core/files/open_file.hpp"
#include "core/params/parameters.hpp"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace poslab {

/// A language model and the text that it reads.
struct DecoderSourceGroup {
    ChoiceIndex built_in{};  // index into built_in_models(); beyond the last: the folder `model`
    FileName model{};
    FileName text{}, tokens{};
    std::int64_t start = 0;

    bool operator==(const DecoderSourceGroup&) const = default;
    /// Returns the chosen built-in model; null for a model in a folder.
    [[nodiscard]] const BuiltInModel* built_in_model() const;
};

/// Returns the current identity of the files that `source` names and of those in its folder. A model may be
/// trained while it is open.
[[nodiscard]] std::vector<std::optional<FileIdentity>> files_of(const DecoderSourceGroup& source);

template <>
const ParameterRows& rows_of<DecoderSourceGroup>();

/// Returns the values {parameter id: value} of a built-in model's config.
[[nodiscard]] nlohmann::json values_of(const BuiltInModel& model);
/// Returns the model folder that a path names: the path itself, or the folder of its config.json or weights.
[[nodiscard]] std::string model_folder(const std::string& path);

}  // namespace poslab
