#include "core/views/model_text.hpp"
#include "core/decoder/decoder_files.hpp"
#include "core/tokens/byte_tokenizer.hpp"
#include "tests/support/run_program.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <string>
#include <vector>

namespace poslab::test {
namespace {

TEST(ModelText, HasTheTokenAfterATextAndTheWarningsOfTheTokenizer) {
    nlohmann::json json = nlohmann::json::parse(byte_tokenizer_json());
    json.update(nlohmann::json::parse(R"({
        "added_tokens": [{"id": 256, "content": "<s>", "special": true},
                         {"id": 257, "content": "</s>", "special": true}],
        "post_processor": {"type": "TemplateProcessing",
                           "single": [{"SpecialToken": {"id": "<s>"}}, {"Sequence": {"id": "A"}},
                                      {"SpecialToken": {"id": "</s>"}}],
                           "special_tokens": {"<s>": {"ids": [256]}, "</s>": {"ids": [257]}}},
        "truncation": {"max_length": 1}})"));
    const TemporaryFolder folder;
    std::ofstream(folder / "tokenizer.json") << json;
    std::ofstream(folder / "text.txt") << "ab";
    DecoderSourceGroup source;
    source.built_in = {static_cast<std::int32_t>(built_in_models().size())};
    source.model = {folder.path()};
    source.text = {folder / "text.txt"};
    const ModelText text = read_model_text(source, 258, Job{});
    EXPECT_EQ(text.begin, 256);
    EXPECT_EQ(text.tokens, (std::vector<std::int32_t>{'a', 'b', 257}));
    ASSERT_EQ(text.warnings.size(), 1U);
    EXPECT_EQ(text.warnings[0].english(),
              folder / "tokenizer.json" +
                  ": its truncation is ignored; --length is the number of tokens that are read.");
}

}  // namespace
}  // namespace poslab::test
