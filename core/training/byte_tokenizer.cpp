#include "core/training/byte_tokenizer.hpp"

#include <nlohmann/json.hpp>

namespace poslab {

namespace {

/// As GPT-2 writes bytes: those that are seen in Latin-1 stand for themselves, the others for what follows U+0100, in their order.
std::string character_of(int byte, int& hidden) {
    const bool seen = (byte >= 0x21 && byte <= 0x7E) || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
    const int code = seen ? byte : 0x100 + hidden++;
    if (code < 0x80) return std::string(1, static_cast<char>(code));
    return {static_cast<char>(0xC0 | code >> 6), static_cast<char>(0x80 | (code & 0x3F))};
}

}  // namespace

std::string byte_tokenizer() {
    using Json = nlohmann::ordered_json;
    Json vocabulary;
    int hidden = 0;
    for (int byte = 0; byte < 256; ++byte) vocabulary[character_of(byte, hidden)] = byte;
    const Json byte_level{{"type", "ByteLevel"}, {"add_prefix_space", false}, {"trim_offsets", true}, {"use_regex", false}};
    const Json model{{"type", "BPE"},
                     {"dropout", nullptr},
                     {"unk_token", nullptr},
                     {"continuing_subword_prefix", nullptr},
                     {"end_of_word_suffix", nullptr},
                     {"fuse_unk", false},
                     {"byte_fallback", false},
                     {"vocab", vocabulary},
                     {"merges", Json::array()}};
    const Json tokenizer{
        {"version", "1.0"},      {"truncation", nullptr},       {"padding", nullptr},        {"added_tokens", Json::array()},
        {"normalizer", nullptr}, {"pre_tokenizer", byte_level}, {"post_processor", nullptr}, {"decoder", byte_level},
        {"model", model}};
    return tokenizer.dump(1) + "\n";
}

}  // namespace poslab
