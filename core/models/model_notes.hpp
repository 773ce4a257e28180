#pragma once

#include "core/base/text.hpp"

#include <array>
#include <string_view>

namespace poslab {

/// A fact about a type that parameters cannot express, by its id in assets/model_types.json.
struct ModelNote {
    std::string_view id;
    Text text;  // a sentence
    /// The files to which it applies.
    enum class Matters {
        always,
        without_scaling,
        without_base,
        with_mscale_on_logits,
        unless_off,  // `key` is not false
        if_on        // `key` is true
    } matters = Matters::always;
    std::string_view key{};
};

inline constexpr std::array<ModelNote, 25> model_notes{{
    {"values-rotate", "These models also rotate the values."_tr},
    {"dense-layers-rotate",
     "The first first_k_dense_replace layers rotate although they are full_attention."_tr},
    {"share-by-release",
     "Transformers 4 and the model's own code rotate half of the head; Transformers 5 rotates all of it."_tr},
    {"base-by-release",
     "Without rope_theta, Transformers 4 and the model's "
     "own code use 25000; Transformers 5 uses 10000."_tr,
     ModelNote::Matters::without_base},
    {"null-entry-is-nope", "A type of layer whose entry in rope_parameters is null does not rotate."_tr},
    {"mscale-by-release", "Transformers scales the logits by mscale² only from 5.15 on; vLLM always does."_tr,
     ModelNote::Matters::with_mscale_on_logits},
    {"output-rotated-back", "The attention output is rotated back by the position of the query."_tr},
    {"before-heads", "Queries and keys rotate before they are cut into heads."_tr},
    {"both-axes-in-a-half",
     "The first half of a head rotates by x, the second by y, each with pairs within its own half."_tr},
    {"indexer-by-release", "Before Transformers 5.13 the indexer rotated pairs (p, p + d/2)."_tr},
    {"base-by-layer",
     "Each layer rotates with its own number in layer_rope_theta; only 0, no rotation, is read here."_tr},
    {"sections-cut-tables",
     "The sections cut the doubled table, so the two dimensions of a pair can rotate by different axes."_tr},
    {"learned-frequencies", "The frequencies are learned, so the file does not contain them."_tr},
    {"only-with-base",
     "These models rotate only if the file has a rope_theta; the released ones have none."_tr},
    {"first-head", "Only the first head rotates."_tr},
    {"speech-encoder-input",
     "Only the speech encoder can rotate, and it rotates the layer's input instead of queries and keys."_tr},
    {"layer-input", "These models rotate the layer's input instead of queries and keys."_tr},
    {"decoder-queries", "Keys of the encoder do not rotate, but the decoder's queries do."_tr},
    {"before-norms",
     "Queries and keys rotate before they are normalised, and the scale of the logits is learned."_tr},
    {"by-head", "These models rotate by the number of the head, not by the position of a token."_tr},
    {"position-encoding-2d",
     "With position_encoding_2d, as in ChatGLM-6B, the two halves of a head rotate by two positions."_tr,
     ModelNote::Matters::if_on, "position_encoding_2d"},
    {"base-of-code", "Without rope_theta, Llama 1 and 2 use 10000 and Llama 3 uses 500000."_tr,
     ModelNote::Matters::without_base},
    {"base-of-mistral", "Mistral 7B v0.1 has no rope_theta; its base is 10000."_tr,
     ModelNote::Matters::without_base},
    {"base-in-steps",
     "With use_dynamic_ntk the code raises the base in steps beyond seq_length, which is not read here."_tr,
     ModelNote::Matters::unless_off, "use_dynamic_ntk"},
    {"base-by-lengths",
     "The code derives base and attention factor from base_seqlen and training_seqlen, which are not read here."_tr},
}};

}  // namespace poslab
