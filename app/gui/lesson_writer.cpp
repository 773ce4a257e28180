#include "app/gui/lesson_writer.hpp"

#include "core/base/utf8.hpp"
#include "core/figure/formula.hpp"
#include "core/lessons/lesson_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <variant>

namespace poslab {
namespace {

constexpr std::string_view parameter_term = "\\param{", curve_term = "\\curve{";

bool has_wide(std::string_view text) {
    while (!text.empty())
        if (is_wide(next_code_point(text))) return true;
    return false;
}

/// Line pitch; larger for Chinese.
double pitch_of(std::string_view text, double size) {
    return std::round(size * (has_wide(text) ? 1.62 : 1.48));
}

std::vector<FlowPiece> pieces_of(const std::vector<LessonSpan>& spans, const LessonWriter::Look& look,
                                 Color accent, const LessonTerm& lit) {
    std::vector<FlowPiece> pieces;
    for (const LessonSpan& span : spans) {
        FlowPiece piece{span.text, look.font, look.color, span.kind == LessonSpan::Kind::formula, accent};
        if (span.kind == LessonSpan::Kind::emphasis) piece.font = Font::semibold;
        if (span.kind == LessonSpan::Kind::number) piece.font = Font::medium;
        if (piece.is_formula) piece.text = lesson_formula(span.text, lit);
        pieces.push_back(std::move(piece));
    }
    return pieces;
}

std::shared_ptr<const std::vector<FlowLine>> flowed(std::span<const FlowPiece> pieces,
                                                    const TextMetrics& metrics, const FlowStyle& style) {
    return std::make_shared<const std::vector<FlowLine>>(flow_text(pieces, metrics, style));
}

/// Splits a paragraph into sentences, never within a formula or a number.
std::vector<std::string_view> sentences_in(std::string_view markup) {
    constexpr std::array<std::string_view, 6> ends{". ", "? ", "! ", "\u3002", "\uff1f", "\uff01"};
    std::vector<std::string_view> sentences;
    bool in_formula = false;
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t n = 0; n < markup.size(); ++n) {
        if (markup[n] == '\\') {
            ++n;
            continue;
        }
        if (markup[n] == '$') in_formula = !in_formula;
        if (markup[n] == '{') ++depth;
        if (markup[n] == '}') --depth;
        if (in_formula || depth > 0) continue;
        for (const std::string_view end : ends) {
            if (!markup.substr(n).starts_with(end) || n + end.size() >= markup.size()) continue;
            n += end.size() - 1;
            sentences.push_back(markup.substr(begin, n + 1 - begin));
            begin = n + 1;
        }
    }
    sentences.push_back(markup.substr(begin));
    return sentences;
}

/// The bounding box of a text, with a margin.
Rect around(const TextRun& run, const TextMetrics& metrics) {
    constexpr double margin = 3;
    const double width = metrics.width(run.text, run.font, run.size);
    const double left = run.anchor.x - (run.align == Align::right    ? width
                                        : run.align == Align::center ? width / 2
                                                                     : 0);
    return {left - margin, run.anchor.y - run.size, width + 2 * margin, 1.3 * run.size};
}

enum class TextKind { markup, plain, formula };

/// Identifies the lines of a text, apart from its numbers.
std::string key_of(TextKind kind, const LessonWriter::Look& look, Color accent, double width,
                   const LessonTerm& lit, std::string_view words, std::string_view after = {}) {
    const auto hex = [](Color c) { return fmt::format("{:02x}{:02x}{:02x}{:02x}", c.r, c.g, c.b, c.a); };
    const LessonCurve curve = lit.curve.value_or(LessonCurve{});
    std::string key = fmt::format("{} {} {} {} {} {} {} {} {} {} ", static_cast<int>(kind), look.size,
                                  static_cast<int>(look.font), hex(look.color), hex(accent), width,
                                  lit.parameter, curve.panel, curve.number, words.size());
    key.append(words).append(after);
    return key;
}

/// Returns the term that is lit in a text; none if the text has no terms.
LessonTerm lit_in(std::string_view words, const LessonTerm& lit) {
    const bool has_terms = words.find(parameter_term) != std::string_view::npos ||
                           words.find(curve_term) != std::string_view::npos;
    return has_terms ? lit : LessonTerm{};
}

/// The different curves of the text's terms; none if it takes long to find the one under the pointer.
std::vector<LessonTerm> searched_curves(std::string_view markup) {
    constexpr std::size_t max_searched = std::size_t{64} << 10U;  // bytes to lay out: the text for each curve
    std::vector<LessonTerm> terms, curves;
    if (markup.size() > max_searched) return {};
    static_cast<void>(lesson_formula(markup, {}, &terms));
    for (LessonTerm& term : terms) {
        const bool is_new =
            term.curve && std::none_of(curves.begin(), curves.end(),
                                       [&](const LessonTerm& other) { return other.has(term); });
        if (!is_new) continue;
        curves.push_back(std::move(term));
        if (curves.size() * markup.size() > max_searched) return {};
    }
    return curves;
}

}  // namespace

