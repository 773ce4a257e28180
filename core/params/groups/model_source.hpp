#pragma once

#include "core/params/groups/decoder_source.hpp"
#include "core/params/groups/layers_in_files.hpp"

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>

namespace poslab {

/// The same for views that show queries and keys of one layer. Choosing a model also sets it as their source;
/// `tokens` may also name the tokens of other queries and keys.
struct ModelSourceGroup : DecoderSourceGroup {
    /// Number of tokens that are read unless a length is given: few enough for a map, and for a small model
    /// to read quickly.
    static constexpr std::int64_t first_length = 256;
};

template <>
const ParameterRows& rows_of<ModelSourceGroup>();

/// Returns the sizes of a built-in model, or of a folder's config.json; nullopt if that cannot be read.
[[nodiscard]] std::optional<LayersAndHeads> sizes_of(const DecoderSourceGroup& source);

/// Returns the parameters that the first built-in model sets as the source.
[[nodiscard]] nlohmann::json first_model_fills();

}  // namespace poslab
