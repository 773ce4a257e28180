// A lesson as slides of 16:9: the figure at the left, what is said at the right.

#include "app/handout/handout_format.hpp"
#include "app/handout/handout_words.hpp"
#include "app/handout/print_text.hpp"
#include "app/handout/printed_lesson.hpp"
#include "core/figure/draw_move.hpp"
#include "core/figure/text_fit.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <utility>

namespace poslab {

namespace {

/// What is said on slides, one piece below the other; a piece is not cut unless it is longer than a slide.
struct Piece {
    Printed what;
    double above = 0;
};

class SlidesWriter {
    // CSS pixels at 1280 x 720. No type is smaller than 22, which is 16.5 points there.
    static constexpr double slide_width = 1280, slide_height = 720, margin = 56, top = 132, bottom = 660;
    static constexpr double least_size = 22, body_size = 24, body_pitch = 34, small_pitch = 30, title_size = 36;
    static constexpr double figure_width = 720, column_gap = 40;
    static constexpr double column_width = slide_width - 2 * margin - figure_width - column_gap;
    static constexpr double figure_points = 19.5;

  public:
    SlidesWriter(const HandoutRequest& request, const Job& job)
        : request_(request), job_(job), words_(request.document.language), metrics_(request.fonts), text_(metrics_) {}

    std::vector<PdfPage> slides() {
        add_title();
        const std::vector<DocumentStep>& steps = request_.document.steps;
        for (std::size_t n = 0; n < steps.size(); ++n) {
            job_.check();
            add_step(n);
            job_.progress(static_cast<double>(n + 1) / static_cast<double>(steps.size()));
        }
        for (std::size_t n = 1; n < slides_.size(); ++n) add_foot(slides_[n], n + 1);
        return std::move(slides_);
    }

  private:
    [[nodiscard]] TextStyle body(double width, double size = body_size) const {
        return {size, size / body_size * body_pitch, width, Font::regular, text_.colors().text};
    }
    [[nodiscard]] TextStyle small(double width) const {
        return {least_size, small_pitch, width, Font::regular, text_.colors().text2};
    }
    [[nodiscard]] static constexpr double full_width() { return slide_width - 2 * margin; }

    PdfPage& new_slide() {
        slides_.push_back({{slide_width, slide_height, {}}, {}, {}});
        return slides_.back();
    }

    void add_title() {
        const LessonDocument& document = request_.document;
        PdfPage& slide = new_slide();
        slide.bookmarks.push_back(plain_text(document.title));
        Printed all = text_.block(document.title, {60, 74, full_width(), Font::semibold, text_.colors().text});
        add_below(all, text_.block(document.summary, {30, 42, 0.86 * full_width(), Font::regular, text_.colors().text2}), 18);
        std::string facts = words_.minutes(document.minutes);
        if (!document.source.empty()) facts += "\u2002·\u2002" + words_.source(document.source);
        add_below(all, text_.block(plain_told(facts), small(full_width())), 34);
        const double y = std::max(margin, (slide_height - all.height) / 2 - 20);
        slide.draw.commands.push_back(FillRect{{margin, y - 28, 96, 6}, text_.colors().accent, 0});
        draw_at(all, {margin, y}, slide.draw.commands);
    }

    /// A slide with the step's heading; `more` has it say that it goes on.
    PdfPage& headed(std::size_t step, bool more) {
        PdfPage& slide = new_slide();
        const std::string number = std::to_string(step + 1);
        const ToldText& title = request_.document.steps[step].title;
        if (!more) slide.bookmarks.push_back(number + "  " + plain_text(title));
        constexpr double pitch = 46;
        std::vector<FlowLine> lines;
        for (const double size : {title_size, 32.0, 28.0, 25.0, least_size}) {  // the first at which it is one line
            lines = text_.lines(title, {size, pitch, full_width() - 64, Font::semibold, text_.colors().text});
            if (lines.size() < 2) break;
        }
        for (DrawCommand& command : commands_at(lines, {margin + 64, 48})) slide.draw.commands.push_back(std::move(command));
        slide.draw.commands.push_back(text_.run(number, {margin, 48 + pitch / 2 + baseline_shift * title_size}, title_size,
                                                Font::semibold, text_.colors().accent));
        return slide;
    }

