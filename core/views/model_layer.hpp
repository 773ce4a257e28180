#pragma once

#include "core/attention/sources.hpp"
#include "core/base/message.hpp"
#include "core/decoder/decoder.hpp"
#include "core/params/groups/model_source.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace poslab {

class Engine;

/// A language model and the beginning of the text that it reads.
struct ReadByModel {
    DecoderSourceGroup source;
    std::int64_t length = 0;  // as requested
    std::vector<std::optional<FileIdentity>> files;
    std::shared_ptr<const Decoder> decoder;
    std::vector<std::int32_t> tokens;
    // one label per token: labels_of_text(), or its number if there is no tokenizer
    std::vector<std::string> labels;
    std::vector<Message> warnings;
};

/// Queries, keys and values of all heads of a layer, before rotation and after the model's norms and biases.
/// The layers before it run with the scheme that the model was trained with.
struct ModelLayer {
    std::shared_ptr<const ReadByModel> read;
    std::string engine;
    std::int64_t layer = 0;
    std::vector<HeadVectors> heads;  // one per query head; heads of one group share keys and values
    std::vector<float> hidden;       // input of the layer, from which a later layer continues
    std::vector<Message> warnings;

    [[nodiscard]] std::int64_t tokens() const { return static_cast<std::int64_t>(read->tokens.size()); }
    [[nodiscard]] std::int64_t dim() const { return read->decoder->shape().head_dim; }
};

/// Computes a layer. `retained` is null or an earlier result for the same text, which is reused as far as
/// possible. Throws InputError, UsageError for a layer that does not exist, TooLarge, Cancelled.
[[nodiscard]] std::shared_ptr<const ModelLayer> model_layer(
    const DecoderSourceGroup& source, std::int64_t length, std::int64_t layer, const Engine& engine,
    const Job& job, const std::shared_ptr<const ModelLayer>& retained);

/// "English", or the name of the folder.
[[nodiscard]] std::string model_name(const DecoderSourceGroup& source, const Translator& translate);

}  // namespace poslab
