// End-to-end tests of `poslab check` and `poslab vectors`, including their files.

#include "core/conformance/mistake.hpp"
#include "core/files/array_file.hpp"
#include "core/files/atomic_file.hpp"
#include "tests/cli/command_line_run.hpp"
#include "tests/support/python.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <regex>

namespace poslab::test {
namespace {

using Arguments = std::vector<std::string>;
using nlohmann::json;

std::string list_of(const std::vector<double>& numbers) { return json(numbers).dump(); }

/// θ_p of base 10,000 and 128 dimensions, as float32 numbers.
std::vector<double> frequencies(double base = 1e4) {
    std::vector<double> all;
    for (int p = 0; p < 64; ++p) all.push_back(static_cast<float>(std::pow(base, -p / 64.0)));
    return all;
}

json report_of(const Arguments& words, int code) {
    Arguments all{"check", "--json"};
    all.insert(all.end(), words.begin(), words.end());
    const Ran ran = poslab(all);
    EXPECT_EQ(ran.code, code) << ran.err;
    return ran.code == code ? json::parse(ran.out) : json{};
}

TEST(Check, AgreesWithWhatIsRight) {
    const TemporaryFolder folder;
    write_file_atomically(folder / "f.json", list_of(frequencies()));
    const json report = report_of({"--inverse-frequency", folder / "f.json"}, 0);
    EXPECT_EQ(report["agrees"], true);
    EXPECT_EQ(report["compared"], "inverse-frequency");
    EXPECT_TRUE(report["mistake"].is_null());
    EXPECT_EQ(report["mistakes"], json::array());
    EXPECT_LE(report["largest_deviation"].get<double>(), report["tolerance"].get<double>());
    EXPECT_TRUE(poslab({"check", "--inverse-frequency", folder / "f.json"})
                    .out.starts_with("inverse frequencies: agree\n"));
}

TEST(Check, OptionsWithoutEffectAreErrors) {
    const TemporaryFolder folder;
    write_file_atomically(folder / "f.json", list_of(frequencies()));
    write_file_atomically(folder / "A.json", "[[-1, 0], [-1.7320508075688772, -2]]");
    write_file_atomically(folder / "S.json", "[0.5, 0.25]");
    for (const auto& [option, value] : std::map<std::string, std::string>{{"--positions", folder / "f.json"},
                                                                          {"--heads", "4"},
                                                                          {"--step-size", "2"},
                                                                          {"--measure", "legs"},
                                                                          {"--discretisation", "zoh"},
                                                                          {"--sinusoidal-layout", "halves"},
                                                                          {"--sinusoidal-denominator", "d"},
                                                                          {"--mrope-layout", "blocks"},
                                                                          {"--lang", "zh"}})
        expect_error(poslab({"check", "--inverse-frequency", folder / "f.json", option, value}), 2,
                     option + ": applies only to ");
    for (const char* size : {"5", "nan", "-1"})
        expect_error(poslab({"check", "--hippo-a", folder / "A.json", "--step-size", size}), 2,
                     "--step-size");
    expect_error(poslab({"check", "--alibi-slopes", folder / "S.json", "--heads", "0"}), 2,
                 "--heads 0: must be at least 1");
}

TEST(Check, ParametersWithoutEffectAreErrors) {
    const TemporaryFolder folder;
    write_file_atomically(folder / "S.json", "[0.0625, 0.00390625]");
    write_file_atomically(folder / "A.json", "[[-1, 0], [-1.7320508075688772, -2]]");
    write_file_atomically(folder / "c.json", R"({"model_type": "bloom", "n_head": 2, "hidden_size": 64})");
    for (const auto& [parameter, value] : std::map<std::string, std::string>{
             {"--dim", "banana"}, {"--preset", "llama-3-8b"}, {"--scaling", "wat"}, {"--base", "500000"}})
        expect_error(poslab({"check", "--alibi-slopes", folder / "S.json", parameter, value}), 2,
                     parameter + ": applies only to --inverse-frequency, ");
    expect_error(poslab({"check", "--hippo-a", folder / "A.json", "--config", folder / "c.json"}), 2,
                 "--config: applies only to ");
    expect_error(
        poslab({"check", "--alibi-slopes", folder / "S.json", "--layout-2d", "axial", "--grid", "2x2"}), 2,
        "--layout-2d: applies only to --cos, ");
    for (const std::string& config : {folder / "c.json", std::string("none")})
        EXPECT_EQ(report_of({"--config", config, "--alibi-slopes", folder / "S.json"}, 0)["agrees"], true)
            << config;
}

TEST(Check, OptionsOfArraysDoNotApplyToTwoDefinitions) {
    for (const auto& [option, value] : std::map<std::string, std::string>{{"--measure", "nosuch"},
                                                                          {"--heads", "-7"},
                                                                          {"--layout", "nosuch"},
                                                                          {"--step-size", "2"},
                                                                          {"--discretisation", "zoh"},
                                                                          {"--grid", "zz"},
                                                                          {"--coordinates", "nosuch"},
                                                                          {"--layout-2d", "nosuch"},
                                                                          {"--mrope-layout", "nosuch"},
                                                                          {"--sinusoidal-layout", "nosuch"},
                                                                          {"--sinusoidal-denominator", "d"}})
        expect_error(poslab({"check", "--against", "base=500000", option, value}), 2,
                     option + " and --against cannot be combined");
    expect_error(poslab({"check", "--against", "config="}), 2, "--config: value missing");
}

// Ā = I + ΔA and B̄ = ΔB of LegS, order 2, Δ = 0.1; slopes 2^(−16h/4): each is right only under the options
// given with the file.
TEST(Check, ThePageIsHeldAgainstTheSameDefinition) {
    const TemporaryFolder folder;
    write_file_atomically(folder / "a.json", "[[0.9, 0], [-0.17320508, 0.8]]");
    write_file_atomically(folder / "b.json", "[0.1, 0.17320508]");
    write_file_atomically(folder / "slopes.json", "[0.0625, 0.00390625, 0.000244140625, 0.0000152587890625]");
    write_file_atomically(
        folder / "config.json",
        R"({"model_type": "mpt", "n_heads": 4, "attn_config": {"alibi": true, "alibi_bias_max": 16}})");
    const std::string page = folder / "page.svg";
    for (const Arguments& words :
         {Arguments{"check", "--hippo-a", folder / "a.json", "--hippo-b", folder / "b.json",
                    "--discretisation", "forward", "--step-size", "0.1", "-o", page},
          Arguments{"check", "--config", folder / "config.json", "--alibi-slopes", folder / "slopes.json",
                    "-o", page}}) {
        const Ran ran = poslab(words);
        EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
        EXPECT_NE(read_file(page).find("As defined: rounding explains"), std::string::npos);
    }
}

TEST(Check, NamesTheMistakeAndEndsWithOne) {
    const TemporaryFolder folder;
    write_file_atomically(folder / "config.json",
                          R"({"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32,
        "rope_theta": 500000.0, "max_position_embeddings": 8192})");
    write_file_atomically(folder / "f.json", list_of(frequencies()));
    const json report =
        report_of({"--config", folder / "config.json", "--inverse-frequency", folder / "f.json"}, 1);
    EXPECT_EQ(report["agrees"], false);
    EXPECT_EQ(report["mistake"], "base-ignored");
    EXPECT_EQ(report["mistakes"][0]["id"], "base-ignored");
    EXPECT_EQ(report["phase_deviation"]["position"], 8192);
    EXPECT_EQ(report_of({"--base", "500000", "--inverse-frequency", folder / "f.json"}, 1)["mistake"],
              "base-ignored");
    const Ran ran =
        poslab({"check", "--config", folder / "config.json", "--inverse-frequency", folder / "f.json"});
    EXPECT_EQ(ran.code, 1);
    EXPECT_NE(ran.out.find("known mistake: base-ignored"), std::string::npos) << ran.out;
}

TEST(Check, TestVectorsOfEveryPresetAgree) {
    const TemporaryFolder folder;
    const std::string file = folder / "v.npz";
    for (const char* const preset : {"llama-2-7b", "llama-3.1-8b", "qwen2.5-7b-yarn", "gpt-j-6b",
                                     "gpt-neox-20b", "deepseek-v3", "phi-3-mini-128k", "gemma-4-31b"}) {
        EXPECT_EQ(poslab({"vectors", "--preset", preset, "-o", file}).code, 0);
        for (const Arguments& what :
             {Arguments{"--inverse-frequency", file + "#inverse_frequency"},
              {"--cos", file + "#cos", "--sin", file + "#sin", "--positions", file + "#positions"},
              {"--before", file + "#before", "--after", file + "#after", "--positions", file + "#positions"},
              {"--queries", file + "#queries", "--keys", file + "#keys", "--logits", file + "#logits"}}) {
            Arguments words{"--preset", preset};
            words.insert(words.end(), what.begin(), what.end());
            EXPECT_EQ(report_of(words, 0)["agrees"], true) << preset << " " << what.front();
        }
    }
}

TEST(Check, TellsTwoDefinitionsApart) {
    const json same = report_of({"--preset", "llama-3-8b", "--against", "preset=llama-3-8b"}, 0);
    EXPECT_EQ(same["agrees"], true);
    // Pair 32 of Llama 3.1 is in the blended band; 0.1 rad / |θ − θ'| is 112.4 there.
    const json other = report_of({"--preset", "llama-3-8b", "--against", "preset=llama-3.1-8b"}, 1);
    EXPECT_EQ(other["matters_from"], 113);
    EXPECT_EQ(other["differing_pairs"], 35);
    const json releases =
        report_of({"--preset", "deepseek-v3", "--against", "convention=transformers-first"}, 1);
    EXPECT_EQ(releases["differences"][0]["what"], "attention factor");
    EXPECT_EQ(releases["differences"][0]["second"], "1.36889") << "0.1 ln 40 + 1";
}

/// x [32, 8, 64] and the same rotated by the index of the second dimension, base 10,000.
void write_vectors_along_heads(const TemporaryFolder& folder) {
    json before = json::array(), after = json::array();
    for (int token = 0; token < 32; ++token) {
        json x_of_token = json::array(), y_of_token = json::array();
        for (int head = 0; head < 8; ++head) {
            std::vector<double> x, y(64);
            for (int n = 0; n < 64; ++n)
                x.push_back(static_cast<float>(std::sin(1 + 7.3 * token + 3.1 * head + 1.7 * n * n)));
            for (std::size_t p = 0; p < 32; ++p) {
                const double angle = head * std::pow(1e4, -static_cast<double>(p) / 32), c = std::cos(angle),
                             s = std::sin(angle);
                y[p] = static_cast<float>(x[p] * c - x[p + 32] * s);
                y[p + 32] = static_cast<float>(x[p + 32] * c + x[p] * s);
            }
            x_of_token.push_back(x);
            y_of_token.push_back(y);
        }
        before.push_back(x_of_token);
        after.push_back(y_of_token);
    }
    write_file_atomically(folder / "before.json", before.dump());
    write_file_atomically(folder / "after.json", after.dump());
    write_file_atomically(folder / "llama.json",
                          R"({"model_type": "llama", "hidden_size": 512, "num_attention_heads": 8,
        "rope_theta": 10000.0, "max_position_embeddings": 4096})");
}

