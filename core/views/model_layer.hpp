#pragma once

#include "core/attention/sources.hpp"
#include "core/base/sentence.hpp"
#include "core/decoder/decoder.hpp"
#include "core/params/groups/model_source.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace poslab {

class Engine;

/// A language model and the beginning of what it reads.
struct ReadByModel {
    DecoderSourceGroup source;
    std::int64_t length = 0;  // as it was asked for
    std::vector<std::optional<FileIdentity>> files;
    std::shared_ptr<const Decoder> decoder;
    std::vector<std::int32_t> tokens;
    std::vector<std::string> labels;  // of the tokens: labels_of_text(), or their numbers where there is no tokenizer
    std::vector<Sentence> warnings;
};

/// Queries, keys and values of all heads of a layer, before rotation and after the norms and biases that the model has; the layers
/// before it under the model's own scheme, the one that it was trained with.
struct ModelLayer {
    std::shared_ptr<const ReadByModel> read;
    std::string engine;
    std::int64_t layer = 0;
    std::vector<HeadVectors> heads;  // of queries; those of one group share keys and values
    std::vector<float> hidden;       // before the layer, so that a later one need not begin anew
    std::vector<Sentence> warnings;

    [[nodiscard]] std::int64_t tokens() const { return static_cast<std::int64_t>(read->tokens.size()); }
    [[nodiscard]] std::int64_t dim() const { return read->decoder->shape().head_dim; }
};

/// `kept`: one that may be this one, of the same text, or null; what it has is not worked out again. Throws InputError, UsageError
/// for a layer that there is not, TooLarge, Cancelled.
[[nodiscard]] std::shared_ptr<const ModelLayer> model_layer(const DecoderSourceGroup& source, std::int64_t length,
                                                            std::int64_t layer, const Engine& engine, const Job& job,
                                                            const std::shared_ptr<const ModelLayer>& kept);

/// "English", or the name of the folder.
[[nodiscard]] std::string model_name(const DecoderSourceGroup& source, const Words& words);

}  // namespace poslab