std::vector<std::string> LessonWriter::values_of(const std::vector<LessonExpression>& expressions) const {
    std::vector<std::string> values;
    values.reserve(expressions.size());
    for (const LessonExpression& expression : expressions)
        values.push_back(numbers_ == nullptr ? std::string(no_number)
                                             : number_or_dash(expression, *numbers_));
    return values;
}

LessonWriter::Lines LessonWriter::lines(const LessonText& text, const Look& look, double width,
                                        const LessonTerm& lit, std::string_view after) const {
    return lines_of(lesson_ == nullptr ? std::string_view(text.text) : lesson_->in(language_, text), look,
                    width, lit, after);
}

LessonWriter::Lines LessonWriter::lines_of(std::string_view words, const Look& look, double width,
                                           const LessonTerm& lit, std::string_view after) const {
    const LessonTerm term = lit_in(words, lit);
    std::string key = key_of(TextKind::markup, look, ui_.colors().accent, width, term, words, after);
    if (const LessonLines::Entry* known = known_.find(key);
        known != nullptr && known->numbers == values_of(known->expressions))
        return known->lines;
    LessonLines::Entry entry;
    try {
        std::vector<LessonSpan> spans = lesson_spans(words);
        for (const LessonSpan& span : spans)
            if (span.kind == LessonSpan::Kind::number) entry.expressions.push_back({span.text, span.format});
        entry.numbers = values_of(entry.expressions);
        auto value = entry.numbers.begin();
        for (LessonSpan& span : spans)
            if (span.kind == LessonSpan::Kind::number) span.text = *value++;
        std::vector<FlowPiece> pieces = pieces_of(spans, look, ui_.colors().accent, term);
        if (!after.empty()) pieces.push_back({std::string(after), look.font, look.color});
        entry.lines = flowed(pieces, ui_.metrics(), {look.size, pitch_of(words, look.size), width});
    } catch (const std::exception&) {  // an invalid text, reported by lesson --check
        entry = {plain_lines(words, look, width)};
    }
    Lines lines = entry.lines;
    known_.add(std::move(key), std::move(entry));
    return lines;
}

LessonWriter::Lines LessonWriter::plain_lines(std::string_view words, const Look& look, double width) const {
    const std::vector<FlowPiece> pieces{{std::string(words), look.font, look.color}};
    return flowed(pieces, ui_.metrics(), {look.size, pitch_of(words, look.size), width});
}

void LessonWriter::flow(std::vector<Rect> columns, std::size_t shown) {
    columns_ = std::move(columns);
    column_ = 0;
    shown_ = shown;
    place(columns_.front().x, columns_.front().y, columns_.front().width);
}

double LessonWriter::room_below() const { return columns_[column_ % columns_.size()].bottom() - y_; }

double LessonWriter::room_on_page() const {
    double room = room_below();
    for (std::size_t n = column_ % columns_.size() + 1; n < columns_.size(); ++n) room += columns_[n].height;
    return room;
}

double LessonWriter::room_of_page() const {
    double room = 0;
    for (const Rect& column : columns_) room += column.height;
    return room;
}