// facebookresearch/xformers#841: [tokens, heads, dim], rotated by the index of the head.
TEST(Check, PositionsAlongTheHeadsDisagree) {
    const TemporaryFolder folder;
    write_vectors_along_heads(folder);
    const Arguments words{"--config", folder / "llama.json", "--before", folder / "before.json",
                          "--after",  folder / "after.json"};
    const auto with_layout = [&](const std::string& layout) {
        Arguments all = words;
        all.insert(all.end(), {"--layout", layout});
        return all;
    };
    const json report = report_of(words, 1);
    EXPECT_EQ(report["mistake"], "positions-along-heads");
    EXPECT_NE(report["notes"].dump().find("of size 8, the number of heads"), std::string::npos);
    EXPECT_EQ(report["definition"], folder / "llama.json");
    EXPECT_EQ(report_of(with_layout("tokens,heads,dim"), 1)["mistake"], "positions-along-heads");
    EXPECT_EQ(report_of(with_layout("batch,tokens,dim"), 0)["agrees"], true);
    Arguments all{"check"};
    for (const std::string& word : with_layout("tokens,dim,heads")) all.push_back(word);
    expect_error(poslab(all), 2, "must be one of tokens,dim");
}

/// Writes two heads of queries and keys [2, 6, 4] and the logits q·k·f(i)/2 that no rotation gives.
template <class Factor>
void write_unrotated_logits(const TemporaryFolder& folder, const Factor& factor) {
    constexpr int heads = 2, tokens = 6, dim = 4;
    const auto number = [](int n) { return std::remainder(n * n * 0.37 + n * 0.11, 2.0); };
    json queries, keys, logits;
    for (int head = 0; head < heads; ++head)
        for (int token = 0; token < tokens; ++token)
            for (int d = 0; d < dim; ++d) {
                queries[head][token][d] = number((head * tokens + token) * dim + d + 1);
                keys[head][token][d] = number((head * tokens + token) * dim + d + 1000);
            }
    for (int head = 0; head < heads; ++head)
        for (int i = 0; i < tokens; ++i)
            for (int j = 0; j < tokens; ++j) {
                double sum = 0;
                for (int d = 0; d < dim; ++d)
                    sum += queries[head][i][d].get<double>() * keys[head][j][d].get<double>();
                logits[head][i][j] = sum / std::sqrt(dim) * factor(i);
            }
    for (const auto& [name, array] :
         {std::pair{"q.json", &queries}, std::pair{"k.json", &keys}, std::pair{"l.json", &logits}})
        write_file_atomically(folder / name, array->dump());
}

