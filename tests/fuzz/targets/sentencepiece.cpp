// tokenizer.model of SentencePiece: the tokens of a text are in the vocabulary.
#include "core/tokens/sentencepiece_tokenizer.hpp"
#include "tests/fuzz/targets/target.hpp"
#include "tests/support/run_program.hpp"

using namespace poslab;

std::vector<std::string> poslab::test::fuzz_seeds() {
    return {read_file(POSLAB_TOKEN_FIXTURES "/unigram.model/tokenizer.model"),
            read_file(POSLAB_TOKEN_FIXTURES "/bpe.model/tokenizer.model")};
}

std::vector<std::string> poslab::test::fuzz_words() {
    return {"▁", "<unk>", "<s>", "</s>", "<0x41>", "\x0A", "\x12", "\x18\1"};
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string path = test::written(test::input_text(data, size));
    test::accepts([&] {
        const auto tokenizer = read_sentencepiece_tokenizer(path);
        for (const std::int32_t token : tokenizer->encode("The cat 猫 12\n")) {
            test::require(token >= 0 && token < tokenizer->vocabulary(), "a token outside the vocabulary");
            static_cast<void>(tokenizer->bytes_of(token));
        }
    });
    return 0;
}