    /// In the window's order: what is told, asked, tried.
    void add_step(std::size_t n) {
        const DocumentStep& step = request_.document.steps[n];
        const auto told = [&](const TextStyle& style, bool) { return this->told(step, style); };
        const auto tried = [&](const TextStyle& style, bool watched) { return this->tried(step, style, watched); };
        const auto both = [&](const TextStyle& style, bool watched) {
            std::vector<Piece> pieces = this->told(step, style);
            for (Piece& piece : this->tried(step, style, watched)) pieces.push_back(std::move(piece));
            return pieces;
        };
        const bool tries = step.question && !this->tried(step, body(column_width), true).empty();
        if (step.question)
            add_beside_figure(n, told, false, false);
        else
            add_beside_figure(n, both, false, false);
        if (step.figure.asked)
            add_drawing(n);
        else if (step.question)
            add_question(n);
        if (tries) add_beside_figure(n, tried, true, true);
        if (!step.exercise.empty()) add_exercise(n);
    }

    /// What `said(style, whether what is watched is in it)` gives, beside the figure, on as many slides as it needs.
    template <class Said>
    void add_beside_figure(std::size_t n, const Said& said, bool answered, bool follows) {
        const DocumentStep& step = request_.document.steps[n];
        FigureLook look{figure_width, bottom - top - legend(step, answered).height, figure_points};
        look.answered = answered;
        const Layout layout =
            step.figure.drawn(look, request_.document.language, metrics_, request_.engine, Job(job_.stop_token()));
        const auto slide_of = [&](bool more) {
            PdfPage& slide = headed(n, more || follows);
            draw_at({layout.draw.commands, 0}, {margin, top}, slide.draw.commands);
            draw_at(legend(step, answered), {margin, top + layout.draw.height}, slide.draw.commands);
            return &slide;
        };
        // A little smaller, or without what only a window moves, rather than a slide more.
        std::vector<Piece> pieces = said(body(column_width), true);
        for (const bool watched : {true, false})
            if (!fits(pieces))
                if (std::vector<Piece> less = said(body(column_width, least_size), watched); fits(less)) pieces = std::move(less);
        fill(pieces, margin + figure_width + column_gap, slide_of);
    }

    [[nodiscard]] Printed legend(const DocumentStep& step, bool answered) const {
        Printed legend;
        if (const std::vector<DocumentMark> marks = step.figure.shown_marks(answered); !marks.empty())
            add_below(legend, text_.legend(marks, small(figure_width)), 12);
        return legend;
    }

    [[nodiscard]] static bool fits(const std::vector<Piece>& pieces) {
        double height = 0;
        for (const Piece& piece : pieces) height += piece.above + piece.what.height;
        return pieces.empty() || height <= bottom - top + pieces.front().above;
    }

    /// Pieces in a column, on as many slides as they need.
    template <class NewSlide>
    void fill(const std::vector<Piece>& pieces, double x, const NewSlide& new_slide) {
        PdfPage* slide = new_slide(false);
        double y = top;
        for (const Piece& piece : pieces) {
            const double above = y > top ? piece.above : 0;
            if (y > top && y + above + piece.what.height > bottom) {
                slide = new_slide(true);
                y = top;
            } else {
                y += above;
            }
            draw_at(piece.what, {x, y}, slide->draw.commands);
            y += piece.what.height;
        }
    }

    /// Lines of a paragraph that is longer than a third of a slide may stand on two.
    void add_paragraph(const ToldText& text, const TextStyle& style, const std::string& label, double above,
                       std::vector<Piece>& pieces) const {
        const std::vector<FlowLine> lines = text_.lines(text, style, label);
        constexpr std::size_t together = 5;
        for (std::size_t begin = 0; begin < lines.size();) {
            const bool last = lines.size() - begin < together + 2;
            const std::span<const FlowLine> part(lines.data() + begin, last ? lines.size() - begin : together);
            pieces.push_back({{commands_at(part, {}), height_of(part)}, begin == 0 ? above : 0});
            begin += part.size();
        }
    }

    [[nodiscard]] std::vector<Piece> told(const DocumentStep& step, const TextStyle& style) const {
        std::vector<Piece> pieces;
        for (const DocumentBlock& block : step.blocks) {
            if (block.formula.empty())
                add_paragraph(block.text, style, {}, 16, pieces);
            else
                pieces.push_back({text_.formula(block.formula, 28, style.width), 18});
        }
        return pieces;
    }

