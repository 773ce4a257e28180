#include "core/tokens/byte_tokenizer.hpp"

#include "core/base/utf8.hpp"
#include "core/tokens/byte_letters.hpp"
#include "core/tokens/json_tokenizer.hpp"

#include <nlohmann/json.hpp>

namespace poslab {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr int indent = 1;

}  // namespace

std::unique_ptr<const Tokenizer> byte_tokenizer() {
    return parse_json_tokenizer(byte_tokenizer_json(), "tokenizer.json");
}

std::string byte_tokenizer_json() {
    OrderedJson vocabulary = OrderedJson::object();
    for (std::size_t byte = 0; byte < letters_of_bytes().size(); ++byte) {
        std::string letter;
        append_utf8(letter, letters_of_bytes()[byte]);
        vocabulary[letter] = byte;
    }
    const OrderedJson byte_level = {
        {"type", "ByteLevel"}, {"add_prefix_space", false}, {"trim_offsets", true}, {"use_regex", false}};
    const OrderedJson model = {{"type", "BPE"},
                               {"dropout", nullptr},
                               {"unk_token", nullptr},
                               {"continuing_subword_prefix", nullptr},
                               {"end_of_word_suffix", nullptr},
                               {"fuse_unk", false},
                               {"byte_fallback", false},
                               {"ignore_merges", false},
                               {"vocab", vocabulary},
                               {"merges", OrderedJson::array()}};
    const OrderedJson json = {{"version", "1.0"},
                              {"truncation", nullptr},
                              {"padding", nullptr},
                              {"added_tokens", OrderedJson::array()},
                              {"normalizer", nullptr},
                              {"pre_tokenizer", byte_level},
                              {"post_processor", nullptr},
                              {"decoder", byte_level},
                              {"model", model}};
    return json.dump(indent) + "\n";
}

std::string byte_tokenizer_config_json(std::int64_t length) {
    const OrderedJson json = {{"tokenizer_class", "PreTrainedTokenizerFast"},
                              {"clean_up_tokenization_spaces", false},
                              {"model_max_length", length}};
    return json.dump(indent) + "\n";
}

}  // namespace poslab
