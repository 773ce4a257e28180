#pragma once

#include "core/lessons/lesson_curve.hpp"
#include "core/views/view.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// What expressions of lessons are made of: the values, parameters and arrays of a figure's variants; the first one is the state
/// itself, the others its pins.
struct LessonNumbers {
    const View* view = nullptr;
    std::span<const Variant> variants;
    std::string_view figure;  // the one that is shown
};

/// An expression is wrong, or has no finite value: what() and the sentence say why.
class LessonError : public std::runtime_error {
  public:
    explicit LessonError(Sentence sentence) : std::runtime_error(sentence.english()), sentence_(std::move(sentence)) {}
    [[nodiscard]] const Sentence& sentence() const { return sentence_; }

  private:
    Sentence sentence_;
};

/// A mark marks nothing now: its region has no extent.
class NothingMarked : public LessonError {
  public:
    using LessonError::LessonError;
};

/// The number that an expression is (docs/lessons.md). Throws LessonError, also for what is not finite.
[[nodiscard]] double lesson_number(const std::string& expression, const LessonNumbers& numbers);

/// Names of the arrays that an expression asks for, without "@1".
[[nodiscard]] std::vector<std::string> lesson_arrays(std::string_view expression);

/// As a text says it: whole numbers as they are and others to three digits, or as `format` says: "2" decimals, "%1" percent, "s4"
/// digits. Throws LessonError for another format.
[[nodiscard]] std::string lesson_number_text(double number, std::string_view format);

/// "expression" or "expression|format", as braces and `watch` have it.
struct LessonExpression {
    std::string expression, format;
};
[[nodiscard]] LessonExpression read_lesson_expression(std::string_view text);

/// A piece of a paragraph.
struct LessonSpan {
    enum class Kind { plain, emphasis, number, formula } kind = Kind::plain;
    std::string text;    // of numbers the expression
    std::string format;  // of numbers
};
/// A paragraph cut at {…}, $…$ and *…*. Throws LessonError for what is not closed or empty.
[[nodiscard]] std::vector<LessonSpan> lesson_spans(std::string_view paragraph);

/// The same with its numbers: kind plain, emphasis, number (its text is the number) or formula. Throws LessonError.
[[nodiscard]] std::vector<LessonSpan> told(std::string_view paragraph, const LessonNumbers& numbers);

/// What a term of a formula stands for in the window: a parameter (\param{ID}{…}) or a curve (\curve{N in PANEL}{…}).
struct LessonTerm {
    std::string parameter{};  // empty: none
    std::optional<LessonCurve> curve{};
    [[nodiscard]] bool has(const LessonTerm& other) const {
        return (!parameter.empty() && parameter == other.parameter) || (curve && curve == other.curve);
    }
};

/// Formula markup in which \param{ID}{…} and \curve{N in PANEL}{…} are \live{…} where `lit` has that parameter or curve, and {…}
/// elsewhere; what they stand for goes into `terms`, if there is one. Throws LessonError.
[[nodiscard]] std::string lesson_formula(std::string_view markup, const LessonTerm& lit = {},
                                         std::vector<LessonTerm>* terms = nullptr);

}  // namespace poslab
