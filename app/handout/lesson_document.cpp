#include "app/handout/lesson_document.hpp"

#include "core/base/errors.hpp"
#include "core/documents/shown_state.hpp"
#include "core/figure/formula.hpp"
#include "core/lessons/figure_curves.hpp"
#include "core/views/computed.hpp"
#include "core/views/figure_pixels.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <charconv>
#include <numeric>
#include <system_error>
#include <utility>

namespace poslab {

namespace {

Figure figure_of(const LessonState& state, std::span<const Variant> variants, const Style& style) {
    return compared_figure(*state.shown.view, state.figure().id, variants, style, {}, state.shown.comparison);
}

/// Numbers the marks from 1; a single mark has no number.
void number(std::vector<DocumentMark>& marks) {
    for (std::size_t n = 0; n < marks.size(); ++n) marks[n].number = marks.size() > 1 ? n + 1 : 0;
}

/// Converts a lesson to a document. Errors are InputErrors with the lesson's line.
class Teller {
  public:
    Teller(const Lesson& lesson, Language language) : lesson_(lesson), language_(language) {}

  private:
    template <class Tell>
    auto at_line(int line, const Tell& tell) const {
        const auto input_error = [&](Message what) {
            return InputError(LessonProblem{lesson_.file, line, std::move(what)}.message());
        };
        try {
            return tell();
        } catch (const LessonError& error) {
            throw input_error(error.message());
        } catch (const UsageError& error) {
            throw input_error(error.message());
        } catch (const FormulaError& error) {
            throw input_error(tr("invalid formula: {}", error.what()));
        }
    }

  public:
    [[nodiscard]] RichText rich_text(const LessonText& text, const LessonNumbers& numbers) const {
        if (text.empty()) return {};
        return at_line(text.line, [&] {
            RichText spans = resolved_spans(lesson_.in(language_, text), numbers);
            for (LessonSpan& span : spans)
                if (span.kind == LessonSpan::Kind::formula) span.text = checked_formula(span.text);
            return spans;
        });
    }

    [[nodiscard]] DocumentStep step(const LessonStep& step, std::span<const View* const> views,
                                    const EngineChoice& engine, const Job& job) const {
        DocumentStep result;
        result.figure = figure(step, views, engine, job);
        const LessonNumbers numbers = result.figure.state.numbers(&job);
        result.title = rich_text(step.title, numbers);
        for (const LessonBlock& block : step.blocks) result.blocks.push_back(this->block(block, numbers));
        if (step.tried) result.tried = tried(*step.tried, result.figure.state, numbers);
        for (const LessonWatch& watch : step.watches) result.watches.push_back(this->watch(watch, numbers));
        if (step.question) result.question = question(*step.question, numbers);
        result.exercise = rich_text(step.exercise, numbers);
        result.solution = rich_text(step.solution, numbers);
        return result;
    }

  private:
    static std::string checked_formula(std::string_view markup) {
        std::string formula = lesson_formula(markup);
        static_cast<void>(parse_formula(formula));
        return formula;
    }

    /// Throws errors to which at_line() adds file and line.
    [[nodiscard]] ShownState state_of(const LessonStep& step, std::span<const View* const> views) const {
        try {
            return shown_by(lesson_, step, views);
        } catch (const InputError& error) {
            throw LessonError(error.message());
        }
    }

    [[nodiscard]] DocumentFigure figure(const LessonStep& step, std::span<const View* const> views,
                                        const EngineChoice& engine, const Job& job) const {
        return at_line(step.show.line, [&] {
            DocumentFigure figure;
            ShownState shown = state_of(step, views);
            figure.command = "poslab " + stored_state_words(shown, lesson_.file);
            const auto arrays = arrays_of(lesson_, step, shown);
            figure.state = computed_state(std::move(shown), arrays, engine, language_, job);
            const Figure computed = figure_of(figure.state, figure.state.variants, {Theme::light, language_});
            figure.title = computed.title;
            figure.subtitle = computed.subtitle;
            figure.panels = computed.main.size() + computed.companions.size();
            figure.main_panels = computed.main.size();
            figure.later = step.later;
            if (step.question) figure.curve_to_draw = step.question->drawing;
            for (const LessonMark& mark : step.marks) {
                figure.marks.push_back(this->mark(mark, figure.state.numbers(&job), computed));
                figure.marks.back().gives_away =
                    figure.curve_to_draw && gives_away(mark, *figure.curve_to_draw);
            }
            return figure;
        });
    }