void LessonWriter::next_column() {
    const Rect before = columns_[column_ % columns_.size()];
    const Rect& next = columns_[++column_ % columns_.size()];
    place(next.x + x_ - before.x, next.y, next.width + width_ - before.width);  // keeps the inset of a row
}

void LessonWriter::keep(double height) {
    if (columns_.empty() || height <= room_below() + 0.5) return;
    if (y_ > columns_[column_ % columns_.size()].y) next_column();
    overflow_ = std::max(overflow_, height - room_below());
}

void LessonWriter::keep_on_page(double height) {
    if (columns_.empty() || height <= room_on_page() || height > room_of_page()) return;
    next_page();
}

void LessonWriter::next_page() {
    const std::size_t page = this->page();
    while (this->page() == page) next_column();
}

bool LessonWriter::begins_page() const { return column_ % columns_.size() == 0 && y_ <= columns_.front().y; }

void LessonWriter::draw(const std::vector<FlowLine>& lines) {
    const double height = poslab::height_of(lines);
    if (columns_.empty() || height <= room_below() + 0.5) {
        if (shown()) draw_lines(lines);
        y_ += height;
        return;
    }
    for (const FlowLine& line : lines) {
        keep(line.height);
        if (shown()) draw_lines(std::span(&line, 1));
        y_ += line.height;
    }
}

void LessonWriter::draw_lines(std::span<const FlowLine> lines) {
    Point at{std::round(x_), std::round(y_)};
    for (const FlowLine& line : lines) {
        // Parts of letters may be outside of the line.
        if (ui_.in_view({at.x, at.y - line.height, width_, 3 * line.height}))
            for (const DrawCommand& command : commands_at(std::span(&line, 1), at)) ui_.draw(command);
        at.y += line.height;
    }
}

void LessonWriter::write(const LessonText& text, const Look& look, std::string_view after) {
    write_markup(lesson_ == nullptr ? std::string_view(text.text) : lesson_->in(language_, text), look,
                 after);
}

bool LessonWriter::fits_on_page(const std::vector<FlowLine>& lines) const {
    std::size_t column = column_ % columns_.size();
    double room = room_below();
    for (const FlowLine& line : lines) {
        if (line.height > room + 0.5) {
            if (++column == columns_.size()) return false;
            room = columns_[column].height;
        }
        room -= line.height;
    }
    return true;
}

/// The length of the paragraph's leading sentences that fit on the rest of the page; 0 if none fits.
std::size_t LessonWriter::fitting_part(std::string_view markup, const Look& look) const {
    const std::vector<std::string_view> sentences = sentences_in(markup);
    const auto end_of = [&](std::string_view sentence) {
        return static_cast<std::size_t>(sentence.data() - markup.data()) + sentence.size();
    };
    const auto first =
        std::partition_point(sentences.begin(), sentences.end(), [&](std::string_view sentence) {
            const std::size_t end = end_of(sentence);
            return end < markup.size() && fits_on_page(*lines_of(markup.substr(0, end), look, width_, lit_));
        });
    return first == sentences.begin() ? 0 : end_of(*(first - 1));
}

/// In columns, a very long paragraph is written in parts, because laying out its rest for each page takes
/// quadratic time.
void LessonWriter::write_markup(std::string_view markup, const Look& look, std::string_view after) {
    constexpr std::size_t max_part = 4096;
    if (columns_.empty() || markup.size() <= max_part) return write_part(markup, look, after);
    std::size_t begin = 0, end = 0;
    for (const std::string_view sentence : sentences_in(markup)) {
        if (end > begin && end + sentence.size() - begin > max_part) {
            write_part(markup.substr(begin, end - begin), look, {});
            begin = end;
        }
        end += sentence.size();
    }
    write_part(markup.substr(begin), look, after);
}

