// A lesson as one self-contained web page without scripts, and its parts for live pages.

#include "app/handout/handout_format.hpp"
#include "app/handout/handout_translator.hpp"
#include "app/handout/html_lesson.hpp"
#include "app/handout/html_style.hpp"
#include "app/handout/print_text.hpp"
#include "app/paint/svg_painter.hpp"
#include "core/base/utf8.hpp"
#include "core/figure/formula_mathml.hpp"
#include "core/figure/text_fit.hpp"

#include <fmt/format.h>

namespace poslab {

namespace {

/// Returns the closing punctuation that the text begins with: no line may begin with it.
std::string_view closing_part(std::string_view text) {
    constexpr std::u32string_view latin = U",.;:!?)]%";
    std::string_view rest = text, before = text;
    while (!rest.empty()) {
        const char32_t c = next_code_point(rest);
        if (!closes_text(c) && latin.find(c) == latin.npos) break;
        before = rest;
    }
    return text.substr(0, text.size() - before.size());
}

/// Returns a span as HTML; `closing` follows it on the same line.
std::string html_of(const LessonSpan& span, std::string_view closing) {
    using Kind = LessonSpan::Kind;
    if (span.kind == Kind::formula) {
        // Browsers break lines after formulas.
        const std::string formula = mathml_of(span.text);
        return closing.empty() ? formula
                               : "<span class=\"joined\">" + formula + escaped_markup(closing) + "</span>";
    }
    const std::string inside = escaped_markup(span.text);
    if (span.kind == Kind::emphasis) return "<strong>" + inside + "</strong>";
    return span.kind == Kind::number ? "<span class=\"value\">" + inside + "</span>" : inside;
}

std::string html_of(const RichText& text) {
    std::string html;
    std::string_view closed;  // of the span, by the formula before it
    for (std::size_t n = 0; n < text.size(); ++n) {
        const bool joins = text[n].kind == LessonSpan::Kind::formula && n + 1 < text.size() &&
                           text[n + 1].kind == LessonSpan::Kind::plain;
        LessonSpan span = text[n];
        span.text.erase(0, closed.size());
        closed = joins ? closing_part(text[n + 1].text) : std::string_view();
        html += html_of(span, closed);
    }
    return html;
}

class HtmlWriter {
    // Sizes in CSS pixels; on a phone the parts of a figure are stacked.
    static constexpr double wide_width = 720, wide_height = 410, narrow_width = 360, narrow_height = 300,
                            narrow_stacked = 480;
    static constexpr double wide_points = 9.75, narrow_points = 9;

  public:
    HtmlWriter(const HandoutRequest& request, const Job& job)
        : request_(request), job_(job), translate_(request.document.language), metrics_(request.fonts) {}

    std::string bytes() {
        const std::string sections = this->sections();
        return head() + "<body>\n<main>\n" + header() + sections + "<footer>" + escaped_markup(made_by()) +
               "</footer>\n</main>\n</body>\n</html>\n";
    }

    HtmlLesson parts() {
        live_ = true;
        HtmlLesson parts{header(), sections(), {}};
        parts.dark_rules = dark_.rules();
        return parts;
    }

    std::string texts() {
        live_ = true;
        drawn_ = false;
        return sections();
    }

  private:
    [[nodiscard]] std::string sections() {
        const std::size_t steps = request_.document.steps.size();
        std::string sections;
        for (std::size_t n = 0; n < steps; ++n) {
            job_.check();
            sections += section(n);
            job_.progress(static_cast<double>(n + 1) / static_cast<double>(steps));
        }
        return sections;
    }

    [[nodiscard]] std::string head() const {
        const LessonDocument& document = request_.document;
        return fmt::format(
            "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n"
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
            "<meta name=\"description\" content=\"{}\">\n<meta name=\"generator\" "
            "content=\"{}\">\n<title>{}</title>\n"
            "<style>\n{}</style>\n</head>\n",
            document.language.id(), escaped_markup(plain_text(document.summary)), escaped_markup(made_by()),
            escaped_markup(plain_text(document.title)), html_style(dark_.rules()));
    }

    [[nodiscard]] std::string header() const {
        const LessonDocument& document = request_.document;
        std::string facts = "<span>" + escaped_markup(translate_.minutes(document.minutes)) + "</span>";
        if (!document.source.empty()) facts += "<span>" + source() + "</span>";
        std::string steps;
        for (std::size_t n = 0; n < document.steps.size(); ++n)
            steps += fmt::format("<li><a href=\"#step-{}\">{}</a></li>\n", n + 1,
                                 html_of(document.steps[n].title));
        return fmt::format(
            "<header>\n<h1>{}</h1>\n<p class=\"summary\">{}</p>\n<p "
            "class=\"facts\">{}</p>\n</header>\n<nav>\n<ol>\n{}</ol>\n</nav>\n",
            html_of(document.title), html_of(document.summary), facts, steps);
    }

