#include "core/base/errors.hpp"
#include "core/engine/engine.hpp"
#include "tests/attention/plain_rotations.hpp"
#include "tests/views/bias_decay_requests.hpp"

#include <cmath>
#include <numeric>

namespace poslab::test {
namespace {

std::string refusal_of_decay(const ParameterTexts& parameters) {
    try {
        static_cast<void>(bias_decay_data(parameters));
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

double at_distance(const Data& data, std::string_view name, double distance) {
    const auto& distances = array(data, "distance");
    const auto found = std::find(distances.begin(), distances.end(), distance);
    if (found == distances.end()) throw std::runtime_error("no such distance");
    return array(data, name)[static_cast<std::size_t>(found - distances.begin())];
}

TEST(BiasDecayView, SandwichGivesTheNumbersOfTheMendedExample) {
    for (const char* dim : {"4", "128"}) {
        const Data data =
            bias_decay_data({{"explicit-frequencies", "0.1,0.01"}, {"dim", dim}, {"length", "101"}});
        EXPECT_NEAR(at_distance(data, "bias_bias", 0), 2, 1e-14);
        EXPECT_NEAR(at_distance(data, "bias_bias", 10), 1.5353, 5e-5);
        EXPECT_NEAR(at_distance(data, "bias_bias", 50), 1.1612, 5e-5);
        EXPECT_NEAR(at_distance(data, "bias_bias", 100), -0.2988, 5e-5);
    }
}

TEST(BiasDecayView, FamiliesOfRoundingNoiseAreNotCompared) {
    const auto sandwich_of = [](const char* frequency) {
        return bias_decay_data({{"explicit-frequencies", frequency},
                                {"dim", "2"},
                                {"train-length", "2"},
                                {"length", "100"},
                                {"compare", "sandwich"}},
                               asking({"distance", "sandwich"}));
    };
    const Data noise = sandwich_of("2e-8");
    EXPECT_EQ(noise.find("sandwich"), nullptr);
    ASSERT_FALSE(noise.warnings.empty());
    EXPECT_NE(noise.warnings.back().english().find("is not compared"), std::string::npos);
    const Data exact = sandwich_of("1e-2");
    EXPECT_TRUE(exact.warnings.empty());
    const double ratio = std::sin(0.05) / std::sin(0.005);
    EXPECT_NEAR(at_distance(exact, "sandwich", 10), -ratio * ratio, 1e-6);
}

// lambda sum cos(D theta) in extended precision, with the double theta that the program uses. The promise is
// 1e-6; the phases give 1e-9 at 10^6 for 64 pairs of lambda = 3.
TEST(BiasDecayView, SandwichIsASumOfCosinesUpToAMillion) {
    for (const Engine* engine : {&reference_engine(), &cpu_engine()}) {
        const Data data = bias_decay_data({{"lambda", "3"}, {"length", "1000000"}},
                                          asking({"distance", "bias_bias"}), *engine);
        const auto& distances = array(data, "distance");
        ASSERT_LE(distances.size(), 65536U);
        EXPECT_EQ(distances.front(), 0);
        EXPECT_EQ(distances.back(), 999999);
        for (const double trained : {511.0, 512.0})
            EXPECT_NO_THROW(static_cast<void>(at_distance(data, "bias_bias", trained)));
        for (std::size_t n = 0; n < distances.size(); n += 97) {
            long double sum = 0;
            for (int p = 0; p < 64; ++p)
                sum += std::cos(static_cast<long double>(distances[n]) *
                                static_cast<long double>(std::pow(10000, -2.0 * p / 128)));
            ASSERT_NEAR(array(data, "bias_bias")[n], static_cast<double>(3 * sum), 1e-8) << distances[n];
        }
    }
}

TEST(BiasDecayView, TermsOfIsotropicVectorsAreClosedForms) {
    const Data data = bias_decay_data(
        {{"bias-vector", "gaussian"}, {"bias-scale", "1.5"}, {"dim", "32"}, {"length", "50"}});
    double a = 0, b = 0;
    for (std::uint64_t c = 0; c < 32; ++c) {
        a += std::pow(1.5 * random_normal(1, RandomStream::query_bias, c), 2);
        b += std::pow(1.5 * random_normal(1, RandomStream::key_bias, c), 2);
    }
    for (std::size_t n = 0; n < 50; ++n) {
        for (const char* term : {"content", "bias_key", "query_bias"}) EXPECT_EQ(array(data, term)[n], 0);
        EXPECT_NEAR(array(data, "content_sd")[n], std::sqrt(32), 1e-13);
        EXPECT_NEAR(array(data, "bias_key_sd")[n], std::sqrt(a), 1e-13);
        EXPECT_NEAR(array(data, "query_bias_sd")[n], std::sqrt(b), 1e-13);
        EXPECT_NEAR(array(data, "total_sd")[n], std::sqrt(32 + a + b), 1e-13);
        EXPECT_EQ(array(data, "total")[n], array(data, "bias_bias")[n]);
    }
    EXPECT_NEAR(data.number("query_bias_norm"), std::sqrt(a), 1e-13);
    EXPECT_TRUE(std::isnan(data.number("isotropy")));
}

// Means are within 5 standard errors of 0 and deviations within 5 of the closed form. For normal terms the
// standard error of a deviation is sd / sqrt(2 n). Content is a product of two normals, whose kurtosis, at
// most 3 + 6/d in all directions, makes it sd sqrt((2 + 6/d) / (4 n)). 384 numbers of each kind: one in 10^4
// seeds would fail.
TEST(BiasDecayView, SampledMomentsAgreeWithClosedForms) {
    const double samples = 2000;
    for (const char* bias : {"sandwich", "gaussian", "constant"}) {
        const Data data = bias_decay_data(
            {{"bias-vector", bias}, {"samples", "2000"}, {"dim", "64"}, {"length", "5000"}},
            asking({"sampled_distance", "sampled_content", "sampled_content_sd", "sampled_bias_key",
                    "sampled_bias_key_sd", "sampled_query_bias", "sampled_query_bias_sd"}));
        const double sds[] = {8, data.number("query_bias_norm"), data.number("key_bias_norm")};
        const char* names[] = {"sampled_content", "sampled_bias_key", "sampled_query_bias"};
        for (int term = 0; term < 3; ++term) {
            const double relative =
                term == 0 ? std::sqrt((2 + 6.0 / 64) / (4 * samples)) : std::sqrt(1 / (2 * samples));
            const auto& mean = array(data, names[term]);
            const auto& sd = array(data, std::string(names[term]) + "_sd");
            ASSERT_GT(mean.size(), 50U);
            for (std::size_t n = 0; n < mean.size(); ++n) {
                EXPECT_LT(std::abs(mean[n]), 5 * sds[term] / std::sqrt(samples))
                    << bias << " " << names[term];
                EXPECT_NEAR(sd[n], sds[term], 5 * relative * sds[term]) << bias << " " << names[term];
            }
        }
    }
}

TEST(BiasDecayView, ArticleExamplesAreComputed) {
    const Data data = bias_decay_data({{"length", "64"}});
    EXPECT_NEAR(data.number("alpha_55"), 0.12697, 5e-6);
    EXPECT_NEAR(data.number("alpha_51"), 0.08511, 5e-6);
    EXPECT_NEAR(data.number("slope_entropy_512"), 3.303, 5e-4);
    EXPECT_NEAR(data.number("slope_entropy_2048"), 3.303, 5e-4);
    EXPECT_LT(data.number("gradient_error"), 1e-10);
    EXPECT_GT(data.number("gradient_error_as_stated"), 0.1);
}

// Examines every distance, with a separate sum for each.
TEST(BiasDecayView, HalfAndFirstNegativeDistances) {
    const Data data = bias_decay_data({{"length", "65536"}, {"dim", "32"}});
    const auto sum = [](double distance) {
        double value = 0;
        for (int p = 0; p < 16; ++p) value += std::cos(distance * std::pow(10000, -2.0 * p / 32));
        return value;
    };
    std::int64_t half = 0, negative = 0;
    while (sum(static_cast<double>(half)) > 8) ++half;
    while (sum(static_cast<double>(negative)) >= 0) ++negative;
    EXPECT_EQ(data.number("half_distance"), static_cast<double>(half));
    EXPECT_EQ(data.number("first_negative_distance"), static_cast<double>(negative));
    const Data none = bias_decay_data({{"bias-vector", "zero"}, {"length", "64"}});
    EXPECT_TRUE(std::isnan(none.number("half_distance")));
    EXPECT_TRUE(std::isnan(none.number("first_negative_distance")));
}

TEST(BiasDecayView, InitialisationsAreThoseOfTheArticle) {
    const auto start = [](const ParameterTexts& parameters) {
        return bias_decay_data(parameters).number("bias_bias_at_zero");
    };
    EXPECT_NEAR(start({{"initialisation", "sandwich"}, {"length", "8"}}), 0.1 * 64, 1e-12);
    EXPECT_NEAR(start({{"initialisation", "by-length"}, {"train-length", "2048"}, {"length", "8"}}),
                64 / std::log(2048), 1e-12);
    EXPECT_EQ(start({{"initialisation", "zero"}, {"length", "8"}}), 0);
    // A flag overrides the value from an initialisation.
    EXPECT_NEAR(start({{"initialisation", "sandwich"}, {"lambda", "2"}, {"length", "8"}}), 2 * 64, 1e-12);
    const Data normal = bias_decay_data({{"initialisation", "normal"}, {"length", "8"}});
    EXPECT_NEAR(normal.number("query_bias_norm"), 0.01 * std::sqrt(128), 0.002);
}

TEST(BiasDecayView, EntropiesAreThoseOfTheSoftmax) {
    const Data data = bias_decay_data({{"length", "600"}, {"samples", "400"}, {"lambda", "4"}},
                                      asking({"entropy_length", "entropy_plain", "entropy_bias",
                                              "entropy_equal", "weight_equal", "weight_bias"}));
    const auto& lengths = array(data, "entropy_length");
    const auto place = [&](double n) {
        return static_cast<std::size_t>(std::find(lengths.begin(), lengths.end(), n) - lengths.begin());
    };
    for (const double n : {1.0, 2.0, 256.0, 512.0, 600.0}) ASSERT_LT(place(n), lengths.size()) << n;
    EXPECT_EQ(array(data, "entropy_plain").front(), 0);
    // Equal content: the softmax of lambda sum cos / sqrt(d), summed here.
    double z = 0, weighted = 0, first = 0;
    for (int distance = 0; distance < 600; ++distance) {
        double sum = 0;
        for (int p = 0; p < 64; ++p) sum += std::cos(distance * std::pow(10000, -2.0 * p / 128));
        const double logit = 4 * sum / std::sqrt(128);
        z += std::exp(logit);
        weighted += std::exp(logit) * logit;
        if (distance == 0) first = std::exp(logit);
    }
    EXPECT_NEAR(array(data, "entropy_equal").back(), std::log(z) - weighted / z, 1e-10);
    EXPECT_NEAR(array(data, "weight_equal").front(), first / z, 1e-10);
    // Logits of isotropic content are approximately N(0, 1): the entropy falls by half their variance, up to
    // sampling errors.
    EXPECT_NEAR(array(data, "entropy_plain").back(), std::log(600) - 0.5, 0.05);
    EXPECT_LT(array(data, "entropy_bias").back(), array(data, "entropy_plain").back() - 0.5);
}

TEST(BiasDecayView, FilesGiveTheirOwnMoments) {
    const TensorFolder folder;
    const Array q = TensorFolder::normal("queries", {2, 20, 6}, 1),
                k = TensorFolder::normal("keys", {2, 20, 6}, 2);
    const Array a = TensorFolder::normal("a", {2, 6}, 3), b = TensorFolder::normal("b", {2, 6}, 4);
    const std::string path = folder.npz("qk", {q, k});
    const Data data = bias_decay_data({{"queries", path},
                                       {"query-bias", folder.npy("a", a)},
                                       {"key-bias", folder.npy("b", b)},
                                       {"head", "1"}});
    const Rotary rotary{{1, std::pow(10000, -1.0 / 3), std::pow(10000, -2.0 / 3)}, Pairing::gpt_j};
    const auto row = [](const Array& array, std::size_t first) {
        return std::vector<double>(array.data->begin() + static_cast<std::ptrdiff_t>(first),
                                   array.data->begin() + static_cast<std::ptrdiff_t>(first + 6));
    };
    const auto dot = [](const std::vector<double>& x, const std::vector<double>& y) {
        return std::inner_product(x.begin(), x.end(), y.begin(), 0.0);
    };
    for (const std::size_t distance : {std::size_t{0}, std::size_t{3}, std::size_t{19}}) {
        const Rows turn = plain_rotation(6, rotary, static_cast<long double>(distance));
        std::vector<double> content, total;
        for (std::size_t i = distance; i < 20; ++i) {
            const auto query = row(q, 120 + 6 * i), key = row(k, 120 + 6 * (i - distance));
            content.push_back(dot(product(turn, query), key));
            total.push_back(content.back() + dot(product(turn, row(a, 6)), key) +
                            dot(product(turn, query), row(b, 6)) + dot(product(turn, row(a, 6)), row(b, 6)));
        }
        for (const auto& [name, values] : {std::pair{"content", &content}, std::pair{"total", &total}}) {
            const double mean =
                std::accumulate(values->begin(), values->end(), 0.0) / static_cast<double>(values->size());
            double square = 0;
            for (const double value : *values) square += (value - mean) * (value - mean);
            // moments are computed in float32
            EXPECT_NEAR(at_distance(data, name, static_cast<double>(distance)), mean, 1e-4);
            EXPECT_NEAR(at_distance(data, std::string(name) + "_sd", static_cast<double>(distance)),
                        std::sqrt(square / static_cast<double>(values->size())), 1e-4);
        }
    }
    // 1 - |mean|^2 / mean of squares, summed.
    std::vector<double> mean(6, 0.0);
    double squares = 0;
    for (std::size_t i = 0; i < 20; ++i)
        for (std::size_t c = 0; c < 6; ++c) {
            mean[c] += row(q, 120 + 6 * i)[c] / 20;
            squares += std::pow(row(q, 120 + 6 * i)[c], 2) / 20;
        }
    EXPECT_NEAR(data.number("isotropy"), 1 - dot(mean, mean) / squares, 1e-10);
    EXPECT_EQ(data.number("tokens"), 20);
}

TEST(BiasDecayView, KeyBiasCancelsWithoutRotation) {
    const Data data =
        bias_decay_data({{"bias-vector", "gaussian"}}, asking({"weight_unrotated", "weight_rotated"}));
    EXPECT_LT(data.number("key_bias_change_unrotated"), 1e-14);
    EXPECT_GT(data.number("key_bias_change_rotated"), 1e-3);
}

TEST(BiasDecayView, HeadsHaveBiasesOfTheirOwn) {
    const SampleRequest request = asking({"step_distance", "step_bias_bias", "head_bias_bias"});
    const Data all =
        bias_decay_data({{"bias-vector", "gaussian"}, {"heads", "4"}, {"length", "300"}}, request);
    const Array* heads = all.find("head_bias_bias");
    ASSERT_NE(heads, nullptr);
    ASSERT_EQ(heads->shape, (std::vector<std::int64_t>{4, 300}));
    for (const int head : {0, 3}) {
        const Data data = bias_decay_data(
            {{"bias-vector", "gaussian"}, {"heads", "4"}, {"length", "300"}, {"head", std::to_string(head)}},
            request);
        for (std::size_t n = 0; n < 300; ++n)
            EXPECT_NEAR((*heads->data)[static_cast<std::size_t>(300 * head) + n],
                        array(data, "step_bias_bias")[n], 1e-12);
    }
}

TEST(BiasDecayView, RefusesWhatDoesNotFit) {
    const TensorFolder folder;
    const std::string five = folder.npy("five", TensorFolder::normal("b", {5}, 1)),
                      four = folder.npy("four", TensorFolder::normal("b", {4}, 1));
    EXPECT_NE(refusal_of_decay({{"query-bias", five}, {"dim", "4"}})
                  .find("five.npy: its shape is [5]; it must be [4]"),
              std::string::npos)
        << refusal_of_decay({{"query-bias", five}, {"dim", "4"}});
    EXPECT_EQ(refusal_of_decay({{"key-bias", four}, {"dim", "4"}}), "");  // b alone: a is zero
    EXPECT_NE(refusal_of_decay({{"bias-vector", "file"}}).find("--query-bias"), std::string::npos);
    EXPECT_EQ(bias_decay_data({{"bias-vector", "gaussian"}, {"head", "all"}}).warnings.size(), 1U);
    EXPECT_NE(refusal_of_decay({{"bias-vector", "gaussian"}, {"heads", "4"}, {"head", "4"}}).find("--head 4"),
              std::string::npos);
    const View& view = bias_decay();
    for (const auto& [id, text] :
         {std::pair{"lambda", "-1"}, std::pair{"samples", "0"}, std::pair{"samples", "2e6"}}) {
        const auto at = static_cast<std::size_t>(parameter_index(view, id));
        EXPECT_THROW(static_cast<void>(parse_value(view.parameters()[at], text)), UsageError)
            << id << " " << text;
    }
    const std::string q = folder.npy("queries", TensorFolder::normal("q", {8, 4}, 1));
    EXPECT_NE(refusal_of_decay({{"queries", q}}).find("--keys"), std::string::npos);
}

}  // namespace
}  // namespace poslab::test
