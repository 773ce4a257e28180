// A lesson as 16:9 slides: the figure on the left over the whole height; title, texts and mark labels on the
// right. A low figure is above two columns of text instead if that enlarges it to half of the slide.

#include "app/handout/drawn_extent.hpp"
#include "app/handout/handout_format.hpp"
#include "app/handout/handout_translator.hpp"
#include "app/handout/print_text.hpp"
#include "app/handout/printed_lesson.hpp"
#include "app/handout/sentences.hpp"
#include "core/base/errors.hpp"
#include "core/figure/draw_move.hpp"
#include "core/figure/text_fit.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <optional>
#include <span>
#include <utility>

namespace poslab {

namespace {

/// A text that is not split between slides, with the space above it.
struct Piece {
    Printed what;
    double above = 0;
    bool joined = false;  // stays with the previous piece if both fit on one slide
    bool wide = false;    // too large for the space next to a figure
};

double height_of(std::span<const Piece> pieces) {
    double height = 0;
    for (std::size_t n = 0; n < pieces.size(); ++n)
        height += (n == 0 ? 0 : pieces[n].above) + pieces[n].what.height;
    return height;
}

/// The texts of one column; a wide piece is alone in it and has a slide of its own.
using ColumnPieces = std::vector<Piece>;

bool is_wide(const ColumnPieces& column) { return column.front().wide; }

/// Distributes pieces over the columns of slides, each of which has as many columns as `rooms`.
class ColumnBreaker {
  public:
    /// `rooms`: the heights of a slide's columns.
    explicit ColumnBreaker(std::vector<double> rooms) : rooms_(std::move(rooms)) {}

    [[nodiscard]] std::vector<ColumnPieces> columns(std::vector<Piece> pieces) const {
        std::vector<ColumnPieces> columns;
        for (std::size_t begin = 0; begin < pieces.size();) {
            const std::size_t end = end_of_run(pieces, begin);
            const std::span<const Piece> run(pieces.data() + begin, end - begin);
            if (columns.empty() || !fits(columns, run)) columns.emplace_back();
            for (; begin < end; ++begin) {
                if (!columns.back().empty() && !fits(columns, std::span(&pieces[begin], 1)))
                    columns.emplace_back();
                columns.back().push_back(std::move(pieces[begin]));
            }
        }
        return columns;
    }

    /// Splits columns, the last ones first, until there are `least` or no piece is left to move.
    static void spread(std::vector<ColumnPieces>& columns, std::size_t least) {
        while (columns.size() < least) {
            std::size_t at = columns.size(), cut = 0;
            while (at > 0 && cut == 0) cut = last_cut(columns[--at]);
            if (cut == 0) return;
            const auto middle = columns[at].begin() + static_cast<std::ptrdiff_t>(cut);
            ColumnPieces rest(std::make_move_iterator(middle), std::make_move_iterator(columns[at].end()));
            columns[at].erase(middle, columns[at].end());
            columns.insert(columns.begin() + static_cast<std::ptrdiff_t>(at) + 1, std::move(rest));
        }
    }

  private:
    static std::size_t end_of_run(const std::vector<Piece>& pieces, std::size_t begin) {
        std::size_t end = begin + 1;
        while (end < pieces.size() && pieces[end].joined) ++end;
        return end;
    }

    [[nodiscard]] bool fits(const std::vector<ColumnPieces>& columns, std::span<const Piece> more) const {
        const ColumnPieces& last = columns.back();
        if (last.empty()) return true;
        if (last.back().wide || more.front().wide) return false;
        // the columns of a slide are counted from the last wide piece
        std::size_t count = 1;
        while (count < columns.size() && !is_wide(columns[columns.size() - 1 - count])) ++count;
        const double room = rooms_[(count - 1) % rooms_.size()];
        return height_of(last) + more.front().above + height_of(more) <= room;
    }