Arguments logits_in(const TemporaryFolder& folder, const std::string& config) {
    return {"--config", folder / config,   "--queries", folder / "q.json",
            "--keys",   folder / "k.json", "--logits",  folder / "l.json"};
}

// Cohere2: global layers do not rotate.
TEST(Check, LogitsOfLayersWithoutRotaryEmbedding) {
    const TemporaryFolder folder;
    write_file_atomically(folder / "c.json",
                          R"({"model_type": "cohere2", "hidden_size": 8, "num_attention_heads": 2,
        "max_position_embeddings": 64, "rope_theta": 50000, "layer_types": ["sliding_attention", "full_attention"]})");
    write_unrotated_logits(folder, [](int) { return 1.0; });
    EXPECT_EQ(report_of(logits_in(folder, "c.json#full_attention"), 0)["agrees"], true);
    EXPECT_EQ(report_of(logits_in(folder, "c.json#sliding_attention"), 1)["mistake"], "not-rotated");
    const json turned = report_of(
        {"--config", folder / "c.json#1", "--before", folder / "q.json", "--after", folder / "k.json"}, 1);
    EXPECT_NE(turned["warnings"].dump().find("Layers of the type full_attention have no rotary embedding"),
              std::string::npos);
    expect_error(poslab({"check", "--config", folder / "c.json#full_attention", "--inverse-frequency",
                         folder / "q.json"}),
                 3, "layers of type full_attention have no rotary embedding");
    Arguments page{"check"};
    for (const std::string& word : logits_in(folder, "c.json#full_attention")) page.push_back(word);
    page.insert(page.end(), {"-o", folder / "page.pdf"});
    expect_error(poslab(page), 2, "have no report page");
}

