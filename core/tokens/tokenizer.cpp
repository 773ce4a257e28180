#include "core/tokens/tokenizer.hpp"

#include "core/base/errors.hpp"
#include "core/base/utf8.hpp"
#include "core/files/input_file.hpp"
#include "core/tokens/json_tokenizer.hpp"
#include "core/tokens/sentencepiece_tokenizer.hpp"
#include "core/tokens/text_file.hpp"

#include <filesystem>

namespace poslab {

std::vector<std::int32_t> Tokenizer::encode(std::string_view utf8, const Job& job) const {
    if (utf8.size() > max_text_bytes) {
        throw InputError(tr("the text has {} bytes; at most {} are read", utf8.size(), max_text_bytes));
    }
    if (const auto wrong = byte_that_is_not_utf8(utf8))
        throw InputError(tr("the text is not UTF-8 at byte {}", *wrong));
    return tokens_of(utf8, job);
}

std::string Tokenizer::decode(std::span<const std::int32_t> tokens) const {
    std::string text;
    for (const std::int32_t token : tokens) text += bytes_of(token);
    if (table_.leading_space && text.starts_with(' ')) text.erase(0, 1);
    return text;
}

std::string_view Tokenizer::bytes_of(std::int32_t token) const {
    return table_.bytes.at(static_cast<std::size_t>(token));
}

std::unique_ptr<const Tokenizer> read_tokenizer(const std::string& folder, const Job& job) {
    const std::filesystem::path inside(folder);
    const std::string json = inside / "tokenizer.json", model = inside / "tokenizer.model";
    if (file_exists(json)) return read_json_tokenizer(json, job);
    if (file_exists(model)) return read_sentencepiece_tokenizer(model, job);
    refuse_file(
        folder,
        "has neither a tokenizer.json nor a tokenizer.model; tokens can be given as numbers instead (--tokens)"_tr);
}

}  // namespace poslab
