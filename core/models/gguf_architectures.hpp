#pragma once

#include <span>
#include <string_view>

namespace poslab {

/// How llama.cpp turns the vectors of an architecture.
enum class GgufRotation {
    none,
    adjacent,             // (2p, 2p+1), its "NORM"
    halves,               // (p, p + d/2), its "NEOX"
    sections,             // halves, in sections of several positions, its "MROPE"
    interleaved_sections  // its "IMROPE"
};

/// What is known of a general.architecture.
struct GgufArchitecture {
    std::string_view name;
    GgufRotation rotation = GgufRotation::halves;
    bool reorders_weights = false;  // converters put the rows of queries and keys so that halves become neighbours
    bool rotary_last = false;       // DeepSeek: after the dimensions that do not turn
    double sliding_base = 0;        // of the layers with a window; 0: as all others, unless the file names one
};

/// One row for each, by llama_model_rope_type() of ggml-org/llama.cpp src/llama-model.cpp (names: src/llama-arch.cpp; weights:
/// convert_hf_to_gguf.py), read in November 2026.
[[nodiscard]] std::span<const GgufArchitecture> gguf_architectures();
/// Null where it is not in the table.
[[nodiscard]] const GgufArchitecture* gguf_architecture(std::string_view name);

}  // namespace poslab
