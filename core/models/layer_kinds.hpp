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

/// A kind of layers that a config has.
struct FoundKind : LayerKind {
    std::vector<std::int64_t> layers{};  // which, from 0 on; empty: not known
    bool own_parameters = false;         // rope_parameters has an object for it
};

/// The kinds of layers of a model, as its code tells them apart, the one that the plain file means first; empty if all are alike
/// and the file names no kind. `rope_parameters`: that object or rope_scaling; null if there is none.
[[nodiscard]] std::vector<FoundKind> layer_kinds(ConfigValues& model, const ModelTypeFacts& facts,
                                                 const nlohmann::json* rope_parameters);

/// True if all of them rotate in the same way, so that only their masks differ.
[[nodiscard]] bool rotate_alike(const std::vector<FoundKind>& kinds);

/// The kind with that name, or that layer ("7"); null if there is none.
[[nodiscard]] const FoundKind* kind_called(const std::vector<FoundKind>& kinds, std::string_view name);

/// "full_attention (no rotary embedding), …"
[[nodiscard]] Sentence kinds_text(const std::vector<FoundKind>& kinds, const FoundKind* left_out = nullptr);

/// The warning that a file has other kinds than the one that is read; nothing if they rotate alike.
[[nodiscard]] std::optional<Sentence> other_kinds_sentence(const std::vector<FoundKind>& kinds, std::string_view read);
/// The refusal of a kind that a file does not have.
[[nodiscard]] Sentence unknown_kind_sentence(const std::vector<FoundKind>& kinds, std::string_view selector);
/// False for kinds that have no queries and keys ("mamba", "conv").
[[nodiscard]] bool has_queries_and_keys(std::string_view kind);
/// The refusal of a kind that does not rotate.
[[nodiscard]] Sentence unrotated_kind_sentence(const std::vector<FoundKind>& kinds, const FoundKind& kind);

}  // namespace poslab
