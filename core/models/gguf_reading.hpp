#pragma once

#include "core/files/gguf_header.hpp"
#include "core/files/open_file.hpp"
#include "core/models/attention_facts.hpp"
#include "core/models/config_values.hpp"
#include "core/models/gguf_architectures.hpp"
#include "core/models/layer_kinds.hpp"
#include "core/models/model_config.hpp"
#include "core/models/rope_export.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

// Inside of gguf_config: the steps from the keys of a GGUF to the values, each in a file of its own.

inline constexpr std::int64_t most_gguf_layers = 4096;

/// The state of reading one kind of layers of a GGUF.
struct GgufReading {
    const OpenFile& file;
    const GgufHeader& header;
    ConfigValues values;
    std::string architecture{};
    const GgufArchitecture* facts = nullptr;
    std::vector<FoundKind> kinds{};  // empty: all layers are equal
    FoundKind kind{};                // the one that is read
    RopeExport rope{};
    std::vector<ConfigWarning> warnings{};
    std::set<std::string, std::less<>> unused_lists{};  // tensors of divisors that llama.cpp does not use

    GgufReading(const OpenFile& opened, const GgufHeader& read);

    /// "ARCHITECTURE.name"
    [[nodiscard]] std::string key(std::string_view name) const;
    [[nodiscard]] bool has(std::string_view name) const { return values.has(key(name)); }
    void warn(const Sentence& sentence) { warnings.push_back({sentence, false}); }
    std::optional<double> number(std::string_view name, Range range) { return values.number(key(name), range); }
    /// The number of a list with one for each layer is that of the first layer of this kind, or else the
    /// first that is not 0.
    std::optional<std::int64_t> integer(std::string_view name, std::int64_t from, std::int64_t to);
    /// True if these layers are of the architecture's first kind.
    [[nodiscard]] bool is_first_kind() const;
};

/// Finds the architecture and the kind of layers that `selector` names; empty: the first kind that rotates.
/// Throws InputError for a file without an architecture and for a kind that it does not have.
void open_gguf_kind(GgufReading& reading, std::string_view selector);
/// The kinds of layers of a GGUF, the one that a plain file means first; empty if all are equal.
[[nodiscard]] std::vector<FoundKind> gguf_layer_kinds(GgufReading& reading);

/// The head dimension of these layers.
[[nodiscard]] std::int64_t gguf_head_dim(GgufReading& reading);
/// Base, head dimension, rotary fraction, pairing, M-RoPE sections.
void read_gguf_shape(GgufReading& reading);
/// The trained length, and the one the model is used at.
void read_gguf_lengths(GgufReading& reading);
/// The scaling of these layers.
void read_gguf_scaling(GgufReading& reading);
/// One sentence for each key that speaks of positions and was not read.
void warn_about_unread_gguf_keys(GgufReading& reading);

/// rope.scaling.factor; 1 if these layers are not scaled.
[[nodiscard]] double gguf_factor(GgufReading& reading);
/// rope.scaling.type, linear if it is missing.
[[nodiscard]] std::string gguf_scaling_type(GgufReading& reading);
/// rope.scaling.attn_factor.
[[nodiscard]] double gguf_attention_factor(GgufReading& reading);
/// DeepSeek's mscale_all_dim; 0 if there is none.
[[nodiscard]] double gguf_mscale_all_dim(GgufReading& reading);
/// The factor on cosine and sine under YaRN (llama-context.cpp).
[[nodiscard]] double gguf_yarn_cosine_factor(GgufReading& reading);

/// The facts of the attention of a GGUF's layers.
[[nodiscard]] AttentionFacts gguf_attention_facts(GgufReading& reading);

}  // namespace poslab