    [[nodiscard]] std::string source() const {
        const LessonDocument& document = request_.document;
        std::string title = escaped_markup(translate_.source(document.source));
        if (document.link.empty()) return title;
        return fmt::format("<a href=\"{}\">{}</a>", escaped_markup(document.link), title);
    }

    [[nodiscard]] std::string section(std::size_t n) {
        const DocumentStep& step = request_.document.steps[n];
        std::string html =
            fmt::format("<section id=\"step-{}\">\n<h2><span class=\"number\">{}</span>{}</h2>\n", n + 1,
                        n + 1, html_of(step.title));
        html += figure(step.figure, n + 1);
        for (const DocumentBlock& block : step.blocks)
            html += block.formula.empty()
                        ? paragraph(block.text)
                        : "<div class=\"formula\">" + mathml_of(block.formula, true) + "</div>\n";
        // The trial follows the question, as in the window, because it may give the answer away.
        if (step.question) html += question(step, n + 1);
        if (step.tried) html += tried(step);
        if (!step.watches.empty() && !step.figure.curve_to_draw) html += watches(step.watches);
        if (!step.exercise.empty()) html += exercise(step);
        return html + "</section>\n";
    }

    [[nodiscard]] static std::string label(const std::string& text) {
        return "<span class=\"label\">" + escaped_markup(text) + "</span>";
    }

    [[nodiscard]] static std::string paragraph(const RichText& text) {
        return "<p>" + html_of(text) + "</p>\n";
    }

    [[nodiscard]] std::string figure(const DocumentFigure& figure, std::size_t number) {
        std::string alt_text = figure.title;
        if (!figure.subtitle.empty()) alt_text += ". " + figure.subtitle;
        const std::vector<DocumentMark> marks = figure.shown_marks(false);
        for (const DocumentMark& mark : marks) alt_text += "; " + plain_text(mark.label);
        const double tall = figure.panels > 1 ? narrow_stacked : narrow_height;
        const std::string location = std::to_string(number);
        std::string html = "<figure>\n";
        if (drawn_)
            html += drawings(figure, {wide_width, wide_height, wide_points}, "wide", location, alt_text);
        // On a phone the live figure fits itself.
        if (!live_)
            html += drawings(figure, {narrow_width, tall, narrow_points}, "narrow", location, alt_text);
        html += fmt::format("<figcaption><b>{}</b>{}", escaped_markup(translate_.figure(number)),
                            escaped_markup(figure.title));
        // The script of a live page shows those that give the answer away once it is given.
        const std::vector<DocumentMark> listed = figure.shown_marks(live_);
        if (!listed.empty()) html += marks.size() == 1 ? "\n<ol class=\"single\">\n" : "\n<ol>\n";
        for (const DocumentMark& mark : listed)
            html += (live_ && mark.gives_away ? "<li class=\"later\">" : "<li>") + html_of(mark.label) +
                    "</li>\n";
        if (!listed.empty()) html += "</ol>\n";
        return html + "</figcaption>\n</figure>\n";
    }

    /// Draws all panels of the figure, in several drawings if necessary.
    [[nodiscard]] std::string drawings(const DocumentFigure& figure, FigureLook look,
                                       const std::string& css_class, const std::string& location,
                                       const std::string& alt_text) {
        const auto parts = [&](Theme theme) {
            look.theme = theme;
            return figure.parts(look, look.height, request_.document.language, metrics_, request_.engine,
                                job_.quiet());
        };
        const std::vector<FigurePart> light = parts(Theme::light), dark = parts(Theme::dark);
        std::string html;
        for (std::size_t n = 0; n < light.size(); ++n)
            html += drawing({light[n].layout.draw, dark[n].layout.draw}, css_class,
                            n == 0 ? location : location + static_cast<char>('a' + n), alt_text);
        return html;
    }

    struct BothThemes {
        DrawList light, dark;
    };

    [[nodiscard]] std::string drawing(const BothThemes& themes, const std::string& css_class,
                                      const std::string& location, const std::string& alt_text) {
        return svg_in_page(
            themes.light, themes.dark, palette(Theme::light).canvas,
            {fmt::format("f{}{}-", location, css_class.front()), css_class, alt_text, dark_, metrics_});
    }

