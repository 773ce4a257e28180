#include "core/base/errors.hpp"
#include "core/decoder/forward.hpp"
#include "core/engine/engine.hpp"
#include "tests/decoder/made_decoder.hpp"
#include "tests/support/run_program.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>

namespace poslab::test {
namespace {

void write_text(const std::string& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
}

/// Returns the message of an error of this kind; empty if none is thrown.
template <class Kind>
std::string message_of(const std::function<void()>& work) {
    try {
        work();
    } catch (const Kind& error) {
        return error.what();
    }
    return {};
}

std::string refused(const std::function<void(MadeDecoder&)>& change) {
    const TemporaryFolder folder;
    MadeDecoder made{small_config("llama")};
    change(made);
    return message_of<InputError>([&] {
        made.write(folder.path());
        const Decoder decoder(folder.path());
    });
}

testing::AssertionResult has(const std::string& text, const std::vector<std::string>& parts) {
    for (const std::string& part : parts)
        if (text.find(part) == std::string::npos)
            return testing::AssertionFailure() << "no \"" << part << "\" in: " << text;
    return testing::AssertionSuccess();
}

TEST(DecoderErrors, ConfigsThatAreNoDecoderOfThese) {
    EXPECT_TRUE(has(refused([](MadeDecoder& made) { made.config["model_type"] = "gpt2"; }),
                    {"gpt2", "llama", "qwen3"}));
    EXPECT_TRUE(
        has(refused([](MadeDecoder& made) { made.config.erase("model_type"); }), {"model_type", "mistral"}));
    EXPECT_TRUE(has(refused([](MadeDecoder& made) { made.config.erase("vocab_size"); }),
                    {"config.json", "vocab_size"}));
    EXPECT_TRUE(has(refused([](MadeDecoder& made) { made.config["num_key_value_heads"] = 3; }),
                    {"num_key_value_heads 3", "4"}));
    EXPECT_TRUE(has(refused([](MadeDecoder& made) { made.config["hidden_act"] = "gelu"; }),
                    {"hidden_act", "gelu", "silu"}));
    EXPECT_TRUE(has(refused([](MadeDecoder& made) {
                        made.config["poslab"] = {{"scheme", "kerple"}};
                    }),
                    {"config.json", "kerple", "alibi"}));
    EXPECT_TRUE(has(refused([](MadeDecoder& made) {
                        made.config["poslab"] = {{"scheme", "hfwa"}};
                    }),
                    {"config.json", "window"}));
    for (const char* const scheme : {"rope", "window", "hfwa"})
        EXPECT_TRUE(has(refused([&](MadeDecoder& made) {
                            made.config["poslab"] = {{"scheme", scheme}, {"window", -3}};
                        }),
                        {"config.json", "poslab.window is -3", "from 1"}))
            << scheme;
    EXPECT_TRUE(has(refused([](MadeDecoder& made) { made.config["intermediate_size"] = -3; }),
                    {"intermediate_size", "-3"}));
    EXPECT_TRUE(has(refused([](MadeDecoder& made) {
                        made.config["model_type"] = "qwen2";
                        made.config["use_sliding_window"] = true;
                        made.config["sliding_window"] = 8;
                        made.config["layer_types"] = {"full_attention"};
                    }),
                    {"layer_types", "1", "2"}));
}

TEST(DecoderErrors, FoldersWithoutWhatIsNeeded) {
    const TemporaryFolder folder;
    EXPECT_TRUE(has(message_of<InputError>([&] { const Decoder decoder(folder.path()); }), {"config.json"}));
    write_text(folder / "config.json", small_config("llama").dump());
    EXPECT_TRUE(
        has(message_of<InputError>([&] { const Decoder decoder(folder.path()); }), {"model.safetensors"}));
}

TEST(DecoderErrors, ShardsThatAreMissingOrElsewhere) {
    const TemporaryFolder folder;
    MadeDecoder made{small_config("llama"), NumberType::float32, true};
    made.write(folder.path());
    const std::string index = folder / "model.safetensors.index.json";
    const std::string text = read_file(index);
    const auto open = [&] { const Decoder decoder(folder.path()); };
    std::filesystem::rename(folder / "model-00002-of-00002.safetensors", folder / "away");
    EXPECT_TRUE(has(message_of<InputError>(open), {"model-00002-of-00002.safetensors"}));
    std::filesystem::rename(folder / "away", folder / "model-00002-of-00002.safetensors");
    EXPECT_EQ(message_of<InputError>(open), "");
    nlohmann::json changed = nlohmann::json::parse(text);
    changed["weight_map"].erase("model.norm.weight");
    write_text(index, changed.dump());
    EXPECT_TRUE(has(message_of<InputError>(open), {"index.json", "model.norm.weight"}));
    changed["weight_map"]["model.norm.weight"] = "../elsewhere.safetensors";
    write_text(index, changed.dump());
    EXPECT_TRUE(has(message_of<InputError>(open), {"weight_map", "model.norm.weight"}));
    write_text(index, "[]");
    EXPECT_TRUE(has(message_of<InputError>(open), {"weight_map"}));
}

TEST(DecoderErrors, TensorsThatConfigDoesNotAskFor) {
    const TemporaryFolder folder;
    MadeDecoder made{small_config("llama")};
    made.write(folder.path());
    made.config["intermediate_size"] = 48;
    write_text(folder / "config.json", made.config.dump());
    EXPECT_TRUE(has(message_of<InputError>([&] { const Decoder decoder(folder.path()); }),
                    {"gate_proj.weight", "[40, 32]", "[48, 32]"}));
    made.config["intermediate_size"] = 40;
    made.config["num_hidden_layers"] = 3;
    write_text(folder / "config.json", made.config.dump());
    EXPECT_TRUE(has(message_of<InputError>([&] { const Decoder decoder(folder.path()); }),
                    {"model.layers.2.input_layernorm.weight"}));
}

TEST(DecoderErrors, WeightsThatAreNoNumbers) {
    const TemporaryFolder folder;
    MadeDecoder made{small_config("llama")};
    made.write(folder.path());
    std::string bytes = read_file(folder / "model.safetensors");
    const float none = std::numeric_limits<float>::quiet_NaN();
    bytes.replace(bytes.size() - sizeof none, sizeof none, reinterpret_cast<const char*>(&none), sizeof none);
    write_text(folder / "model.safetensors", bytes);
    const Decoder decoder(folder.path());
    const std::vector<std::int32_t> tokens{1, 2, 3};
    const DecoderScheme scheme{own_attention(decoder.shape(), 3)};
    const std::string why = message_of<InputError>(
        [&] { (void)token_predictions(decoder, tokens, std::span(&scheme, 1), cpu_engine()); });
    EXPECT_TRUE(has(why, {"model.safetensors", "NaN", "row", "column"}));
}

TEST(DecoderErrors, FolderThatChangesWhileItIsRead) {
    const TemporaryFolder folder;
    MadeDecoder made{small_config("llama")};
    made.write(folder.path());
    const Decoder decoder(folder.path());
    made.seed = 7;
    std::filesystem::remove(folder / "model.safetensors");
    made.write(folder.path());
    EXPECT_TRUE(has(message_of<InputError>([&] { (void)decoder.layer(0); }), {"model.safetensors"}));
}

TEST(DecoderErrors, TokensOutsideOfTheVocabulary) {
    const TemporaryFolder folder;
    MadeDecoder made{small_config("llama")};
    made.write(folder.path());
    const Decoder decoder(folder.path());
    const DecoderScheme scheme{own_attention(decoder.shape(), 3)};
    for (const std::int32_t wrong : {-1, 48}) {
        const std::vector<std::int32_t> tokens{1, 2, wrong};
        const std::string why = message_of<InputError>(
            [&] { (void)token_predictions(decoder, tokens, std::span(&scheme, 1), cpu_engine()); });
        EXPECT_TRUE(has(why, {"token 2 is " + std::to_string(wrong), "0 to 47"}));
    }
    EXPECT_NE(message_of<UsageError>(
                  [&] { (void)token_predictions(decoder, {}, std::span(&scheme, 1), cpu_engine()); }),
              "");
}

TEST(DecoderErrors, CanBeStopped) {
    const TemporaryFolder folder;
    MadeDecoder made{small_config("llama")};
    made.write(folder.path());
    const Decoder decoder(folder.path());
    const DecoderScheme scheme{own_attention(decoder.shape(), 3)};
    std::stop_source stop;
    stop.request_stop();
    const std::vector<std::int32_t> tokens{1, 2, 3};
    EXPECT_THROW(
        (void)token_predictions(decoder, tokens, std::span(&scheme, 1), cpu_engine(), Job(stop.get_token())),
        Cancelled);
}

}  // namespace
}  // namespace poslab::test