// (x, y) at position t: base 50000, head of 4, neighbours: pair 0 turns by t, pair 1 by t/√50000.
TEST(Check, LayersThatRotateAsAnotherTypeAreNamed) {
    const TemporaryFolder folder;
    write_file_atomically(folder / "c.json",
                          R"({"model_type": "cohere2", "hidden_size": 8, "num_attention_heads": 2,
        "max_position_embeddings": 64, "rope_theta": 50000, "layer_types": ["sliding_attention", "full_attention"]})");
    json before, after;
    for (int t = 0; t < 8; ++t) {
        before[t] = {1, 0, 0, 1};
        const double slow = t / std::sqrt(50000.0);
        after[t] = {std::cos(t), std::sin(t), -std::sin(slow), std::cos(slow)};
    }
    write_file_atomically(folder / "b.json", before.dump());
    write_file_atomically(folder / "a.json", after.dump());
    const Arguments vectors{"--before", folder / "b.json", "--after", folder / "a.json"};
    Arguments words{"--config", folder / "c.json#full_attention"};
    words.insert(words.end(), vectors.begin(), vectors.end());
    const json report = report_of(words, 1);
    EXPECT_EQ(report["mistake"], "other-layer-type");
    EXPECT_NE(report["mistakes"].dump().find("rotated like layers of type sliding_attention"),
              std::string::npos);
    words[1] = folder / "c.json";
    EXPECT_EQ(report_of(words, 0)["agrees"], true);
}

// models/llama4: queries of layers without rotation are multiplied by 1 + attn_scale·ln(1 + ⌊(p +
// 1)/floor_scale⌋).
TEST(Check, Llama4ScalesQueriesOfUnrotatedLayersByPosition) {
    const TemporaryFolder folder;
    write_file_atomically(folder / "c.json",
                          R"({"model_type": "llama4_text", "hidden_size": 8, "num_attention_heads": 2,
        "head_dim": 4, "num_hidden_layers": 4, "max_position_embeddings": 64, "floor_scale": 2, "attn_scale": 0.2,
        "attn_temperature_tuning": 4})");
    write_unrotated_logits(folder, [](int i) { return 1 + 0.2 * std::log(1 + std::floor((i + 1) / 2.0)); });
    EXPECT_EQ(report_of(logits_in(folder, "c.json#full_attention"), 0)["agrees"], true);
    write_unrotated_logits(folder, [](int) { return 1.0; });
    EXPECT_EQ(report_of(logits_in(folder, "c.json#full_attention"), 1)["mistake"], "query-scaling-missing");
}

TEST(Check, LayersWithoutQueriesAndKeysAreRefused) {
    const TemporaryFolder folder;
    write_file_atomically(folder / "c.json",
                          R"({"model_type": "lfm2", "hidden_size": 8, "num_attention_heads": 2,
        "max_position_embeddings": 64, "layer_types": ["conv", "full_attention"]})");
    write_unrotated_logits(folder, [](int) { return 1.0; });
    Arguments words{"check"};
    for (const std::string& word : logits_in(folder, "c.json#conv")) words.push_back(word);
    expect_error(poslab(words), 3, "layers of type conv have no rotary embedding");
}