    /// Returns the index at which a column is best split; 0 if it cannot be.
    static std::size_t last_cut(const ColumnPieces& column) {
        for (std::size_t cut = column.size(); cut-- > 1;)
            if (!column[cut].joined) return cut;
        return 0;
    }

    std::vector<double> rooms_;
};

class SlidesWriter {
    // CSS pixels at 1280 x 720. No text is smaller than 22, which is 16.5 points there.
    static constexpr double slide_width = 1280, slide_height = 720, margin = 28, top = 76, bottom = 684;
    static constexpr double min_size = 22, pitch_share = 1.36, title_size = 34, wide_indent = 52;
    static constexpr double edge = 16;                            // above and below a figure
    static constexpr double figure_width = 852, column_gap = 26;  // the figure has 64 % of a slide
    static constexpr double column_left = margin + figure_width + column_gap;
    static constexpr double column_width = slide_width - margin - column_left;
    static constexpr double figure_points = 19.5;
    static constexpr double large = 0.5 * slide_width * slide_height;  // the required extent of a figure
    static constexpr std::array<double, 3> body_sizes{26, 24, min_size};

  public:
    SlidesWriter(const HandoutRequest& request, const Job& job)
        : request_(request),
          job_(job),
          translate_(request.document.language),
          metrics_(request.fonts),
          text_(metrics_, request.theme) {}

    std::vector<PdfPage> slides() {
        add_title();
        const std::vector<DocumentStep>& steps = request_.document.steps;
        for (std::size_t n = 0; n < steps.size(); ++n) {
            job_.check();
            add_step(n);
            job_.progress(static_cast<double>(n + 1) / static_cast<double>(steps.size()));
        }
        for (std::size_t n = 1; n < slides_.size(); ++n) add_foot(slides_[n], n + 1);
        for (std::size_t n = 0; n < slides_.size(); ++n) expect_texts_on(slides_[n], n + 1);
        return std::move(slides_);
    }

  private:
    using Parts = std::vector<FigurePart>;
    /// A column of text, in slide coordinates.
    struct Column {
        double x = 0, top = 0, width = 0;
        [[nodiscard]] double height() const { return bottom - top; }
    };
    /// The division of a slide with a figure.
    struct Form {
        Rect figure;
        std::vector<Column> columns;  // the last one has the labels of marks
        bool title_above = false;     // over the whole width, not in the column
    };
    struct StepFigure {
        Form form;
        Parts parts;
    };
    /// The style of texts in a column, and the height above which a paragraph is split.
    struct ColumnStyle {
        TextStyle text;
        double longest = 0;
    };
    using PieceSource = std::function<std::vector<Piece>(const ColumnStyle&)>;

    [[nodiscard]] TextStyle style(double width, double size, Color color) const {
        return {size, pitch_share * size, width, Font::regular, color};
    }
    [[nodiscard]] ColumnStyle body(const Form& form, double size) const {
        constexpr double share = 0.76;  // of a column next to a figure: leaves room for the labels of marks
        const Column& column = form.columns.back();
        return {style(column.width, size, text_.colors().text),
                form.title_above ? column.height() : share * column.height()};
    }
    [[nodiscard]] TextStyle small(double width) const { return style(width, min_size, text_.colors().text2); }
    [[nodiscard]] static constexpr double full_width() { return slide_width - 2 * margin; }

    PdfPage& new_slide() {
        slides_.push_back({{slide_width, slide_height, {}}, {}, {}});
        return slides_.back();
    }

    void add_title() {
        constexpr double left = 56, width = slide_width - 2 * left;
        const LessonDocument& document = request_.document;
        PdfPage& slide = new_slide();
        slide.bookmarks.push_back(plain_text(document.title));
        Printed all = text_.block(document.title, {60, 74, width, Font::semibold, text_.colors().text});
        add_below(all,
                  text_.block(document.summary, {30, 42, 0.86 * width, Font::regular, text_.colors().text2}),
                  18);
        std::string facts = translate_.minutes(document.minutes);
        if (!document.source.empty()) facts += "\u2002·\u2002" + translate_.source(document.source);
        add_below(all, text_.block(rich_text_of(facts), small(width)), 34);
        const double y = std::max(left, (slide_height - all.height) / 2 - 20);
        slide.draw.commands.push_back(FillRect{{left, y - 28, 96, 6}, text_.colors().accent, 0});
        draw_at(all, {left, y}, slide.draw.commands);
    }

