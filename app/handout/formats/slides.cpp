// A lesson as 16:9 slides: the figure on the left, texts and mark labels on the right.

#include "app/handout/handout_format.hpp"
#include "app/handout/handout_translator.hpp"
#include "app/handout/print_text.hpp"
#include "app/handout/printed_lesson.hpp"
#include "app/handout/sentences.hpp"
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

/// Distributes pieces over slides.
class SlideBreaker {
  public:
    explicit SlideBreaker(double room) : room_(room) {}

    [[nodiscard]] std::vector<std::vector<Piece>> slides(std::vector<Piece> pieces) const {
        std::vector<std::vector<Piece>> slides;
        for (std::size_t begin = 0; begin < pieces.size();) {
            const std::size_t end = end_of_run(pieces, begin);
            const std::span<const Piece> run(pieces.data() + begin, end - begin);
            if (slides.empty() || !fits(slides.back(), run)) slides.emplace_back();
            for (; begin < end; ++begin) {
                if (!slides.back().empty() && !fits(slides.back(), std::span(&pieces[begin], 1)))
                    slides.emplace_back();
                slides.back().push_back(std::move(pieces[begin]));
            }
        }
        return slides;
    }

    /// Splits slides, the last ones first, until there are `least` or no piece is left to move.
    static void spread(std::vector<std::vector<Piece>>& slides, std::size_t least) {
        while (slides.size() < least) {
            std::size_t at = slides.size(), cut = 0;
            while (at > 0 && cut == 0) cut = last_cut(slides[--at]);
            if (cut == 0) return;
            const auto middle = slides[at].begin() + static_cast<std::ptrdiff_t>(cut);
            std::vector<Piece> rest(std::make_move_iterator(middle),
                                    std::make_move_iterator(slides[at].end()));
            slides[at].erase(middle, slides[at].end());
            slides.insert(slides.begin() + static_cast<std::ptrdiff_t>(at) + 1, std::move(rest));
        }
    }

  private:
    static std::size_t end_of_run(const std::vector<Piece>& pieces, std::size_t begin) {
        std::size_t end = begin + 1;
        while (end < pieces.size() && pieces[end].joined) ++end;
        return end;
    }

    [[nodiscard]] bool fits(std::span<const Piece> slide, std::span<const Piece> more) const {
        if (slide.empty()) return true;
        if (slide.back().wide || more.front().wide) return false;
        return height_of(slide) + more.front().above + height_of(more) <= room_;
    }

    /// Returns the index at which a slide is best split; 0 if it cannot be.
    static std::size_t last_cut(const std::vector<Piece>& slide) {
        for (std::size_t cut = slide.size(); cut-- > 1;)
            if (!slide[cut].joined) return cut;
        return 0;
    }

    double room_;
};

