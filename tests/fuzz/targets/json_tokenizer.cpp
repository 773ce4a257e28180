// tokenizer.json and a text, separated by a zero byte: tokens are in the vocabulary and have bytes.
#include "core/tokens/json_tokenizer.hpp"
#include "tests/fuzz/targets/target.hpp"

using namespace poslab;

std::vector<std::string> poslab::test::fuzz_seeds() {
    const std::string text = std::string(1, '\0') + "ab a 1é\n";
    const std::string model =
        R"("model":{"type":"BPE","vocab":{"a":0,"b":1,"ab":2,"<unk>":3," ":4,"▁":5},"merges":["a b"])";
    return {
        "{" + model + ",\"unk_token\":\"<unk>\"}}" + text,
        "{" + model +
            R"(,"byte_fallback":true,"fuse_unk":true,"unk_token":"<unk>"},"decoder":{"type":"ByteFallback"}})" +
            text,
        R"({"pre_tokenizer":{"type":"Sequence","pretokenizers":[{"type":"Split","pattern":{"Regex":"\\s+|\\p{L}+"},"behavior":"Isolated","invert":false},)"
        R"({"type":"ByteLevel","add_prefix_space":false,"use_regex":true}]},"decoder":{"type":"ByteLevel"},)" +
            model + "}}" + text,
        R"({"normalizer":{"type":"Sequence","normalizers":[{"type":"NFKC"},{"type":"Replace","pattern":{"String":" "},"content":"▁"},{"type":"Prepend","prepend":"▁"}]},)" +
            model + "}}" + text,
        R"({"added_tokens":[{"id":6,"content":"<s>","special":true,"lstrip":true,"normalized":false}],"pre_tokenizer":{"type":"Metaspace","replacement":"▁","prepend_scheme":"always","split":true},)" +
            model + "}}" + text,
        R"({"pre_tokenizer":{"type":"Digits","individual_digits":true},)" + model +
            R"(,"merges":[["a","b"]],"ignore_merges":true}})" + text};
}

std::vector<std::string> poslab::test::fuzz_words() {
    return {"\"type\":",
            "\"Sequence\"",
            "\"Split\"",
            "\"ByteLevel\"",
            "\"Metaspace\"",
            "\"Digits\"",
            "\"Regex\":",
            "\"String\":",
            "\"behavior\":",
            "\"MergedWithNext\"",
            "\"MergedWithPrevious\"",
            "\"Removed\"",
            "\"Contiguous\"",
            "\"NFC\"",
            "\"NFKD\"",
            "\"Prepend\"",
            "\"Replace\"",
            "\\\\p{L}",
            "\\\\p{Han",
            "(?!",
            "(?i:",
            "{1,3}",
            "\\\\s",
            "[^",
            "(a+)+$",
            "\"merges\":",
            "\"vocab\":",
            "\"added_tokens\":",
            "\"special\":true",
            "\"rstrip\":true",
            "<0x41>",
            "▁",
            "Ġ",
            std::string(1, '\0')};
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view input = test::input_text(data, size);
    const std::size_t cut = std::min(input.find('\0'), input.size());
    test::accepts([&] {
        const auto tokenizer = parse_json_tokenizer(input.substr(0, cut), "f");
        for (const auto& outer : {tokenizer->begin_of_text(), tokenizer->end_of_text()})
            test::require(!outer || *outer < tokenizer->vocabulary(), "begins or ends with no token");
        for (const std::int32_t token : tokenizer->encode(input.substr(std::min(cut + 1, input.size())))) {
            test::require(token >= 0 && token < tokenizer->vocabulary(), "a token outside the vocabulary");
            static_cast<void>(tokenizer->bytes_of(token));
        }
    });
    return 0;
}