    /// The title of a step within its column: number and title at the largest size that needs few lines.
    [[nodiscard]] Printed column_title(std::size_t step) const {
        constexpr std::size_t few = 3;
        constexpr double pitch = 1.22;
        const RichText& title = request_.document.steps[step].title;
        const std::string number = std::to_string(step + 1);
        for (const double size : {32.0, 29.0, 26.0, 24.0}) {
            const TextStyle style{size, pitch * size, column_width, Font::semibold, text_.colors().text};
            if (text_.lines(title, style, number).size() <= few) return text_.block(title, style, number);
        }
        return text_.block(
            title, {min_size, pitch * min_size, column_width, Font::semibold, text_.colors().text}, number);
    }

    /// The figure at the left, everything else at its right.
    [[nodiscard]] Form form_with_side_column(std::size_t step) const {
        constexpr double below_title = 16;
        return {{margin, edge, figure_width, slide_height - 2 * edge},
                {{column_left, edge + column_title(step).height + below_title, column_width}},
                false};
    }
    /// The figure over the whole width, two columns of text below it.
    [[nodiscard]] static Form form_over_columns(double height) {
        constexpr double gap = 14, width = (full_width() - column_gap) / 2;
        const double y = top + height + gap;
        return {{margin, top, full_width(), height},
                {{margin, y, width}, {margin + width + column_gap, y, width}},
                true};
    }

    /// Adds a slide with the step's title above everything; `more` marks the continuation of a step.
    PdfPage& headed(std::size_t step, bool more) {
        constexpr double pitch = 46, above = 16;
        PdfPage& slide = begun(step, more);
        const RichText& title = request_.document.steps[step].title;
        std::vector<FlowLine> lines;
        // the largest size at which the title is one line
        for (const double size : {title_size, 32.0, 28.0, 25.0, min_size}) {
            lines = text_.lines(
                title, {size, pitch, full_width() - wide_indent, Font::semibold, text_.colors().text});
            if (lines.size() < 2) break;
        }
        for (DrawCommand& command : commands_at(lines, {margin + wide_indent, above}))
            slide.draw.commands.push_back(std::move(command));
        slide.draw.commands.push_back(text_.run(std::to_string(step + 1),
                                                {margin, above + pitch / 2 + baseline_shift * title_size},
                                                title_size, Font::semibold, text_.colors().accent));
        return slide;
    }
    /// The same with the title where the form has it.
    PdfPage& headed(std::size_t step, bool more, const Form& form) {
        if (form.title_above) return headed(step, more);
        PdfPage& slide = begun(step, more);
        draw_at(column_title(step), {column_left, edge}, slide.draw.commands);
        return slide;
    }
    PdfPage& begun(std::size_t step, bool more) {
        PdfPage& slide = new_slide();
        const RichText& title = request_.document.steps[step].title;
        if (!more) slide.bookmarks.push_back(std::to_string(step + 1) + "  " + plain_text(title));
        return slide;
    }

