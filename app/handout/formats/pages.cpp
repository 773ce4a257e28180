// A lesson on paper: pages to read and write on.

#include "app/handout/handout_format.hpp"
#include "app/handout/handout_translator.hpp"
#include "app/handout/page_composer.hpp"
#include "app/handout/printed_lesson.hpp"
#include "core/figure/draw_move.hpp"
#include "core/figure/text_fit.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <utility>

namespace poslab {

namespace {

class PagesWriter {
    // CSS pixels, of which a point has 4/3. No text is smaller than 8 points.
    static constexpr double body_size = 14, body_pitch = 20.5, small_size = 11.6, small_pitch = 16.5,
                            fine_size = 10.8;
    static constexpr double side_margin = 74, top_margin = 64, bottom_margin = 76;
    static constexpr double figure_points = 9.5;

  public:
    PagesWriter(const HandoutRequest& request, const Job& job)
        : request_(request),
          job_(job),
          translate_(request.document.language),
          metrics_(request.fonts),
          text_(metrics_),
          frame_{request.paper.width,
                 request.paper.height,
                 side_margin,
                 top_margin,
                 request.paper.width - 2 * side_margin,
                 request.paper.height - top_margin - bottom_margin},
          composer_(frame_) {}

    std::vector<PdfPage> pages() {
        add_title();
        const std::vector<DocumentStep>& steps = request_.document.steps;
        for (std::size_t n = 0; n < steps.size(); ++n) {
            job_.check();
            composer_.add_section(section(n));
            job_.progress(static_cast<double>(n + 1) / static_cast<double>(steps.size()));
        }
        if (request_.answers) add_answers();
        std::vector<PdfPage> pages = composer_.take();
        for (std::size_t n = 0; n < pages.size(); ++n) add_foot(pages[n], n + 1, pages.size());
        return pages;
    }

  private:
    [[nodiscard]] TextStyle body(double width) const {
        return {body_size, body_pitch, width, Font::regular, text_.colors().text};
    }
    [[nodiscard]] TextStyle small(double width) const {
        return {small_size, small_pitch, width, Font::regular, text_.colors().text2};
    }

    void add_title() {
        const LessonDocument& document = request_.document;
        Chunk title{
            text_.block(document.title, {29, 37, frame_.text_width, Font::semibold, text_.colors().text})};
        add_below(
            title.what,
            text_.block(document.summary, {16, 23, frame_.text_width, Font::regular, text_.colors().text2}),
            6);
        const double top = title.what.height + 10;
        const std::string minutes = translate_.minutes(document.minutes);
        Printed facts;
        const double baseline = small_pitch / 2 + baseline_shift * small_size;
        double x = 0;
        const auto add_fact = [&](const std::string& text, Font font, Color color) {
            facts.commands.push_back(text_.run(text, {x, baseline}, small_size, font, color));
            const double width = metrics_.width(text, font, small_size);
            return Rect{std::exchange(x, x + width + 18), top, width, small_pitch};
        };
        add_fact(minutes, Font::medium, text_.colors().text2);
        if (!document.source.empty()) {
            const std::string source = translate_.source(document.source);
            const std::string shown =
                fitted_text(source, metrics_, Font::regular, small_size, frame_.text_width - x);
            const Rect area = add_fact(shown, Font::regular, text_.colors().accent);
            if (!document.link.empty()) title.links.push_back({area, document.link});
        }
        facts.height = small_pitch;
        add_below(title.what, std::move(facts), 10);
        const double rule = title.what.height + 14;
        title.what.commands.push_back(FillRect{{0, rule, frame_.text_width, 1.4}, text_.colors().accent, 0});
        title.what.height = rule + 2;
        title.with_next = true;
        composer_.add_chunks(std::vector<Chunk>{std::move(title)});
    }

    [[nodiscard]] Chunk heading(const std::string& number, const RichText& title) const {
        constexpr double size = 19, pitch = 26, indent = 34;
        Printed printed = text_.block(
            title, {size, pitch, frame_.text_width - indent, Font::semibold, text_.colors().text});
        for (DrawCommand& command : printed.commands) move_by(command, {indent, 0});
        printed.commands.push_back(text_.run(number, {0, pitch / 2 + baseline_shift * size}, size,
                                             Font::semibold, text_.colors().accent));
        Chunk chunk{std::move(printed), 30, true};
        chunk.bookmarks.push_back(number.empty() ? plain_text(title) : number + "  " + plain_text(title));
        return chunk;
    }

