#pragma once

#include "app/gui/lesson_lines.hpp"
#include "app/gui/widgets/ui.hpp"
#include "core/figure/formula.hpp"
#include "core/figure/text_flow.hpp"
#include "core/lessons/lesson.hpp"
#include "core/lessons/lesson_numbers.hpp"

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace poslab {

/// Text sizes of a lesson, CSS pixels.
struct LessonType {
    double title = 16, body = 13, small = 12, formula = 17;
    double gap = 10;   // between paragraphs
    bool wide = true;  // room for elements that only a single reader needs
};
/// Text sizes in a lecture room, in the coordinates of its enlarged window: nothing smaller than 12.
inline constexpr LessonType lecture_type{15, 12, 12, 15, 4, false};

/// Writes texts of a lesson below each other in a column of the current window.
class LessonWriter {
  public:
    /// `numbers`: the values of expressions in braces; null if not computed yet. `known`: the lines of the
    /// page's texts.
    LessonWriter(Ui& ui, LessonLines& known, const Lesson* lesson, Language language,
                 const LessonNumbers* numbers, const LessonType& type)
        : ui_(ui), known_(known), lesson_(lesson), language_(language), numbers_(numbers), type_(type) {}

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
        // No gap at the top of a column.
        if (!columns_.empty() && y_ <= columns_[column_ % columns_.size()].y) return;
        y_ += distance;
    }

    /// Lets the text flow through these columns, and after the last one to another page. Only the page
    /// `shown` (from 0) is drawn.
    void flow(std::vector<Rect> columns, std::size_t shown);
    /// True if the current page is drawn; check before drawing without the writer.
    [[nodiscard]] bool shown() const { return columns_.empty() || page() == shown_; }
    [[nodiscard]] std::size_t page() const { return columns_.empty() ? 0 : column_ / columns_.size(); }
    /// Begins a new column if the current one has less room than this height.
    void keep(double height);
    /// Begins a new page if the current one has less room than this height in all its columns and a page has
    /// enough.
    void keep_on_page(double height);
    /// The index of the current column, counted over all pages.
    [[nodiscard]] std::size_t column() const { return column_; }
    /// The height of a column; infinite without columns.
    [[nodiscard]] double column_height() const {
        return columns_.empty() ? std::numeric_limits<double>::infinity() : columns_.front().height;
    }
    /// The height of all columns of a page.
    [[nodiscard]] double room_of_page() const;
    /// Ends an inset: restores this left edge and width, or those of the current column.
    void end_inset(double x, double width) {
        x_ = columns_.empty() ? x : columns_[column_ % columns_.size()].x;
        width_ = columns_.empty() ? width : columns_[column_ % columns_.size()].width;
    }
    /// The height of written text that does not fit its column, CSS pixels.
    [[nodiscard]] double overflow() const { return overflow_; }

    struct Look {
        double size = 13;
        Font font = Font::regular;
        Color color{};
    };
    [[nodiscard]] Look body() const { return {type_.body, Font::regular, ui_.colors().text}; }
    [[nodiscard]] Look quiet() const { return {type_.small, Font::regular, ui_.colors().text2}; }

    /// Writes a text of the lesson in the current language with its numbers; `after`: text of the program
    /// after it.
    void write(const LessonText& text, const Look& look, std::string_view after = {});
    /// Writes a text of the program.
    void write_words(std::string_view words, const Look& look);
    /// Highlights this term in accent colour from now on.
    void light(LessonTerm term) { lit_ = std::move(term); }
    /// The curve whose term in the written text is under the pointer.
    [[nodiscard]] const std::optional<LessonCurve>& pointed() const { return pointed_; }
    /// Writes a displayed formula.
    void formula(const LessonText& text);
    /// The height that write() would need.
    [[nodiscard]] double height_of(const LessonText& text, const Look& look, double width,
                                   std::string_view after = {}) const;

  private:
    using Lines = std::shared_ptr<const std::vector<FlowLine>>;

    [[nodiscard]] Lines lines(const LessonText& text, const Look& look, double width, const LessonTerm& lit,
                              std::string_view after = {}) const;
    [[nodiscard]] Lines plain_lines(std::string_view words, const Look& look, double width) const;
    [[nodiscard]] std::vector<std::string> values_of(const std::vector<LessonExpression>& expressions) const;
    /// Returns a displayed formula as one line.
    [[nodiscard]] Lines formula_line(std::string_view markup, const LessonTerm& lit, double size) const;
    [[nodiscard]] double formula_size(std::string_view markup) const;
    /// Finds the term of a curve under the pointer in the text from `top` on; `commands_with` returns that
    /// text with a given term highlighted.
    void look_for_pointer(std::string_view markup, double top,
                          const std::function<std::vector<DrawCommand>(const LessonTerm&)>& commands_with);
    void draw(const std::vector<FlowLine>& lines);
    /// Draws the lines that are in view, the first one at the current position.
    void draw_lines(std::span<const FlowLine> lines);
    void write_markup(std::string_view markup, const Look& look, std::string_view after);
    void write_part(std::string_view markup, const Look& look, std::string_view after);
    [[nodiscard]] Lines lines_of(std::string_view words, const Look& look, double width,
                                 const LessonTerm& lit, std::string_view after = {}) const;
    [[nodiscard]] double room_below() const;
    [[nodiscard]] double room_on_page() const;
    void next_column();
    void next_page();
    [[nodiscard]] bool begins_page() const;
    [[nodiscard]] bool fits_on_page(const std::vector<FlowLine>& lines) const;
    [[nodiscard]] std::size_t fitting_part(std::string_view markup, const Look& look) const;

    Ui& ui_;
    LessonLines& known_;
    const Lesson* lesson_;
    Language language_;
    const LessonNumbers* numbers_;
    LessonType type_;
    double x_ = 0, y_ = 0, width_ = 0;
    LessonTerm lit_;
    std::vector<Rect> columns_;  // of a page; empty: one endless column
    std::size_t column_ = 0;     // counted over all pages
    std::size_t shown_ = 0;
    double overflow_ = 0;
    std::optional<LessonCurve> pointed_;
};

}  // namespace poslab