    [[nodiscard]] DocumentMark mark(const LessonMark& mark, const LessonNumbers& numbers,
                                    const Figure& figure) const {
        return {at_line(mark.label.line, [&] { return place_of(mark, numbers, figure); }),
                rich_text(mark.label, numbers), false};
    }

    [[nodiscard]] DocumentBlock block(const LessonBlock& block, const LessonNumbers& numbers) const {
        if (!block.is_formula) return {rich_text(block.text, numbers), {}};
        return {{},
                at_line(block.text.line, [&] { return checked_formula(lesson_.in(language_, block.text)); })};
    }

    [[nodiscard]] DocumentTry tried(const LessonTry& tried, const LessonState& state,
                                    const LessonNumbers& numbers) const {
        const View& view = *state.shown.view;
        const int index = parameter_index(view, tried.parameter);
        const std::string name = parameter_name(view, index, tried.parameter);
        const bool is_switch =
            index >= 0 && view.parameters()[static_cast<std::size_t>(index)].kind == Kind::toggle;
        if (is_switch) return {rich_text(tried.words, numbers), name, {}};
        const std::string from = value_text(view, index, tried.from);
        return {rich_text(tried.words, numbers), name,
                tried.to.empty() ? from : from + " … " + value_text(view, index, tried.to)};
    }

    /// Returns the name in the window, such as "Window w".
    [[nodiscard]] std::string parameter_name(const View& view, int index, const std::string& id) const {
        if (index < 0) return id;
        const Descriptor& descriptor = view.parameters()[static_cast<std::size_t>(index)];
        std::string name(in(language_, descriptor.label));
        if (!descriptor.symbol.empty()) name += " " + std::string(descriptor.symbol);
        return name;
    }

    /// Returns the value as the window displays it: a choice's label, a number with separators.
    [[nodiscard]] std::string value_text(const View& view, int index, const std::string& text) const {
        if (index < 0) return text;
        const Domain& domain = view.parameters()[static_cast<std::size_t>(index)].domain;
        for (const Choice& choice : domain.choices_of != nullptr ? domain.choices_of() : domain.choices)
            if (choice.id == text) return std::string(in(language_, choice.label));
        double number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        return error == std::errc{} && end == text.data() + text.size() ? lesson_number_text(number, {})
                                                                        : text;
    }

    [[nodiscard]] DocumentWatch watch(const LessonWatch& watch, const LessonNumbers& numbers) const {
        return {rich_text(watch.label, numbers), at_line(watch.expression.line, [&] {
                    const LessonExpression read = read_lesson_expression(watch.expression.text);
                    return lesson_number_text(lesson_number(read.expression, numbers), read.format);
                })};
    }

    [[nodiscard]] DocumentQuestion question(const LessonQuestion& question,
                                            const LessonNumbers& numbers) const {
        DocumentQuestion result{
            rich_text(question.question, numbers), {}, question.right, rich_text(question.because, numbers)};
        if (question.drawing) result.drawing = rich_text(question.drawing->label, numbers);
        for (const LessonText& choice : question.choices)
            result.choices.push_back(rich_text(choice, numbers));
        return result;
    }

