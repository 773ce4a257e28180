#include "core/tokens/byte_tokenizer.hpp"
#include "tests/tokens/token_fixtures.hpp"

namespace poslab::test {
namespace {

TEST(ByteTokenizer, HasTheBytesThemselves) {
    const auto tokenizer = byte_tokenizer();
    EXPECT_EQ(tokenizer->vocabulary(), 256);
    EXPECT_EQ(tokenizer->begin_of_text(), std::nullopt);
    for (const std::string& text : fixture_strings()) {
        const Tokens tokens = tokenizer->encode(text);
        ASSERT_EQ(tokens.size(), text.size());
        for (std::size_t n = 0; n < text.size(); ++n)
            EXPECT_EQ(tokens[n], static_cast<unsigned char>(text[n]));
        EXPECT_EQ(tokenizer->decode(tokens), text);
    }
    for (std::int32_t byte = 0; byte < 256; ++byte)
        EXPECT_EQ(tokenizer->bytes_of(byte), std::string(1, static_cast<char>(byte)));
}

/// The conventional format: 256 letters, no merges; GPT-2's letter for a space is Ġ, for a line feed Ċ.
TEST(ByteTokenizer, IsAnOrdinaryFile) {
    const Json json = Json::parse(byte_tokenizer_json());
    EXPECT_EQ(json["model"]["vocab"].size(), 256U);
    EXPECT_EQ(json["model"]["vocab"]["Ġ"], 32);
    EXPECT_EQ(json["model"]["vocab"]["Ċ"], 10);
    EXPECT_EQ(json["model"]["vocab"]["a"], 97);
    EXPECT_EQ(json["model"]["vocab"]["Ń"], 0xAD);
    EXPECT_EQ(json["model"]["vocab"]["ÿ"], 0xFF);
    EXPECT_EQ(json["model"]["vocab"]["Ā"], 0);
    EXPECT_TRUE(json["model"]["merges"].empty());
    const TemporaryFolder folder;
    std::ofstream(folder / "tokenizer.json") << byte_tokenizer_json();
    EXPECT_EQ(read_tokenizer(folder.path())->encode("é"), (Tokens{0xC3, 0xA9}));
    const Json config = Json::parse(byte_tokenizer_config_json(1024));
    EXPECT_EQ(config["tokenizer_class"], "PreTrainedTokenizerFast");
    EXPECT_EQ(config["model_max_length"], 1024);
}

}  // namespace
}  // namespace poslab::test