/// In columns, no sentence is split across pages, unless it is longer than a page.
void LessonWriter::write_part(std::string_view markup, const Look& look, std::string_view after) {
    const Lines written = lines_of(markup, look, width_, lit_, after);
    const std::vector<FlowLine>& lines = *written;
    if (!columns_.empty() && !fits_on_page(lines)) {
        if (const std::size_t part = fitting_part(markup, look); part > 0) {
            write_part(markup.substr(0, part), look, {});
            return write_part(markup.substr(part), look, after);
        }
        if (!begins_page()) {
            next_page();
            return write_part(markup, look, after);
        }
    }
    if (!columns_.empty() && poslab::height_of(lines) <= columns_.front().height &&
        column_ % columns_.size() + 1 < columns_.size())
        keep(poslab::height_of(lines));
    const double top = y_;
    const std::size_t column = column_;
    draw(lines);
    if (!shown() || column != column_) return;
    look_for_pointer(markup, top, [&](const LessonTerm& lit) {
        return commands_at(*lines_of(markup, look, width_, lit), {std::round(x_), std::round(top)});
    });
}

/// Finds a term's position by highlighting it alone and looking for its colour.
void LessonWriter::look_for_pointer(
    std::string_view markup, double top,
    const std::function<std::vector<DrawCommand>(const LessonTerm&)>& commands_with) {
    if (markup.find(curve_term) == std::string_view::npos || !ui_.over({x_, top, width_, y_ - top})) return;
    std::vector<LessonTerm> curves;
    try {
        curves = searched_curves(markup);
    } catch (const LessonError&) {  // reported by lesson --check
        return;
    }
    const Color accent = ui_.colors().accent;
    for (const LessonTerm& term : curves) {
        for (const DrawCommand& command : commands_with(term)) {
            const auto* run = std::get_if<TextRun>(&command);
            if (run != nullptr && run->color == accent && ui_.over(around(*run, ui_.metrics())))
                pointed_ = term.curve;
        }
    }
}

void LessonWriter::write_words(std::string_view words, const Look& look) {
    std::string key = key_of(TextKind::plain, look, {}, width_, {}, words);
    const LessonLines::Entry* known = known_.find(key);
    const Lines lines = known != nullptr ? known->lines : plain_lines(words, look, width_);
    if (known == nullptr) known_.add(std::move(key), {lines});
    keep(poslab::height_of(*lines));
    draw(*lines);
}

LessonWriter::Lines LessonWriter::formula_line(std::string_view markup, const LessonTerm& lit,
                                               double size) const {
    const Palette& colors = ui_.colors();
    const LessonTerm term = lit_in(markup, lit);
    std::string key =
        key_of(TextKind::formula, {size, Font::math, colors.text}, colors.accent, width_, term, markup);
    if (const LessonLines::Entry* known = known_.find(key)) return known->lines;
    FormulaBox box = layout_formula(parse_formula(lesson_formula(markup, term)), ui_.metrics(),
                                    {size, colors.text, colors.accent, width_});
    auto line = std::make_shared<const std::vector<FlowLine>>(
        1, FlowLine{box.width, box.height, box.baseline, std::move(box.commands)});
    known_.add(std::move(key), {line});
    return line;
}

/// Shrinks a formula that is too wide for a lecture room's column.
double LessonWriter::formula_size(std::string_view markup) const {
    constexpr double step = 0.5, least = 8;
    double size = type_.formula;
    if (columns_.empty()) return size;
    while (size > least && formula_line(markup, lit_, size)->front().width > width_ + 0.5) size -= step;
    return size;
}

void LessonWriter::formula(const LessonText& text) {
    const std::string_view markup =
        lesson_ == nullptr ? std::string_view(text.text) : lesson_->in(language_, text);
    try {
        const double size = formula_size(markup);
        const Lines line = formula_line(markup, lit_, size);
        keep(poslab::height_of(*line));
        const Point at{std::round(x_), std::round(y_)};
        if (shown()) draw_lines(*line);
        y_ += poslab::height_of(*line);
        if (shown())
            look_for_pointer(markup, at.y, [&](const LessonTerm& lit) {
                return commands_at(*formula_line(markup, lit, size), at);
            });
    } catch (const std::exception&) {  // reported by lesson --check
        write_words(markup, quiet());
    }
}

double LessonWriter::height_of(const LessonText& text, const Look& look, double width,
                               std::string_view after) const {
    return poslab::height_of(*lines(text, look, width, lit_, after));
}

}  // namespace poslab
