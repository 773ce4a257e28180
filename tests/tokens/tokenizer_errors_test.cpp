// A tokenizer that was read only partly would give wrong tokens, so anything unknown is refused by name.
#include "core/base/memory_ledger.hpp"
#include "core/tokens/pattern.hpp"
#include "tests/support/languages.hpp"
#include "tests/tokens/token_fixtures.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace poslab::test {
namespace {

const std::string instead = "; tokens can be given as numbers instead (--tokens)";

std::string refusal(const Json& json) {
    const std::string message = refusal_of([&] { return tokenizer_of(json); });
    EXPECT_TRUE(message.starts_with("tokenizer.json: ")) << message;
    return message.substr(std::min<std::size_t>(message.size(), 16));
}

/// Returns the message for a family's file in which one part is replaced.
std::string refusal_with(const std::string& family, const std::string& pointer, const Json& value) {
    Json json = family_json(family);
    json[Json::json_pointer(pointer)] = value;
    return refusal(json);
}

TEST(TokenizerErrors, NameThePartThatIsNotUnderstood) {
    struct Case {
        std::string family, pointer;
        Json value;
        std::string message;
    };
    const std::vector<Case> cases{
        {"gpt2", "/model/type", "WordPiece", "model.type is \"WordPiece\", which is not supported"},
        {"gpt2", "/model/type", "Unigram", "model.type is \"Unigram\", which is not supported"},
        {"gpt2", "/model/dropout", 0.1, "model.dropout is 0.1, which is not supported"},
        {"gpt2", "/model/end_of_word_suffix", "</w>",
         "model.end_of_word_suffix is \"</w>\", which is not supported"},
        {"qwen2", "/normalizer/type", "Lowercase",
         "normalizer.type is \"Lowercase\", which is not supported"},
        {"llama2", "/normalizer/normalizers/0/type", "Nmt",
         "normalizer.normalizers[0].type is \"Nmt\", which is not supported"},
        {"gpt2", "/pre_tokenizer/type", "BertPreTokenizer",
         "pre_tokenizer.type is \"BertPreTokenizer\", which is not supported"},
        {"llama3", "/pre_tokenizer/pretokenizers/0/behavior", "Merged",
         "pre_tokenizer.pretokenizers[0].behavior is \"Merged\", which is not supported"},
        {"llama3", "/pre_tokenizer/pretokenizers/0/pattern/Regex", "[a-z&&[^k]]+",
         "pre_tokenizer.pretokenizers[0].pattern.Regex is \"[a-z&&[^k]]+\", which is not supported: it has "
         "nested character "
         "classes, or an intersection of two"},
        {"llama3", "/pre_tokenizer/pretokenizers/0/pattern/Regex", "\\w+",
         "pre_tokenizer.pretokenizers[0].pattern.Regex is \"\\\\w+\", which is not supported: \\w is "
         "ambiguous here"},
        {"llama3", "/pre_tokenizer/pretokenizers/0/pattern/Regex", "(*NO_JIT)(?:a|b)*",
         "pre_tokenizer.pretokenizers[0].pattern.Regex is \"(*NO_JIT)(?:a|b)*\", which is not supported: "
         "(* is ambiguous here"},
        {"llama3", "/pre_tokenizer/pretokenizers/0/pattern/Regex", "(a",
         "pre_tokenizer.pretokenizers[0].pattern.Regex is \"(a\", which is not supported: missing closing "
         "parenthesis"},
        {"mistral", "/pre_tokenizer/prepend_scheme", "last",
         "pre_tokenizer.prepend_scheme is \"last\", which is not supported"},
        {"gpt2", "/decoder/type", "WordPiece", "decoder.type is \"WordPiece\", which is not supported"},
        {"llama2", "/decoder/type", "ByteLevel",
         "decoder.type is \"ByteLevel\", which is not supported: the pre-tokenizer has no ByteLevel"},
        {"llama2", "/decoder/decoders/3/start", 2,
         "decoder.decoders[3] is {…}, which is not supported: it must strip exactly one space at the "
         "beginning"},
        {"gpt2", "/post_processor/type", "BertProcessing",
         "post_processor.type is \"BertProcessing\", which is not supported"},
        {"gpt2", "/added_tokens/0/single_word", true,
         "added_tokens[0].single_word is true, which is not supported"},
    };
    for (const Case& c : cases) EXPECT_EQ(refusal_with(c.family, c.pointer, c.value), c.message + instead);
}

// 300 of these took 550 MB that no limit knew.
TEST(TokenizerErrors, CompiledExpressionsAreInTheLedgerOfMemory) {
    std::string expression;
    for (int n = 0; n < 8000; ++n) expression += "\\p{L}?";
    const double before = memory_ledger::taken();
    {
        const Pattern pattern = Pattern::of_expression(expression);
        EXPECT_GT(memory_ledger::taken() - before, 0x1p20);
    }
    EXPECT_EQ(memory_ledger::taken(), before);
    memory_ledger::set_limit(before + 0x1p20);
    EXPECT_THROW(static_cast<void>(Pattern::of_expression(expression)), LedgerExceeded);
    memory_ledger::set_limit(std::numeric_limits<double>::infinity());
}

TEST(TokenizerErrors, NothingComesAfterByteLevel) {
    Json json = family_json("llama3");
    json["pre_tokenizer"]["pretokenizers"].push_back({{"type", "Digits"}});
    EXPECT_EQ(refusal(json),
              "pre_tokenizer.pretokenizers[2].type is \"Digits\", which is not supported: no step may follow "
              "ByteLevel" +
                  instead);
}

TEST(TokenizerErrors, SeveralTokensBeforeAText) {
    Json json = family_json("llama2");
    Json& single = json["post_processor"]["single"];
    single.insert(single.begin(), single[0]);
    EXPECT_EQ(refusal(json),
              "post_processor.single is […], which is not supported: it puts several tokens before the text" +
                  instead);
}

TEST(TokenizerErrors, SeveralTokensAfterATextOrTheTextTwice) {
    const std::string start = "post_processor.single is […], which is not supported: ";
    Json json = family_json("llama2");
    Json& single = json["post_processor"]["single"];
    const Json special = single[0], text = single[1];
    single = Json::array({text, special, special});
    EXPECT_EQ(refusal(json), start + "it puts several tokens after the text" + instead);
    single = Json::array({text, special, text});
    EXPECT_EQ(refusal(json), start + "it includes the text twice" + instead);
    single = Json::array({special});
    EXPECT_EQ(refusal(json), start + "it does not include the text" + instead);
}

TEST(TokenizerErrors, AnOuterTokenThatIsNotInTheVocabulary) {
    for (const bool before : {true, false}) {
        Json json = family_json("llama2");
        Json& single = json["post_processor"]["single"];
        if (!before) std::swap(single[0], single[1]);
        json["post_processor"]["special_tokens"]["<s>"]["ids"] = Json::array({100'000});
        EXPECT_EQ(refusal(json), "post_processor is {…}; it must be one whose tokens are in the vocabulary");
    }
}

TEST(TokenizerErrors, NameTheValueThatIsWrong) {
    struct Case {
        std::string pointer;
        Json value;
        std::string message;
    };
    const std::vector<Case> cases{
        {"/model", nullptr, "model is missing"},
        {"/model", 3, "model is 3; it must be an object"},
        {"/model/vocab", Json::array(), "model.vocab is […]; it must be an object"},
        {"/model/vocab/a", -1, "model.vocab.a is -1; it must be a whole number in [0, 16777215]"},
        {"/model/vocab/a", 1.5, "model.vocab.a is 1.5; it must be a whole number in [0, 16777215]"},
        {"/model/vocab/a", 16777215, "model.vocab.a is 16777215; it must be below 66"},
        {"/model/vocab/a", 5, "an id that no other token has"},
        {"/model/merges", "a b", "model.merges is \"a b\"; it must be a list"},
        {"/model/merges/3", "a b c", "model.merges[3] is \"a b c\"; it must be two tokens"},
        {"/model/merges/3", {"a", 1}, "model.merges[3] is […]; it must be two tokens"},
        {"/model/merges/3", "a qqq", "model.merges[3] needs the token 'qqq', which is not in the vocabulary"},
        {"/model/ignore_merges", "yes", "model.ignore_merges is \"yes\"; it must be true or false"},
        {"/added_tokens", 1, "added_tokens is 1; it must be a list"},
        {"/added_tokens/0/content", "", "added_tokens[0].content is \"\"; it must be a non-empty text"},
        {"/added_tokens/0/id", 5, "added_tokens[0].id is 5; it must be an id that no other token has"},
        {"/pre_tokenizer/type", 7, "pre_tokenizer.type is 7; it must be a string"},
        {"/pre_tokenizer/type", nullptr, "pre_tokenizer.type is missing"},
    };
    for (const Case& c : cases) {
        const std::string message = refusal_with("gpt2", c.pointer, c.value);
        EXPECT_NE(message.find(c.message), std::string::npos) << message << "\n" << c.message;
    }
    EXPECT_EQ(refusal(Json::array()), "JSON is […]; it must be an object");
    EXPECT_EQ(
        refusal_of([] { return parse_json_tokenizer("{", "t.json"); }),
        "t.json: is not JSON at line 1, column 2: the text ends, but '{' of line 1, column 1 is not closed");
}

TEST(TokenizerErrors, AreSentencesInChinese) {
    Json json = family_json("gpt2");
    json["pre_tokenizer"]["type"] = "Whitespace";
    try {
        tokenizer_of(json);
        FAIL();
    } catch (const InputError& error) {
        EXPECT_EQ(error.message().in(chinese()),
                  "tokenizer.json：pre_tokenizer.type 为 "
                  "\"Whitespace\"，程序不支持；可改用数字形式直接给出词元（--tokens）。");
    }
}

TEST(TokenizerErrors, ACharacterWithoutAToken) {
    Json json = family_json("llama2");
    json["model"]["unk_token"] = nullptr;
    json["model"]["byte_fallback"] = false;
    const auto tokenizer = tokenizer_of(json);
    EXPECT_EQ(refusal_of([&] { static_cast<void>(tokenizer->encode("a🛰b")); }),
              "tokenizer.json: no token for '🛰'");
    json["model"]["unk_token"] = "<unk>";
    const auto unknown = [&] {
        const Tokens tokens = tokenizer_of(json)->encode("a🛰🛰b");
        return std::count(tokens.begin(), tokens.end(), 0);
    };
    EXPECT_EQ(unknown(), 1);
    json["model"]["fuse_unk"] = false;
    EXPECT_EQ(unknown(), 2);
}

TEST(TokenizerErrors, NoModelOfSentencePiece) {
    const TemporaryFolder folder;
    const std::string path = folder / "tokenizer.model",
                      whole = read_file(fixture_path("bpe.model/tokenizer.model"));
    using namespace std::string_literals;
    // The unknown piece, and one that is a single zero, for which the library's trie throws.
    const std::string zero = "\n\t\n\5<unk>\x18\2\n\3\n\1\0"s;
    for (const std::string& text : {"hello"s, ""s, whole.substr(0, whole.size() / 2), zero}) {
        std::ofstream(path, std::ios::binary) << text;
        EXPECT_EQ(refusal_of([&] { return read_tokenizer(folder.path()); }),
                  path + ": is not a SentencePiece model" + instead);
    }
}

}  // namespace
}  // namespace poslab::test