    /// Adds a step in the window's order: text, question, trial.
    void add_step(std::size_t n) {
        const DocumentStep& step = request_.document.steps[n];
        const StepFigure figure = figure_of(n);
        const PieceSource block_pieces = [&](const ColumnStyle& style) {
            return this->block_pieces(step, style);
        };
        const PieceSource tried = [&](const ColumnStyle& style) { return this->tried(step, style); };
        const PieceSource both = [&](const ColumnStyle& style) {
            std::vector<Piece> pieces = this->block_pieces(step, style);
            for (Piece& piece : this->tried(step, style)) pieces.push_back(std::move(piece));
            return pieces;
        };
        const std::size_t count = figure.parts.size();
        std::size_t shown = add_blocks(figure, n, step.question ? block_pieces : both);
        const auto next = [&] { return shown < count ? shown : 0; };
        if (step.question) {
            shown = std::max(shown, add_question(n, figure, next()));
            if (!this->tried(step, body(figure.form, min_size)).empty())
                shown = std::max(
                    shown,
                    step.figure.curve_to_draw
                        ? add_next_to({figure.form, parts(step.figure, figure.form, true)}, n, tried, 0)
                        : add_next_to(figure, n, tried, next()));
        }
        if (!step.exercise.empty()) shown = std::max(shown, add_exercise(n, figure, next()));
        for (; shown < count; ++shown)
            draw_part(figure.parts[shown], figure.form, headed(n, true, figure.form));
    }

    [[nodiscard]] FigureLook look(const Form& form, bool answered) const {
        FigureLook look{form.figure.width, form.figure.height, figure_points, request_.theme};
        look.answered = answered;
        look.own_numbers = true;
        return look;
    }

    [[nodiscard]] Parts parts(const DocumentFigure& figure, const Form& form, bool answered) const {
        return figure.parts(look(form, answered), form.figure.height, request_.document.language, metrics_,
                            request_.engine, job_.quiet());
    }

    /// Draws the plot in which the reader draws a curve.
    [[nodiscard]] Parts part_to_draw(const DocumentFigure& figure, const Form& form, bool answered) const {
        FigureLook own = look(form, answered);
        own.marked = false;
        own.panels = {figure.curve_to_draw->curve.panel};
        return {
            {figure.lay_out(own, request_.document.language, metrics_, request_.engine, job_.quiet()), {}}};
    }

    /// Returns the area of the smallest rectangle around each part, the smallest one.
    [[nodiscard]] double extent(const Parts& parts) const {
        double least = slide_width * slide_height;
        for (const FigurePart& part : parts) {
            const Rect drawn = drawn_extent(part.layout.draw.commands, metrics_);
            least = std::min(least, drawn.width * drawn.height);
        }
        return least;
    }

    /// Lays out the figure at the left or, if it is too low to be large there and its texts have room below
    /// it, over the whole width.
    [[nodiscard]] StepFigure figure_of(std::size_t n) const {
        const DocumentStep& step = request_.document.steps[n];
        const Form side = form_with_side_column(n);
        StepFigure best{side, parts(step.figure, side, false)};
        double largest = extent(best.parts);
        if (largest >= large || step.figure.curve_to_draw) return best;
        for (const double height : {390.0, 420.0, 450.0, 480.0}) {
            const Form above = form_over_columns(height);
            if (!have_room(step, above)) break;
            Parts lower = parts(step.figure, above, false);
            const double area = extent(lower);
            if (lower.size() > best.parts.size() || area <= largest) continue;
            if (!labels_have_room(lower, above)) continue;
            largest = area;
            best = {above, std::move(lower)};
            if (area >= large) break;
        }
        return best;
    }

    /// True if no text of the step is higher than a column of the form.
    [[nodiscard]] bool have_room(const DocumentStep& step, const Form& form) const {
        const ColumnStyle style = body(form, min_size);
        std::vector<std::vector<Piece>> all{block_pieces(step, style), tried(step, style)};
        if (step.question)
            for (const bool answered : {false, true}) all.push_back(asked(*step.question, style, answered));
        if (!step.exercise.empty()) all.push_back(exercise(step, style, {}, request_.answers));
        return std::all_of(all.begin(), all.end(), [&](const std::vector<Piece>& pieces) {
            return std::all_of(pieces.begin(), pieces.end(), [&](const Piece& piece) {
                return !piece.wide && piece.what.height <= form.columns.back().height();
            });
        });
    }
    [[nodiscard]] bool labels_have_room(const Parts& parts, const Form& form) const {
        constexpr double share = 0.5;  // of a column
        return std::all_of(parts.begin(), parts.end(), [&](const FigurePart& part) {
            return legend(part, form).height <= share * form.columns.back().height();
        });
    }