TEST(Check, ReportsThreeDeviationsAndTheFirstPosition) {
    const TemporaryFolder folder;
    std::vector<std::vector<double>> cos, sin;
    for (int row = 0; row < 64; ++row) {
        cos.emplace_back();
        sin.emplace_back();
        for (const double theta : frequencies()) {
            cos.back().push_back(static_cast<float>(std::cos(row % 40 * theta)));
            sin.back().push_back(static_cast<float>(std::sin(row % 40 * theta)));
        }
    }
    write_file_atomically(folder / "cos.json", json(cos).dump());
    write_file_atomically(folder / "sin.json", json(sin).dump());
    const json report = report_of({"--cos", folder / "cos.json", "--sin", folder / "sin.json"}, 1);
    EXPECT_EQ(report["first_deviating_position"], 40);
    EXPECT_EQ(report["mistake"], "positions-restart");
    EXPECT_EQ(report["mistakes"][0]["label"], "positions restart from 0 at 40");
    EXPECT_EQ(report["rms_deviation"], report["typical_deviation"]);
    EXPECT_GE(report["largest"]["deviation"].get<double>(),
              report["worst_against_rounding"]["deviation"].get<double>());
    const std::string text =
        poslab({"check", "--cos", folder / "cos.json", "--sin", folder / "sin.json"}).out;
    for (const char* const line : {"  compared with the parameters: base 10000, dim 128\n",
                                   "  worst against rounding: ", "  largest deviation: ", "  RMS deviation: ",
                                   "  agrees up to position 39; from 40 on off by up to "})
        EXPECT_NE(text.find(line), std::string::npos) << text;
}

TEST(Check, SaysWhichShapeIsExpected) {
    const TemporaryFolder folder;
    write_file_atomically(folder / "three.json", "[1, 0.1, 0.01]");
    expect_error(poslab({"check", "--inverse-frequency", folder / "three.json"}), 3,
                 "expected: 64, or 128 repeated");
}

// A model with ALiBi has no rotary embedding, but its slopes can still be checked.
TEST(Check, SlopesNeedNoRotaryConfig) {
    const TemporaryFolder folder;
    write_file_atomically(folder / "config.json",
                          R"({"model_type": "bloom", "n_head": 4, "hidden_size": 64})");
    write_file_atomically(folder / "s.json", "[0.25, 0.0625, 0.015625, 0.00390625]");
    EXPECT_EQ(
        report_of({"--config", folder / "config.json", "--alibi-slopes", folder / "s.json", "--heads", "4"},
                  0)["agrees"],
        true);
    expect_error(poslab({"check", "--alibi-slopes", folder / "s.json", "--heads", "8"}), 3, "--heads is 8");
    expect_error(
        poslab({"check", "--config", folder / "config.json", "--inverse-frequency", folder / "s.json"}), 3,
        "no rotary embedding");
}

TEST(Check, RefusesWhatFitsNothing) {
    const TemporaryFolder folder;
    write_file_atomically(folder / "nan.json", "[1, NaN, 0.5]");
    write_file_atomically(folder / "many.json", R"({"a": [1, 2], "b": [3]})");
    write_file_atomically(folder / "cube.json", "[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]");
    expect_error(poslab({"check"}), 2, "nothing to check");
    expect_error(poslab({"check", "--inverse-frequency", folder / "none.npy"}), 3, "none.npy");
    expect_error(poslab({"check", "--inverse-frequency", folder / "nan.json"}), 3,
                 "the number at [1] is NaN");
    expect_error(poslab({"check", "--inverse-frequency", folder / "many.json"}), 3, "a");
    expect_error(poslab({"check", "--inverse-frequency", folder / "cube.json"}), 3,
                 "[pairs] = [64]; [rotary dimensions] = [128]");
    expect_error(poslab({"check", "--cos", folder / "cube.json"}), 2, "--sin");
    expect_error(poslab({"check", "--cos", folder / "cube.json", "--t5-buckets", folder / "cube.json"}), 2,
                 "cannot be checked together");
    expect_error(poslab({"check", "--hippo-a", folder / "cube.json", "--measure", "legz"}), 2, "legz");
    write_file_atomically(folder / "zeros.json", json(std::vector(2, std::vector(128, 0.0))).dump());
    write_file_atomically(folder / "ones.json", json(std::vector(2, std::vector(128, 1.0))).dump());
    write_file_atomically(folder / "nans.json", "[[NaN, NaN], [1, NaN]]");
    write_file_atomically(folder / "masked.json", "[[-Infinity, -1e9], [-Infinity, -Infinity]]");
    expect_error(poslab({"check", "--before", folder / "zeros.json", "--after", folder / "zeros.json"}), 3,
                 "all values are 0");
    const Arguments vectors{"check",  "--queries",          folder / "ones.json",
                            "--keys", folder / "ones.json", "--logits"};
    for (const auto& [file, says] :
         {std::pair{"nans.json", "contains NaN"}, std::pair{"masked.json", "nothing to compare"}}) {
        Arguments words = vectors;
        words.push_back(folder / file);
        expect_error(poslab(words), 3, says);
    }
    write_file_atomically(folder / "odd.json", list_of(std::vector(63, 0.5)));
    expect_error(poslab({"check", "--inverse-frequency", folder / "odd.json"}), 3, "[63]");
    expect_error(poslab({"check", "--inverse-freq", "x"}), 2, "--inverse-freq");
    expect_error(poslab({"check", "--against", folder / "none.json"}), 3, "none.json");
    expect_error(poslab({"check", "--against", "width=3"}), 2,
                 "--against width=3: frequencies has no parameter");
    expect_error(poslab({"vectors", "-o", folder / "v.txt"}), 2, ".npz or .h");
    expect_error(poslab({"vectors"}), 2, "-o");
}

