#include "core/encoding/frequencies.hpp"
#include "core/models/rope_export.hpp"
#include "tests/models/model_config_cases.hpp"
#include "tests/support/run_program.hpp"

#include <array>
#include <fstream>
#include <utility>

#include <sys/stat.h>
#include <unistd.h>

namespace poslab::test {
namespace {

using Case = std::pair<std::string, std::string>;

TEST(ModelConfigErrors, ReportInvalidJson) {
    EXPECT_EQ(refusal(""), "is empty");
    EXPECT_EQ(refusal(" \n"), "is empty");
    EXPECT_EQ(refusal("{\"head_dim\": 64,}"), "is not JSON at line 1, column 16: no value after the comma");
    EXPECT_EQ(refusal("{\"head_dim\": 64"),
              "is not JSON at line 1, column 16: the text ends, but '{' of line 1, column 1 is not closed");
    EXPECT_EQ(refusal("hello"), "is not JSON at line 1, column 1: 'hello' is not a JSON value");
    EXPECT_EQ(refusal("{\"a\": NaN,\n \"b\": -Infinity,}"),
              "is not JSON at line 2, column 16: no value after the comma")
        << "counted in the file itself";
    EXPECT_EQ(refusal("{\"a\": nan}"), "is not JSON at line 1, column 7: nan is not a JSON number");
    EXPECT_EQ(refusal("{\"a\": \"\xff\"}"), "is not JSON at line 1, column 8: the text is not UTF-8");
    EXPECT_EQ(refusal("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 700\n"),
              "is a Git LFS pointer: fetch the file itself with git lfs pull");
    EXPECT_EQ(refusal("\n<!DOCTYPE html>\n<html>"), "is an HTML page: download the file itself");
    EXPECT_EQ(refusal(R"({"rope_scaling": {"factor": 1e400}})"),
              "rope_scaling.factor is 1e400, which is beyond the range of float64");
    EXPECT_EQ(refusal(R"({"rope_theta": 1, "rope_theta": 2})"), "rope_theta occurs twice");
    EXPECT_EQ(refusal(R"({"a": {"b": [{"c": 1, "c": 2}]}})"), "a.b[0].c occurs twice");
}

TEST(ModelConfigErrors, OtherEncodingsAndBytesAfterTheEnd) {
    const std::string plain = R"({"model_type": "llama", "rope_theta": 1e4})",
                      utf_16 = "is UTF-16 or UTF-32; it must be UTF-8";
    std::string little, big;
    for (const char c : plain) {
        little += {c, '\0'};
        big += {'\0', c};
    }
    EXPECT_EQ(refusal("\xFF\xFE" + little), utf_16);
    EXPECT_EQ(refusal("\xFE\xFF" + big), utf_16);
    EXPECT_EQ(refusal(little), utf_16);
    EXPECT_EQ(refusal(big), utf_16);
    EXPECT_EQ(refusal(plain + std::string(1, '\0')),
              "is not JSON at line 1, column 43: text after the end of the value");
    EXPECT_EQ(parsed("\xEF\xBB\xBF" + plain).model_type, "llama");
}

TEST(ModelConfigErrors, WhatIsNoNumberIsShownAsInTheFile) {
    const std::string allowed = "; it must be a number above 1, at most 1000000000000";
    for (const std::string constant : {"NaN", "Infinity", "-Infinity", "\"nan\""})
        EXPECT_EQ(refusal(R"({"head_dim": 64, "rope_theta": )" + constant + "}"),
                  "rope_theta is " + constant + allowed);
}

TEST(ModelConfigErrors, WhatIsNoTypeOrTextModel) {
    EXPECT_EQ(refusal(R"({"model_type": 3, "head_dim": 64})"), "model_type is 3; it must be a string");
    EXPECT_EQ(refusal(R"({"text_config": 3, "head_dim": 64})"),
              "text_config is 3; it must be an object or null");
    EXPECT_EQ(refusal(R"({"layer_types": 3, "head_dim": 64})"),
              "layer_types is 3; it must be a list of names");
    EXPECT_EQ(refusal(R"({"rope_theta": [], "head_dim": 64})"),
              "rope_theta is a list of 0; it must be a number, or a list of one for each layer");
}

TEST(ModelConfigErrors, AnObjectAmongTheParametersIsNoKindOfLayers) {
    const std::string head = R"({"head_dim": 64, "max_position_embeddings": 4096, "rope_scaling": )";
    const Json config = parsed(head + R"({"rope_type": "yarn", "factor": 4, "comment": {}}})").parameters;
    EXPECT_EQ(config["scaling"], "yarn");
    EXPECT_EQ(config["factor"], 4);
    EXPECT_EQ(refusal(head + R"({"rope_type": "linear", "factor": {}}})").substr(0, 30),
              "rope_scaling.factor is an obje");
}

TEST(ModelConfigErrors, DeepNesting) {
    const std::string deep(1'000'000, '[');
    EXPECT_EQ(refusal(deep), "is nested more than 64 deep");
    std::string objects;
    for (int i = 0; i < 200'000; ++i) objects += "{\"a\":";
    EXPECT_EQ(refusal(objects), "is nested more than 64 deep");
}

TEST(ModelConfigErrors, NoConfig) {
    EXPECT_EQ(refusal("[1, 2]"), "is JSON, but a config.json must be an object");
    EXPECT_EQ(refusal("3"), "is JSON, but a config.json must be an object");
    const std::string none = "is not a model's config.json: it has neither sizes nor a rotary embedding";
    EXPECT_EQ(refusal("{}"), none);
    EXPECT_EQ(refusal(R"({"view": "frequencies", "parameters": {"base": 10000.0, "dim": 128}})"),
              "is an answer of PosLab, not a model's config.json");
    EXPECT_EQ(refusal(R"({"name": "left-pad", "version": "1.0.0"})"), none);
    EXPECT_EQ(refusal(R"({"model_type": "gpt2", "n_positions": 1024, "n_embd": 768, "n_head": 12})"),
              "model_type \"gpt2\" has no rotary embedding; it has learned positions");
    EXPECT_EQ(refusal(std::string(max_config_bytes + 1, ' ')),
              "is larger than 16 MiB, the maximum for a config.json");
}

TEST(ModelConfigErrors, TopLevelValues) {
    const std::string number = "it must be a number above 1, at most 1000000000000";
    for (const auto& [more, message] : std::array<Case, 12>{
             Case{R"("rope_theta": "10000")", "rope_theta is \"10000\"; " + number},
             Case{R"("rope_theta": true)", "rope_theta is true; " + number},
             Case{R"("rope_theta": 1)", "rope_theta is 1; " + number},
             Case{R"("rope_theta": 1e308)", "rope_theta is 1e+308; " + number},
             Case{R"("rope_theta": [1])", "rope_theta[0] is 1; " + number},
             Case{R"("rope_theta": {})", "rope_theta is an object; " + number},
             Case{R"("rope_theta": Infinity)", "rope_theta is Infinity; " + number},
             Case{R"("partial_rotary_factor": 0)",
                  "partial_rotary_factor is 0; it must be a number above 0, at most 1"},
             Case{R"("partial_rotary_factor": 0.01)",
                  "1 of 128 dimensions rotate; their number must be even and at least 2"},
             Case{R"("rope_scaling": "yarn")", "rope_scaling is \"yarn\"; it must be an object or null"},
             Case{R"("rope_scaling": false)", "rope_scaling is false; it must be an object or null"},
             Case{R"("rope_interleave": 1)", "rope_interleave is 1; it must be true or false"}}) {
        EXPECT_EQ(refusal(llama_with(more)), message);
    }
    const std::string text(500, 'x');
    EXPECT_NE(refusal(llama_with("\"rope_theta\": \"" + text + "\"")).find("…; it must be"),
              std::string::npos);
}

TEST(ModelConfigErrors, Sizes) {
    const auto with = [](const std::string& sizes) {
        return refusal(R"({"rope_theta": 1e4, "max_position_embeddings": 64, )" + sizes + "}");
    };
    EXPECT_EQ(with(R"("head_dim": 0)"), "head_dim is 0; it must be an integer from 2 to 4096");
    EXPECT_EQ(with(R"("head_dim": 63)"), "the head dimension 63 is odd; it must be even");
    EXPECT_EQ(with(R"("head_dim": 64.5)"), "head_dim is 64.5; it must be an integer from 2 to 4096");
    EXPECT_EQ(with(R"("head_dim": 1e30)"), "head_dim is 1e+30; it must be an integer from 2 to 4096");
    EXPECT_EQ(with(R"("hidden_size": 100, "num_attention_heads": 0)"),
              "num_attention_heads is 0; it must be an integer from 1 to 16777216");
    EXPECT_EQ(with(R"("hidden_size": 100, "num_attention_heads": 3)"),
              "hidden_size/num_attention_heads = 100/3 is not a valid head dimension; it must be an even "
              "integer from 2 to 4096");
    EXPECT_EQ(with(R"("hidden_size": 99, "num_attention_heads": 3)"),
              "the head dimension 33 is odd; it must be even");
    EXPECT_EQ(with(R"("head_dim": 64, "rotary_dim": 66)"),
              "rotary_dim is 66; it must be an integer from 2 to 64");
    EXPECT_EQ(with(R"("qk_rope_head_dim": 64, "qk_nope_head_dim": -1)"),
              "qk_nope_head_dim is -1; it must be an integer from 0 to 4032");
    EXPECT_EQ(refusal(R"({"head_dim": 64, "rope_theta": 1e4, "n_positions": -5})"),
              "n_positions is -5; it must be an integer from 2 to 16777216");
}

TEST(ModelConfigErrors, FractionsOfHeadsDimensionsAndLengths) {
    const auto with = [](const std::string& sizes) {
        return refusal(R"({"rope_theta": 1e4, "max_position_embeddings": 64, )" + sizes + "}");
    };
    EXPECT_EQ(with(R"("hidden_size": 4096, "num_attention_heads": 32.5)"),
              "num_attention_heads is 32.5; it must be an integer from 0 to 16777216");
    EXPECT_EQ(with(R"("hidden_size": 4096, "num_attention_heads": [32, 32.5])"),
              "num_attention_heads is a list of 2; it must be a list of integers");
    EXPECT_EQ(with(R"("head_dim": [64.9])"), "head_dim is a list of 1; it must be a list of integers");
    EXPECT_EQ(with(R"("head_dim": 64, "no_rope_layers": [1, 0.5])"),
              "no_rope_layers is a list of 2; it must be a list of integers");
    const std::string own = R"({"dim": 4096, "n_heads": 32, "n_layers": 32, "rope_theta": 1e4, "yarn": )";
    EXPECT_EQ(refusal(own + R"({"factor": 4, "original_max_position_embeddings": 4096.5}})"),
              "yarn.original_max_position_embeddings is 4096.5; it must be an integer from 2 to 16777216");
}

TEST(ModelConfigErrors, Scalings) {
    const std::string known =
        "known types are default, linear, dynamic, ntk, yarn, deepseek_yarn, llama3, longrope, su, "
        "proportional, "
        "mrope, xdrope";
    const std::string original = R"("original_max_position_embeddings": 1024)";
    const std::string llama3 =
        R"("rope_type": "llama3", "factor": 8, "low_freq_factor": 1, "high_freq_factor": 4)";
    for (const auto& [scaling, message] : std::array<Case, 12>{
             Case{R"("rope_type": "zrope")", "rope_scaling.rope_type \"zrope\" is unknown; " + known},
             Case{R"("type": "yarrn")", "rope_scaling.type \"yarrn\" is unknown; " + known},
             Case{R"("type": 3)", "rope_scaling.type is 3; it must be a string"},
             Case{R"("type": "linear")",
                  "rope_scaling.factor is missing; the type linear needs it, a number from 1e-06 to 1000000"},
             Case{R"("type": "linear", "factor": -0.05)",
                  "rope_scaling.factor is -0.05; it must be a number from 1e-06 to 1000000"},
             Case{R"("type": "linear", "factor": "2")",
                  "rope_scaling.factor is \"2\"; it must be a number from 1e-06 to 1000000"},
             Case{R"("type": "yarn", "factor": 4, "original_max_position_embeddings": 0)",
                  "rope_scaling.original_max_position_embeddings is 0; it must be an integer from 2 to "
                  "16777216"},
             Case{R"("type": "yarn", "factor": 4, "original_max_position_embeddings": -4096)",
                  "rope_scaling.original_max_position_embeddings is -4096; it must be an integer from 2 to "
                  "16777216"},
             Case{R"("type": "yarn", "factor": 4, "truncate": 1, )" + original,
                  "rope_scaling.truncate is 1; it must be true or false"},
             Case{R"("type": "yarn", "factor": 4, "attention_factor": -1, )" + original,
                  "rope_scaling.attention_factor is -1; it must be a number above 0, at most 1000"},
             Case{R"("rope_type": "llama3", "factor": 8, "high_freq_factor": 4, )" + original,
                  "rope_scaling.low_freq_factor is missing; the type llama3 needs it"},
             Case{R"("type": "mrope")", "rope_scaling.mrope_section is missing; the type mrope needs it"}}) {
        EXPECT_EQ(refusal(llama_with(R"("rope_theta": 1e4, "rope_scaling": {)" + scaling + "}")), message);
    }
    EXPECT_EQ(
        refusal(
            R"({"head_dim": 2, "max_position_embeddings": 64, "rope_theta": 1e4, "rope_scaling": {"type": "dynamic", "factor": 2}})"),
        "the type dynamic needs a rotary dimension above 2: its exponent is d/(d − 2)");
    for (const auto& [sections, count] :
         {std::pair{"[32, 32]", "2"}, {"[64]", "1"}, {"[16, 16, 16, 16]", "4"}})
        EXPECT_EQ(
            refusal(llama_with(R"("rope_theta": 1e4, "rope_scaling": {"type": "mrope", "mrope_section": )" +
                               std::string(sections) + "}")),
            "rope_scaling.mrope_section must have three numbers, of time, height and width; it has " +
                std::string(count));
    EXPECT_EQ(refusal(llama_with(R"("rope_theta": 1e4, "rope_scaling": {"mrope_section": [16, 24, 23]})")),
              "rope_scaling.mrope_section [16, 24, 23] sums to 63; the sum must be 64, half of the rotary "
              "dimension");
    EXPECT_EQ(refusal(llama_with(R"("rope_theta": 1e4, "rope_scaling": {"mrope_section": [16, 24, -1]})")),
              "rope_scaling.mrope_section[2] is -1; it must be a number from 0 to 4096");
}

TEST(ModelConfigErrors, LengthsTooFarApartForAFactor) {
    EXPECT_EQ(refusal(R"({"head_dim": 8, "rope_theta": 1e4, "max_position_embeddings": 16777216,
                          "rope_scaling": {"type": "yarn", "original_max_position_embeddings": 8}})"),
              "rope_scaling.factor is missing; the type yarn needs it, a number from 1e-06 to 1000000");
}

// Transformers accepts any positive factor: 1/0.05 = 20, and 1/5000.
TEST(ModelConfig, FactorsFarFromOne) {
    for (const auto& [factor, first] :
         {std::pair{"0.05", 20.0}, std::pair{"0.001", 1000.0}, std::pair{"5000", 2e-4}}) {
        const ModelConfig config =
            parsed(llama_with(R"("rope_theta": 1e4, "rope_scaling": {"rope_type": "linear", "factor": )" +
                              std::string(factor) + "}"));
        EXPECT_NEAR(rotary_frequencies(rope_config_of(config.parameters)).inverse_frequency[0], first,
                    1e-12 * first)
            << factor;
    }
}

TEST(ModelConfigErrors, FactorThatLeavesNoToken) {
    for (const std::string type : {"linear", "yarn"})
        EXPECT_EQ(
            refusal(llama_with(R"("rope_theta": 1e4, "rope_scaling": {"type": ")" + type +
                               R"(", "factor": 1e-6})")),
            "rope_scaling.factor is 1e-06; it must be large enough to leave at least one of 4096 tokens");
}

TEST(ModelConfigErrors, LongRope) {
    const auto with = [](const std::string& lists,
                         const std::string& more = R"("original_max_position_embeddings": 64)") {
        return refusal(R"({"head_dim": 4, "rope_theta": 1e4, "max_position_embeddings": 128, )" + more +
                       R"(, "rope_scaling": {"type": "longrope", )" + lists + "}}");
    };
    const std::string good = R"("short_factor": [1, 1], "long_factor": [1, 2])";
    EXPECT_EQ(with(R"("long_factor": [1, 2])"),
              "rope_scaling.short_factor is missing; the type longrope needs 2 numbers there");
    EXPECT_EQ(with(R"("short_factor": [1], "long_factor": [1, 2])"),
              "rope_scaling.short_factor has 1 number; it must have 2, half of the rotary dimension");
    EXPECT_EQ(with(R"("short_factor": [1, 1], "long_factor": [1, "2"])"),
              "rope_scaling.long_factor[1] is \"2\"; it must be a number from 1e-06 to 1e+31");
    EXPECT_EQ(with(R"("short_factor": [1, 0], "long_factor": [1, 2])"),
              "rope_scaling.short_factor[1] is 0; it must be a number from 1e-06 to 1e+31");
    EXPECT_EQ(with(R"("short_factor": [1, 1e-25], "long_factor": [1, 2])"),
              "rope_scaling.short_factor[1] is 1e-25; it must be a number from 1e-06 to 1e+31");
    EXPECT_EQ(with(R"("short_factor": 1, "long_factor": [1, 2])"),
              "rope_scaling.short_factor is 1; it must be a list of numbers");
    EXPECT_EQ(
        refusal(
            R"({"head_dim": 4, "rope_theta": 1e4, "max_position_embeddings": 8, "original_max_position_embeddings": 16777216,
                          "rope_scaling": {"type": "longrope", )" +
            good + "}}"),
        "rope_scaling.factor is missing, and max_position_embeddings/original_max_position_embeddings is "
        "not a ratio from 1e-06 to 1000000");
}

TEST(ModelConfigErrors, LayerTypes) {
    const std::string nested = llama_with(
        R"("rope_parameters": {"full_attention": {"rope_theta": 1e6}, "chunked": {"rope_theta": "x"}})");
    EXPECT_EQ(refusal(nested, "sliding_attention"),
              "has no layer type \"sliding_attention\"; layer "
              "types are full_attention, chunked");
    EXPECT_EQ(refusal(nested, "chunked").substr(0, 45), "rope_parameters.chunked.rope_theta is \"x\"; it");
    EXPECT_EQ(refusal(llama_with(""), "full_attention"),
              "has no layer type \"full_attention\": all of its layers are of one type");
}

TEST(ModelConfigErrors, Files) {
    const TemporaryFolder folder;
    const auto message = [](const std::string& path) -> std::string {
        try {
            static_cast<void>(read_model_config(path));
        } catch (const InputError& error) {
            return error.what();
        }
        return "was taken";
    };
    EXPECT_EQ(message(folder / "missing.json"), folder / "missing.json" + ": no such file");
    EXPECT_EQ(message(folder / "missing.json#a"), folder / "missing.json#a" + ": no such file");
    EXPECT_EQ(message(folder.path()), folder.path() + ": is a folder");
    ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
    EXPECT_EQ(message(folder / "pipe"), folder / "pipe" + ": is not a regular file");
    std::ofstream(folder / "locked.json") << llama_with("");
    ASSERT_EQ(chmod((folder / "locked.json").c_str(), 0), 0);
    if (geteuid() != 0) {
        EXPECT_EQ(message(folder / "locked.json"),
                  folder / "locked.json" + ": cannot be read: Permission denied");
    }
    std::ofstream(folder / "large.json") << '{' << std::string(max_config_bytes + 10, ' ') << '}';
    EXPECT_EQ(message(folder / "large.json"),
              folder / "large.json" + ": is larger than 16 MiB, the maximum for a config.json");
    std::ofstream(folder / "plain.json") << llama_with("");
    EXPECT_EQ(message(folder / "plain.json#local"),
              folder / "plain.json" + ": has no layer type \"local\": all of its layers are of one type");
}

}  // namespace
}  // namespace poslab::test
