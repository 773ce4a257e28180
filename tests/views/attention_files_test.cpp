#include "core/base/errors.hpp"
#include "core/base/masked.hpp"
#include "core/encoding/rotation.hpp"
#include "core/engine/engine.hpp"
#include "tests/views/attention_requests.hpp"

#include <cmath>

namespace poslab::test {
namespace {

constexpr double exact_numbers = 1e-12;

Error refused(const ParameterTexts& parameters) {
    try {
        static_cast<void>(attention_data(parameters));
    } catch (const Error& error) {
        return error;
    }
    ADD_FAILURE() << "nothing was refused";
    return Error(0, "");
}

double logit(const Array& q, const Array& k, std::int64_t first_q, std::int64_t first_k, std::int64_t dim,
             double position) {
    std::vector<double> x(q.data->begin() + first_q, q.data->begin() + first_q + dim);
    const std::vector<double> y(k.data->begin() + first_k, k.data->begin() + first_k + dim);
    std::vector<double> frequencies;
    for (int p = 0; p < dim / 2; ++p)
        frequencies.push_back(std::pow(10000, -2.0 * p / static_cast<double>(dim)));
    x = rotated(x, position, frequencies, Pairing::gpt_j);
    double sum = 0;
    for (std::size_t n = 0; n < x.size(); ++n) sum += x[n] * y[n];
    return sum / std::sqrt(static_cast<double>(dim));
}

TEST(AttentionFiles, OneFileGivesQueriesKeysValuesAndTheirSizes) {
    const TensorFolder folder;
    const Array q = TensorFolder::normal("queries", {2, 4, 30, 6}, 1),
                k = TensorFolder::normal("keys", {2, 2, 30, 6}, 2);
    const Array v = TensorFolder::normal("values", {2, 2, 30, 5}, 3);
    const std::string path = folder.npz("qk", {q, k, v});
    const ParameterTexts parameters{
        {"queries", path}, {"map", "rope"}, {"layer", "1"}, {"head", "3"}, {"show", "logits"}};
    const Values values = attention_values(parameters);
    for (const auto& [id, text] : {std::pair{"source", "file"}, std::pair{"length", "30"},
                                   std::pair{"heads", "4"}, std::pair{"dim", "6"}}) {
        const auto at = static_cast<std::size_t>(parameter_index(attention(), id));
        EXPECT_EQ(to_string(attention().parameters()[at], values[at]), text) << id;
    }
    const Data data = attention_data(parameters);
    // Layer 1, head 3 of four; its keys are head 1 of two (grouped queries).
    const std::int64_t first_q = (1 * 4 + 3) * 180, first_k = (1 * 2 + 1) * 180, first_v = (1 * 2 + 1) * 150;
    for (std::int64_t i = 0; i < 30; ++i)
        for (std::int64_t j = 0; j <= i; ++j)
            ASSERT_NEAR(array(data, "map")[static_cast<std::size_t>(30 * i + j)],
                        logit(q, k, first_q + 6 * i, first_k + 6 * j, 6, static_cast<double>(i - j)),
                        exact_numbers);
    const auto& weights = array(data, "row");
    for (std::int64_t c = 0; c < 5; ++c) {
        double sum = 0;
        for (std::int64_t j = 0; j < 30; ++j)
            sum += weights[static_cast<std::size_t>(j)] *
                   (*v.data)[static_cast<std::size_t>(first_v + 5 * j + c)];
        EXPECT_NEAR(array(data, "output")[static_cast<std::size_t>(29 * 5 + c)], sum, exact_numbers);
    }
}

// If a preset or a dimension contradicts a file, the file has precedence, with a warning.
TEST(AttentionFiles, APresetOrADimensionThatTheFileContradictsIsWarnedOf) {
    const TensorFolder folder;
    const std::string path =
        folder.npz("qk", {TensorFolder::normal("q", {8, 6}, 1), TensorFolder::normal("k", {8, 6}, 2)});
    const auto warned = [](const Data& data, const std::string& says) {
        return std::any_of(data.warnings.begin(), data.warnings.end(), [&](const Message& warning) {
            return warning.english().find(says) != std::string::npos;
        });
    };
    const std::string says = "The query file has head dimension 6, but a preset, a config or --dim says ";
    EXPECT_FALSE(warned(attention_data({{"queries", path}}), "head dimension"));
    for (const auto& [id, text, dim] :
         {std::tuple{"preset", "llama-2-7b", "128"}, std::tuple{"preset", "gemma-2-9b", "256"},
          std::tuple{"dim", "64", "64"}}) {
        const Data data = attention_data({{"queries", path}, {id, text}});
        EXPECT_TRUE(warned(data, says + dim + "; 6 is used.")) << id << " " << text;
        EXPECT_EQ(array(data, "map").size(), 64U);
        const auto used = std::find_if(data.used.begin(), data.used.end(),
                                       [](const auto& one) { return one.first == "dim"; });
        ASSERT_NE(used, data.used.end());
        EXPECT_TRUE(used->second == Value(std::int64_t{6}));
    }
}

TEST(AttentionFiles, ALengthBelowThatOfTheFileTakesItsBeginning) {
    const TensorFolder folder;
    const std::string path =
        folder.npz("qk", {TensorFolder::normal("q", {50, 4}, 1), TensorFolder::normal("k", {50, 4}, 2)});
    const Data all = attention_data({{"queries", path}}),
               some = attention_data({{"queries", path}, {"length", "20"}});
    EXPECT_EQ(some.number("tokens"), 20);
    for (std::size_t i = 0; i < 20; ++i)
        for (std::size_t j = 0; j <= i; ++j)
            EXPECT_NEAR(array(some, "map")[20 * i + j], array(all, "map")[50 * i + j], exact_numbers);
    EXPECT_EQ(attention_data({{"queries", path}, {"length", "5000"}}).number("tokens"), 50)
        << "no more than there are";
}

TEST(AttentionFiles, WhatIsRotatedAlreadyIsTurnedBack) {
    const TensorFolder folder;
    const Array q = TensorFolder::normal("queries", {25, 8}, 1), k = TensorFolder::normal("keys", {25, 8}, 2);
    for (const auto& [name, pairing] :
         {std::pair{"gpt-j", Pairing::gpt_j}, std::pair{"gpt-neox", Pairing::gpt_neox}}) {
        const auto turned = [&, pairing = pairing](const Array& plain) {
            std::vector<double> numbers;
            const std::vector<double> frequencies{1, 0.1, 0.01, 0.001};
            for (std::int64_t t = 0; t < 25; ++t) {
                const std::vector<double> row(plain.data->begin() + 8 * t, plain.data->begin() + 8 * t + 8);
                const auto one = rotated(row, static_cast<double>(t), frequencies, pairing);
                numbers.insert(numbers.end(), one.begin(), one.end());
            }
            return TensorFolder::tensor(plain.name, plain.shape, numbers);
        };
        const std::string plain = folder.npz("plain", {q, k}),
                          rotated_file = folder.npz("rotated", {turned(q), turned(k)});
        const ParameterTexts common{{"map", "rerope"}, {"w", "5"}, {"show", "logits"}, {"pairing", name}};
        ParameterTexts a = common, b = common;
        a.emplace_back("queries", plain);
        b.insert(b.end(), {{"queries", rotated_file}, {"rotated", "true"}});
        const Data right = attention_data(a), found = attention_data(b);
        for (std::size_t n = 0; n < 625; ++n)
            if (!is_masked(array(right, "map")[n])) {
                EXPECT_NEAR(array(found, "map")[n], array(right, "map")[n], exact_numbers) << name;
            }
    }
}

TEST(AttentionFiles, MatricesAreShownAsTheyAre) {
    const TensorFolder folder;
    const Array logits = TensorFolder::normal("logits", {3, 20, 20}, 4);
    const std::string path = folder.npz("logits", {logits});
    const Data shown =
        attention_data({{"matrix", path}, {"head", "2"}, {"show", "logits"}, {"causal", "false"}});
    for (std::size_t n = 0; n < 400; ++n) EXPECT_EQ(array(shown, "map")[n], (*logits.data)[800 + n]);
    const Data weights = attention_data({{"matrix", path}, {"head", "2"}});  // the name suggests logits
    double sum = 0;
    for (std::size_t j = 0; j <= 10; ++j) sum += std::exp((*logits.data)[800 + 200 + j]);
    EXPECT_NEAR(array(weights, "map")[200 + 3], std::exp((*logits.data)[800 + 200 + 3]) / sum, exact_numbers);
    EXPECT_NEAR(array(weights, "log_sum_exp")[10], std::log(sum), exact_numbers);
    // Weights are used unchanged, even if rows do not sum to 1.
    const std::string matrix_file = folder.npy("w", TensorFolder::tensor("w", {2, 2}, {0.5, 0, 0.25, 0.5}));
    const Data loaded = attention_data({{"matrix", matrix_file}});
    EXPECT_EQ(array(loaded, "map")[0], 0.5);
    EXPECT_TRUE(is_masked(array(loaded, "map")[1]));
    EXPECT_EQ(array(loaded, "map")[3], 0.5);
    EXPECT_EQ(refused({{"matrix", matrix_file}, {"show", "far"}}).exit_code(), 2);
}

TEST(AttentionFiles, InvalidWeightsAreReported) {
    const TensorFolder folder;
    const auto warnings = [&](const NumberBuffer& numbers, const ParameterTexts& more = {}) {
        const std::string path = folder.npy("w", TensorFolder::tensor("w", {2, 2, 2}, numbers));
        ParameterTexts parameters{{"matrix", path}};
        parameters.insert(parameters.end(), more.begin(), more.end());
        std::vector<std::string> texts;
        for (const Message& warning : attention_data(parameters).warnings) texts.push_back(warning.english());
        return texts;
    };
    const NumberBuffer right{1, 0, 0.251, 0.75, 1, 0, 1, 0}, both{0.5, 0.5, 0.25, 0.75, 1, 0, 1, 0};
    using Texts = std::vector<std::string>;
    EXPECT_EQ(warnings(right), Texts{});
    EXPECT_EQ(warnings(right, {{"head", "all"}}), Texts{});
    EXPECT_EQ(warnings(both, {{"causal", "false"}}), Texts{});
    EXPECT_EQ(warnings(both),
              (Texts{"The weights of 1 row do not sum to 1; those of row 0 sum to 0.5.",
                     "Weights of keys after the query are not counted; --causal false counts them, too."}));
    const NumberBuffer logits{1, 0, 0, 1, 3, 0, -1.5, 0.25};
    const std::string sums = "The weights of 2 rows do not sum to 1; those of row 0 sum to 3.",
                      negative =
                          "Some weights are negative; --matrix-holds logits reads the matrix as logits.";
    EXPECT_EQ(warnings(logits), Texts{});
    EXPECT_EQ(warnings(logits, {{"head", "1"}}), (Texts{sums, negative}));
    EXPECT_EQ(warnings(logits, {{"head", "all"}}), (Texts{"Head 1: " + sums, "Head 1: " + negative}));
    EXPECT_EQ(warnings(logits, {{"head", "1"}, {"matrix-holds", "logits"}}), Texts{});
    const double nan = std::nan("");
    EXPECT_EQ(warnings({1, 0, 0, 1, 1, 0, nan, 1}, {{"head", "all"}}),
              Texts{"Head 1: The weights of 1 row are NaN: 1."});
    EXPECT_EQ(warnings({1, 0, 0.25, 0.75, 0, 0, 0.25, 0.75}, {{"head", "1"}}), Texts{}) << "padding";
    EXPECT_EQ(warnings({nan, nan, 0.25, 0.75, 1, 0, 0, 1}), Texts{"The weights of 1 row are NaN: 0."});
    EXPECT_EQ(warnings(both, {{"causal", "false"}, {"length", "1"}}), Texts{}) << "rows are whole";
    const std::string names = folder.write("tokens.txt", "a\n");
    EXPECT_EQ(warnings(right, {{"head", "all"}, {"tokens", names}}), Texts{names + " names 1 of 2 tokens."});
}

// Attention with all but the reference stores float32, in which 1e300 is infinite.
TEST(AttentionFiles, NumbersBeyondFloat32AreSaid) {
    const TensorFolder folder;
    const std::string path =
        folder.npz("large", {TensorFolder::tensor("queries", {1, 2}, NumberBuffer{1e300, 1}),
                             TensorFolder::tensor("keys", {1, 2}, NumberBuffer{1, 1})});
    EXPECT_TRUE(attention_data({{"queries", path}}, reference_engine()).warnings.empty());
    const Data data = attention_data({{"queries", path}}, cpu_engine());
    ASSERT_FALSE(data.warnings.empty());
    EXPECT_NE(data.warnings[0].english().find("1 number that is NaN or infinite in float32, in row 0."),
              std::string::npos)
        << data.warnings[0].english();
}

TEST(AttentionFiles, NumbersThatAreNotFiniteAreCountedAndTheirRowsNamed) {
    const TensorFolder folder;
    Array q = TensorFolder::normal("queries", {20, 4}, 1);
    NumberBuffer numbers = *q.data;
    numbers[4 * 7] = std::nan("");
    numbers[4 * 7 + 1] = INFINITY;
    numbers[4 * 12 + 2] = std::nan("");
    const std::string path = folder.npz(
        "bad", {TensorFolder::tensor("queries", {20, 4}, numbers), TensorFolder::normal("keys", {20, 4}, 2)});
    for (const Engine* engine : {&reference_engine(), &cpu_engine()}) {
        const Data data = attention_data({{"queries", path}}, *engine);
        EXPECT_EQ(data.number("rows_not_a_number"), 2) << engine->name();
        ASSERT_EQ(data.warnings.size(), 2U);
        const std::string type = engine == &reference_engine() ? "float64" : "float32";
        EXPECT_NE(data.warnings[0].english().find("3 numbers that are NaN or infinite in " + type +
                                                  ", in rows 7, 12."),
                  std::string::npos)
            << data.warnings[0].english();
        EXPECT_EQ(data.warnings[1].english(), "The weights of 2 rows are NaN: 7, 12.");
        for (std::size_t j = 0; j <= 7; ++j) {
            const double weight = array(data, "map")[20 * 7 + j];
            EXPECT_TRUE(std::isnan(weight) && !is_masked(weight)) << engine->name();
        }
        EXPECT_TRUE(std::isfinite(array(data, "map")[20 * 8]));
    }
}

TEST(AttentionFiles, ATensorThatCannotBeReadIsReplacedByNoOther) {
    const TensorFolder folder;
    const std::string good = npz_bytes(std::vector<Array>{TensorFolder::normal("queries", {6, 4}, 1),
                                                          TensorFolder::normal("keys", {6, 4}, 2)});
    const std::size_t first = good.find("<f8"), second = good.find("<f8", first + 1);
    const auto refusal = [&](std::size_t integer, const ParameterTexts& parameters) {
        std::string bytes = good;
        bytes.replace(integer, 3, "<i8");
        const std::string path = folder.write("a.npz", bytes);
        ParameterTexts given;
        for (const auto& [id, name] : parameters) given.emplace_back(id, path + name);
        const std::string message = refused(given).what();
        EXPECT_TRUE(message.starts_with(path)) << message;
        return message.substr(path.size());
    };
    const std::string integers = ": holds int64 ('<i8'); must be float16, bfloat16, float32 or float64";
    EXPECT_EQ(refusal(first, {{"queries", ""}}), "#queries" + integers);
    EXPECT_EQ(refusal(first, {{"queries", ""}, {"keys", ""}}), "#queries" + integers) << "not the keys";
    EXPECT_EQ(refusal(second, {{"queries", ""}}), "#keys" + integers) << "it holds keys";
    EXPECT_EQ(refusal(second, {{"matrix", ""}}), ": holds no tensor 'weights'; it holds queries [6, 4]");
}

TEST(AttentionFiles, ShapesThatDoNotFitAreBothNamed) {
    const TensorFolder folder;
    const auto file = [&](const char* name, std::vector<std::int64_t> shape) {
        return folder.npy(name, TensorFolder::normal(name, shape, 1));
    };
    const std::string q = file("q", {6, 30, 8});
    for (const auto& [name, shape, text] :
         {std::tuple{"k1", std::vector<std::int64_t>{6, 31, 8}, "[6, 31, 8]"},
          std::tuple{"k2", std::vector<std::int64_t>{6, 30, 4}, "[6, 30, 4]"},
          std::tuple{"k3", std::vector<std::int64_t>{4, 30, 8}, "[4, 30, 8]"},
          std::tuple{"k4", std::vector<std::int64_t>{30, 8}, "[30, 8]"}}) {
        const Error error = refused({{"queries", q}, {"keys", file(name, shape)}});
        EXPECT_EQ(error.exit_code(), 3);
        EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << error.what();
        EXPECT_NE(std::string(error.what()).find("[6, 30, 8]"), std::string::npos) << error.what();
    }
    EXPECT_NE(std::string(refused({{"queries", q}}).what()).find("it holds no keys"), std::string::npos);
    EXPECT_NE(std::string(refused({{"queries", q}, {"keys", q}, {"head", "6"}}).what())
                  .find("there is no head 6: it has 6, numbered 0 to 5"),
              std::string::npos);
    EXPECT_EQ(refused({{"matrix", file("m", {3, 4})}}).exit_code(), 3);
    EXPECT_EQ(refused({{"queries", file("one", {8})}, {"keys", q}}).exit_code(), 3);
    EXPECT_EQ(refused({{"queries", q}, {"keys", q}, {"query-bias", file("b", {7})}}).exit_code(), 3);
}

TEST(AttentionFiles, BiasVectorsAndTokenNames) {
    const TensorFolder folder;
    const std::string a = folder.npy("a", TensorFolder::tensor("a", {4}, {1, 0, 1, 0}));
    const std::string names = folder.write("tokens.txt", "<s>\nthe\n中文\n");
    const Data data = attention_data({{"length", "5"},
                                      {"dim", "4"},
                                      {"bias", "gau"},
                                      {"map", "rope"},
                                      {"query-bias", a},
                                      {"key-bias", a},
                                      {"show", "logits"},
                                      {"tokens", names}});
    const Data plain = attention_data({{"length", "5"}, {"dim", "4"}, {"map", "rope"}, {"show", "logits"}});
    EXPECT_NEAR(array(data, "map")[5 * 3 + 1] - array(plain, "map")[5 * 3 + 1],
                (std::cos(2) + std::cos(0.02)) / 2, exact_numbers);
    ASSERT_EQ(data.warnings.size(), 1U);
    EXPECT_NE(data.warnings[0].english().find("names 3 of 5 tokens"), std::string::npos)
        << data.warnings[0].english();
}

}  // namespace
}  // namespace poslab::test
