#include "core/views/model_layer.hpp"

#include "core/base/errors.hpp"
#include "core/base/free_memory.hpp"
#include "core/decoder/forward.hpp"
#include "core/engine/engine.hpp"
#include "core/tokens/token_label.hpp"
#include "core/training/training_run.hpp"
#include "core/views/model_indices.hpp"
#include "core/views/model_text.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <utility>

namespace poslab {
namespace {

std::shared_ptr<const Decoder> opened_decoder(const DecoderSourceGroup& source) {
    if (const BuiltInModel* built_in = source.built_in_model())
        return std::make_shared<const Decoder>(DecoderFiles(*built_in));
    if (source.model.path.empty())
        throw InputError(
            "no model is chosen: pass a folder with config.json and safetensors (--model) or drop it on the "
            "window"_tr);
    return std::make_shared<const Decoder>(model_folder(source.model.path));
}

/// Tokens given as numbers get labels if their model has a tokenizer.
std::shared_ptr<const Tokenizer> naming_tokenizer(const DecoderSourceGroup& source, const ModelText& text,
                                                  const Job& job) {
    if (text.tokenizer != nullptr) return text.tokenizer;
    try {
        return tokenizer_of(source, job);
    } catch (const InputError&) {
        return nullptr;
    }
}

std::vector<std::string> labels_of(const std::vector<std::int32_t>& tokens, const Tokenizer* tokenizer,
                                   const Job& job) {
    const auto named = [&](std::int32_t token) {
        return tokenizer != nullptr && token < tokenizer->vocabulary();
    };
    std::vector<std::string_view> bytes;
    bytes.reserve(tokens.size());
    for (const std::int32_t token : tokens)
        bytes.push_back(named(token) ? tokenizer->bytes_of(token) : std::string_view());
    std::vector<std::string> labels = labels_of_text(bytes, job);
    for (std::size_t n = 0; n < labels.size(); ++n)
        if (!named(tokens[n])) labels[n] = fmt::format("{}", tokens[n]);
    return labels;
}

/// Appends the tokens from `start` on, as many as requested or available.
void cut(const ModelText& text, ReadByModel& read) {
    const std::int64_t taken = tokens_from(text, read.source.start, read.length, 1, read.warnings);
    if (text.begin) read.tokens.push_back(*text.begin);
    const auto first = text.tokens.begin() + read.source.start;
    read.tokens.insert(read.tokens.end(), first, first + taken);
}

std::shared_ptr<const ReadByModel> read_by_model(const DecoderSourceGroup& source, std::int64_t length,
                                                 const Job& job) {
    auto read = std::make_shared<ReadByModel>();
    read->source = source;
    read->length = length;
    read->files = files_of(source);
    read->decoder = opened_decoder(source);
    read->warnings = read->decoder->shape().warnings;
    const ModelText text = read_model_text(source, read->decoder->shape().vocabulary, job);
    read->warnings.insert(read->warnings.end(), text.warnings.begin(), text.warnings.end());
    cut(text, *read);
    read->labels = labels_of(read->tokens, naming_tokenizer(source, text, job).get(), job);
    return read;
}

/// Peak memory: hidden states twice, the intermediate values of a layer, and queries, keys and values.
void check_room(const DecoderShape& shape, std::int64_t tokens) {
    const std::int64_t numbers =
        3 * shape.width + 2 * shape.intermediate + 4 * (shape.query_width() + 2 * shape.key_width());
    check_memory(static_cast<double>(numbers) * static_cast<double>(tokens) * sizeof(float),
                 tr("hidden states of {} tokens by {} dimensions", tokens, shape.width));
}

}  // namespace

std::shared_ptr<const ModelLayer> model_layer(const DecoderSourceGroup& source, std::int64_t length,
                                              std::int64_t layer, const Engine& engine, const Job& job,
                                              const std::shared_ptr<const ModelLayer>& retained) {
    const bool same_text = retained != nullptr && retained->read->source == source &&
                           retained->read->length == length && retained->read->files == files_of(source);
    const bool same_numbers = same_text && retained->engine == engine.name();
    if (same_numbers && retained->layer == layer) return retained;
    auto made = std::make_shared<ModelLayer>();
    made->read = same_text ? retained->read : read_by_model(source, length, job);
    made->engine = engine.name();
    made->layer = layer;
    made->warnings = made->read->warnings;
    const Decoder& decoder = *made->read->decoder;
    const DecoderShape& shape = decoder.shape();
    check_layer(layer, shape.layers);
    check_room(shape, made->tokens());
    const DecoderScheme own = own_scheme(shape, made->tokens());
    DecoderPass pass(decoder, made->read->tokens, std::span(&own, 1), engine, job);
    if (same_numbers && retained->layer < layer) pass.go_on_from(retained->layer, retained->hidden);
    pass.run(layer);
    const std::span<const float> hidden = pass.hidden(0);
    made->hidden.assign(hidden.begin(), hidden.end());
    for (AttentionInput& input : pass.heads(0))
        made->heads.push_back({std::move(input.queries), std::move(input.keys), std::move(input.values)});
    if (shape.windowed[static_cast<std::size_t>(layer)])
        made->warnings.push_back(
            tr("In the model, a query of this layer sees at most {} keys; here it sees all earlier ones.",
               shape.window));
    if (shape.trained.full_last && layer + 1 == shape.layers)
        made->warnings.push_back(
            "In the model, this layer has log n instead of RoPE; map ReRoPE with w "
            "= 0 and log n reproduces it."_tr);
    return made;
}

std::string model_name(const DecoderSourceGroup& source, const Translator& translate) {
    if (const BuiltInModel* built_in = source.built_in_model()) return translate(built_in->label);
    return std::filesystem::path(training_folder(model_folder(source.model.path))).filename().string();
}

}  // namespace poslab