    [[nodiscard]] PageSection section(std::size_t n) const {
        const DocumentStep& step = request_.document.steps[n];
        PageSection section{heading(std::to_string(n + 1), step.title),
                            {},
                            0.56 * frame_.text_width,
                            0.46 * frame_.text_width,
                            {}};
        section.figure = [this, &step, n](double height) { return figure(step.figure, n + 1, height); };
        std::vector<Chunk>& rest = section.rest;
        const auto append = [&](std::vector<Chunk> chunks) {
            std::move(chunks.begin(), chunks.end(), std::back_inserter(rest));
        };
        for (const DocumentBlock& block : step.blocks) {
            if (block.formula.empty())
                append(paragraph(text_.lines(block.text, body(frame_.text_width)), 9));
            else
                append(formula(block.formula, rest));
        }
        // The trial follows the question, as in the window, because it may give the answer away.
        if (step.question) rest.push_back(question(*step.question));
        if (step.tried) append(tried(step));
        if (!step.watches.empty() && !step.figure.curve_to_draw) append(watches(step));
        if (!step.exercise.empty()) rest.push_back(exercise(step.exercise, n));
        return section;
    }

    [[nodiscard]] FigureLook look(double height, bool answered) const {
        FigureLook look{frame_.text_width, height, figure_points};
        look.answered = answered;
        return look;
    }

    /// Draws only the plot in which the reader draws a curve.
    [[nodiscard]] Chunk plot_to_draw(const DocumentFigure& figure, bool answered) const {
        const double height = 0.34 * frame_.text_width;
        FigureLook own = look(height, answered);
        own.marked = false;
        own.panels = {figure.curve_to_draw->curve.panel};
        return {{lay_out(figure, own).draw.commands, height}, 12};
    }

    [[nodiscard]] Layout lay_out(const DocumentFigure& figure, const FigureLook& look) const {
        return figure.lay_out(look, request_.document.language, metrics_, request_.engine, job_.quiet());
    }

    [[nodiscard]] Chunk figure(const DocumentFigure& figure, std::size_t number, double height) const {
        Chunk chunk{{}, 12};
        for (const FigurePart& part :
             figure.parts(look(height, false), 0.34 * frame_.text_width, request_.document.language, metrics_,
                          request_.engine, job_.quiet()))
            add_below(chunk.what, {part.layout.draw.commands, part.layout.draw.height},
                      chunk.what.height > 0 ? 8 : 0);
        const std::string label = translate_.figure(number);
        add_below(chunk.what, text_.block(rich_text_of(figure.title), small(frame_.text_width), label), 8);
        if (const std::vector<DocumentMark> marks = figure.shown_marks(false); !marks.empty())
            add_below(chunk.what, text_.legend(marks, small(frame_.text_width)), 2);
        chunk.what.height += 5;
        return chunk;
    }

    /// Returns a formula that stays on the page of the paragraph before it.
    [[nodiscard]] std::vector<Chunk> formula(const std::string& markup, std::vector<Chunk>& before) const {
        constexpr double size = 18, indent = 26;
        if (!before.empty()) before.back().with_next = true;
        Chunk chunk{text_.formula(markup, size, frame_.text_width - indent), 11};
        chunk.indent = indent;
        return {std::move(chunk)};
    }

    [[nodiscard]] std::vector<Chunk> tried(const DocumentStep& step) const {
        std::vector<Chunk> chunks =
            paragraph(text_.lines(step.tried->words, body(frame_.text_width), translate_.try_it()), 13);
        chunks.back().with_next = true;
        const std::string range = moved_text(*step.tried);
        Printed line = text_.block(rich_text_of(range), small(frame_.text_width));
        add_below(line, text_.command(step.figure.command, fine_size, frame_.text_width), 1);
        chunks.push_back({std::move(line), 2});
        return chunks;
    }

    [[nodiscard]] std::vector<Chunk> watches(const DocumentStep& step) const {
        return paragraph(text_.lines(watched_text(step.watches, translate_), body(frame_.text_width)), 8);
    }

    /// Draws `inside` on a background of its own.
    [[nodiscard]] Chunk boxed(const Printed& inside) const {
        constexpr double padding = 13;
        Chunk chunk{{}, 16};
        chunk.what.height = inside.height + 2 * padding;
        chunk.what.commands.push_back(
            FillRect{{0, 0, frame_.text_width, chunk.what.height}, text_.colors().chrome, 6});
        draw_at(inside, {padding + 2, padding}, chunk.what.commands);
        for (const double line : inside.tops) chunk.what.tops.push_back(padding + line);
        return chunk;
    }