/// Returns the page's code block in that language.
std::string block_of(const std::string& page, const std::string& language) {
    const std::size_t begin = page.find("```" + language + "\n") + language.size() + 4;
    return page.substr(begin, page.find("```", begin) - begin);
}

std::string page() { return read_file(std::string(POSLAB_ROOT) + "/docs/checking.md"); }

TEST(Vectors, TheExampleForPytestPasses) {
    const std::string python = python_with("numpy");
    if (python.empty()) GTEST_SKIP() << "python3 with numpy is not installed";
    const TemporaryFolder folder;
    ASSERT_EQ(poslab({"vectors", "--preset", "qwen2.5-7b-yarn", "-o", folder / "vectors.npz"}).code, 0);
    write_file_atomically(folder / "test_rope.py", block_of(page(), "python") + "\ntest_rotation()\n");
    RunOptions there;
    there.folder = folder.path();
    const Ran right = run_program({python, "test_rope.py"}, there);
    EXPECT_EQ(right.code, 0) << right.err;
    // The generated code is a real test: it fails for another model's vectors.
    ASSERT_EQ(poslab({"vectors", "--preset", "gpt-j-6b", "-o", folder / "vectors.npz"}).code, 0);
    EXPECT_NE(run_program({python, "test_rope.py"}, there).code, 0);
}

// Tolerances of an .npz are arrays of one number. For cos and sin at position 2 and θ_0 = 1 the tolerance is
// 2·(4 + 2) units of 2^-24 of the angle, 4 of its argument, and one of the result.
TEST(Vectors, AnNpzHasTolerances) {
    const TemporaryFolder folder;
    const std::string file = folder / "v.npz";
    ASSERT_EQ(poslab({"vectors", "--dim", "4", "--length", "3", "--quiet", "-o", file}).code, 0);
    const auto tolerance = [&](const std::string& name) {
        const NumberArray array = read_number_array(file + "#" + name);
        EXPECT_TRUE(array.shape.empty()) << name;
        return array.values.at(0);
    };
    EXPECT_NEAR(tolerance("cos_sin_tolerance_float32"), (2 * 6 + 4 + 1) * 0x1p-24, 1e-12);
    EXPECT_NEAR(tolerance("cos_sin_tolerance_bfloat16"), (2 * 6 + 4) * 0x1p-24 + 0x1p-8, 1e-12);
    for (const char* const name : {"after_tolerance_", "logits_tolerance_"})
        EXPECT_GT(tolerance(name + std::string("bfloat16")), 100 * tolerance(name + std::string("float32")))
            << name;
}

TEST(Vectors, TheHeaderIsC) {
    const TemporaryFolder folder;
    ASSERT_EQ(poslab({"vectors", "--dim", "4", "--length", "3", "-o", folder / "v.h"}).code, 0);
    const std::string header = read_file(folder / "v.h");
    EXPECT_NE(header.find("static const double v_inverse_frequency[2] = {\n    1, 0.01,\n};"),
              std::string::npos)
        << header;
    EXPECT_NE(header.find("/* [3, 4] */\nstatic const double v_before[12]"), std::string::npos) << header;
    EXPECT_NE(header.find("-INFINITY,"), std::string::npos);
    EXPECT_NE(header.find("#ifndef V_H\n#define V_H\n"), std::string::npos);
    EXPECT_NE(
        header.find(" * pairs: (2p, 2p + 1), as in GPT-J; assumed, since no option and no config says it\n"),
        std::string::npos);
    EXPECT_NE(header.find(" * rotary dimensions: the first 4 of 4\n"), std::string::npos);
    EXPECT_NE(header.find(" * base: 10000; scaling: none; length: 3\n"), std::string::npos);
    EXPECT_NE(header.find("attention factor, in cos and sin: 1; softmax scale, in logits: 0.5\n"),
              std::string::npos);
}

