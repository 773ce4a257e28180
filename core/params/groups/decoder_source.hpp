#pragma once

#include "core/decoder/decoder_files.hpp"
#include "core/files/open_file.hpp"
#include "core/params/parameters.hpp"

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace poslab {

/// Which language model, and what it reads.
struct DecoderSourceGroup {
    ChoiceIndex built_in{};  // of built_in_models(); after them: the folder `model`
    FileName model{};
    FileName text{}, tokens{};
    std::int64_t start = 0;

    bool operator==(const DecoderSourceGroup&) const = default;
    /// Null: that of a folder.
    [[nodiscard]] const BuiltInModel* built_in_model() const;
};

/// What the files that it names, and those of its folder, are at this moment: a model may be trained on while it is looked at.
[[nodiscard]] std::vector<std::optional<FileIdentity>> files_of(const DecoderSourceGroup& source);

template <>
const ParameterRows& rows_of<DecoderSourceGroup>();

/// {parameter id: value} of what a built-in model's own values are.
[[nodiscard]] nlohmann::json values_of(const BuiltInModel& model);
/// The folder that a path names: itself, or that of the config.json or of the weights that it is.
[[nodiscard]] std::string model_folder(const std::string& path);

}  // namespace poslab
