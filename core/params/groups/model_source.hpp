#pragma once

#include "core/params/groups/decoder_source.hpp"
#include "core/params/groups/layers_in_files.hpp"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>

namespace poslab {

/// The same where queries and keys of a layer are looked at: to choose a model is to choose it as their source, too; `tokens` may
/// also name the tokens of other queries and keys.
struct ModelSourceGroup : DecoderSourceGroup {
    /// How many tokens are read unless a length is given: what a map can show, and a small model reads at once.
    static constexpr std::int64_t first_length = 256;
};

template <>
const ParameterRows& rows_of<ModelSourceGroup>();

/// Of a built-in model, or of a folder, as its config.json has it; nothing where that cannot be read.
[[nodiscard]] std::optional<LayersAndHeads> sizes_of(const DecoderSourceGroup& source);

/// What the first built-in model stands for where it is the source.
[[nodiscard]] nlohmann::json first_model_fills();

}  // namespace poslab
