// The normalization map of a tokenizer.model: it is refused, or every text has tokens.
#include "core/tokens/sentencepiece_tokenizer.hpp"
#include "tests/fuzz/targets/target.hpp"
#include "tests/support/run_program.hpp"
#include "tests/tokens/sentencepiece_bytes.hpp"

using namespace poslab;

std::vector<std::string> poslab::test::fuzz_seeds() {
    const std::string model = read_file(POSLAB_TOKEN_FIXTURES "/rules.model/tokenizer.model");
    const std::size_t map = model.find(std::string("\x12\x8F\x08\x00\x04\x00\x00", 7));
    require(map != std::string::npos, "no map in rules.model");
    return {model.substr(map + 3, 1039)};
}

std::vector<std::string> poslab::test::fuzz_words() {
    using namespace std::string_literals;
    return {"\0\4\0\0"s, "\0\0\0\x80"s, "a\1\0\0"s, "\xFF\xFF\xFF\xFF", "b\0"s};
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string path = test::written(test::model_with_map(test::input_text(data, size)));
    test::accepts([&] {
        const auto tokenizer = read_sentencepiece_tokenizer(path);
        for (const char* text : {"ABBA Km \uFB01sh 猫・", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"})
            for (const std::int32_t token : tokenizer->encode(text))
                test::require(token >= 0 && token < tokenizer->vocabulary(),
                              "a token outside the vocabulary");
    });
    return 0;
}