    /// Distributes texts over columns, at the largest size that needs no more of them than the smallest size.
    [[nodiscard]] std::vector<ColumnPieces> dealt(const StepFigure& figure, const PieceSource& said) const {
        std::vector<double> rooms;
        for (const Column& column : figure.form.columns) rooms.push_back(column.height());
        double labels = 0;
        for (const FigurePart& part : figure.parts)
            if (!part.marks.empty()) labels = std::max(labels, legend(part, figure.form).height + legend_gap);
        rooms.back() -= labels;
        const ColumnBreaker breaker(std::move(rooms));
        std::vector<ColumnPieces> least = breaker.columns(said(body(figure.form, min_size)));
        for (const double size : body_sizes) {
            std::vector<ColumnPieces> larger = breaker.columns(said(body(figure.form, size)));
            if (larger.size() <= least.size()) return larger;
        }
        return least;
    }

    /// Adds the first texts of a step, each slide next to another part of its figure. Returns the number of
    /// parts that were shown.
    std::size_t add_blocks(const StepFigure& figure, std::size_t n, const PieceSource& said) {
        std::vector<ColumnPieces> columns = dealt(figure, said);
        if (figure.form.columns.size() == 1) ColumnBreaker::spread(columns, figure.parts.size());
        return add_slides(figure, n, columns, 0, true);
    }

    /// Adds further texts, next to the parts from `part` on.
    std::size_t add_next_to(const StepFigure& figure, std::size_t n, const PieceSource& said,
                            std::size_t part) {
        return add_slides(figure, n, dealt(figure, said), part, false);
    }

    std::size_t add_slides(const StepFigure& figure, std::size_t n, const std::vector<ColumnPieces>& texts,
                           std::size_t part, bool begins) {
        const Form& form = figure.form;
        std::size_t shown = part;
        for (std::size_t k = 0; k < texts.size();) {
            const bool more = !begins || k > 0;
            if (is_wide(texts[k])) {
                draw_column(texts[k++], {margin + wide_indent, top}, headed(n, more));
                continue;
            }
            PdfPage& slide = headed(n, more, form);
            const FigurePart& drawn = figure.parts[std::min(shown, figure.parts.size() - 1)];
            draw_part(drawn, form, slide);
            const double labels = drawn.marks.empty() ? 0 : legend(drawn, form).height + legend_gap;
            shown = std::min(shown + 1, figure.parts.size());
            for (const Column& column : form.columns)
                if (k < texts.size() && !is_wide(texts[k])) {
                    const double room = column.height() - (&column == &form.columns.back() ? labels : 0);
                    if (height_of(texts[k]) > room + 1) refuse_texts(slides_.size());
                    draw_column(texts[k++], {column.x, column.top}, slide);
                }
        }
        return shown;
    }

    static constexpr double legend_gap = 24;

    [[nodiscard]] Printed legend(const FigurePart& part, const Form& form) const {
        return part.marks.empty() ? Printed{} : text_.legend(part.marks, small(form.columns.back().width));
    }

    /// Draws a part of the figure, and its mark labels at the bottom of the last column.
    void draw_part(const FigurePart& part, const Form& form, PdfPage& slide) const {
        draw_at({part.layout.draw.commands, 0}, {form.figure.x, form.figure.y}, slide.draw.commands);
        const Printed labels = legend(part, form);
        if (labels.height == 0) return;
        const Column& column = form.columns.back();
        const double y = bottom - labels.height;
        slide.draw.commands.push_back(
            FillRect{{column.x, y - legend_gap / 2, column.width, 1}, text_.colors().divider, 0});
        draw_at(labels, {column.x, y}, slide.draw.commands);
    }

    static void draw_column(const ColumnPieces& pieces, Point at, PdfPage& slide) {
        double y = at.y;
        for (const Piece& piece : pieces) {
            if (y > at.y) y += piece.above;
            draw_at(piece.what, {at.x, y}, slide.draw.commands);
            y += piece.what.height;
        }
    }

