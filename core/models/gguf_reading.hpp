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

// Internals of gguf_config: the steps from the keys of a GGUF to the values, one file each.

inline constexpr std::int64_t max_gguf_layers = 4096;

/// The state of reading one kind of layers of a GGUF.
struct GgufReading {
    const OpenFile& file;
    const GgufHeader& header;
    ConfigValues values;
    std::string architecture{};
    const GgufArchitecture* facts = nullptr;
    std::vector<FoundKind> kinds{};  // empty: all layers are equal
    FoundKind kind{};                // the kind that is read
    RopeConfig rope{};
    std::vector<ConfigWarning> warnings{};
    std::set<std::string, std::less<>> unused_lists{};  // lists of divisors that llama.cpp does not use

    GgufReading(const OpenFile& opened, const GgufHeader& read);

    /// Returns "ARCHITECTURE.name".
    [[nodiscard]] std::string key(std::string_view name) const;
    [[nodiscard]] bool has(std::string_view name) const { return values.has(key(name)); }
    void warn(const Message& message) { warnings.push_back({message, false}); }
    std::optional<double> number(std::string_view name, Range range) {
        return values.number(key(name), range);
    }
    /// Returns an integer. From a list with one number per layer, returns that of the first layer of this
    /// kind, or else the first that is not 0.
    std::optional<std::int64_t> integer(std::string_view name, std::int64_t from, std::int64_t to);
    /// True if these layers are of the architecture's first kind.
    [[nodiscard]] bool is_first_kind() const;
};

/// Finds the architecture and the kind of layers that `selector` names; empty: the first kind that rotates.
/// Throws InputError if the file has no architecture or no such kind.
void open_gguf_kind(GgufReading& reading, std::string_view selector);
/// Returns the kinds of layers of a GGUF, the default one first; empty if all layers are equal.
[[nodiscard]] std::vector<FoundKind> gguf_layer_kinds(GgufReading& reading);

/// Returns the head dimension of these layers.
[[nodiscard]] std::int64_t gguf_head_dim(GgufReading& reading);
/// Reads base, head dimension, rotary fraction, pairing and M-RoPE sections.
void read_gguf_shape(GgufReading& reading);
/// Reads the trained length and the length at which the model is used.
void read_gguf_lengths(GgufReading& reading);
/// Reads the scaling of these layers.
void read_gguf_scaling(GgufReading& reading);
/// Adds a warning for each key about positions that was not read.
void warn_about_unread_gguf_keys(GgufReading& reading);

/// Returns rope.scaling.factor; 1 if these layers are not scaled.
[[nodiscard]] double gguf_factor(GgufReading& reading);
/// Returns rope.scaling.type, "linear" if it is missing.
[[nodiscard]] std::string gguf_scaling_type(GgufReading& reading);
/// Returns rope.scaling.attn_factor.
[[nodiscard]] double gguf_attention_factor(GgufReading& reading);
/// Returns DeepSeek's mscale_all_dim; 0 if there is none.
[[nodiscard]] double gguf_mscale_all_dim(GgufReading& reading);
/// Returns the factor on cosine and sine under YaRN (llama-context.cpp).
[[nodiscard]] double gguf_yarn_cosine_factor(GgufReading& reading);

/// Returns the attention facts of a GGUF's layers.
[[nodiscard]] AttentionFacts gguf_attention_facts(GgufReading& reading);

}  // namespace poslab