class SlidesWriter {
    // CSS pixels at 1280 x 720. No text is smaller than 22, which is 16.5 points there.
    static constexpr double slide_width = 1280, slide_height = 720, margin = 28, top = 76, bottom = 684;
    static constexpr double min_size = 22, pitch_share = 1.36, title_size = 34, wide_indent = 52;
    static constexpr double figure_width = 844, column_gap = 28;  // the figure has 56 % of a slide
    static constexpr double column_left = margin + figure_width + column_gap;
    static constexpr double column_width = slide_width - margin - column_left;
    static constexpr double figure_points = 19.5;
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
        return std::move(slides_);
    }

  private:
    using Parts = std::vector<FigurePart>;
    using PieceSource = std::function<std::vector<Piece>(const TextStyle&)>;

    [[nodiscard]] TextStyle style(double width, double size, Color color) const {
        return {size, pitch_share * size, width, Font::regular, color};
    }
    [[nodiscard]] TextStyle body(double size) const { return style(column_width, size, text_.colors().text); }
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

    /// Adds a slide with the step's heading; `more` marks the continuation of a step.
    PdfPage& headed(std::size_t step, bool more) {
        constexpr double pitch = 46, above = 16;
        PdfPage& slide = new_slide();
        const std::string number = std::to_string(step + 1);
        const RichText& title = request_.document.steps[step].title;
        if (!more) slide.bookmarks.push_back(number + "  " + plain_text(title));
        std::vector<FlowLine> lines;
        // the largest size at which the title is one line
        for (const double size : {title_size, 32.0, 28.0, 25.0, min_size}) {
            lines = text_.lines(
                title, {size, pitch, full_width() - wide_indent, Font::semibold, text_.colors().text});
            if (lines.size() < 2) break;
        }
        for (DrawCommand& command : commands_at(lines, {margin + wide_indent, above}))
            slide.draw.commands.push_back(std::move(command));
        slide.draw.commands.push_back(text_.run(number,
                                                {margin, above + pitch / 2 + baseline_shift * title_size},
                                                title_size, Font::semibold, text_.colors().accent));
        return slide;
    }

    /// Adds a step in the window's order: text, question, trial.
    void add_step(std::size_t n) {
        const DocumentStep& step = request_.document.steps[n];
        const Parts parts = this->parts(step.figure, false);
        const PieceSource block_pieces = [&](const TextStyle& style) {
            return this->block_pieces(step, style);
        };
        const PieceSource tried = [&](const TextStyle& style) { return this->tried(step, style); };
        const PieceSource both = [&](const TextStyle& style) {
            std::vector<Piece> pieces = this->block_pieces(step, style);
            for (Piece& piece : this->tried(step, style)) pieces.push_back(std::move(piece));
            return pieces;
        };
        std::size_t shown = add_blocks(parts, n, step.question ? block_pieces : both);
        const auto next = [&] { return shown < parts.size() ? shown : 0; };
        if (step.question) {
            shown = std::max(shown, add_question(n, parts, next()));
            if (!this->tried(step, body(min_size)).empty())
                shown = std::max(shown, step.figure.curve_to_draw
                                            ? add_next_to(this->parts(step.figure, true), n, tried, 0)
                                            : add_next_to(parts, n, tried, next()));
        }
        if (!step.exercise.empty()) shown = std::max(shown, add_exercise(n, parts, next()));
        for (; shown < parts.size(); ++shown) draw_part(parts[shown], headed(n, true));
    }

    [[nodiscard]] FigureLook look(bool answered) const {
        FigureLook look{figure_width, bottom - top, figure_points, request_.theme};
        look.answered = answered;
        look.own_numbers = true;
        return look;
    }

    [[nodiscard]] Parts parts(const DocumentFigure& figure, bool answered) const {
        return figure.parts(look(answered), bottom - top, request_.document.language, metrics_,
                            request_.engine, Job(job_.stop_token()));
    }

    /// Draws the plot in which the reader draws a curve.
    [[nodiscard]] Parts part_to_draw(const DocumentFigure& figure, bool answered) const {
        FigureLook own = look(answered);
        own.marked = false;
        own.panels = {figure.curve_to_draw->curve.panel};
        return {{figure.lay_out(own, request_.document.language, metrics_, request_.engine,
                                Job(job_.stop_token())),
                 {}}};
    }

    using Slides = std::vector<std::vector<Piece>>;

    /// Distributes texts over slides, at the largest size that needs no more slides than the smallest size.
    [[nodiscard]] Slides distributed(const Parts& parts, const PieceSource& pieces_of) const {
        double room = bottom - top;
        for (const FigurePart& part : parts)
            if (!part.marks.empty()) room = std::min(room, bottom - top - legend(part).height - legend_gap);
        const SlideBreaker breaker(room);
        Slides least = breaker.slides(pieces_of(body(min_size)));
        for (const double size : body_sizes)
            if (Slides larger = breaker.slides(pieces_of(body(size))); larger.size() <= least.size())
                return larger;
        return least;
    }

    /// Adds the first texts of a step, each slide next to another part of its figure. Returns the number of
    /// parts that were shown.
    std::size_t add_blocks(const Parts& parts, std::size_t n, const PieceSource& pieces_of) {
        Slides slides = distributed(parts, pieces_of);
        SlideBreaker::spread(slides, parts.size());
        return add_slides(parts, n, slides, 0, true);
    }

    /// Adds further texts, next to the parts from `part` on.
    std::size_t add_next_to(const Parts& parts, std::size_t n, const PieceSource& pieces_of,
                            std::size_t part) {
        return add_slides(parts, n, distributed(parts, pieces_of), part, false);
    }

    std::size_t add_slides(const Parts& parts, std::size_t n, const Slides& slides, std::size_t part,
                           bool begins) {
        std::size_t shown = part;
        for (std::size_t k = 0; k < slides.size(); ++k) {
            PdfPage& slide = headed(n, !begins || k > 0);
            const bool wide = slides[k].front().wide;
            if (!wide) {
                draw_part(parts[std::min(shown, parts.size() - 1)], slide);
                shown = std::min(shown + 1, parts.size());
            }
            draw_column(slides[k], wide ? margin + wide_indent : column_left, slide);
        }
        return shown;
    }

    static constexpr double legend_gap = 24;

    [[nodiscard]] Printed legend(const FigurePart& part) const {
        return part.marks.empty() ? Printed{} : text_.legend(part.marks, small(column_width));
    }

    /// Draws a part of the figure on the left, and its mark labels at the bottom of the column.
    void draw_part(const FigurePart& part, PdfPage& slide) const {
        draw_at({part.layout.draw.commands, 0}, {margin, top}, slide.draw.commands);
        const Printed labels = legend(part);
        if (labels.height == 0) return;
        const double y = bottom - labels.height;
        slide.draw.commands.push_back(
            FillRect{{column_left, y - legend_gap / 2, column_width, 1}, text_.colors().divider, 0});
        draw_at(labels, {column_left, y}, slide.draw.commands);
    }

    static void draw_column(const std::vector<Piece>& pieces, double x, PdfPage& slide) {
        double y = top;
        for (const Piece& piece : pieces) {
            if (y > top) y += piece.above;
            draw_at(piece.what, {x, y}, slide.draw.commands);
            y += piece.what.height;
        }
    }

    /// Adds a paragraph as one piece, or as pieces of whole sentences if it is longer than the column.
    void add_paragraph(const RichText& text, const TextStyle& style, const std::string& label, double above,
                       std::vector<Piece>& pieces) const {
        if (Printed whole = text_.block(text, style, label); whole.height <= longest_piece) {
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
            if (!part.empty() && text_.block(longer, style, label).height > longest_piece) {
                add_part();
                longer = message;
            }
            part = std::move(longer);
        }
        add_part();
    }

    /// Adds a sentence. One that does not fit next to a figure gets slides of its own; no sentence is that
    /// long unintentionally.
    void add_sentence(const RichText& text, const TextStyle& style, const std::string& label, double above,
                      std::vector<Piece>& pieces) const {
        Printed printed = text_.block(text, style, label);
        if (printed.height <= longest_piece) {
            pieces.push_back({std::move(printed), above});
            return;
        }
        TextStyle wide = style;
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
    static constexpr double longest_piece = 0.76 * (bottom - top);  // leaves room for mark labels below

    void add_formula(const std::string& markup, const TextStyle& style, std::vector<Piece>& pieces) const {
        pieces.push_back({text_.formula(markup, 1.15 * style.size, style.width), 16, !pieces.empty()});
    }

    [[nodiscard]] std::vector<Piece> block_pieces(const DocumentStep& step, const TextStyle& style) const {
        std::vector<Piece> pieces;
        for (const DocumentBlock& block : step.blocks) {
            if (block.formula.empty())
                add_paragraph(block.text, style, {}, 14, pieces);
            else
                add_formula(block.formula, style, pieces);
        }
        return pieces;
    }

    [[nodiscard]] std::vector<Piece> tried(const DocumentStep& step, const TextStyle& style) const {
        std::vector<Piece> pieces;
        if (step.tried) {
            add_paragraph(step.tried->words, style, translate_.try_it(), 20, pieces);
            pieces.push_back(
                {text_.block(rich_text_of(moved_text(*step.tried)), small(style.width)), 2, true});
        }
        if (!step.watches.empty()) {
            const std::size_t first = pieces.size();
            add_paragraph(watched_text(step.watches, translate_), style, {}, 14, pieces);
            pieces[first].joined = first > 0;
        }
        return pieces;
    }

    /// Adds slides with the question, then slides with the answer, next to the same parts.
    std::size_t add_question(std::size_t n, const Parts& parts, std::size_t part) {
        const DocumentStep& step = request_.document.steps[n];
        std::size_t shown = part;
        for (const bool answered : {false, true}) {
            const PieceSource pieces_of = [&](const TextStyle& style) {
                return question_pieces(*step.question, style, answered);
            };
            if (step.figure.curve_to_draw)
                add_next_to(part_to_draw(step.figure, answered), n, pieces_of, 0);
            else
                shown = add_next_to(parts, n, pieces_of, part);
        }
        return shown;
    }

    [[nodiscard]] std::vector<Piece> question_pieces(const DocumentQuestion& question, const TextStyle& style,
                                                     bool answered) const {
        std::vector<Piece> pieces;
        add_paragraph(question.question, style, translate_.predict(), 0, pieces);
        if (question.drawing.empty())
            pieces.push_back({text_.choices(question, style, answered), 16});
        else if (!answered)
            pieces.push_back({text_.block(question.drawing, small(style.width), translate_.draw()), 16});
        if (answered) add_paragraph(question.because, style, {}, 18, pieces);
        return pieces;
    }

    std::size_t add_exercise(std::size_t n, const Parts& parts, std::size_t part) {
        const DocumentStep& step = request_.document.steps[n];
        const std::string label = translate_.exercise(++exercises_);
        const bool solved = request_.answers && !step.solution.empty();
        std::size_t shown = part;
        for (const bool answered : solved ? std::vector<bool>{false, true} : std::vector<bool>{false}) {
            const PieceSource pieces_of = [&](const TextStyle& style) {
                std::vector<Piece> pieces;
                add_paragraph(step.exercise, style, label, 0, pieces);
                if (answered) add_paragraph(step.solution, style, translate_.solution(), 20, pieces);
                return pieces;
            };
            shown = add_next_to(parts, n, pieces_of, part);
        }
        return shown;
    }

    void add_foot(PdfPage& slide, std::size_t number) const {
        const double baseline = slide_height - 12;
        const Color color = text_.colors().text3;
        slide.draw.commands.push_back(text_.run(fitted_text(plain_text(request_.document.title), metrics_,
                                                            Font::regular, min_size, 0.8 * full_width()),
                                                {margin, baseline}, min_size, Font::regular, color));
        slide.draw.commands.push_back(text_.run(fmt::format("{} / {}", number, slides_.size()),
                                                {slide_width - margin, baseline}, min_size, Font::regular,
                                                color, Align::right));
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

const HandoutFormat& slides_handout();
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
