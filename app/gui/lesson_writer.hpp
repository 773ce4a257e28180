#pragma once

#include "app/gui/widgets/ui.hpp"
#include "core/figure/formula.hpp"
#include "core/figure/text_flow.hpp"
#include "core/lessons/lesson.hpp"
#include "core/lessons/lesson_numbers.hpp"

#include <functional>
#include <limits>
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
    void skip(double distance) {
        if (!columns_.empty() && y_ <= columns_[column_ % columns_.size()].y) return;  // a column begins with words
        y_ += distance;
    }

    /// From now on what has no room below goes on in the next of these columns, and after the last one on a further page. Only the
    /// page `shown` (from 0) is drawn.
    void flow(std::vector<Rect> columns, std::size_t shown);
    /// True if the current page is drawn: who draws without the writer asks first.
    [[nodiscard]] bool shown() const { return columns_.empty() || page() == shown_; }
    [[nodiscard]] std::size_t page() const { return columns_.empty() ? 0 : column_ / columns_.size(); }
    /// Begins a column with room for this height, if the current one lacks it.
    void keep(double height);
    /// Begins a page with room for this height in all of its columns, if the current one lacks it and any page has it.
    void keep_on_page(double height);
    /// Counts columns over all pages.
    [[nodiscard]] std::size_t column() const { return column_; }
    /// The height of a column; without columns there is no end.
    [[nodiscard]] double column_height() const {
        return columns_.empty() ? std::numeric_limits<double>::infinity() : columns_.front().height;
    }
    /// The height of all columns of a page.
    [[nodiscard]] double room_of_page() const;
    /// Ends an inset: the text goes on at this left edge and width, or those of the column that it has reached.
    void end_inset(double x, double width) {
        x_ = columns_.empty() ? x : columns_[column_ % columns_.size()].x;
        width_ = columns_.empty() ? width : columns_[column_ % columns_.size()].width;
    }
    /// How much of what is written has no room in its column, CSS pixels.
    [[nodiscard]] double overflow() const { return overflow_; }

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
    /// How high write() would be.
    [[nodiscard]] double height_of(const LessonText& text, const Look& look, double width, std::string_view after = {}) const;

  private:
    [[nodiscard]] std::vector<FlowLine> lines(const LessonText& text, const Look& look, double width, const LessonTerm& lit,
                                              std::string_view after = {}) const;
    [[nodiscard]] FormulaBox formula_box(std::string_view markup, const LessonTerm& lit, double size) const;
    [[nodiscard]] double formula_size(std::string_view markup) const;
    /// Looks for the pointer on terms of curves in what was written from `top` on, which `drawn` gives with one of them lit.
    void look_for_pointer(std::string_view markup, double top,
                          const std::function<std::vector<DrawCommand>(const LessonTerm&)>& drawn);
    void draw(const std::vector<FlowLine>& lines);
    void write_markup(std::string_view markup, const Look& look, std::string_view after);
    [[nodiscard]] std::vector<FlowLine> lines_of(std::string_view words, const Look& look, double width, const LessonTerm& lit,
                                                 std::string_view after = {}) const;
    [[nodiscard]] double room_below() const;
    [[nodiscard]] double room_on_page() const;
    void next_column();
    void next_page();
    [[nodiscard]] bool begins_page() const;
    [[nodiscard]] bool fits_on_page(const std::vector<FlowLine>& lines) const;
    [[nodiscard]] std::size_t fitting_part(std::string_view markup, const Look& look) const;

    Ui& ui_;
    const Lesson* lesson_;
    Language language_;
    const LessonNumbers* numbers_;
    LessonType type_;
    double x_ = 0, y_ = 0, width_ = 0;
    LessonTerm lit_;
    std::vector<Rect> columns_;  // of a page; empty: one column without end
    std::size_t column_ = 0;     // counted over all pages
    std::size_t shown_ = 0;
    double overflow_ = 0;
    std::optional<LessonCurve> pointed_;
};

/// A paragraph in pieces, its numbers told from `numbers`; what cannot be told (yet) is a dash.
[[nodiscard]] std::vector<LessonSpan> spans_with(std::string_view paragraph, const LessonNumbers* numbers);

}  // namespace poslab