    [[nodiscard]] std::string tried(const DocumentStep& step) const {
        return fmt::format(
            "<div class=\"try\">\n<p>{}{}</p>\n<p class=\"range\">{}</p>\n<code>{}</code>\n</div>\n",
            label(translate_.try_it()), html_of(step.tried->words), escaped_markup(moved_text(*step.tried)),
            escaped_markup(step.figure.command));
    }

    [[nodiscard]] std::string watches(const std::vector<DocumentWatch>& watches) const {
        std::string html = "<p class=\"watch\">" + html_of(watched_text(watches, translate_)) + "</p>\n";
        if (!live_) return html;
        html += "<dl class=\"watched\" hidden>\n";
        for (const DocumentWatch& watch : watches)
            html += "<div><dt>" + html_of(watch.label) + "</dt><dd>" + escaped_markup(watch.number) +
                    "</dd></div>\n";
        return html + "</dl>\n";
    }

    [[nodiscard]] std::string question(const DocumentStep& step, std::size_t number) {
        const DocumentQuestion& question = *step.question;
        std::string html = "<div class=\"question\">\n<p>" + label(translate_.predict()) +
                           html_of(question.question) + "</p>\n";
        std::string answer;
        if (step.figure.curve_to_draw) {
            html += "<p>" + label(translate_.draw()) + html_of(question.drawing) + "</p>\n";
            if (request_.answers && drawn_) answer = answered_plot(step.figure, number);
        } else {
            html += live_ ? fmt::format("<ol data-right=\"{}\">\n", question.right) : "<ol>\n";
            for (const RichText& choice : question.choices) html += "<li>" + html_of(choice) + "</li>\n";
            html += "</ol>\n";
            answer = "<p><strong>" + choice_letter(question.right) + "</strong> " +
                     html_of(question.choices[question.right]) + "</p>\n";
        }
        if (request_.answers) html += details(translate_.answer(), answer + paragraph(question.because));
        return html + "</div>\n";
    }

    /// Draws the plot of the predicted curve with its answer, without other panels.
    [[nodiscard]] std::string answered_plot(const DocumentFigure& figure, std::size_t number) {
        FigureLook wide{wide_width, 0.7 * wide_height, wide_points},
            narrow{narrow_width, 0.8 * narrow_height, narrow_points};
        const auto plot = [&](FigureLook look, const std::string& css_class) {
            look.answered = true;
            look.marked = false;
            look.panels = {figure.curve_to_draw->curve.panel};
            const auto draw_list = [&](Theme theme) {
                look.theme = theme;
                return figure
                    .lay_out(look, request_.document.language, metrics_, request_.engine, job_.quiet())
                    .draw;
            };
            return drawing({draw_list(Theme::light), draw_list(Theme::dark)}, css_class,
                           std::to_string(number) + "y", figure.title);
        };
        return "<figure>\n" + plot(wide, "wide") + (live_ ? "" : plot(narrow, "narrow")) + "</figure>\n";
    }

    [[nodiscard]] std::string exercise(const DocumentStep& step) {
        const bool solved = request_.answers && !step.solution.empty();
        std::string html = fmt::format(
            "<div class=\"exercise{}\">\n<p><span class=\"label\">{}</span>{}</p>\n", solved ? "" : " open",
            escaped_markup(translate_.exercise(++exercises_)), html_of(step.exercise));
        if (solved) html += details(translate_.solution(), paragraph(step.solution));
        return html + "</div>\n";
    }

    [[nodiscard]] static std::string details(const std::string& summary, const std::string& inside) {
        return "<details>\n<summary>" + escaped_markup(summary) + "</summary>\n" + inside + "</details>\n";
    }

    const HandoutRequest& request_;
    const Job& job_;
    HandoutTranslator translate_;
    FontMetrics metrics_;
    DarkClasses dark_;
    std::size_t exercises_ = 0;
    bool live_ = false;  // for a live page, whose script updates watched numbers
    bool drawn_ = true;  // with figures, not only their captions
};

}  // namespace

HtmlLesson html_lesson(const HandoutRequest& request, const Job& job) {
    return HtmlWriter(request, job).parts();
}

std::string html_lesson_texts(const HandoutRequest& request, const Job& job) {
    return HtmlWriter(request, job).texts();
}

const HandoutFormat& html_handout() {
    static const HandoutFormat format{.id = "html",
                                      .ending = "html",
                                      .about = "a web page",
                                      .theme_note = "web pages follow the reader's light or dark setting"_tr,
                                      .render = [](const HandoutRequest& request, const Job& job) {
                                          return HtmlWriter(request, job).bytes();
                                      }};
    return format;
}

}  // namespace poslab
