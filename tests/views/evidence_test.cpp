// The evidence view: published numbers compared with the articles and their source file, computed ones with
// values obtained independently.

#include "core/views/evidence/published.hpp"
#include "core/views/registry.hpp"
#include "tests/views/view_requests.hpp"

#include <cmath>
#include <numbers>

namespace poslab::test {
namespace {

using evidence::published_perplexities;
using evidence::PublishedFamily;
using evidence::PublishedModel;

Data data_of(const std::vector<std::pair<std::string, std::string>>& parameters = {}) {
    const View& view = find_view("evidence");
    return computed(view, with(view, parameters), {}, reference_engine());
}

const NumberBuffer& array(const Data& data, std::string_view name) { return *data.find(name)->data; }

const PublishedModel& model(std::string_view published_as) {
    for (const PublishedFamily& family : published_perplexities().families)
        for (const PublishedModel& published_model : family.models)
            if (published_model.published_as == published_as) return published_model;
    throw std::out_of_range(std::string(published_as));
}

/// Sums and weights computed by hand, the numbers of docs/formulas.md §9.
TEST(Evidence, EveryErratumIsComputed) {
    const Data data = data_of();
    const NumberBuffer& numbers = array(data, "erratum_number");
    ASSERT_EQ(numbers.size(), 18U * 4);
    const auto at = [&](std::size_t erratum, std::size_t number) { return numbers[4 * erratum + number]; };
    EXPECT_NEAR(at(0, 0), std::cos(5.0) + std::cos(0.5), 1e-9);
    EXPECT_NEAR(at(0, 0), 1.1612, 5e-5);
    EXPECT_NEAR(at(0, 1), -0.2988, 5e-5);
    EXPECT_NEAR(at(0, 2), 1.5353, 5e-5);
    EXPECT_NEAR(at(2, 0), 0.12697, 5e-6);
    EXPECT_NEAR(at(2, 1), 0.08511, 5e-6);
    EXPECT_NEAR(at(2, 2), 0.13756, 5e-6);
    EXPECT_NEAR(at(2, 3), 0.09221, 5e-6);
    EXPECT_LT(at(3, 0), 1e-9) << "the transpose is the gradient";
    EXPECT_GT(at(3, 1), 0.5) << "the printed formula is not";
    // The entropy of a geometric series with ratio r = e^(-0.1): -ln(1 - r) + 0.1 r / (1 - r).
    const double r = std::exp(-0.1);
    EXPECT_NEAR(at(4, 0), -std::log(1 - r) + 0.1 * r / (1 - r), 1e-9);
    EXPECT_NEAR(at(4, 0), 3.303, 5e-4);
    EXPECT_NEAR(at(4, 1), 3.303, 5e-4);
    EXPECT_TRUE(std::isnan(at(5, 0))) << "nothing to compute: the article's own note";
    EXPECT_EQ(at(6, 0), 15.0 / 4);
    EXPECT_EQ(at(6, 1), 14.0 / 4);
    EXPECT_LT(at(7, 0), 1e-14) << "R^(-w) is the transpose";
    EXPECT_GT(at(7, 1), 0.05) << "the printed formula is not";
    EXPECT_NEAR(at(8, 0), 1.19e-1, 5e-4);
    EXPECT_NEAR(at(8, 1), 4.46e-3, 5e-6);
    EXPECT_TRUE(at(8, 2) > 0.6 && at(8, 2) < 0.8) << at(8, 2);
    EXPECT_TRUE(at(8, 3) > 1.9 && at(8, 3) < 2.0) << at(8, 3);
    EXPECT_LT(at(9, 0), 1e-14);
    EXPECT_GT(at(9, 1), 0.1);
    // R(-3) and R(3): 2 |sin 3| times the square root of 2.
    EXPECT_NEAR(at(10, 0), std::numbers::sqrt2 * 2 * std::abs(std::sin(3.0)), 1e-12);
    EXPECT_EQ(at(10, 1), 0);
    double similarity = 0;
    for (int p = 0; p < 64; ++p) similarity += std::cos(100 * std::pow(1e4, -p / 64.0)) / 64;
    EXPECT_NEAR(at(11, 0), similarity, 1e-12);
    EXPECT_NEAR(at(11, 1), similarity, 1e-9) << "at any position";
    EXPECT_NEAR(at(12, 0), std::pow(1e4, 63 / 64.0), 1e-8);
    EXPECT_NEAR(at(12, 1), std::pow(1e4, -63 / 64.0), 1e-16);
    EXPECT_GT(at(13, 1), 0.9) << "no two positions come near one rotation";
    EXPECT_GT(at(14, 0), 1);
    EXPECT_EQ(at(14, 1), 0);
    EXPECT_EQ(at(15, 0), 18) << "Llama 2: the last 18 of 64 pairs";
    EXPECT_NEAR(at(16, 0), 1e4 * std::pow(4.0, 128 / 126.0), 1e-6);
    EXPECT_NEAR(at(17, 0), 4096 / (2 * std::numbers::pi), 1e-9);
    EXPECT_NEAR(at(17, 1), 4096 * std::pow(1e4, -63 / 64.0) / (2 * std::numbers::pi), 1e-12);
}

/// The sum of cosines itself, pair by pair.
TEST(Evidence, TheFourthTermRisesAndIsNegativeWhereItIsSaid) {
    const NumberBuffer numbers = array(data_of(), "erratum_number");
    const auto sum = [](double distance) {
        double all = 0;
        for (int p = 0; p < 64; ++p) all += std::cos(distance * std::pow(1e4, -p / 64.0));
        return all;
    };
    const double rises = numbers[4], negative = numbers[5];
    EXPECT_GT(sum(rises), sum(rises - 1));
    for (double distance = 1; distance < rises; ++distance) EXPECT_LE(sum(distance), sum(distance - 1));
    EXPECT_LT(sum(negative), 0);
    for (double distance = 0; distance < negative; ++distance) EXPECT_GE(sum(distance), 0);
}

// Values of data/*.csv of github.com/jquesnelle/yarn: at 2048, the minimum, the last length.
TEST(Evidence, PublishedPerplexitiesAreThoseOfTheirFiles) {
    EXPECT_EQ(published_perplexities().commit, "995db5b575e75230b3384d658f8b944c9662f775");
    struct Row {
        const char* name;
        std::size_t count;
        double first, at_8192, last;
    };
    const Row rows[]{
        {"togethercomputer/LLaMA-2-7B-32K", 64, 4.155766964, 3.506507397, 11458.37891},
        {"NousResearch/Yarn-Llama-2-7b-64k", 59, 4.140674114, 3.506547213, 50.83547211},
        {"NousResearch/Yarn-Llama-2-7b-128k", 64, 4.213690758, 3.562077045, 2.372046709},
        {"NousResearch/CodeLlama-7b-hf", 64, 4.46213007, 3.714056969, 2.705837965},
        {"NousResearch/Yarn-Llama-2-13b-64k", 64, 3.806912899, 3.251551151, 78.88412476},
        {"NousResearch/Yarn-Llama-2-13b-128k", 64, 3.860970736, 3.290391445, 2.239109278},
        {"NousResearch/CodeLlama-13b-hf", 64, 4.273087502, 3.541493893, 2.539400101},
        {"NousResearch/Yarn-Mistral-7b-64k", 64, 3.543721914, 3.042807817, 57.42604446},
        {"NousResearch/Yarn-Mistral-7b-128k", 64, 3.57974577, 3.082948208, 2.187235117},
        {"amazon/MistralLite", 64, 3.660849571, 3.128564596, 6255.70459},
        {"mistralai/Mistral-7B-v0.1", 45, 3.448711634, 2.960596561, 4807.625977},
        {"emozilla/Yarn-Llama-2-7b-8k", 8, 3.9184463024139404, 3.3563895225524902, 77.2326889038086},
        {"emozilla/NTK-Llama-2-7b-8k", 8, 4.202556610107422, 3.586596727371216, 74.43867492675781},
        {"conceptofmind/LLongMA-2-7b", 8, 3.9218568801879883, 3.344118118286133, 102.7402114868164}};
    for (const Row& row : rows) {
        const std::vector<double>& values = model(row.name).perplexity;
        ASSERT_EQ(values.size(), row.count) << row.name;
        EXPECT_EQ(values.front(), row.first) << row.name;
        EXPECT_EQ(values[3], row.at_8192) << row.name;
        EXPECT_EQ(values.back(), row.last) << row.name;
    }
    for (const PublishedFamily& family : published_perplexities().families) {
        EXPECT_EQ(family.lengths.front(), 2048);
        EXPECT_EQ(family.lengths.size(), family.id == "llama-2-7b-8k" ? 8U : 64U);
    }
}

// Interpolation by s covers s times the trained length, and so does YaRN with these factors: its slow pairs
// are divided by all of s. Code Llama: pair 46 is the first that makes no full turn in 4096 tokens at base
// 10,000, and at base 10⁶ it takes 100^(46/64) times as long.
TEST(Evidence, TheCoveredContextIsWhatTheFrequenciesSay) {
    EXPECT_EQ(model("togethercomputer/LLaMA-2-7B-32K").covered_length(), 8 * 4096);
    EXPECT_EQ(model("NousResearch/Yarn-Llama-2-7b-64k").covered_length(), 16 * 4096);
    EXPECT_EQ(model("NousResearch/Yarn-Llama-2-7b-128k").covered_length(), 32 * 4096);
    EXPECT_EQ(model("NousResearch/Yarn-Mistral-7b-128k").covered_length(), 16 * 8192);
    EXPECT_EQ(model("mistralai/Mistral-7B-v0.1").covered_length(), 8192);
    EXPECT_EQ(model("emozilla/NTK-Llama-2-7b-8k").covered_length(), 8192);
    EXPECT_EQ(model("NousResearch/CodeLlama-7b-hf").covered_length(),
              std::floor(4096 * std::pow(100, 46 / 64.0)));
    EXPECT_EQ(model("amazon/MistralLite").covered_length(), std::floor(8192 * std::pow(100, 50 / 64.0)));
    const PublishedModel& yarn = model("NousResearch/Yarn-Llama-2-7b-64k");
    EXPECT_EQ(yarn.unseen_at(65'536), 0);
    // At twice the covered context half of the angles of the slowest pairs are new; 18 of 64 make no full
    // turn in 4096 tokens.
    double expected = 0;
    for (int p = 46; p < 64; ++p) {
        const double seen = 4096 * std::pow(1e4, -p / 64.0) / (2 * std::numbers::pi),
                     used = std::min(1.0, 2 * seen);
        expected += (used - seen) / used / 64;
    }
    EXPECT_NEAR(yarn.unseen_at(131'072), expected, 1e-9);
}

TEST(Evidence, PerplexityTurnsUpWhereAnglesAreNewButForMistralLite) {
    for (const PublishedFamily& family : published_perplexities().families)
        for (const PublishedModel& model : family.models)
            EXPECT_EQ(evidence::agrees(family, model, 5), model.published_as != "amazon/MistralLite")
                << model.published_as;
    const View& view = find_view("evidence");
    const auto headline = [&](const std::string& family) {
        const Values values = with(view, {{"published", family}});
        const auto variants = alone(values, shared_data(view, values, {}, reference_engine()));
        return view.figure("main", variants, {}, {}).subtitle;
    };
    EXPECT_TRUE(headline("llama-2-7b").starts_with("All 4 curves")) << headline("llama-2-7b");
    EXPECT_NE(headline("mistral-7b").find("3 of 4"), std::string::npos);
    EXPECT_NE(headline("mistral-7b").find("exceptions: MistralLite"), std::string::npos);
}

/// The cells of a reported result.
std::vector<std::vector<std::string>> results(const std::string& article) {
    const View& view = find_view("evidence");
    const Values values = with(view, {{"article", article}});
    const auto variants = alone(values, shared_data(view, values, {}, reference_engine()));
    std::vector<std::vector<std::string>> rows;
    const Figure figure = view.figure("results", variants, {}, {});
    for (const auto& row : figure.main.front().as<Table>()->rows) {
        rows.emplace_back();
        for (const TableCell& cell : row) rows.back().push_back(cell.text);
    }
    return rows;
}

// The tables of articles 9708 (and 9706) and 9577, copied here from the articles.
TEST(Evidence, ReportedResultsAreThoseOfTheArticles) {
    using Row = std::vector<std::string>;
    const auto rows = results("9708");
    ASSERT_EQ(rows.size(), 25U);
    EXPECT_EQ(rows[0], (Row{"9708", "Llama-2-13B, RoPE", "loss 1.4967 → 8.8615", "0 → 7.0 % new", "yes"}));
    EXPECT_EQ(rows[1], (Row{"9708", "Llama-2-13B, NTK-aware", "loss 1.6081 → 1.5417 → 1.5163",
                            "0 → 0 → 1.0 % new", "no"}));
    EXPECT_EQ(rows[2], (Row{"9708", "Llama-2-13B, ReRoPE, w = 2048", "loss 1.4996 → 1.4267 → 1.4001",
                            "0 → 0 → 0 % new", "yes"}));
    const std::vector<std::pair<std::string, std::string>> expected{
        {"RoPE", "24.17"},
        {"PI", "15.04"},
        {"NTK-aware", "51.28"},
        {"NTK-fixed", "51.86"},
        {"NTK-mixed", "53.09"},
        {"NTK-mixed, log n", "59.11"},
        {"ReRoPE, w = 64", "69.39"},
        {"ReRoPE, w = 128", "76.11"},
        {"ReRoPE, w = 256", "77.90"},
        {"ReRoPE, w = 256, log n", "82.40"},
        {"ReRoPE, w = 384", "70.72"},
        {"ReRoPE, w = 512", "7.09"},
        {"ReRoPE, w = 128, log n", "85.47"},
        {"Leaky ReRoPE, w = 128, k = 64, log n", "85.29"},
        {"Leaky ReRoPE, w = 128, k = 32, log n", "85.31"},
        {"Leaky ReRoPE, w = 128, k = 16, log n", "85.15"},
        {"Leaky ReRoPE, w = 128, k = 8, log n", "80.00"},
        {"ReRoPE, w = 256, log n", "85.12"},
        {"Leaky ReRoPE, w = 256, k = 64, log n", "84.60"},
        {"Leaky ReRoPE, w = 256, k = 32, log n", "84.30"},
        {"Leaky ReRoPE, w = 256, k = 16, log n", "83.59"},
        {"Leaky ReRoPE, w = 256, k = 8, log n", "69.80"}};
    for (std::size_t n = 0; n < expected.size(); ++n) {
        EXPECT_EQ(rows[3 + n][1], expected[n].first);
        EXPECT_EQ(rows[3 + n][2], expected[n].second + " % correct");
        EXPECT_EQ(rows[3 + n][4], expected[n].first == "PI" ? "no" : "yes") << expected[n].first;
    }
    const auto biased = results("9577");
    ASSERT_EQ(biased.size(), 2U);
    EXPECT_EQ(biased[0][2], "52.37 → 17.87 % correct");
    EXPECT_EQ(biased[1][2], "52.75 → 39.55 % correct");
    EXPECT_EQ(biased[0][3], "entropy 6.24 → 8.32 nats") << "ln 512, ln 4096";
    EXPECT_EQ(biased[1][4], "no") << "a sum of cosines changes the drift by less than a tenth of a nats";
    EXPECT_TRUE(results("qa").empty());
}

// Counted cell by cell and pair by pair.
TEST(Evidence, TheShareOfNewAnglesIsThatOfACount) {
    const NumberBuffer shares = array(data_of(), "result_share");
    ASSERT_EQ(shares.size(), 27U);
    const auto counted = [](const auto& position) {
        constexpr int trained = 512, length = 4096;
        double all = 0;
        std::vector<double> by_distance(length);
        for (int distance = 0; distance < length; ++distance)
            for (int p = 0; p < 64; ++p) {
                const double theta = std::pow(1e4, -p / 64.0);
                const bool turns = (trained - 1) * theta >= 2 * std::numbers::pi;
                if (!turns && position(distance) > (trained - 1) * (1 + 1e-9))
                    by_distance[static_cast<std::size_t>(distance)] += 1.0 / 64;
            }
        for (int distance = 0; distance < length; ++distance)
            all += (length - distance) * by_distance[static_cast<std::size_t>(distance)];
        return all / (length * (length + 1.0) / 2);
    };
    EXPECT_NEAR(shares[3], counted([](int distance) { return double(distance); }), 1e-9) << "RoPE";
    EXPECT_NEAR(shares[4], counted([](int distance) { return distance / 8.0; }), 1e-9) << "PI";
    EXPECT_NEAR(shares[14], counted([](int distance) { return std::min(distance, 512); }), 1e-9)
        << "ReRoPE, w = 512";
    EXPECT_NEAR(
        shares[24],
        counted([](int distance) { return distance < 256 ? distance : 256 + (distance - 256) / 8.0; }), 1e-9)
        << "Leaky ReRoPE, w = 256, k = 8";
    EXPECT_EQ(shares[11], 0) << "ReRoPE, w = 256";
}

}  // namespace
}  // namespace poslab::test