// A backslash at the end of a line joins it to the next one, so "*\\" and a line feed before "/" end a
// comment.
TEST(Vectors, PathsDoNotEndTheCommentOfTheHeader) {
    const TemporaryFolder folder;
    const RunOptions there{.folder = folder.path()};
    for (const std::string name : {"a*\\\n", "a*", "b\x1b[31m\r*\\", "*/ int x; /*", "c/*"}) {
        std::filesystem::create_directories(folder / name);
        write_file_atomically(folder / (name + "/x.json"),
                              R"({"model_type": "llama", "hidden_size": 32, "num_attention_heads": 4})");
        ASSERT_EQ(poslab({"vectors", "--config", name + "/x.json", "--length", "8", "-o", "v.h"}, there).code,
                  0)
            << name;
        write_file_atomically(folder / "test.c", "#include \"v.h\"\nint main(void) { return 0; }\n");
        const Ran compiled = run_program({"/usr/bin/env", "cc", "-std=c99", "-Wall", "-Werror",
                                          "-Wno-unused-const-variable", "-fsyntax-only", "test.c"},
                                         there);
        EXPECT_EQ(compiled.code, 0) << compiled.err;
        const std::string comment = read_file(folder / "v.h").substr(0, 200);
        EXPECT_EQ(comment.find_first_of("\x1b\r"), std::string::npos) << comment;
    }
}