    [[nodiscard]] std::vector<Piece> tried(const DocumentStep& step, const TextStyle& style, bool watched) const {
        std::vector<Piece> pieces;
        if (step.tried) {
            add_paragraph(step.tried->words, style, words_.try_it(), 22, pieces);
            pieces.push_back({text_.block(plain_told(moved_text(*step.tried)), small(style.width)), 2});
        }
        ToldText watches;
        for (const DocumentWatch& watch : step.watches) {
            if (!watches.empty()) watches.push_back({LessonSpan::Kind::plain, "; ", {}});
            watches.insert(watches.end(), watch.label.begin(), watch.label.end());
            watches.push_back({LessonSpan::Kind::plain, " ", {}});
            watches.push_back({LessonSpan::Kind::number, watch.number, {}});
        }
        if (watched && !watches.empty()) add_paragraph(watches, style, words_.watch(), 16, pieces);
        return pieces;
    }

    /// A slide that asks, and one with the answer.
    void add_question(std::size_t n) {
        const DocumentQuestion& question = *request_.document.steps[n].question;
        const TextStyle large{30, 42, full_width() - 64, Font::regular, text_.colors().text};
        for (const bool answered : {false, true}) {
            std::vector<Piece> pieces{{text_.block(question.question, large, words_.predict()), 0},
                                      {text_.choices(question, {28, 42, large.width, Font::regular, large.color}, answered), 26}};
            if (answered) add_paragraph(question.because, {26, 37, large.width, Font::regular, large.color}, {}, 30, pieces);
            fill(pieces, margin + 64, [&](bool) { return &headed(n, true); });
        }
    }

    /// A slide with the plot that the curve is to be drawn in, and one with the curve.
    void add_drawing(std::size_t n) {
        const DocumentStep& step = request_.document.steps[n];
        const DocumentQuestion& question = *step.question;
        for (const bool answered : {false, true}) {
            FigureLook look{figure_width, bottom - top, figure_points};
            look.answered = answered;
            look.alone = true;
            const Layout layout =
                step.figure.drawn(look, request_.document.language, metrics_, request_.engine, Job(job_.stop_token()));
            const TextStyle style = body(column_width);
            std::vector<Piece> pieces{{text_.block(question.question, style, words_.predict()), 0}};
            if (answered)
                add_paragraph(question.because, style, {}, 22, pieces);
            else
                pieces.push_back({text_.block(question.drawing, small(style.width), words_.draw()), 16});
            fill(pieces, margin + figure_width + column_gap, [&](bool) {
                PdfPage& slide = headed(n, true);
                draw_at({layout.draw.commands, 0}, {margin, top}, slide.draw.commands);
                return &slide;
            });
        }
    }

    void add_exercise(std::size_t n) {
        const DocumentStep& step = request_.document.steps[n];
        const TextStyle large{30, 42, full_width() - 64, Font::regular, text_.colors().text};
        const std::string label = words_.exercise(++exercises_);
        const bool solved = request_.answers && !step.solution.empty();
        for (const bool answered : solved ? std::vector<bool>{false, true} : std::vector<bool>{false}) {
            std::vector<Piece> pieces;
            add_paragraph(step.exercise, large, label, 0, pieces);
            if (answered)
                add_paragraph(step.solution, {26, 37, large.width, Font::regular, large.color}, words_.solution(), 30, pieces);
            fill(pieces, margin + 64, [&](bool) { return &headed(n, true); });
        }
    }

    void add_foot(PdfPage& slide, std::size_t number) const {
        const double baseline = slide_height - 22;
        const Color color = text_.colors().text3;
        slide.draw.commands.push_back(
            text_.run(fitted_text(plain_text(request_.document.title), metrics_, Font::regular, least_size, 0.8 * full_width()),
                      {margin, baseline}, least_size, Font::regular, color));
        slide.draw.commands.push_back(text_.run(fmt::format("{} / {}", number, slides_.size()), {slide_width - margin, baseline},
                                                least_size, Font::regular, color, Align::right));
    }

    const HandoutRequest& request_;
    const Job& job_;
    HandoutWords words_;
    FontMetrics metrics_;
    PrintText text_;
    std::vector<PdfPage> slides_;
    std::size_t exercises_ = 0;
};

}  // namespace

std::vector<PdfPage> lesson_slides(const HandoutRequest& request, const Job& job) { return SlidesWriter(request, job).slides(); }

const HandoutFormat& slides_handout();
const HandoutFormat& slides_handout() {
    static const HandoutFormat format{
        .id = "slides",
        .ending = "pdf",
        .slides = true,
        .about = "pages of 16:9",
        .render = [](const HandoutRequest& request, const Job& job) {
            return pdf_of_pages(lesson_slides(request, job), request.fonts, {96, lesson_metadata(request.document), std::nullopt});
        }};
    return format;
}

}  // namespace poslab
