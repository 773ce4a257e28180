// Compares every number of assets/reported/9708.json with the tables of article 9708, by the article's row
// names (extracted from its text by a separate program, independently of the asset).

#include "core/base/embedded_assets.hpp"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

namespace poslab::test {
namespace {

using nlohmann::json;

/// Accuracy at 512, at 4096 of repeated text, at 4096 of unrepeated text; per cent. † : log n at inference
/// only.
const std::map<std::string, std::array<double, 3>> article{
    {"Baseline", {49.41, 24.17, 23.16}},
    {"PI-RoPE", {49.41, 15.04, 13.54}},
    {"NTK-RoPE-old", {49.41, 51.28, 39.27}},
    {"NTK-RoPE-fixed", {49.41, 51.86, 39.61}},
    {"NTK-RoPE-mixed", {49.41, 53.09, 40.12}},
    {"NTK-RoPE-log n†-mixed", {49.41, 59.11, 42.38}},
    {"ReRoPE-w64", {49.41, 69.39, 45.19}},
    {"ReRoPE-w128", {49.41, 76.11, 47.82}},
    {"ReRoPE-w256", {49.41, 77.90, 48.48}},
    {"ReRoPE-w256-log n†", {49.41, 82.40, 48.85}},
    {"ReRoPE-w384", {49.41, 70.72, 48.15}},
    {"ReRoPE-w512", {49.41, 7.09, 8.25}},
    {"ReRoPE-w128-log n", {49.40, 85.47, 48.87}},
    {"Leaky ReRoPE-w128-k64-log n", {49.40, 85.29, 48.96}},
    {"Leaky ReRoPE-w128-k32-log n", {49.40, 85.31, 49.03}},
    {"Leaky ReRoPE-w128-k16-log n", {49.40, 85.15, 49.10}},
    {"Leaky ReRoPE-w128-k8-log n", {49.40, 80.00, 48.11}},
    {"ReRoPE-w256-log n", {49.40, 85.12, 49.07}},
    {"Leaky ReRoPE-w256-k64-log n", {49.40, 84.60, 49.03}},
    {"Leaky ReRoPE-w256-k32-log n", {49.40, 84.30, 48.97}},
    {"Leaky ReRoPE-w256-k16-log n", {49.40, 83.59, 48.87}},
    {"Leaky ReRoPE-w256-k8-log n", {49.40, 69.80, 45.72}}};

std::string name_of(const json& row, bool leaky) {
    static const std::map<std::string, std::string> names{{"rope", "Baseline"},
                                                          {"pi", "PI-RoPE"},
                                                          {"ntk-aware", "NTK-RoPE-old"},
                                                          {"ntk-fixed", "NTK-RoPE-fixed"},
                                                          {"ntk-mixed", "NTK-RoPE-mixed"}};
    const bool log_n = row.value("log_n", false);
    if (leaky) {
        const std::string w = "-w" + std::to_string(row.at("w").get<int>());
        return row.contains("k")
                   ? "Leaky ReRoPE" + w + "-k" + std::to_string(row.at("k").get<int>()) + "-log n"
                   : "ReRoPE" + w + "-log n";
    }
    const std::string scheme = row.at("scheme");
    if (scheme == "rerope")
        return "ReRoPE-w" + std::to_string(row.at("w").get<int>()) + (log_n ? "-log n†" : "");
    return log_n ? "NTK-RoPE-log n†-mixed" : names.at(scheme);
}

TEST(Reported9708, EveryAccuracyIsTheArticlesInItsRow) {
    const json reported = json::parse(embedded_reported_9708);
    std::set<std::string> seen;
    for (const auto& [list, leaky] : {std::pair{"right", false}, std::pair{"leaky", true}})
        for (const json& row : reported.at(list)) {
            const std::string name = name_of(row, leaky);
            ASSERT_TRUE(article.contains(name)) << name;
            EXPECT_TRUE(seen.insert(name).second) << name;
            EXPECT_EQ(row.at("values").get<std::vector<double>>(),
                      std::vector<double>(article.at(name).begin(), article.at(name).end()))
                << name;
        }
    EXPECT_EQ(seen.size(), article.size());
}

TEST(Reported9708, EveryLossOfLlamaIsTheArticles) {
    const json reported = json::parse(embedded_reported_9708);
    EXPECT_EQ(reported.at("loss_lengths"), json({4096, 8192, 16384}));
    EXPECT_EQ(reported.at("loss"), json::parse(R"([{"scheme": "rope", "values": [1.4967, 8.8615, null]},
                                                   {"scheme": "ntk-aware", "values": [1.6081, 1.5417, 1.5163]},
                                                   {"scheme": "rerope", "values": [1.4996, 1.4267, 1.4001]}])"));
}

}  // namespace
}  // namespace poslab::test
