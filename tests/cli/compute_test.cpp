#include "tests/cli/command_line_run.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include <cmath>
#include <regex>

namespace poslab::test {
namespace {

using nlohmann::json;
using Arguments = std::vector<std::string>;

json answer(Arguments words) {
    words.insert(words.begin(), {"compute", "position-matrix", "-o", "-"});
    const Ran ran = poslab(words);
    expect_fine(ran);
    json parsed = json::parse(ran.out, nullptr, false);
    EXPECT_FALSE(parsed.is_discarded()) << ran.out.substr(0, 200);
    return parsed;
}

json parameter(const Arguments& words, const char* id) {
    Arguments all{"--array", "distance", "--length", "16"};
    all.insert(all.end(), words.begin(), words.end());
    return answer(all)["parameters"][id];
}

// The documented example: a corner of a matrix of 10^12 cells, every value correct.
TEST(Compute, ACornerOfAMillionTokens) {
    const json result = answer({"--map", "leaky-rerope", "--length", "1000000", "--w", "4096", "--k", "16",
                                "--rows", "999000:1000000", "--cols", "0:1000", "--array", "positions"});
    const json& positions = result["arrays"]["positions"];
    ASSERT_EQ(positions["shape"], json::parse("[1000, 1000]"));
    EXPECT_EQ(result["arrays"].size(), 1U);
    const auto data = positions["data"].get<std::vector<double>>();
    for (std::int64_t i = 0; i < 1000; ++i)
        for (std::int64_t j = 0; j < 1000; ++j) {
            const auto distance = static_cast<double>(999'000 + i - j);
            ASSERT_EQ(data[static_cast<std::size_t>(i * 1000 + j)], 4096 + (distance - 4096) / 16)
                << i << "," << j;
        }
    EXPECT_EQ(result["values"]["max_position"], 4096 + (999'999.0 - 4096) / 16);
}

TEST(Compute, TheWholeMillionInFewCells) {
    const json result =
        answer({"--length", "1e6", "--resolution", "10x10", "--pool", "sample", "--array", "positions"});
    const json& data = result["arrays"]["positions"]["data"];
    for (int a = 0; a < 10; ++a)
        for (int b = 0; b < 10; ++b) {
            const json& cell = data[static_cast<std::size_t>(a * 10 + b)];
            // `sample` takes row floor((a + 1/2) R / H).
            const double distance = (a - b) * 100'000.0;
            if (b > a) {
                EXPECT_TRUE(cell.is_null());
            } else {
                EXPECT_EQ(cell, distance < 256 ? distance : 256 + (distance - 256) / 16);
            }
        }
}

TEST(Compute, HasTheDocumentedShape) {
    const json result = answer({"--length", "16"});
    for (const char* key : {"view", "version", "engine", "parameters", "values", "warnings", "arrays"})
        EXPECT_TRUE(result.contains(key)) << key;
    EXPECT_EQ(result.size(), 7U);
    EXPECT_EQ(result["engine"], "cpu");
    EXPECT_EQ(result["arrays"].size(), 4U);
    for (const auto& [name, array] : result["arrays"].items()) {
        std::size_t cells = 1;
        for (const json& n : array["shape"]) cells *= n.get<std::size_t>();
        EXPECT_EQ(array["data"].size(), cells) << name;
        EXPECT_EQ(array["axes"].size(), array["shape"].size()) << name;
        EXPECT_EQ(array["unit"], "tokens") << name;
        EXPECT_FALSE(array.contains("nan")) << name;
    }
    EXPECT_TRUE(result["arrays"]["positions"]["data"][1].is_null()) << "masked";
    EXPECT_TRUE(answer({"--length", "16", "--map", "rope"})["values"]["inside_window_fraction"].is_null())
        << "rope has no w";
}

TEST(Compute, EnginesAgree) {
    const Arguments words{"--length", "700", "--w", "99", "--k", "7", "--resolution", "31x17"};
    Arguments reference = words;
    reference.insert(reference.end(), {"--engine", "reference"});
    Arguments cpu = words;
    cpu.insert(cpu.end(), {"--engine", "cpu"});
    const json a = answer(reference), b = answer(cpu);
    EXPECT_EQ(a["engine"], "reference");
    EXPECT_EQ(b["engine"], "cpu");
    const json &x = a["arrays"]["positions"]["data"], &y = b["arrays"]["positions"]["data"];
    ASSERT_EQ(x.size(), y.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        ASSERT_EQ(x[i].is_null(), y[i].is_null());
        if (x[i].is_number()) {
            EXPECT_NEAR(x[i].get<double>(), y[i].get<double>(), 1e-9 * 700)
                << "sums of about 1000 rounded terms";
        }
    }
}

TEST(Arguments, AreReadInAnyOrderAndEitherForm) {
    const json expected = answer({"--length", "40", "--w", "4", "--k", "3"});
    EXPECT_EQ(answer({"--k=3", "--w=4", "--length=40"}), expected);
    const Ran output_last = poslab({"compute", "position-matrix", "--k", "3", "--quiet", "--w=4", "--length",
                                    "40", "--engine", "auto", "-o", "-"});
    EXPECT_EQ(json::parse(output_last.out), expected);
}

TEST(Arguments, AreReadAsNumbers) {
    EXPECT_EQ(parameter({"--k", "1e6"}, "k"), 1e6);
    EXPECT_EQ(parameter({"--k", "2.5"}, "k"), 2.5);
    EXPECT_EQ(parameter({"--w", "1e3"}, "w"), 1000);
    EXPECT_EQ(parameter({"--rows", "3:7"}, "rows"), "3:7");
    EXPECT_TRUE(parameter({"--rows", "all"}, "rows").is_null());
    EXPECT_EQ(parameter({"--resolution", "8x5"}, "resolution"), "8x5");
}

TEST(Arguments, AreReadAsBooleans) {
    EXPECT_EQ(parameter({}, "causal"), true);
    EXPECT_EQ(parameter({"--causal"}, "causal"), true);
    EXPECT_EQ(parameter({"--causal", "--k", "3"}, "causal"), true);
    EXPECT_EQ(parameter({"--causal", "true"}, "causal"), true);
    EXPECT_EQ(parameter({"--causal", "false"}, "causal"), false);
    EXPECT_EQ(parameter({"--causal=false"}, "causal"), false);
}

TEST(Arguments, WhatTheMapDoesNotUseIsAcceptedAndKept) {
    EXPECT_EQ(
        parameter({"--map", "rope", "--w", "77", "--sinks", "3", "--local", "500", "--chunk", "400"}, "w"),
        77);
}

TEST(Arrays, OneOrThoseThatShareItsAxis) {
    const TemporaryFolder folder;
    const auto written = [&](const char* name, const Arguments& more) {
        Arguments words{"compute", "position-matrix", "--length", "3", "--w", "1", "--k", "2",
                        "-o",      folder / name};
        words.insert(words.end(), more.begin(), more.end());
        expect_fine(poslab(words));
        return read_file(folder / name);
    };
    EXPECT_EQ(written("a.csv", {}),
              "row,column,positions "
              "(tokens)\n0,0,0\n0,1,nan\n0,2,nan\n1,0,1\n1,1,0\n1,2,nan\n2,0,1.5\n2,1,1\n2,2,0\n");
    EXPECT_EQ(written("b.csv", {"--array", "profile"}),
              "distance (tokens),profile (tokens)\n0,0\n1,1\n2,1.5\n");
    EXPECT_NE(written("c.npy", {"--array", "profiles"}).find("'shape': (8, 3)"), std::string::npos);
    EXPECT_EQ(answer({"--length", "3", "--array", "profile"})["arrays"].size(), 1U);
}

// 64 pairs of head_dim 128: each row has an index, and only the requested array is written.
TEST(Arrays, CsvHasIndexNamesAndUnits) {
    const TemporaryFolder folder;
    expect_fine(poslab({"compute", "frequencies", "--array", "wavelength", "-o", folder / "one.csv"}));
    const std::string text = read_file(folder / "one.csv");
    EXPECT_EQ(text.substr(0, text.find('\n')), "pair,wavelength (tokens)");
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 65);
    EXPECT_NE(text.find("\n63,"), std::string::npos);
    expect_fine(poslab({"compute", "position-matrix", "--length", "1000", "--rows", "400:800", "--cols",
                        "0:400", "--resolution", "4x2", "-o", folder / "pooled.csv"}));
    const std::string pooled = read_file(folder / "pooled.csv");
    EXPECT_NE(pooled.find("\n400,0,"), std::string::npos) << pooled;
    EXPECT_NE(pooled.find("\n600,300,"), std::string::npos)
        << "cells from row 600 and column 300 on: " << pooled;
}

TEST(Arrays, TheOverviewIsTheWholeMatrixAtALowResolution) {
    const Arguments part{"--length", "300", "--rows", "40:60", "--cols", "0:20"};
    const json all = answer(part)["arrays"];
    ASSERT_TRUE(all.contains("overview")) << "a part is shown";
    EXPECT_EQ(all["overview"]["shape"], json({128, 128}));
    const json whole = answer({"--length", "300", "--resolution", "128x128"})["arrays"];
    EXPECT_FALSE(whole.contains("overview")) << "the whole is shown";
    EXPECT_EQ(all["overview"]["data"], whole["positions"]["data"]);
    const json largest = answer({"--length", "300", "--rows", "40:60", "--pool", "max"})["arrays"];
    EXPECT_EQ(largest["overview"]["data"], answer({"--length", "300", "--resolution", "128x128", "--pool",
                                                   "max"})["arrays"]["positions"]["data"]);
    const json named = answer({"--length", "50", "--array", "overview"})["arrays"];
    EXPECT_EQ(named.size(), 1U);
    EXPECT_EQ(named["overview"]["shape"], json({50, 50}));
}

/// Returns what `compute` prints on stderr.
std::string notes_on(Arguments words) {
    words.insert(words.begin(), {"compute", "position-matrix"});
    words.insert(words.end(), {"--array", "positions", "-o", "-"});
    const Ran ran = poslab(words);
    EXPECT_EQ(ran.code, 0) << ran.err;
    return ran.err;
}

TEST(Pooling, IsSaidWithTheResolutionThatGivesEveryCell) {
    const std::string message =
        "1024 × 1024 means of 1100 × 1100 cells; --resolution 1100x1100 gives every cell";
    EXPECT_EQ(notes_on({"--length", "1100"}), "poslab: note: positions: " + message + "\n");
    EXPECT_NE(notes_on({"--length", "1100", "--pool", "max"}).find("1024 × 1024 maxima of"),
              std::string::npos);
    EXPECT_NE(notes_on({"--length", "1100", "--pool", "sample"}).find("1024 × 1024 samples of"),
              std::string::npos);
    EXPECT_NE(notes_on({"--length", "8192"}).find("at most 16,777,216 cells are written; --rows A:B"),
              std::string::npos);
}

/// A view and its length option, a length above the 65,536 points of a curve, and the note for it. A length
/// of 1000 has no note.
struct LongCurves {
    const char* view;
    const char* length_option;
    const char* longer;
    const char* note;
};

class ThinnedCurves : public testing::TestWithParam<LongCurves> {};

TEST_P(ThinnedCurves, AreReportedWithTheirNumberOfPoints) {
    const auto notes = [](const std::string& length) {
        const Ran ran = poslab({"compute", GetParam().view, GetParam().length_option, length, "-o", "-"});
        EXPECT_EQ(ran.code, 0) << ran.err;
        return ran.err;
    };
    const std::string note = notes(GetParam().longer);
    // the count varies: ends and jumps replace evenly spaced points
    EXPECT_TRUE(std::regex_search(note, std::regex(GetParam().note))) << note;
    EXPECT_EQ(notes("1000").find("points of"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(
    Views, ThinnedCurves,
    testing::Values(
        LongCurves{"position-matrix", "--length", "100000", "profile: 655[0-9]{2} points of 100000"},
        LongCurves{"frequencies", "--length", "100000", "logit: 655[0-9]{2} points of 100000"},
        LongCurves{"bias-decay", "--length", "100000", "total_sd.*: 655[0-9]{2} points of 100000"},
        LongCurves{"memory", "--signal-length", "100000", "error: 655[0-9]{2} points of 100002"},
        LongCurves{"memory-decay", "--to", "100000", "rnn_equal_norm: 655[0-9]{2} points of 99901"}));

TEST(Pooling, IsNotMentionedWhereItWasChosenOrDidNotHappen) {
    EXPECT_EQ(notes_on({"--length", "1100", "--resolution", "10x20"}), "");
    EXPECT_EQ(notes_on({"--length", "1100", "--resolution", "1100x1100"}), "");
    EXPECT_EQ(notes_on({"--length", "1024"}), "");
}

TEST(Versus, OfComputeHasTheNumbersOfEach) {
    const json both =
        answer({"--length", "32", "--map", "rerope", "--w", "8", "--versus", "w=16", "--array", "profile"});
    ASSERT_EQ(both["variants"].size(), 1U);
    EXPECT_EQ(both["variants"][0]["name"], "w=16");
    for (int distance = 0; distance < 32; ++distance) {
        const auto n = static_cast<std::size_t>(distance);
        EXPECT_EQ(both["arrays"]["profile"]["data"][n], std::min(distance, 8));
        EXPECT_EQ(both["variants"][0]["arrays"]["profile"]["data"][n], std::min(distance, 16));
    }
}

TEST(Versus, OfComputeIsRefusedWhereOneArrayIsHeld) {
    const TemporaryFolder folder;
    expect_error(
        poslab({"compute", "position-matrix", "--length", "8", "--versus", "w=2", "-o", folder / "a.npy"}), 2,
        "--versus and .npy cannot be combined");
    expect_error(poslab({"compute", "position-matrix", "--length", "8", "--versus", "length=4", "--array",
                         "profile", "-o", folder / "a.csv"}),
                 2, "different indices");
    EXPECT_TRUE(folder.empty());
}

}  // namespace
}  // namespace poslab::test