    const Lesson& lesson_;
    Language language_;
};

}  // namespace

Layout DocumentFigure::lay_out(const FigureLook& look, Language language, const TextMetrics& metrics,
                               const EngineChoice& engine, const Job& job) const {
    ComputedVariants computed = static_cast<const ComputedVariants&>(state);
    Figure figure;
    const auto placed = [&] {
        LayoutOptions options;
        options.width = look.width;
        options.height = look.height;
        options.theme = look.theme;
        figure = figure_of(state, computed.variants, {look.theme, language});
        leave_out(later, figure);
        if (curve_to_draw && !look.answered) leave_out(*curve_to_draw, figure);
        if (look.panels.empty())
            return print_layout(figure, metrics, options, look.font_points, look.font_points);
        Layout layout = print_layout(panels_alone(figure, look.panels), metrics, options, look.font_points,
                                     look.font_points);
        place_panels_alone(layout, figure, look.panels);
        return layout;
    };
    SampleRequest request = sample_for(state.figure());
    Layout layout = sampled_layout(placed, look.pixels, request, true, [&] {
        computed.sample(*state.shown.view, request, engine, job);
        return true;
    });
    if (!look.marked) return layout;
    // Marks are as large relative to the figure's text as in a window.
    const double size = print_scale(look.font_points);
    Layout marked;
    marked.frames = layout.frames;
    for (const DrawCommand& command : layout.draw.commands)  // marks leave room for titles
        if (std::holds_alternative<TextRun>(command)) marked.draw.commands.push_back(command);
    marked = scaled(std::move(marked), 1 / size);
    std::vector<MarkTarget> places;
    for (const DocumentMark& mark : marks_on(layout, look)) {
        places.push_back(mark.place);
        places.back().number = mark.number;
    }
    const Palette& colors = palette(look.theme);
    marked.draw.commands = drawn_places(places, figure, marked, colors.accent, colors.on_accent);
    for (DrawCommand& command : scaled(std::move(marked), size).draw.commands)
        layout.draw.commands.push_back(std::move(command));
    return layout;
}

bool DocumentFigure::has_panel(const Layout& layout, std::size_t panel) const {
    return std::any_of(layout.frames.begin(), layout.frames.end(), [&](const PanelFrame& frame) {
        return !frame.marginal && panel == frame.index + (frame.companion ? main_panels : 0);
    });
}

std::vector<FigurePart> DocumentFigure::parts(FigureLook look, double rest_height, Language language,
                                              const TextMetrics& metrics, const EngineChoice& engine,
                                              const Job& job) const {
    std::vector<FigurePart> parts;
    std::vector<std::size_t> missing(panels);
    std::iota(missing.begin(), missing.end(), std::size_t{0});
    while (!missing.empty()) {
        FigurePart part{lay_out(look, language, metrics, engine, job), {}};
        part.marks = marks_on(part.layout, look);
        const std::size_t before = missing.size();
        std::erase_if(missing, [&](std::size_t panel) { return has_panel(part.layout, panel); });
        const bool more = missing.size() < before;
        // the panel is too small to be legible
        if (!more && look.panels.size() == 1) missing.erase(missing.begin());
        if (more || parts.empty()) parts.push_back(std::move(part));
        const std::ptrdiff_t next =
            more ? std::ssize(missing) : std::min<std::ptrdiff_t>(1, std::ssize(missing));
        look.panels = std::vector<std::size_t>(missing.begin(), missing.begin() + next);
        look.height = rest_height;
    }
    return parts;
}

std::vector<DocumentMark> DocumentFigure::shown_marks(bool answered) const {
    std::vector<DocumentMark> shown = marks;
    if (curve_to_draw && !answered)
        std::erase_if(shown, [](const DocumentMark& mark) { return mark.gives_away; });
    number(shown);
    return shown;
}

std::vector<DocumentMark> DocumentFigure::marks_on(const Layout& layout, const FigureLook& look) const {
    std::vector<DocumentMark> shown = shown_marks(look.answered);
    std::erase_if(shown, [&](const DocumentMark& mark) {
        return !look.marked || !has_panel(layout, mark.place.panel);
    });
    if (look.own_numbers) number(shown);
    return shown;
}

LessonDocument lesson_document(const Lesson& lesson, Language language, std::span<const View* const> views,
                               const EngineChoice& engine, const Job& job) {
    const Teller teller(lesson, language);
    LessonDocument document{language,
                            lesson.id,
                            teller.rich_text(lesson.title, {}),
                            teller.rich_text(lesson.summary, {}),
                            std::string(lesson.in(language, lesson.source)),
                            {},
                            lesson.minutes,
                            {}};
    document.link = encoded_link(document.source);
    for (std::size_t n = 0; n < lesson.steps.size(); ++n) {
        job.check();
        document.steps.push_back(
            teller.step(lesson.steps[n], views, engine, job.step(n, lesson.steps.size())));
    }
    return document;
}

std::string encoded_link(std::string_view source) {
    constexpr std::string_view retained = "-._~:/?#[]@!$&*+,;=%";
    if (!source.starts_with("http://") && !source.starts_with("https://")) return {};
    std::string link;
    for (const char c : source) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (plain || retained.find(c) != std::string_view::npos)
            link += c;
        else
            link += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return link;
}

std::string moved_text(const DocumentTry& tried) {
    return tried.range.empty() ? tried.parameter : tried.parameter + ": " + tried.range;
}

std::string choice_letter(std::size_t n) { return std::string(1, static_cast<char>('A' + n)); }

}  // namespace poslab