    /// Adds a paragraph as one piece, or as pieces of whole sentences if it is longer than the column.
    void add_paragraph(const RichText& text, const ColumnStyle& style, const std::string& label, double above,
                       std::vector<Piece>& pieces) const {
        if (Printed whole = text_.block(text, style.text, label); whole.height <= style.longest) {
            pieces.push_back({std::move(whole), above});
            return;
        }
        RichText part;
        bool begun = false;
        const auto add_part = [&] {
            if (!part.empty())
                add_sentence(part, style, begun ? std::string() : label, begun ? 0 : above, pieces);
            begun = begun || !part.empty();
            part.clear();
        };
        for (const RichText& message : sentences(text)) {
            RichText longer = part;
            longer.insert(longer.end(), message.begin(), message.end());
            if (!part.empty() && text_.block(longer, style.text, label).height > style.longest) {
                add_part();
                longer = message;
            }
            part = std::move(longer);
        }
        add_part();
    }

    /// Adds a sentence. One that does not fit next to a figure gets slides of its own; no sentence is that
    /// long unintentionally.
    void add_sentence(const RichText& text, const ColumnStyle& style, const std::string& label, double above,
                      std::vector<Piece>& pieces) const {
        Printed printed = text_.block(text, style.text, label);
        if (printed.height <= style.longest) {
            pieces.push_back({std::move(printed), above});
            return;
        }
        TextStyle wide = style.text;
        wide.width = full_width() - wide_indent;
        const std::vector<FlowLine> lines = text_.lines(text, wide, label);
        const auto on_one =
            std::max<std::size_t>(1, static_cast<std::size_t>((bottom - top) / (1.3 * wide.pitch)));
        for (std::size_t begin = 0; begin < lines.size(); begin += on_one) {
            const std::span<const FlowLine> some(lines.data() + begin,
                                                 std::min(on_one, lines.size() - begin));
            pieces.push_back({{commands_at(some, {}), poslab::height_of(some)}, above, false, true});
        }
    }

    void add_formula(const std::string& markup, const TextStyle& style, std::vector<Piece>& pieces) const {
        pieces.push_back({text_.formula(markup, 1.15 * style.size, style.width), 16, !pieces.empty()});
    }

    [[nodiscard]] std::vector<Piece> block_pieces(const DocumentStep& step, const ColumnStyle& style) const {
        std::vector<Piece> pieces;
        for (const DocumentBlock& block : step.blocks) {
            if (block.formula.empty())
                add_paragraph(block.text, style, {}, 14, pieces);
            else
                add_formula(block.formula, style.text, pieces);
        }
        return pieces;
    }

    [[nodiscard]] std::vector<Piece> tried(const DocumentStep& step, const ColumnStyle& style) const {
        std::vector<Piece> pieces;
        if (step.tried) {
            add_paragraph(step.tried->words, style, translate_.try_it(), 20, pieces);
            pieces.push_back(
                {text_.block(rich_text_of(moved_text(*step.tried)), small(style.text.width)), 2, true});
        }
        if (!step.watches.empty()) {
            const std::size_t first = pieces.size();
            add_paragraph(watched_text(step.watches, translate_), style, {}, 14, pieces);
            pieces[first].joined = first > 0;
        }
        return pieces;
    }

    /// Adds slides with the question, then slides with the answer, next to the same parts.
    std::size_t add_question(std::size_t n, const StepFigure& figure, std::size_t part) {
        const DocumentStep& step = request_.document.steps[n];
        std::size_t shown = part;
        for (const bool answered : {false, true}) {
            const PieceSource said = [&](const ColumnStyle& style) {
                return asked(*step.question, style, answered);
            };
            if (step.figure.curve_to_draw)
                add_next_to({figure.form, part_to_draw(step.figure, figure.form, answered)}, n, said, 0);
            else
                shown = add_next_to(figure, n, said, part);
        }
        return shown;
    }

