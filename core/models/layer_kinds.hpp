#pragma once

#include "core/models/config_values.hpp"
#include "core/models/model_types.hpp"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// A kind of layers found in a config.
struct FoundKind : LayerKind {
    std::vector<std::int64_t> layers{};  // indices from 0; empty: unknown
    bool own_parameters = false;         // rope_parameters has an object for it
};

/// Returns the kinds of layers that a model's code distinguishes, the default one of the plain file first;
/// empty if all layers are equal and the file names no kind. `rope_parameters`: that object or rope_scaling;
/// null if there is none.
[[nodiscard]] std::vector<FoundKind> layer_kinds(ConfigValues& model, const ModelTypeFacts& facts,
                                                 const nlohmann::json* rope_parameters);

/// True if a member of rope_parameters has the parameters of one kind of layers.
[[nodiscard]] bool is_for_kind(std::string_view key, const nlohmann::json& value);

/// True if all kinds rotate in the same way, so that only their masks differ.
[[nodiscard]] bool rotate_alike(const std::vector<FoundKind>& kinds);

/// Returns the kind with this name, or the kind of this layer ("7"); null if there is none.
[[nodiscard]] const FoundKind* kind_called(const std::vector<FoundKind>& kinds, std::string_view name);

/// Returns "full_attention (no rotary embedding), …".
[[nodiscard]] Message kinds_text(const std::vector<FoundKind>& kinds, const FoundKind* left_out = nullptr);

/// Returns the warning that a file has kinds other than the one that is read; nullopt if they rotate in the
/// same way.
[[nodiscard]] std::optional<Message> other_kinds_sentence(const std::vector<FoundKind>& kinds,
                                                          std::string_view read);
/// Returns the refusal of a kind that a file does not have.
[[nodiscard]] Message unknown_kind_sentence(const std::vector<FoundKind>& kinds, std::string_view selector);
/// False for kinds that have no queries and keys ("mamba", "conv").
[[nodiscard]] bool has_queries_and_keys(std::string_view kind);
/// Returns the refusal of a kind that does not rotate.
[[nodiscard]] Message unrotated_kind_sentence(const std::vector<FoundKind>& kinds, const FoundKind& kind);

}  // namespace poslab
