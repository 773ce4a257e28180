// Token files, and the same bytes as a text file.
#include "core/tokens/token_file.hpp"
#include "core/tokens/text_file.hpp"
#include "tests/files/tensor_bytes.hpp"
#include "tests/fuzz/targets/target.hpp"

using namespace poslab;

std::vector<std::string> poslab::test::fuzz_seeds() {
    return {"1 2 3",
            "[1, 2, 3]",
            "1,2\n3",
            npy_of("<i8", "(2,)", little(7, 8) + little(255, 8)),
            npy_of("|u1", "(3,)", "abc"),
            "text é 猫"};
}

std::vector<std::string> poslab::test::fuzz_words() {
    return {"[",         "]",   ",",   "255", "256",          "-1",      "1e2", "1.5", "99999999999999999999",
            "\x93NUMPY", "<i4", ">i2", "|b1", "\xEF\xBB\xBF", "\xF0\x9F"};
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes = test::input_text(data, size);
    const std::string path = test::written(bytes);
    test::accepts([&] {
        const auto tokens = read_tokens(path, 256);
        test::require(!tokens.empty(), "no tokens");
        for (const std::int32_t token : tokens)
            test::require(token >= 0 && token < 256, "a token outside the vocabulary");
    });
    test::accepts([&] { test::require(read_text(path) == bytes, "a text other than the input"); });
    return 0;
}