// One program includes two headers; its tests pass within the tolerances and fail at ten times as much.
TEST(Vectors, TwoHeadersWorkInOneProgram) {
    const TemporaryFolder folder;
    ASSERT_EQ(
        poslab({"vectors", "--preset", "llama-3.1-8b", "--length", "64", "-o", folder / "llama-3.h"}).code,
        0);
    ASSERT_EQ(poslab({"vectors", "--pairing", "gpt-j", "--dim", "32", "--length", "64", "--name", "plain",
                      "-o", folder / "other.h"})
                  .code,
              0);
    EXPECT_NE(read_file(folder / "llama-3.h").find("preset=llama-3.1-8b"), std::string::npos);
    EXPECT_EQ(read_file(folder / "other.h").find("assumed"), std::string::npos);
    write_file_atomically(folder / "test.c", R"(
#include "llama-3.h"
#include "other.h"
#include "llama-3.h"
static int differ(const double* cosines, int count, double tolerance, double off) {
    for (int n = 0; n < count; ++n)
        if (fabs((double)(float)cosines[n] + off - cosines[n]) > tolerance) return 1;
    return 0;
}
int main(void) {
    const int plain = sizeof plain_cos / sizeof plain_cos[0], llama = sizeof llama_3_cos / sizeof llama_3_cos[0];
    if (llama != 64 / 16 * plain) return 3;
    if (differ(plain_cos, plain, plain_cos_sin_tolerance_float32, 0)) return 1;
    if (!differ(plain_cos, plain, plain_cos_sin_tolerance_float32, 10 * plain_cos_sin_tolerance_float32)) return 2;
    return plain_cos_sin_tolerance_bfloat16 > plain_cos_sin_tolerance_float32 &&
           llama_3_after_tolerance_bfloat16 > llama_3_after_tolerance_float32 && llama_3_logits_tolerance_float32 > 0 ? 0 : 4;
}
)");
    RunOptions there;
    there.folder = folder.path();
    const Ran compiled = run_program(
        {"/usr/bin/env", "cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "test.c", "-o", "test", "-lm"},
        there);
    ASSERT_EQ(compiled.code, 0) << compiled.err;
    EXPECT_EQ(run_program({folder / "test"}, there).code, 0);
}

TEST(Vectors, ThePairingThatIsAssumedIsReported) {
    const TemporaryFolder folder;
    const std::string file = folder / "v.npz";
    const Arguments words{"vectors", "--dim", "4", "--length", "3", "-o", file};
    EXPECT_EQ(poslab(words).err,
              "poslab: note: pairs are (2p, 2p + 1), as in GPT-J by default; --pairing, --config or --preset "
              "changes that\n");
    for (const Arguments& more :
         {Arguments{"--pairing", "gpt-neox"}, Arguments{"--quiet"}, Arguments{"--preset", "llama-2-7b"}}) {
        Arguments all = words;
        all.insert(all.end(), more.begin(), more.end());
        EXPECT_EQ(poslab(all).err, "") << more.front();
    }
    expect_error(poslab({"vectors", "--name", "x", "-o", file}), 2, "--name x");
    expect_error(poslab({"vectors", "--name", "3x", "-o", folder / "v.h"}), 2, "start with a letter");
}

/// Returns the part of the help below a heading.
std::string group_of(const std::string& help, const std::string& heading) {
    const std::size_t begin = help.find("\n" + heading + ":\n");
    return begin == std::string::npos ? "" : help.substr(begin, help.find("\n\n", begin + 1) - begin);
}

TEST(Check, TheHelpHasHeadingsOfItsOwn) {
    const std::string check = poslab({"check", "--help"}).out, vectors = poslab({"vectors", "--help"}).out;
    EXPECT_NE(group_of(check, "Input").find("--sinusoidal FILE"), std::string::npos) << check;
    EXPECT_NE(group_of(check, "Definition").find("--base VALUE"), std::string::npos);
    EXPECT_NE(group_of(check, "Definition").find("--measure"), std::string::npos);
    EXPECT_NE(group_of(check, "Report").find("--json"), std::string::npos);
    EXPECT_NE(group_of(vectors, "Definition").find("--pairing VALUE"), std::string::npos) << vectors;
    EXPECT_NE(group_of(vectors, "Output").find("--output PATH"), std::string::npos);
    for (const char* const option : {"--engine", "--colors", "--axes", "--precision", "--position "})
        for (const std::string* help : {&check, &vectors})
            EXPECT_EQ(help->find(option), std::string::npos) << option;
    for (const char* const option : {"--lang", "--json", "--cos", "--measure", "--against"})
        EXPECT_EQ(vectors.find(option), std::string::npos) << option;
    expect_error(poslab({"vectors", "--colors", "magma", "-o", "v.npz"}), 2,
                 "vectors has no option '--colors'");
}

TEST(Check, SinusoidsAreOfAnyKnownDefinitionUnlessItIsPinned) {
    const TemporaryFolder folder;
    // sin p, cos p and sin, cos of p/100 for p = 0 and 1 (Vaswani et al., d = 4).
    write_file_atomically(folder / "pe.json",
                          "[[0, 1, 0, 1], [0.84147098, 0.54030231, 0.00999983, 0.99995]]");
    const json any = report_of({"--sinusoidal", folder / "pe.json"}, 0);
    EXPECT_NE(any["read_as"].get<std::string>().find("interleaved, denominator d, as in Vaswani"),
              std::string::npos);
    EXPECT_EQ(report_of({"--sinusoidal", folder / "pe.json", "--sinusoidal-layout", "halves",
                         "--sinusoidal-denominator", "d", "-o", folder / "page.svg"},
                        1)["mistake"],
              "sinusoidal-layout");
    EXPECT_NE(read_file(folder / "page.svg").find("sinusoidal-layout"), std::string::npos);
    EXPECT_EQ(report_of({"--sinusoidal", folder / "pe.json", "--base", "1000"}, 1)["mistake"],
              "sinusoidal-base");
    expect_error(poslab({"check", "--sinusoidal", folder / "pe.json", "--sinusoidal-layout", "thirds"}), 2,
                 "must be one of interleaved, halves, halves-cos-first");
    expect_error(poslab({"check", "--sinusoidal", folder / "pe.json", "--sinusoidal-denominator", "2"}), 2,
                 "must be one of d, d-2");
}

// Two patches in a row, d = 4: pair 0 rotates with y, pair 1 with x, both by θ_0 = 1.
TEST(Check, PicturesHaveTwoAxes) {
    const TemporaryFolder folder;
    const double c = std::cos(1), s = std::sin(1);
    write_file_atomically(
        folder / "t.json",
        json{{"cos", {{1, 1, 1, 1}, {1, c, 1, c}}}, {"sin", {{0, 0, 0, 0}, {0, s, 0, s}}}}.dump());
    const Arguments files{"--cos", folder / "t.json#cos", "--sin",   folder / "t.json#sin", "--dim",
                          "4",     "--pairing",           "gpt-neox"};
    const auto with_files = [&](Arguments words) {
        words.insert(words.end(), files.begin(), files.end());
        return words;
    };
    EXPECT_EQ(report_of(with_files({"--layout-2d", "axial", "--grid", "1x2", "-o", folder / "page.svg"}),
                        0)["agrees"],
              true);
    EXPECT_NE(read_file(folder / "page.svg").find("As defined: rounding explains"), std::string::npos);
    EXPECT_EQ(report_of(with_files({"--layout-2d", "axial", "--grid", "2x1"}), 1)["mistake"],
              "axes-exchanged");
    write_file_atomically(folder / "p.json", "[[0, 0], [0, 1]]");
    EXPECT_EQ(report_of(with_files({"--layout-2d", "axial", "--positions", folder / "p.json"}), 0)["agrees"],
              true);
    const auto refused = [&](const Arguments& words, const std::string& says) {
        Arguments all{"check"};
        all.insert(all.end(), words.begin(), words.end());
        expect_error(poslab(with_files(all)), 2, says);
    };
    refused({"--layout-2d", "diagonal"}, "must be one of axial, axial-split-ladder, alternating, mixed");
    refused({"--layout-2d", "axial", "--grid", "2"}, "must be HxW");
    refused({"--layout-2d", "axial"}, "--grid HxW or --positions");
    refused({"--grid", "1x2"}, "need --layout-2d");
    refused({"--layout-2d", "mixed", "--grid", "1x2"}, "--frequencies-2d");
}

TEST(Check, ThePageListsEveryMistake) {
    std::string table;
    for (const Mistake& mistake : Mistake::all())
        table += fmt::format("| `{}` | {} |\n", mistake.id, mistake.label.en);
    EXPECT_NE(page().find(table), std::string::npos) << table;
}

}  // namespace
}  // namespace poslab::test
