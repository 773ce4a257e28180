// Tokens of the original implementations: tests/tokens/fixtures/README.md describes how they were made.
#include "tests/tokens/token_fixtures.hpp"

#include <algorithm>
#include <map>

namespace poslab::test {
namespace {

class ReferenceTokens : public testing::TestWithParam<std::string> {
  protected:
    static bool is_byte_level() {
        const std::string& name = GetParam();
        return name == "gpt2" || name == "llama3" || name == "qwen2" || name == "smollm";
    }
    /// The expected result of a round trip: the text, or its normal form.
    static std::vector<std::string> texts_as_read() {
        std::vector<std::string> texts = fixture_strings();
        if (GetParam() == "qwen2") {
            const Json normal = fixture("normal.json");
            for (const auto& [place, text] : normal.items()) texts[std::stoul(place)] = text;
        }
        return texts;
    }
    /// Vocabularies with ▁ for a space know no other one, and a special token adds a space before the
    /// following text.
    static bool has_round_trip(const std::string& text, const Tokens& tokens) {
        if (is_byte_level()) return true;
        const bool signs = text.find("▁") != std::string::npos;
        const bool special =
            std::any_of(tokens.begin(), tokens.end(), [](std::int32_t token) { return token < 3; });
        const bool space_first = GetParam() == "mistral" && text.starts_with(' ');
        return !signs && !special && !space_first;
    }
};

TEST_P(ReferenceTokens, AreTheSame) {
    const auto tokenizer = fixture_tokenizer(GetParam());
    const std::vector<Tokens> expected = expected_tokens(GetParam());
    const std::vector<std::string>& texts = fixture_strings();
    ASSERT_GE(texts.size(), 500U);
    ASSERT_EQ(texts.size(), expected.size());
    for (std::size_t n = 0; n < texts.size(); ++n)
        EXPECT_EQ(tokenizer->encode(texts[n]), expected[n]) << n << ": " << texts[n];
}

TEST_P(ReferenceTokens, AreReadBackExactly) {
    const auto tokenizer = fixture_tokenizer(GetParam());
    const std::vector<Tokens> expected = expected_tokens(GetParam());
    const std::vector<std::string> texts = texts_as_read();
    std::size_t compared = 0;
    for (std::size_t n = 0; n < texts.size(); ++n) {
        if (!has_round_trip(texts[n], expected[n])) continue;
        EXPECT_EQ(tokenizer->decode(expected[n]), texts[n]) << n;
        ++compared;
    }
    EXPECT_GE(compared, is_byte_level() ? texts.size() : 250U);
}

TEST_P(ReferenceTokens, AreTheBytesOfTheText) {
    const auto tokenizer = fixture_tokenizer(GetParam());
    const std::string text = "Wie schön: 人工智能 🙂";
    std::string bytes;
    for (const std::int32_t token : tokenizer->encode(text)) bytes += tokenizer->bytes_of(token);
    if (GetParam() == "unigram.model") return;  // its vocabulary has no ö
    EXPECT_EQ(bytes, is_byte_level() ? text : " " + text);
}

INSTANTIATE_TEST_SUITE_P(Tokens, ReferenceTokens,
                         testing::Values("gpt2", "llama3", "qwen2", "smollm", "llama2", "mistral",
                                         "bpe.model", "unigram.model"),
                         [](const auto& tested) {
                             std::string name = tested.param;
                             std::replace(name.begin(), name.end(), '.', '_');
                             return name;
                         });

TEST(Tokenizer, TellsWhatStandsBeforeAText) {
    const auto begin = [](const std::string& name) { return fixture_tokenizer(name)->begin_of_text(); };
    EXPECT_EQ(begin("gpt2"), std::nullopt);
    EXPECT_EQ(begin("qwen2"), std::nullopt);
    EXPECT_EQ(begin("llama2"), 1);
    EXPECT_EQ(begin("bpe.model"), 1);
    const auto llama3 = fixture_tokenizer("llama3");
    ASSERT_TRUE(llama3->begin_of_text());
    EXPECT_EQ(llama3->bytes_of(*llama3->begin_of_text()), "<|begin_of_text|>");
    EXPECT_EQ(llama3->vocabulary(), *llama3->begin_of_text() + 3);
    EXPECT_EQ(fixture_tokenizer("bpe.model")->vocabulary(), 900);
}

TEST(Tokenizer, MayBeToldThatNothingStandsBeforeAText) {
    const TemporaryFolder folder;
    std::filesystem::copy(fixture_path("bpe.model/tokenizer.model"), folder / "tokenizer.model");
    EXPECT_EQ(read_tokenizer(folder.path())->begin_of_text(), 1);
    std::ofstream(folder / "tokenizer_config.json") << R"({"add_bos_token": false})";
    EXPECT_EQ(read_tokenizer(folder.path())->begin_of_text(), std::nullopt);
    std::ofstream(folder / "tokenizer_config.json") << R"({"add_bos_token": 1})";
    EXPECT_EQ(refusal_of([&] { return read_tokenizer(folder.path()); }),
              folder / "tokenizer_config.json" + ": add_bos_token is 1; it must be true or false");
}

TEST(Tokenizer, ReportsWhatFollowsAText) {
    EXPECT_EQ(fixture_tokenizer("llama2")->end_of_text(), std::nullopt);
    Json json = family_json("llama2");
    Json& post = json["post_processor"];
    post["special_tokens"]["</s>"] = Json::parse(R"({"id": "</s>", "ids": [2], "tokens": ["</s>"]})");
    post["single"].push_back(Json::parse(R"({"SpecialToken": {"id": "</s>", "type_id": 0}})"));
    EXPECT_EQ(tokenizer_of(json)->begin_of_text(), 1);
    EXPECT_EQ(tokenizer_of(json)->end_of_text(), 2);
    post["single"].erase(0);
    EXPECT_EQ(tokenizer_of(json)->begin_of_text(), std::nullopt);
    EXPECT_EQ(tokenizer_of(json)->end_of_text(), 2);
}

TEST(Tokenizer, EndsATextOfSentencePieceIfItsConfigSaysSo) {
    const TemporaryFolder folder;
    std::filesystem::copy(fixture_path("bpe.model/tokenizer.model"), folder / "tokenizer.model");
    EXPECT_EQ(read_tokenizer(folder.path())->end_of_text(), std::nullopt);
    std::ofstream(folder / "tokenizer_config.json") << R"({"add_eos_token": true})";
    EXPECT_EQ(read_tokenizer(folder.path())->begin_of_text(), 1);
    EXPECT_EQ(read_tokenizer(folder.path())->end_of_text(), 2);
}

TEST(Tokenizer, WarnsThatTruncationAndPaddingAreIgnored) {
    EXPECT_TRUE(fixture_tokenizer("gpt2")->warnings().empty());
    Json json = family_json("gpt2");
    json["truncation"] = Json::parse(R"({"max_length": 8, "strategy": "LongestFirst", "stride": 0})");
    json["padding"] = Json::parse(R"({"strategy": {"Fixed": 8}, "pad_id": 0})");
    std::vector<std::string> warnings;
    const auto tokenizer = tokenizer_of(json);
    for (const Message& warning : tokenizer->warnings()) warnings.push_back(warning.english());
    const std::string end = " is ignored; --length is the number of tokens that are read.";
    EXPECT_EQ(warnings, (std::vector<std::string>{"tokenizer.json: its truncation" + end,
                                                  "tokenizer.json: its padding" + end}));
}

TEST(Tokenizer, OfAFolderIsItsJsonOrItsModel) {
    const TemporaryFolder folder;
    EXPECT_EQ(refusal_of([&] { return read_tokenizer(folder.path()); }),
              folder.path() +
                  ": has neither a tokenizer.json nor a tokenizer.model; tokens can be given as numbers "
                  "instead (--tokens)");
    std::filesystem::copy(fixture_path("bpe.model/tokenizer.model"), folder / "tokenizer.model");
    EXPECT_EQ(read_tokenizer(folder.path())->vocabulary(), 900);
    std::ofstream(folder / "tokenizer.json") << family_json("gpt2");
    EXPECT_EQ(read_tokenizer(folder.path())->encode("a"), expected_tokens("gpt2")[0]);
}

TEST(Tokenizer, CutsAMillionLettersThatAreOnePiece) {
    const std::string letters(1'000'000, 'a');
    for (const char* name : {"gpt2", "llama2", "bpe.model"}) {
        const auto tokenizer = fixture_tokenizer(name);
        EXPECT_EQ(tokenizer->decode(tokenizer->encode(letters)), letters) << name;
    }
}

TEST(Tokenizer, StopsWhenItIsToldTo) {
    std::stop_source stop;
    stop.request_stop();
    for (const char* name : {"gpt2", "bpe.model"})
        EXPECT_THROW(static_cast<void>(fixture_tokenizer(name)->encode("some text", Job(stop.get_token()))),
                     Cancelled)
            << name;
}

TEST(Tokenizer, RefusesWhatIsNoText) {
    const auto tokenizer = fixture_tokenizer("gpt2");
    EXPECT_EQ(refusal_of([&] {
                  static_cast<void>(
                      tokenizer->encode("ab\xE4\xBA"
                                        "c"));
              }),
              "the text is not UTF-8 at byte 3");
    EXPECT_EQ(refusal_of([&] { static_cast<void>(tokenizer->encode(std::string(max_text_bytes + 1, 'a'))); }),
              "the text has 67108865 bytes; at most 67108864 are read");
    EXPECT_EQ(tokenizer->encode(""), Tokens());
    EXPECT_THROW(static_cast<void>(tokenizer->bytes_of(-1)), std::out_of_range);
    EXPECT_THROW(static_cast<void>(tokenizer->bytes_of(static_cast<std::int32_t>(tokenizer->vocabulary()))),
                 std::out_of_range);
}

}  // namespace
}  // namespace poslab::test
