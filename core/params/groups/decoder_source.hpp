#pragma once

#include "core/decoder/decoder_files.hpp"
#include "core/params/parameters.hpp"

#include <nlohmann/json_fwd.hpp>
#include <string>

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

template <>
const ParameterRows& rows_of<DecoderSourceGroup>();

/// {parameter id: value} of what a built-in model's own values are.
[[nodiscard]] nlohmann::json values_of(const BuiltInModel& model);
/// The folder that a path names: itself, or that of the config.json or of the weights that it is.
[[nodiscard]] std::string model_folder(const std::string& path);

}  // namespace poslab
