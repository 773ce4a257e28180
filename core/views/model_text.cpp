#include "core/views/model_text.hpp"

#include "core/base/errors.hpp"
#include "core/tokens/byte_tokenizer.hpp"
#include "core/tokens/text_file.hpp"
#include "core/tokens/token_file.hpp"

#include <string>

namespace poslab {

std::shared_ptr<const Tokenizer> tokenizer_of(const DecoderSourceGroup& source, const Job& job) {
    if (source.built_in_model() != nullptr) return byte_tokenizer();
    return read_tokenizer(model_folder(source.model.path), job);
}

ModelText read_model_text(const DecoderSourceGroup& source, std::int64_t vocabulary, const Job& job) {
    if (!source.tokens.path.empty()) return {read_tokens(source.tokens.path, vocabulary, job)};
    const BuiltInModel* built_in = source.built_in_model();
    ModelText input;
    input.tokenizer = tokenizer_of(source, job);
    input.begin = input.tokenizer->begin_of_text();
    const BuiltInModel& unseen = built_in != nullptr ? *built_in : built_in_models().front();
    const std::string text =
        source.text.path.empty() ? std::string(unseen.held_out()) : read_text(source.text.path);
    input.tokens = input.tokenizer->encode(text, job);
    if (const auto end = input.tokenizer->end_of_text()) input.tokens.push_back(*end);
    input.warnings = input.tokenizer->warnings();
    return input;
}

}  // namespace poslab