    [[nodiscard]] std::vector<Piece> asked(const DocumentQuestion& question, const ColumnStyle& style,
                                           bool answered) const {
        std::vector<Piece> pieces;
        add_paragraph(question.question, style, translate_.predict(), 0, pieces);
        if (question.drawing.empty())
            pieces.push_back({text_.choices(question, style.text, answered), 16});
        else if (!answered)
            pieces.push_back({text_.block(question.drawing, small(style.text.width), translate_.draw()), 16});
        if (answered) add_paragraph(question.because, style, {}, 18, pieces);
        return pieces;
    }

    std::size_t add_exercise(std::size_t n, const StepFigure& figure, std::size_t part) {
        const DocumentStep& step = request_.document.steps[n];
        const std::string label = translate_.exercise(++exercises_);
        const bool solved = request_.answers && !step.solution.empty();
        std::size_t shown = part;
        for (const bool answered : solved ? std::vector<bool>{false, true} : std::vector<bool>{false}) {
            const PieceSource said = [&](const ColumnStyle& style) {
                return exercise(step, style, label, answered);
            };
            shown = add_next_to(figure, n, said, part);
        }
        return shown;
    }

    [[nodiscard]] std::vector<Piece> exercise(const DocumentStep& step, const ColumnStyle& style,
                                              const std::string& label, bool answered) const {
        std::vector<Piece> pieces;
        add_paragraph(step.exercise, style, label, 0, pieces);
        if (answered) add_paragraph(step.solution, style, translate_.solution(), 20, pieces);
        return pieces;
    }

    /// Refuses texts that reach beyond the slide, because they cannot be divided between slides.
    static void expect_texts_on(const PdfPage& slide, std::size_t number) {
        for (const DrawCommand& command : slide.draw.commands)
            if (const auto* run = std::get_if<TextRun>(&command);
                run != nullptr && (run->anchor.y < 0 || run->anchor.y > slide_height))
                refuse_texts(number);
    }

    [[noreturn]] static void refuse_texts(std::size_t number) {
        throw InputError(
            tr("slide {}: its texts have no room; shorten titles, the summary, choices or "
               "the labels of marks",
               number));
    }

    /// Writes the number of the slide and the lesson's title at the lower right, below the texts.
    void add_foot(PdfPage& slide, std::size_t number) const {
        constexpr double gap = 16;
        const double baseline = slide_height - 12;
        const Color color = text_.colors().text3;
        const std::string place = fmt::format("{} / {}", number, slides_.size());
        const double room = column_width - metrics_.width(place, Font::regular, min_size) - gap;
        slide.draw.commands.push_back(text_.run(
            fitted_text(plain_text(request_.document.title), metrics_, Font::regular, min_size, room),
            {column_left, baseline}, min_size, Font::regular, color));
        slide.draw.commands.push_back(
            text_.run(place, {slide_width - margin, baseline}, min_size, Font::regular, color, Align::right));
    }

    const HandoutRequest& request_;
    const Job& job_;
    HandoutTranslator translate_;
    FontMetrics metrics_;
    PrintText text_;
    std::vector<PdfPage> slides_;
    std::size_t exercises_ = 0;
};

}  // namespace

std::vector<PdfPage> lesson_slides(const HandoutRequest& request, const Job& job) {
    return SlidesWriter(request, job).slides();
}

const HandoutFormat& slides_handout() {
    static const HandoutFormat format{
        .id = "slides",
        .ending = "pdf",
        .slides = true,
        .about = "16:9 pages",
        .render = [](const HandoutRequest& request, const Job& job) {
            std::optional<Color> background;  // light slides use the colour of paper
            if (request.theme == Theme::dark) background = palette(request.theme).canvas;
            return pdf_of_pages(lesson_slides(request, job), request.fonts,
                                {96, lesson_metadata(request.document), background});
        }};
    return format;
}

}  // namespace poslab
