// The conformance view: its map compared with deviations computed here, its examples recognised, and the same
// files as for the command.

#include "core/base/errors.hpp"
#include "core/conformance/config_facts.hpp"
#include "core/conformance/mistake.hpp"
#include "core/conformance/subject.hpp"
#include "core/params/filling.hpp"
#include "core/views/conformance/parameters.hpp"
#include "core/views/registry.hpp"
#include "tests/views/view_requests.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

namespace poslab::test {
namespace {

using ParameterTexts = std::vector<std::pair<std::string, std::string>>;

Data checked_data(const ParameterTexts& parameters) {
    const View& view = find_view("conformance");
    return computed(view, with(view, parameters), {}, reference_engine());
}

std::string mistake_of(const Data& data) {
    for (const NamedValue& value : data.values)
        if (value.name == "mistake") {
            const auto* text = std::get_if<std::string>(&value.value);
            return text == nullptr ? "" : *text;
        }
    return "";
}

bool found_right(const Data& data) {
    for (const NamedValue& value : data.values)
        if (value.name == "agrees") return std::get<bool>(value.value);
    return false;
}

/// Rounds to the nearest of 8 significant bits, ties to even, as bfloat16 does.
double in_bfloat16(double value) {
    int exponent = 0;
    const double fraction = std::frexp(value, &exponent);
    return std::ldexp(std::nearbyint(fraction * 256), exponent - 8);
}

/// True if the mistake is among the reported ids, each of which explains the deviation.
bool is_told(const Data& data, std::string_view id) {
    return ("+" + mistake_of(data) + "+").find("+" + std::string(id) + "+") != std::string::npos;
}

TEST(Conformance, TheMapHasTheDeviationsOfACastThatIsWorkedOutHere) {
    const Data data =
        checked_data({{"mistake", "frequencies-in-bfloat16"}, {"dim", "32"}, {"length", "200"}});
    const Array& map = *data.find("deviation");
    ASSERT_EQ(map.shape, (std::vector<std::int64_t>{200, 16}));
    for (const std::int64_t position : {1, 17, 199})
        for (std::int64_t pair = 0; pair < 16; ++pair) {
            const double theta = std::pow(10'000.0, -2.0 * static_cast<double>(pair) / 32),
                         held = in_bfloat16(theta);
            const auto i = static_cast<double>(position);
            // A cell has the larger deviation of cos and sin; the dump is float32, so each is within 2^-24 of
            // it. The definition's frequencies are float64.
            const double larger = std::max(std::abs(std::cos(i * held) - std::cos(i * theta)),
                                           std::abs(std::sin(i * held) - std::sin(i * theta)));
            EXPECT_NEAR((*map.data)[static_cast<std::size_t>(position * 16 + pair)], larger, 6.1e-8)
                << position << ", " << pair;
        }
}

TEST(Conformance, RowsAndColumnsAreTheLargestOfTheMap) {
    const Data data = checked_data({{"mistake", "positions-off-by-one"}, {"dim", "16"}, {"length", "60"}});
    const Array& map = *data.find("deviation");
    const auto &rows = *data.find("largest_by_row")->data, &columns = *data.find("largest_by_column")->data;
    std::vector<double> by_row(60), by_column(8);
    for (std::size_t row = 0; row < 60; ++row)
        for (std::size_t column = 0; column < 8; ++column) {
            by_row[row] = std::max(by_row[row], (*map.data)[row * 8 + column]);
            by_column[column] = std::max(by_column[column], (*map.data)[row * 8 + column]);
        }
    EXPECT_EQ(rows, by_row);
    EXPECT_EQ(columns, by_column);
}

/// The definitions under which a mistake matters: a plain one, and ones with scalings, parts and other
/// pairings.
const std::vector<ParameterTexts>& definitions() {
    static const std::vector<ParameterTexts> all{
        {},
        {{"pairing", "gpt-neox"}},
        {{"scaling", "yarn"}, {"factor", "4"}},
        {{"scaling", "ntk"}, {"factor", "4"}},
        {{"base", "500000"}},
        {{"rotary-fraction", "0.5"}},
        {{"scaling", "proportional"}, {"rotary-fraction", "0.5"}},
        {{"scaling", "yarn"}, {"factor", "4"}, {"convention", "vllm"}},
        {{"scaling", "longrope"}, {"dim", "8"}, {"short-factors", "1,1,2,3"}, {"long-factors", "1,4,8,16"}},
        {{"scaling", "linear"}, {"factor", "4"}},
        {{"rotary-fraction", "0.25"}},
        {{"scaling", "llama3"}, {"factor", "4"}, {"train-length", "8192"}},
        {{"scaling", "yarn"}, {"factor", "4"}, {"attention-factor", "1.5"}},
        {{"scaling", "yarn"},
         {"factor", "4"},
         {"mscale", "1"},
         {"mscale-all-dim", "1"},
         {"mscale-on-logits", "false"}},
        {{"scaling", "yarn"}, {"factor", "4"}, {"train-length", "131072"}},
        {{"discretisation", "bilinear"}, {"step-size", "0.1"}},
        {{"sinusoidal-layout", "interleaved"}, {"sinusoidal-denominator", "d"}},
        {{"layout-2d", "axial"}, {"patch-grid", "5,9"}, {"coordinates", "normalised"}}};
    return all;
}

TEST(Conformance, WithoutAMistakeEveryExampleIsAsDefined) {
    for (const CheckSubject* subject : CheckSubject::all())
        for (const ParameterTexts& definition : definitions()) {
            ParameterTexts parameters{
                {"checked", std::string(subject->id)}, {"mistake", "none"}, {"length", "300"}};
            parameters.insert(parameters.end(), definition.begin(), definition.end());
            const Data data = checked_data(parameters);
            EXPECT_TRUE(found_right(data)) << subject->id;
            EXPECT_EQ(mistake_of(data), "") << subject->id;
        }
}

TEST(Conformance, EveryPartOfEverySubjectHasAParameterForItsFile) {
    const View& view = find_view("conformance");
    for (const CheckSubject* subject : CheckSubject::all())
        for (const CheckSubject::Part& part : subject->parts)
            EXPECT_GE(parameter_index(view, "given-" + std::string(part.role)), 0) << part.role;
    EXPECT_TRUE(
        std::all_of(conformance::roles.begin(), conformance::roles.end(), [&](const conformance::Role& role) {
            return parameter_index(view, "given-" + std::string(role.role)) >= 0;
        }));
}

TEST(Conformance, DiscretisationsAreThoseOfTheCommand) {
    std::string names;
    for (const Choice& choice : conformance::CheckGroup::discretisations)
        if (choice.id != "none") names += (names.empty() ? "" : ", ") + std::string(choice.id);
    EXPECT_EQ(names, discretisation_rules());
}

class ConformanceFiles : public testing::Test {
  protected:
    void SetUp() override { std::filesystem::create_directories(folder_); }
    void TearDown() override { std::filesystem::remove_all(folder_); }
    [[nodiscard]] std::string write(const std::string& name, const std::string& text) const {
        const std::string path = (folder_ / name).string();
        std::ofstream(path) << text;
        return path;
    }

  private:
    std::filesystem::path folder_ = std::filesystem::path(testing::TempDir()) /
                                    testing::UnitTest::GetInstance()->current_test_info()->name();
};

/// Frequencies of d = 8, base 10,000.
constexpr const char* frequencies_of_eight = R"("inv_freq": [1, 0.1, 0.01, 0.001])";

TEST_F(ConformanceFiles, EveryKnownMistakeIsRecognisedInItsOwnExample) {
    std::vector<ParameterTexts> all = definitions();
    all.push_back(
        {{"config",
          write("mpt.json",
                R"({"model_type": "mpt", "attn_config": {"alibi_bias_max": 16, "softmax_scale": 0.05}})")}});
    all.push_back({{"config", write("ministral.json",
                                    R"({"model_type": "ministral3", "head_dim": 128, "rope_parameters":
        {"rope_type": "yarn", "rope_theta": 1e6, "factor": 16, "original_max_position_embeddings": 16, "llama_4_scaling_beta": 0.1}})")}});
    all.push_back(
        {{"config",
          write("gemma.json", R"({"model_type": "gemma3_text", "hidden_size": 256, "num_attention_heads": 4,
        "head_dim": 64, "max_position_embeddings": 4096, "rope_theta": 1e6, "rope_local_base_freq": 30000})")}});
    all.push_back(
        {{"config", write("t5.json", R"({"model_type": "t5", "relative_attention_num_buckets": 64})")}});
    for (const Mistake& mistake : Mistake::all())
        EXPECT_TRUE(
            std::any_of(CheckSubject::all().begin(), CheckSubject::all().end(),
                        [&](const CheckSubject* subject) {
                            return std::any_of(all.begin(), all.end(), [&](const ParameterTexts& definition) {
                                ParameterTexts parameters{{"checked", std::string(subject->id)},
                                                          {"mistake", std::string(mistake.id)},
                                                          {"length", "3000"}};
                                parameters.insert(parameters.end(), definition.begin(), definition.end());
                                const Data data = checked_data(parameters);
                                // A mistake that changes nothing in the subject leaves a correct
                                // dump.
                                return !found_right(data) && is_told(data, mistake.id);
                            });
                        }))
            << mistake.id;
}

TEST_F(ConformanceFiles, AFileIsWhatIsCheckedThen) {
    const View& view = find_view("conformance");
    const std::string path = write("dump.json", std::string("{") + frequencies_of_eight +
                                                    R"(, "cos": [[1, 1, 1, 1]], "sin": [[0, 0, 0, 0]]})");
    Values values = with(view, {{"dim", "8"}});
    set_and_fill(view.parameters(),
                 static_cast<std::size_t>(parameter_index(view, "given-inverse-frequency")), FileName{path},
                 values);
    EXPECT_EQ(to_string(view.parameters()[static_cast<std::size_t>(parameter_index(view, "checked"))],
                        values[static_cast<std::size_t>(parameter_index(view, "checked"))]),
              "inverse-frequency");
    EXPECT_TRUE(found_right(computed(view, values, {}, reference_engine())));
    // The sines are read from the same file as the cosines.
    set_and_fill(view.parameters(), static_cast<std::size_t>(parameter_index(view, "given-cos")),
                 FileName{path + "#cos"}, values);
    EXPECT_EQ(std::get<FileName>(values[static_cast<std::size_t>(parameter_index(view, "given-sin"))]).path,
              path + "#sin");
    EXPECT_TRUE(found_right(computed(view, values, {}, reference_engine())));
}

// The positions in a file of test vectors are those of its rotated vectors.
TEST_F(ConformanceFiles, LogitsDoNotTakePositionsFromTheirFile) {
    const View& view = find_view("conformance");
    const std::string path =
        write("vectors.json",
              R"({"queries": [[1, 0]], "keys": [[1, 0]], "logits": [[0.7]], "positions": [0, 1, 2]})");
    Values values = with(view, {{"dim", "2"}});
    set_and_fill(view.parameters(), static_cast<std::size_t>(parameter_index(view, "given-logits")),
                 FileName{path + "#logits"}, values);
    const auto file = [&](const char* name) {
        return std::get<FileName>(values[static_cast<std::size_t>(parameter_index(view, name))]).path;
    };
    EXPECT_EQ(file("given-keys"), path + "#keys");
    EXPECT_EQ(file("given-positions"), "");
}

TEST_F(ConformanceFiles, APartThatIsMissingIsNamed) {
    const std::string path = write("before.json", "[[1, 2], [3, 4]]");
    try {
        static_cast<void>(checked_data({{"checked", "rotation"}, {"given-before", path}, {"dim", "2"}}));
        FAIL() << "was read";
    } catch (const Error& error) {
        EXPECT_EQ(std::string(error.what()), "--given-after: required together with --given-before");
    }
}

TEST_F(ConformanceFiles, ABrokenFileIsNamed) {
    const std::string path = write("inv_freq.json", "[1, 0.1, 0.01");
    try {
        static_cast<void>(checked_data(
            {{"checked", "inverse-frequency"}, {"given-inverse-frequency", path}, {"dim", "8"}}));
        FAIL() << "was read";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("inv_freq.json"), std::string::npos) << error.what();
    }
}

/// A point on the map corresponds to a pair in the plot below and a position in the plot next to it.
TEST(Conformance, ThePointerIsAtTheSamePlaceInAllPlots) {
    const View& view = find_view("conformance");
    const Values values = with(view, {{"mistake", "sign"}, {"dim", "16"}, {"length", "60"}});
    const std::vector<Variant> variants = alone(values, shared_data(view, values, {}, reference_engine()));
    Cursor cursor;
    cursor.active = true;
    cursor.x = 3.8;
    cursor.y = 41.7;
    const Figure on_map = view.figure("main", variants, {}, cursor);
    ASSERT_TRUE(on_map.marginal && on_map.marginal->pointer && on_map.companions.front().pointer);
    EXPECT_EQ(on_map.marginal->pointer->x, 41);
    EXPECT_EQ(on_map.companions.front().pointer->x, 3);
    cursor.marginal = true;
    cursor.x = 17;
    const Figure on_rows = view.figure("main", variants, {}, cursor);
    ASSERT_TRUE(on_rows.marginal->pointer);
    EXPECT_EQ(on_rows.marginal->pointer->x, 17);
    EXPECT_FALSE(on_rows.companions.front().pointer);
}

TEST(Conformance, WhatIsNotTurnedIsWhiteAtPositionZero) {
    const Data data =
        checked_data({{"checked", "rotation"}, {"mistake", "sign"}, {"dim", "8"}, {"length", "40"}});
    EXPECT_EQ(data.find("deviation")->shape, (std::vector<std::int64_t>{40, 8}));
    const auto &deviation = *data.find("deviation")->data, &tolerance = *data.find("tolerance")->data;
    for (std::size_t n = 0; n < 8; ++n) EXPECT_LE(deviation[n], tolerance[n]);
    EXPECT_GT(deviation[8], tolerance[8]);
}

}  // namespace
}  // namespace poslab::test
