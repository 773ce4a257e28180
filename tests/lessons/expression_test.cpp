// Expressions over the quantities of a state. The state is RoPE at 8 tokens with a trained length of 4,
// counted by hand: 36 cells, of which the 10 with i - j > 3 are out of range; the largest position is 7.
#include "core/base/errors.hpp"
#include "core/lessons/lesson_state.hpp"
#include "core/views/registry.hpp"

#include <gtest/gtest.h>

namespace poslab {
namespace {

const LessonState& small_state() {
    static const LessonState state = [] {
        ShownState shown = read_shown_state(
            "position-matrix --map rope --length 8 --train-length 4 --versus map=pi,k=2", all_views());
        return computed_state(std::move(shown), {"positions"}, EngineChoice{"reference"}, Language::english,
                              Job());
    }();
    return state;
}

double number(const std::string& expression) { return lesson_number(expression, small_state().numbers()); }
std::string error(const std::string& expression) {
    try {
        return "no error, but " + std::to_string(number(expression));
    } catch (const LessonError& error) {
        return error.what();
    }
}

TEST(LessonExpression, HasValuesParametersAndArrays) {
    EXPECT_EQ(number("value:max_position"), 7);
    EXPECT_NEAR(number("value:out_of_range_fraction"), 10.0 / 36, 1e-12);
    EXPECT_EQ(number("param:train_length - 1"), 3);
    EXPECT_EQ(number("param:map.rope"), 1);
    EXPECT_EQ(number("param:map.leaky_rerope"), 0);
    EXPECT_EQ(number("item(\"positions\", 7, 2)"), 5);
    EXPECT_EQ(number("max_of(\"positions\", 56, 64)"), 7) << "the last row, flat";
    EXPECT_EQ(number("count_of(\"positions\")"), 64);
    EXPECT_EQ(number("figure.main + 2 * figure.profile"), 1);
    EXPECT_EQ(number("rint(2.6) + (3 > 2 ? 10 : 20)"), 13);
}

TEST(LessonExpression, ReachesPins) {
    EXPECT_EQ(number("pins"), 1);
    EXPECT_EQ(number("value:max_position@1"), 3.5) << "PI: 7 / 2";
    EXPECT_EQ(number("item(\"positions@1\", 7, 2)"), 2.5);
    EXPECT_EQ(number("param:k@1"), 2);
}

TEST(LessonExpression, IsOneNumberAndSetsNone) {
    const std::string set = ": a lesson sets no values; write == to compare";
    for (const std::string text : {"param:k = 77", "pins=3", "value:max_position = 3", "(param:k = 1) == 1",
                                   "param:k == 1 ? (param:k = 2) : 3", "param:k =< 3"})
        EXPECT_EQ(error(text), text + set);
    const std::string several = " numbers, where one is expected; digits are not separated by commas",
                      two = ": 2" + several;
    for (const std::string text :
         {"1,234", "param:k,5", "1,5", "max(1, 2), 3", "item(\"positions\", 7, 2), 1"})
        EXPECT_EQ(error(text), text + two);
    EXPECT_EQ(error("1,234,567"), "1,234,567: 3" + several);
    EXPECT_EQ(number("(param:k >= 0) + (param:k <= 0) + (param:k == param:k) + (param:k != param:k)"), 2);
    EXPECT_EQ(number("max(1, 2)"), 2);
}

TEST(LessonExpression, TellsWhatIsWrong) {
    EXPECT_EQ(error("value:nothing"), "value:nothing: position-matrix has no such value");
    EXPECT_EQ(error("param:nothing"), "param:nothing: position-matrix has no such parameter");
    EXPECT_EQ(error("param:map.none"), "param:map.none: not one of its choices");
    EXPECT_EQ(error("value:max_position@2"), "max_position@2: there is 1 pin");
    EXPECT_EQ(error("item(\"positions\", 8, 0)"), "positions has no element 8; its size is 8");
    EXPECT_EQ(error("item(\"positions\", 1)"), "positions has 2 indices, not 1");
    EXPECT_EQ(error("item(\"nothing\", 1)"), "\"nothing\": position-matrix has no such array");
    for (const std::string text :
         {R"("positions")", R"(3"positions")", R"("positions" + 5)", R"(max("positions", 1))",
          R"(max_of("positions"2))", R"(max_of("positions", "positions"))"})
        EXPECT_EQ(error(text),
                  "\"positions\": an array is only the first argument of item, mean_of, max_of, min_of, "
                  "sum_of or count_of")
            << text;
    EXPECT_EQ(number("max_of( \"positions\" )"), 7);
    EXPECT_EQ(error("1 / (param:k - param:k)"), "1 / (param:k - param:k): not a finite number");
    EXPECT_EQ(error("figure.nothing"), "figure.nothing: position-matrix has no such figure");
    EXPECT_NE(error("1 +").find("syntax error"), std::string::npos);
    EXPECT_NE(error("").find("empty expression"), std::string::npos);
    EXPECT_NE(error(std::string(2000, '1')).find("longer"), std::string::npos);
}

TEST(LessonExpression, NumbersAreWrittenAsAsked) {
    EXPECT_EQ(lesson_number_text(4096, ""), "4096");
    EXPECT_EQ(lesson_number_text(65536, ""), "65,536");
    EXPECT_EQ(lesson_number_text(0.27777, ""), "0.278");
    EXPECT_EQ(lesson_number_text(0.27777, "%1"), "27.8\u00a0%") << "which no line ends within";
    EXPECT_EQ(lesson_number_text(0.27777, "s2"), "0.28");
    EXPECT_EQ(lesson_number_text(2.5, "0"), lesson_number_text(2, "0"));
    EXPECT_EQ(lesson_number_text(2.4e-14, ""), "2.40×10⁻¹⁴") << "small, but not zero";
    EXPECT_EQ(lesson_number_text(-3, ""), "−3");
    EXPECT_EQ(lesson_number_text(65536, "i"), "65536");
    EXPECT_EQ(lesson_number_text(0.5, "i"), "0.5") << "not whole";
    EXPECT_THROW(static_cast<void>(lesson_number_text(1, "x")), LessonError);
    EXPECT_THROW(static_cast<void>(lesson_number_text(1, "99")), LessonError);
}

TEST(LessonExpression, ParagraphsAreCutAtTheirSigns) {
    const auto spans = lesson_spans(R"(a \{b\} {param:w|2} *c* $x_\{1}$ d)");
    ASSERT_EQ(spans.size(), 7U);
    EXPECT_EQ(spans[0].text, "a {b} ");
    EXPECT_EQ(spans[1].kind, LessonSpan::Kind::number);
    EXPECT_EQ(spans[1].text + "/" + spans[1].format, "param:w/2");
    EXPECT_EQ(spans[3].kind, LessonSpan::Kind::emphasis);
    EXPECT_EQ(spans[5].kind, LessonSpan::Kind::formula);
    for (const char* wrong : {"{a", "$a", "*a", "a}", "{}", "$$"})
        EXPECT_THROW(static_cast<void>(lesson_spans(wrong)), LessonError) << wrong;
    EXPECT_EQ(lesson_formula(R"(\param{w}{w} + \param{k}{k})", {"k"}), R"({w} + \live{k})");
    EXPECT_THROW(static_cast<void>(lesson_formula(R"(\param{w})")), LessonError);
    EXPECT_EQ(lesson_formula(R"(\\param{w}{\frac{1}{2}}\)", {"w"}), R"(\\live{\frac{1}{2}}\)");
}

TEST(LessonExpression, LineBreaksAndTabsAreSpaces) {
    const auto spans = lesson_spans("a\nb *c\td*");
    ASSERT_EQ(spans.size(), 2U);
    EXPECT_EQ(spans[0].text, "a b ");
    EXPECT_EQ(spans[1].text, "c d");
}

/// A search from each term to the end for a kind of term that is absent would take seconds.
TEST(LessonExpression, AFormulaOfManyTermsIsReadInLinearTime) {
    constexpr std::size_t count = 60'000;
    std::string markup, expected;
    for (std::size_t n = 0; n < count; ++n) {
        markup += R"(\curve{1}{a})";
        expected += "{a}";
    }
    std::vector<LessonTerm> terms;
    EXPECT_TRUE(lesson_formula(markup, {}, &terms) == expected);
    EXPECT_EQ(terms.size(), count);
}

TEST(LessonMarks, LieWhereTheySay) {
    const LessonState& state = small_state();
    const Figure figure = compared_figure(*state.shown.view, state.figure().id, state.variants, {}, {}, {});
    LessonMark mark;
    mark.kind = LessonMark::Kind::cell;
    mark.numbers = {"7", "param:train_length - 2"};
    MarkTarget target = place_of(mark, state.numbers(), figure);
    EXPECT_EQ(target.x0, 2);
    EXPECT_EQ(target.x1, 3);
    EXPECT_EQ(target.y0, 7);
    EXPECT_EQ(target.y1, 8);
    mark.numbers = {"9", "2"};
    EXPECT_THROW(static_cast<void>(place_of(mark, state.numbers(), figure)), LessonError)
        << "beyond the last row";
    mark.panel = 7;
    EXPECT_THROW(static_cast<void>(place_of(mark, state.numbers(), figure)), LessonError) << "no such panel";
    mark = {};
    mark.kind = LessonMark::Kind::cell;
    mark.numbers = {"0", "0"};
    mark.panel = figure.main.size();
    EXPECT_THROW(static_cast<void>(place_of(mark, state.numbers(), figure)), LessonError)
        << "a plot has no cells";
    mark = {};
    mark.kind = LessonMark::Kind::region;
    for (const char* end : {"2", "1"}) {
        mark.numbers = {"2", end};
        EXPECT_THROW(static_cast<void>(place_of(mark, state.numbers(), figure)), EmptyMark)
            << "from 2 to " << end;
    }
    mark.numbers = {"2", "3", "4", "4"};
    EXPECT_THROW(static_cast<void>(place_of(mark, state.numbers(), figure)), EmptyMark);
}

TEST(LessonExpression, ReadsNoMoreElementsThanAllowed) {
    const LessonNumbers numbers = small_state().numbers();
    std::size_t elements = 64;
    EXPECT_EQ(evaluated_number("max_of(\"positions\")", numbers, elements), 7);
    EXPECT_EQ(elements, 0U);
    EXPECT_THROW(static_cast<void>(evaluated_number("sum_of(\"positions\", 3, 4)", numbers, elements)),
                 LongEvaluation);
    EXPECT_EQ(evaluated_number("count_of(\"positions\")", numbers, elements), 64) << "reads none";
    EXPECT_EQ(evaluated_number("item(\"positions\", 7, 2)", numbers, elements), 5) << "does not count";
    elements = 8;
    EXPECT_EQ(evaluated_number("max_of(\"positions\", 56, 64)", numbers, elements), 7);
    EXPECT_EQ(elements, 0U);
}

TEST(LessonExpression, EndsWithItsJob) {
    std::stop_source stop;
    const Job job(stop.get_token());
    EXPECT_EQ(lesson_number("1 + 1", small_state().numbers(&job)), 2);
    stop.request_stop();
    EXPECT_THROW(static_cast<void>(lesson_number("1 + 1", small_state().numbers(&job))), Cancelled);
    EXPECT_THROW(static_cast<void>(resolved_spans("{1 + 1}", small_state().numbers(&job))), Cancelled);
}

/// Remembers the expressions that were requested.
class Requested final : public LessonMemo {
  public:
    double number(const std::string& expression, const LessonNumbers& /*numbers*/) override {
        expressions.push_back(expression);
        if (expression == "long") throw LongEvaluation();
        return 4;
    }
    std::vector<std::string> expressions;
};

TEST(LessonExpression, HasItsNumberFromTheMemo) {
    Requested memo;
    LessonNumbers numbers = small_state().numbers();
    numbers.memo = &memo;
    EXPECT_EQ(lesson_number("param:k", numbers), 4);
    EXPECT_EQ(number_or_dash({"param:k", "1"}, numbers), "4");
    EXPECT_EQ(number_or_dash({"long", ""}, numbers), no_number);
    EXPECT_EQ(memo.expressions, (std::vector<std::string>{"param:k", "param:k", "long"}));
}

}  // namespace
}  // namespace poslab
