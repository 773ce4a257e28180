#pragma once

#include "app/gui/widgets/ui.hpp"
#include "core/figure/formula.hpp"
#include "core/figure/text_flow.hpp"
#include "core/lessons/lesson.hpp"
#include "core/lessons/lesson_numbers.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace poslab {

/// Sizes of the texts of a lesson, CSS pixels.
struct LessonType {
    double title = 16, body = 13, small = 12, formula = 17;
    double gap = 10;   // between paragraphs
    bool wide = true;  // room for what is only useful to one who reads alone
};
/// Of a lecture room, in the coordinates of LessonRoom: nothing smaller than 12.
inline constexpr LessonType lecture_type{15, 12, 12, 15, 4, false};

/// Writes texts of a lesson below each other in a column of the present window.
class LessonWriter {
  public:
    /// `numbers`: what braces are told from; null: they are not known yet.
    LessonWriter(Ui& ui, const Lesson* lesson, Language language, const LessonNumbers* numbers, const LessonType& type)
        : ui_(ui), lesson_(lesson), language_(language), numbers_(numbers), type_(type) {}

    void place(double x, double y, double width) {
        x_ = x;
        y_ = y;
        width_ = width;
    }
    [[nodiscard]] double x() const { return x_; }
    [[nodiscard]] double y() const { return y_; }
    [[nodiscard]] double width() const { return width_; }
    [[nodiscard]] const LessonType& type() const { return type_; }
    void skip(double distance) { y_ += distance; }

    struct Look {
        double size = 13;
        Font font = Font::regular;
        Color color{};
    };
    [[nodiscard]] Look body() const { return {type_.body, Font::regular, ui_.colors().text}; }
    [[nodiscard]] Look quiet() const { return {type_.small, Font::regular, ui_.colors().text2}; }

    /// A text of the lesson, in the language, with its numbers; `after`: words of the program that follow it.
    void write(const LessonText& text, const Look& look, std::string_view after = {});
    /// Words of the program.
    void write_words(std::string_view words, const Look& look);
    /// Terms that stand for that are in accent colour from now on.
    void light(LessonTerm term) { lit_ = std::move(term); }
    /// The curve whose term in what was written the pointer is on.
    [[nodiscard]] const std::optional<LessonCurve>& pointed() const { return pointed_; }
    /// A formula on lines of its own.
    void formula(const LessonText& text);
    /// Whether a formula was wider than the column.
    [[nodiscard]] bool too_narrow() const { return too_narrow_; }
    /// How high write() would be.
    [[nodiscard]] double height_of(const LessonText& text, const Look& look, double width, std::string_view after = {}) const;

  private:
    [[nodiscard]] std::vector<FlowLine> lines(const LessonText& text, const Look& look, double width, const LessonTerm& lit,
                                              std::string_view after = {}) const;
    [[nodiscard]] FormulaBox formula_box(std::string_view markup, const LessonTerm& lit) const;
    /// Looks for the pointer on terms of curves in what was written from `top` on, which `drawn` gives with one of them lit.
    void look_for_pointer(std::string_view markup, double top,
                          const std::function<std::vector<DrawCommand>(const LessonTerm&)>& drawn);
    void draw(const std::vector<FlowLine>& lines);

    Ui& ui_;
    const Lesson* lesson_;
    Language language_;
    const LessonNumbers* numbers_;
    LessonType type_;
    double x_ = 0, y_ = 0, width_ = 0;
    bool too_narrow_ = false;
    LessonTerm lit_;
    std::optional<LessonCurve> pointed_;
};

/// A paragraph in pieces, its numbers told from `numbers`; what cannot be told (yet) is a dash.
[[nodiscard]] std::vector<LessonSpan> spans_with(std::string_view paragraph, const LessonNumbers* numbers);

}  // namespace poslab