    [[nodiscard]] Chunk question(const DocumentQuestion& question) const {
        const TextStyle style = body(frame_.text_width - 30);
        Printed inside = text_.block(question.question, style, translate_.predict());
        if (question.drawing.empty())
            add_below(inside, text_.choices(question, style, false), 7);
        else
            add_below(inside, text_.block(question.drawing, small(style.width), translate_.draw()), 7);
        return boxed(inside);
    }

    [[nodiscard]] std::string exercise_label(std::size_t step) const {
        std::size_t number = 1;
        for (std::size_t n = 0; n < step; ++n) number += request_.document.steps[n].exercise.empty() ? 0 : 1;
        return translate_.exercise(number);
    }

    [[nodiscard]] Chunk exercise(const RichText& text, std::size_t step) const {
        constexpr int lines = 4;
        constexpr double pitch = 29;
        Chunk chunk{text_.block(text, body(frame_.text_width), exercise_label(step)), 17};
        for (int n = 1; n <= lines; ++n)
            chunk.what.commands.push_back(FillRect{
                {0, chunk.what.height + n * pitch + 3, frame_.text_width, 0.7}, text_.colors().border, 0});
        chunk.what.height += lines * pitch + 5;
        return chunk;
    }

    void add_answers() {
        std::vector<Chunk> all{heading({}, rich_text_of(translate_.answers()))};
        for (DrawCommand& command : all.front().what.commands) move_by(command, {-34, 0});
        const std::vector<DocumentStep>& steps = request_.document.steps;
        for (std::size_t n = 0; n < steps.size(); ++n) {
            const DocumentStep& step = steps[n];
            if (!step.question && step.solution.empty()) continue;
            Chunk title{
                text_.block(step.title,
                            {body_size, body_pitch, frame_.text_width, Font::semibold, text_.colors().text},
                            std::to_string(n + 1)),
                18, true};
            all.push_back(std::move(title));
            const auto append = [&](std::vector<Chunk> chunks) {
                std::move(chunks.begin(), chunks.end(), std::back_inserter(all));
            };
            if (step.figure.curve_to_draw) all.push_back(plot_to_draw(step.figure, true));
            if (step.question) append(answer(*step.question));
            if (!step.solution.empty())
                append(paragraph(text_.lines(step.solution, body(frame_.text_width), exercise_label(n)), 6));
        }
        if (all.size() == 1) return;
        composer_.new_page();
        composer_.add_chunks(std::move(all));
    }

    [[nodiscard]] std::vector<Chunk> answer(const DocumentQuestion& question) const {
        const TextStyle style = body(frame_.text_width);
        if (!question.drawing.empty()) return paragraph(text_.lines(question.because, style), 6);
        std::vector<Chunk> chunks =
            paragraph(text_.lines(question.choices[question.right], style, choice_letter(question.right)), 6);
        chunks.back().with_next = true;
        for (Chunk& line : paragraph(text_.lines(question.because, style), 2))
            chunks.push_back(std::move(line));
        return chunks;
    }

    void add_foot(PdfPage& page, std::size_t number, std::size_t count) const {
        const double baseline = frame_.height - bottom_margin + 40, right = frame_.left + frame_.text_width;
        const Color color = text_.colors().text3;
        auto& commands = page.draw.commands;
        commands.push_back(
            FillRect{{frame_.left, baseline - 18, frame_.text_width, 0.7}, text_.colors().divider, 0});
        commands.push_back(text_.run(fitted_text(plain_text(request_.document.title), metrics_, Font::regular,
                                                 fine_size, 0.7 * frame_.text_width),
                                     {frame_.left, baseline}, fine_size, Font::regular, color));
        commands.push_back(text_.run(fmt::format("{} / {}", number, count), {right, baseline}, fine_size,
                                     Font::regular, color, Align::right));
    }

    const HandoutRequest& request_;
    const Job& job_;
    HandoutTranslator translate_;
    FontMetrics metrics_;
    PrintText text_;
    PageFrame frame_;
    PageComposer composer_;
};

}  // namespace

std::vector<PdfPage> lesson_pages(const HandoutRequest& request, const Job& job) {
    return PagesWriter(request, job).pages();
}

const HandoutFormat& pages_handout() {
    static const HandoutFormat format{.id = "pages",
                                      .ending = "pdf",
                                      .about = "pages to print",
                                      .theme_note = "pages to print are always light"_tr,
                                      .render = [](const HandoutRequest& request, const Job& job) {
                                          return pdf_of_pages(
                                              lesson_pages(request, job), request.fonts,
                                              {96, lesson_metadata(request.document), std::nullopt});
                                      }};
    return format;
}

}  // namespace poslab
