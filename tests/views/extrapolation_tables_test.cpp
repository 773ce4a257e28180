// The figures `parameters` and `reported` of the extrapolation view for the shipped model: their numbers
// equal those of the same settings computed one by one.

#include "core/decoder/decoder_files.hpp"
#include "tests/support/run_program.hpp"
#include "tests/views/attention_requests.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numeric>
#include <string>

namespace poslab::test {
namespace {

constexpr double same_numbers = 1e-12;  // the same computation, with another order of rounding

const View& shipped_view() { return find_view("extrapolation"); }

Data read_by_view(ParameterTexts parameters, std::vector<std::string> arrays) {
    parameters.insert(parameters.end(), {{"length", "300"}});
    return computed(shipped_view(), parameter_values(shipped_view(), parameters), asking(std::move(arrays)),
                    cpu_engine());
}

double mean_from(std::span<const double> numbers, std::size_t first) {
    return std::accumulate(numbers.begin() + static_cast<std::ptrdiff_t>(first), numbers.end(), 0.0) /
           static_cast<double>(numbers.size() - first);
}

TEST(ExtrapolationTables, LossOverWIsThatOfEachW) {
    const Data data =
        read_by_view({{"compare", "rope,rerope,window"}, {"w", "50"}}, {"w_tried", "loss_over_w"});
    const NumberBuffer& tried = array(data, "w_tried");
    EXPECT_EQ(tried, (NumberBuffer{8, 16, 32, 48, 64, 80, 96, 112, 128, 160, 192, 256}));
    const NumberBuffer& losses = array(data, "loss_over_w");
    ASSERT_EQ(losses.size(), 3 * tried.size());
    for (const std::size_t at : {0U, 4U, 8U}) {
        const std::string w = std::to_string(static_cast<int>(tried[at]));
        const Data rerope = read_by_view({{"map", "rerope"}, {"w", w}}, {"loss"});
        EXPECT_NEAR(losses[tried.size() + at], mean_from(array(rerope, "loss"), 128), same_numbers) << w;
        const Data window = read_by_view({{"map", "rope"}, {"bias", "window"}, {"w", w}}, {"loss"});
        EXPECT_NEAR(losses[2 * tried.size() + at], mean_from(array(window, "loss"), 128), same_numbers) << w;
    }
    for (std::size_t at = 1; at < tried.size(); ++at) EXPECT_EQ(losses[at], losses[0]) << "RoPE has no w";
}

TEST(ExtrapolationTables, LossOverTheFactorIsThatOfEachFactor) {
    const Data data = read_by_view({{"compare", "pi,yarn,leaky-rerope"}, {"w", "48"}},
                                   {"factor_tried", "loss_over_factor"});
    const NumberBuffer& tried = array(data, "factor_tried");
    const NumberBuffer& losses = array(data, "loss_over_factor");
    ASSERT_EQ(losses.size(), 3 * tried.size());
    const auto index = static_cast<std::size_t>(std::find(tried.begin(), tried.end(), 4.0) - tried.begin());
    ASSERT_LT(index, tried.size());
    const auto alone = [&](const ParameterTexts& parameters) {
        return mean_from(array(read_by_view(parameters, {"loss"}), "loss"), 128);
    };
    // In the list of schemes, maps precede scalings: pi, leaky-rerope, yarn.
    EXPECT_NEAR(losses[index], alone({{"map", "pi"}, {"k", "4"}}), same_numbers);
    EXPECT_NEAR(losses[tried.size() + index], alone({{"map", "leaky-rerope"}, {"w", "48"}, {"k", "4"}}),
                same_numbers);
    EXPECT_NEAR(losses[2 * tried.size() + index],
                alone({{"map", "rope"}, {"scaling", "yarn"}, {"factor", "4"}}), same_numbers);
}

TEST(ExtrapolationTables, RightIsWhereNoTokenIsMoreProbable) {
    const Data data = read_by_view({{"map", "rope"}}, {"right", "logits", "loss"});
    const NumberBuffer &right = array(data, "right"), &logits = array(data, "logits"),
                       &loss = array(data, "loss");
    ASSERT_EQ(right.size(), 299U);
    for (std::size_t t = 0; t < right.size(); ++t) {
        double most = -INFINITY, sum = 0;
        for (std::size_t word = 0; word < 256; ++word) {
            most = std::max(most, logits[256 * t + word]);
            sum += std::exp(logits[256 * t + word]);
        }
        const double min_loss = std::log(sum) - most;  // of the most probable token
        EXPECT_EQ(right[t], loss[t] < min_loss + 1e-6 ? 1 : 0) << t;
    }
    EXPECT_NEAR(data.number("right_beyond"), mean_from(right, 128), same_numbers);
}

/// The first bytes of the text shipped with the model, as tokens, repeated.
std::string repeated_tokens(const TemporaryFolder& folder) {
    const std::string_view bytes = built_in_models().front().held_out();
    std::string list = "[";
    for (std::size_t n = 0; n < 300; ++n)
        list += (n == 0 ? "" : ",") + std::to_string(static_cast<unsigned char>(bytes[n % 128]));
    std::ofstream(folder / "repeated.json") << list + "]";
    return folder / "repeated.json";
}

TEST(ExtrapolationTables, ReportedRowsAreReadInTheirSettings) {
    const Data data =
        read_by_view({{"map", "leaky-rerope"}, {"w", "20"}}, {"reported_right", "reported_loss"});
    const NumberBuffer &right = array(data, "reported_right"), &loss = array(data, "reported_loss");
    ASSERT_EQ(right.size(), 3 * 12U);
    const TemporaryFolder folder;
    const std::string again = repeated_tokens(folder);
    const auto expect_row = [&](std::size_t row, const ParameterTexts& parameters) {
        const Data text = read_by_view(parameters, {"right"});
        const NumberBuffer& is_right = array(text, "right");
        EXPECT_NEAR(right[3 * row], std::accumulate(is_right.begin(), is_right.begin() + 128, 0.0) / 128,
                    same_numbers)
            << row;
        EXPECT_NEAR(right[3 * row + 2], mean_from(is_right, 128), same_numbers) << row;
        ParameterTexts repeated = parameters;
        repeated.emplace_back("tokens", again);
        EXPECT_NEAR(right[3 * row + 1], mean_from(array(read_by_view(repeated, {"right"}), "right"), 128),
                    same_numbers)
            << row;
    };
    expect_row(0, {{"map", "rope"}});
    expect_row(2, {{"map", "rope"}, {"scaling", "ntk"}, {"factor", "2.34375"}});  // 300 / 128
    expect_row(8, {{"map", "rerope"}, {"w", "64"}});                              // 256 of 512
    expect_row(9, {{"map", "rerope"}, {"w", "64"}, {"log-n", "true"}});
    ASSERT_EQ(loss.size(), 9U);
    const Data rerope = read_by_view({{"map", "rerope"}, {"w", "64"}}, {"loss"});
    const NumberBuffer& losses = array(rerope, "loss");
    EXPECT_NEAR(loss[6], std::accumulate(losses.begin(), losses.begin() + 128, 0.0) / 128, same_numbers);
    EXPECT_NEAR(loss[7], std::accumulate(losses.begin(), losses.begin() + 256, 0.0) / 256, same_numbers);
    EXPECT_TRUE(std::isnan(loss[8])) << "the text has no 512 tokens";
}

/// A token's loss is reported at the token's position: the first one with a loss is 1.
TEST(ExtrapolationTables, RangesAreNamedByTheirFirstAndLastPosition) {
    Values values = parameter_values(shipped_view(), {{"length", "300"}, {"compare", "rope"}});
    const Data data = read_by_view({{"compare", "rope"}}, {"range_end", "range_losses", "position"});
    EXPECT_EQ(array(data, "position").front(), 1);
    EXPECT_EQ(array(data, "position").back(), 299);
    const std::vector<Variant> one{{std::move(values), std::make_shared<const Data>(data), ""}};
    const Figure figure = shipped_view().figure("ranges", one, {}, {});
    std::vector<std::string> titles;
    for (const TableColumn& column : figure.main.at(0).as<Table>()->columns) titles.push_back(column.title);
    EXPECT_EQ(titles, (std::vector<std::string>{"Scheme", "1–32", "33–64", "65–128", "129–256", "257–299"}));
}

}  // namespace
}  // namespace poslab::test
