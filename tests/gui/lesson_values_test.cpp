// Numbers of a lesson's expressions, evaluated once per state and in the background if that takes long.
#include "app/state/lesson_values.hpp"
#include "core/lessons/lesson_state.hpp"
#include "core/views/registry.hpp"
#include "tests/support/patience.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>
#include <vector>

namespace poslab::test {
namespace {

/// A state of the position matrix with this many positions, all 1.
std::vector<Variant> with_ones(std::size_t count) {
    const auto data = std::make_shared<Data>();
    data->arrays.push_back({"positions",
                            {static_cast<std::int64_t>(count)},
                            {"n"},
                            {},
                            "",
                            std::make_shared<const NumberBuffer>(NumberBuffer::filled(count, 1))});
    return {{find_view("position-matrix").defaults(), data, ""}};
}

class LessonValuesTest : public testing::Test {
  protected:
    [[nodiscard]] static LessonNumbers numbers(const std::vector<Variant>& variants) {
        return {&find_view("position-matrix"), variants, "main"};
    }
    double number(const std::string& expression, const std::vector<Variant>& variants) {
        return lesson_number(expression, values.of(numbers(variants)));
    }
    /// Draws frames that need this number until it is known; false on a timeout.
    bool wait_for(const std::string& expression, const std::vector<Variant>& variants) {
        const auto deadline = std::chrono::steady_clock::now() + patience;
        while (std::chrono::steady_clock::now() < deadline) {
            values.begin_frame();
            if (number_or_dash({expression, ""}, values.of(numbers(variants))) != no_number) return true;
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        return false;
    }

    LessonValues values{[] {}};
};

TEST_F(LessonValuesTest, EvaluatesEachExpressionOnce) {
    const auto variants = with_ones(8);
    for (int n = 0; n < 3; ++n) {
        values.begin_frame();
        EXPECT_EQ(number("sum_of(\"positions\")", variants), 8);
        EXPECT_THROW(static_cast<void>(number("value:nothing", variants)), LessonError);
    }
    EXPECT_EQ(values.evaluations(), 2U) << "an error is also known";
    EXPECT_FALSE(values.evaluating());
}

TEST_F(LessonValuesTest, EvaluatesAgainForAnotherState) {
    auto variants = with_ones(8);
    EXPECT_EQ(number("sum_of(\"positions\")", variants), 8);
    variants.front().data = with_ones(9).front().data;
    EXPECT_EQ(number("sum_of(\"positions\")", variants), 9) << "other data";
    const auto w = static_cast<std::size_t>(parameter_index(find_view("position-matrix"), "w"));
    for (const std::int64_t window : {7, 6}) {
        variants.front().values[w] = window;
        EXPECT_EQ(number("param:w", variants), window) << "another parameter";
    }
    EXPECT_EQ(number("pins", variants), 0);
    variants.push_back(variants.front());
    EXPECT_EQ(number("pins", variants), 1) << "another pin";
    EXPECT_EQ(values.evaluations(), 6U);
}

TEST_F(LessonValuesTest, EvaluatesLongExpressionsInTheBackground) {
    const std::string sum = "sum_of(\"positions\")";
    const auto variants = with_ones(LessonValues::elements_of_frame);
    values.begin_frame();
    EXPECT_THROW(static_cast<void>(number(sum, variants)), LongEvaluation);
    EXPECT_TRUE(values.evaluating());
    ASSERT_TRUE(wait_for(sum, variants));
    EXPECT_EQ(number(sum, variants), static_cast<double>(LessonValues::elements_of_frame));
    EXPECT_EQ(values.evaluations(), 1U);
    EXPECT_FALSE(values.evaluating());
}

TEST_F(LessonValuesTest, LimitsTheEvaluationsOfAFrame) {
    constexpr int expressions = 500;
    const auto variants = with_ones(8);
    values.begin_frame();
    for (int n = 0; n < expressions; ++n) {
        const std::string expression = std::to_string(n) + " + 1";
        static_cast<void>(number_or_dash({expression, ""}, values.of(numbers(variants))));
    }
    EXPECT_LE(values.evaluations(), LessonValues::elements_of_frame / LessonValues::elements_of_parsing);
    for (int n = 0; n < expressions; ++n) {
        const std::string expression = std::to_string(n) + " + 1";
        ASSERT_TRUE(wait_for(expression, variants));
        EXPECT_EQ(number(expression, variants), n + 1);
    }
    EXPECT_GE(values.evaluations(), static_cast<std::size_t>(expressions));
}

/// Evaluating all of them takes minutes: each reads 50 times 2^22 elements.
TEST_F(LessonValuesTest, StopsEvaluationsOfAnotherState) {
    std::string expression = "0";
    for (int n = 0; n < 50; ++n) expression += "+sum_of(\"positions\")";
    auto variants = with_ones(LessonValues::elements_of_frame);
    const auto w = static_cast<std::size_t>(parameter_index(find_view("position-matrix"), "w"));
    for (int n = 0; n < 1000; ++n) {
        variants.front().values[w] = std::int64_t{n};
        values.begin_frame();
        EXPECT_THROW(static_cast<void>(number(expression, variants)), LongEvaluation);
    }
    ASSERT_TRUE(wait_for(expression, variants));
    EXPECT_LT(values.evaluations(), 10U);
}

}  // namespace
}  // namespace poslab::test
