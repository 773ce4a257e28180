#pragma once

#include "core/base/job.hpp"
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

struct LessonNumbers;

/// Evaluates each expression once; for lesson_number().
class LessonMemo {
  public:
    LessonMemo() = default;
    LessonMemo(const LessonMemo&) = delete;
    LessonMemo& operator=(const LessonMemo&) = delete;
    virtual ~LessonMemo() = default;
    /// Throws LessonError, also LongEvaluation.
    [[nodiscard]] virtual double number(const std::string& expression, const LessonNumbers& numbers) = 0;
};

/// The operands of lesson expressions: the values, parameters and arrays of a figure's variants. The first
/// variant is the state itself, the others are its pins.
struct LessonNumbers {
    const View* view = nullptr;
    std::span<const Variant> variants;
    std::string_view figure;     // id of the shown figure
    LessonMemo* memo = nullptr;  // null: lesson_number() evaluates every time
    const Job* job = nullptr;    // stops an evaluation; null: nothing does
};

/// An invalid expression, or one without a finite value; what() and the sentence give the reason.
class LessonError : public std::runtime_error {
  public:
    explicit LessonError(Message message)
        : std::runtime_error(message.english()), message_(std::move(message)) {}
    [[nodiscard]] const Message& message() const { return message_; }

  private:
    Message message_;
};

/// A mark without a target: its region has no extent.
class EmptyMark : public LessonError {
  public:
    using LessonError::LessonError;
};

/// An expression that would read too many array elements at once.
class LongEvaluation : public LessonError {
  public:
    LongEvaluation();
};

/// Returns the number of an expression (docs/lessons.md), from the memo if there is one. Throws LessonError,
/// also if the value is not finite; Cancelled.
[[nodiscard]] double lesson_number(const std::string& expression, const LessonNumbers& numbers);

/// Evaluates an expression without the memo. `elements` is the number of array elements that may be read, and
/// decreases by those that were; throws LongEvaluation before it reads more.
[[nodiscard]] double evaluated_number(const std::string& expression, const LessonNumbers& numbers,
                                      std::size_t& elements);

/// Returns the names of the arrays in an expression, without "@1".
[[nodiscard]] std::vector<std::string> lesson_arrays(std::string_view expression);

/// Formats a number for texts: whole numbers exactly and others to three digits, or by `format`: "2"
/// decimals, "%1" percent, "s4" digits. Throws LessonError for another format.
[[nodiscard]] std::string lesson_number_text(double number, std::string_view format);

/// "expression" or "expression|format", as in braces and in `watch`.
struct LessonExpression {
    std::string expression, format;
};
[[nodiscard]] LessonExpression read_lesson_expression(std::string_view text);

/// A part of a paragraph.
struct LessonSpan {
    enum class Kind { plain, emphasis, number, formula } kind = Kind::plain;
    std::string text;    // for numbers the expression
    std::string format;  // for numbers
};
/// Splits a paragraph at {…}, $…$ and *…*; line breaks and tabs become spaces. Throws LessonError if one of
/// them is unclosed or empty.
[[nodiscard]] std::vector<LessonSpan> lesson_spans(std::string_view paragraph);

/// Splits a paragraph and evaluates its numbers: kind plain, emphasis, number (its text is the number) or
/// formula. Throws LessonError.
[[nodiscard]] std::vector<LessonSpan> resolved_spans(std::string_view paragraph,
                                                     const LessonNumbers& numbers);

/// The window element that a formula's term refers to: a parameter (\param{ID}{…}) or a curve (\curve{N in
/// PANEL}{…}).
struct LessonTerm {
    std::string parameter{};  // empty: none
    std::optional<LessonCurve> curve{};
    [[nodiscard]] bool has(const LessonTerm& other) const {
        return (!parameter.empty() && parameter == other.parameter) || (curve && curve == other.curve);
    }
};

/// Returns formula markup in which \param{ID}{…} and \curve{N in PANEL}{…} become \live{…} if they refer to
/// the same as `lit`, and {…} otherwise. Their targets are added to `terms` unless it is null. Throws
/// LessonError.
[[nodiscard]] std::string lesson_formula(std::string_view markup, const LessonTerm& lit = {},
                                         std::vector<LessonTerm>* terms = nullptr);

/// Returns the text in one line of Unicode, without emphasis and formula markup. Throws FormulaError.
[[nodiscard]] std::string plain_text(std::span<const LessonSpan> text);

}  // namespace poslab
