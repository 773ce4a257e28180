#include "core/lessons/lesson_check.hpp"

#include "core/base/errors.hpp"
#include "core/figure/formula.hpp"
#include "core/lessons/figure_curves.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

namespace poslab {

namespace {

constexpr std::size_t values_between = 9;  // number of values at which a try is checked

/// Returns the language-independent parts of a text: its numbers and formulas.
std::multiset<std::string> fixed_parts(std::string_view paragraph) {
    std::multiset<std::string> parts;
    for (const LessonSpan& span : lesson_spans(paragraph))
        if (span.kind == LessonSpan::Kind::number || span.kind == LessonSpan::Kind::formula)
            parts.insert(without_words(span.text) + "|" + span.format);
    return parts;
}

double number_in(const Descriptor& descriptor, const std::string& text) {
    const Value value = parse_value(descriptor, text);
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
    if (const auto* real = std::get_if<double>(&value)) return *real;
    if (const auto* optional = std::get_if<OptionalReal>(&value); optional != nullptr && optional->set)
        return optional->value;
    throw LessonError(tr("try: {} has no range; name one of its choices", descriptor.id));
}

Value value_at(const Descriptor& descriptor, double number) {
    if (descriptor.kind == Kind::integer) return static_cast<std::int64_t>(std::llround(number));
    if (descriptor.kind == Kind::real) return number;
    return OptionalReal{number, true};
}

class Checker {
  public:
    Checker(const Lesson& lesson, std::span<const View* const> views, const EngineChoice& engine,
            const Job& job)
        : lesson_(lesson), views_(views), engine_(engine), job_(job) {}

    std::vector<LessonProblem> problems() {
        for (const LessonText* text : translated_texts(lesson_)) check_text(*text);
        for (const LessonText* formula : translated_formulas(lesson_)) check_words(*formula);
        for (std::size_t n = 0; n < lesson_.steps.size(); ++n) {
            check_step(lesson_.steps[n]);
            job_.progress(static_cast<double>(n + 1) / static_cast<double>(lesson_.steps.size()));
        }
        std::stable_sort(found_.begin(), found_.end(),
                         [](const auto& a, const auto& b) { return a.line < b.line; });
        return std::move(found_);
    }

  private:
    void complain(int line, Message what) { found_.push_back({lesson_.file, line, std::move(what)}); }

    /// Runs the check and reports what it throws, except Cancelled.
    void at_line(int line, const std::function<void()>& check) {
        job_.check();
        try {
            check();
        } catch (const LessonError& error) {
            complain(line, error.message());
        } catch (const Error& error) {
            complain(line, error.message());
        } catch (const FormulaError& error) {
            complain(line, tr("invalid formula: {}", error.what()));
        }
    }

    void check_text(const LessonText& text) {
        at_line(text.line, [&] { check_spans(text.text); });
        for (const auto& [language, catalogue] : lesson_.catalogues)
            at_line(text.line, [&, &language = language, &catalogue = catalogue] {
                const std::string* other = catalogue.find(text.text);
                if (other == nullptr) throw LessonError(tr("is not translated in {}.po", language));
                check_spans(*other);
                if (fixed_parts(*other) != fixed_parts(text.text))
                    throw LessonError(tr("numbers or formulas differ in its translation in {}.po", language));
            });
    }

    void check_words(const LessonText& formula) {
        for (const auto& [language, catalogue] : lesson_.catalogues)
            at_line(formula.line, [&, &language = language, &catalogue = catalogue] {
                const std::string* other = catalogue.find(formula.text);
                if (other == nullptr) throw LessonError(tr("is not translated in {}.po", language));
                static_cast<void>(parse_formula(lesson_formula(*other)));
                if (without_words(*other) != without_words(formula.text))
                    throw LessonError(tr("numbers or formulas differ in its translation in {}.po", language));
            });
    }

    static void check_spans(std::string_view paragraph) {
        for (const LessonSpan& span : lesson_spans(paragraph)) {
            if (span.kind == LessonSpan::Kind::formula) {
                static_cast<void>(parse_formula(lesson_formula(span.text)));
                if (span.text.find("{value:") != std::string::npos ||
                    span.text.find("{param:") != std::string::npos)
                    throw LessonError("a formula cannot contain numbers in braces; write them next to it"_tr);
            }
            if (span.kind == LessonSpan::Kind::number) static_cast<void>(lesson_number_text(1, span.format));
        }
    }

    void check_step(const LessonStep& step) {
        at_line(step.show.line, [&] {
            if (step.show.empty()) return;  // reported when it was read
            ShownState shown = shown_by(lesson_, step, views_);
            const auto arrays = arrays_of(lesson_, step, shown);
            const LessonState state =
                computed_state(std::move(shown), arrays, engine_, Language::english, job_);
            check_numbers(step, state);
            check_figure(step, state);
            check_try(step, state, arrays);
        });
    }

    void check_numbers(const LessonStep& step, const LessonState& state) {
        const LessonNumbers numbers = state.numbers(&job_);
        for (const LessonText* text : translated_texts(step))
            at_line(text->line, [&] { static_cast<void>(resolved_spans(text->text, numbers)); });
        for (const LessonWatch& watch : step.watches)
            at_line(watch.expression.line, [&] {
                const LessonExpression read = read_lesson_expression(watch.expression.text);
                static_cast<void>(lesson_number_text(lesson_number(read.expression, numbers), read.format));
                check_live(read.expression, state);
            });
    }

    static void check_formula(std::string_view markup, const View& view, const Figure& figure) {
        std::vector<LessonTerm> terms;
        static_cast<void>(parse_formula(lesson_formula(markup, {}, &terms)));
        for (const LessonTerm& term : terms) {
            if (term.curve) static_cast<void>(curve_of(figure, *term.curve, "\\curve"));
            if (!term.curve && parameter_index(view, term.parameter) < 0)
                throw LessonError(tr("\\param: {} has no parameter {}", view.info().id, term.parameter));
        }
    }

    /// Checks the targets of terms in its formulas.
    void check_terms(const LessonStep& step, const View& view, const Figure& figure) {
        for (const LessonBlock& block : step.blocks)
            at_line(block.text.line, [&] {
                if (block.is_formula) return check_formula(block.text.text, view, figure);
                for (const LessonSpan& span : lesson_spans(block.text.text))
                    if (span.kind == LessonSpan::Kind::formula &&
                        span.text.find("\\curve{") != std::string::npos)
                        check_formula(span.text, view, figure);
            });
    }

    void check_question(const LessonStep& step, const Figure& figure) {
        for (const LessonHidden& hidden : step.later)
            at_line(hidden.line, [&] { check_hidden(hidden, figure, "later"); });
        if (!step.question || !step.question->drawing) return;
        const LessonDrawing& drawing = *step.question->drawing;
        at_line(drawing.label.line, [&] { check_drawing(drawing, figure); });
        for (const LessonHidden& hidden : drawing.hidden)
            at_line(hidden.line, [&] { check_hidden(hidden, figure, "hide"); });
    }

    /// Checks that live expressions use arrays of the figure only.
    static void check_live(std::string_view expression, const LessonState& state) {
        const FigureInfo& figure = state.figure();
        for (const std::string& name : lesson_arrays(expression))
            if (std::find(figure.arrays.begin(), figure.arrays.end(), name) == figure.arrays.end())
                throw LessonError(
                    tr("\"{}\": cannot be watched; figure {} does not draw it", name, figure.id));
    }

    /// Checks that there are two variants to compare (more or fewer would be side by side), and that the
    /// figure has something of both.
    static void check_comparison(const LessonState& state) {
        const ShownState& shown = state.shown;
        const Comparison::How how = shown.comparison.how;
        if (how == Comparison::How::side_by_side) return;
        const std::string_view id = comparison_ids[static_cast<std::size_t>(how)];
        if (shown.pins.size() != 1)
            throw LessonError(
                tr("--{}: compares two variants, so it needs one --versus, not {}", id, shown.pins.size()));
        const std::string_view figure = state.figure().id;
        if (!can_be_compared(shown.view->figure(figure, state.variants, {}, {}), how))
            throw LessonError(tr("--{}: figure {} has nothing of both variants to compare", id, figure));
    }

    void check_figure(const LessonStep& step, const LessonState& state) {
        at_line(step.show.line, [&] { check_comparison(state); });
        const Figure figure = compared_figure(*state.shown.view, state.figure().id, state.variants, {}, {},
                                              state.shown.comparison);
        for (const LessonMark& mark : step.marks)
            at_line(mark.label.line, [&] {
                if (mark.label.empty()) throw LessonError("look: requires a label after |"_tr);
                for (const std::string& number : mark.numbers) check_live(number, state);
                static_cast<void>(place_of(mark, state.numbers(&job_), figure));
            });
        check_terms(step, *state.shown.view, figure);
        check_question(step, figure);
    }

    void check_try(const LessonStep& step, const LessonState& state, const std::vector<std::string>& arrays) {
        if (!step.tried || step.done.empty()) return;
        at_line(step.done.line, [&] {
            check_live(step.done.text, state);
            if (is_done(step, state.numbers(&job_)))
                throw LessonError("done: already true at the start of the step"_tr);
        });
        at_line(step.tried->words.line, [&] {
            for (const Values& values : tried_values(*step.tried, state.shown)) {
                ShownState moved = state.shown;
                moved.values = values;
                const LessonState there =
                    computed_state(std::move(moved), arrays, engine_, Language::english, job_);
                if (is_done(step, there.numbers(&job_))) return;
            }
            throw LessonError("try: 'done' is never true in its range"_tr);
        });
    }

    const Lesson& lesson_;
    std::span<const View* const> views_;
    const EngineChoice& engine_;
    const Job& job_;
    std::vector<LessonProblem> found_;
};

}  // namespace

bool is_done(const LessonStep& step, const LessonNumbers& numbers) {
    return lesson_number(step.done.text, numbers) != 0;
}

std::vector<Values> tried_values(const LessonTry& tried, const ShownState& shown) {
    const View& view = *shown.view;
    const int index = parameter_index(view, tried.parameter);
    if (index < 0) throw LessonError(tr("try: {} has no parameter {}", view.info().id, tried.parameter));
    const auto place = static_cast<std::size_t>(index);
    const Descriptor& descriptor = view.parameters()[place];
    // Files would be read wherever they are (DocumentFiles), and none lies between two others.
    if (descriptor.kind == Kind::file)
        throw LessonError(tr("try: {} names a file, which cannot be tried; show it", descriptor.id));
    std::vector<Values> tries;
    const auto add = [&](Value value) {
        Values values = shown.values;
        values[place] = std::move(value);
        tries.push_back(view.adjusted(values));
    };
    if (tried.to.empty()) {
        add(parse_value(descriptor, tried.from));
        return tries;
    }
    const double from = number_in(descriptor, tried.from), to = number_in(descriptor, tried.to);
    const bool logarithmic = from > 0 && to > 0 && std::max(from, to) > 8 * std::min(from, to);
    for (std::size_t n = 0; n < values_between; ++n) {
        const double share = static_cast<double>(n) / (values_between - 1);
        add(value_at(descriptor,
                     logarithmic ? from * std::pow(to / from, share) : from + (to - from) * share));
    }
    return tries;
}

std::vector<LessonProblem> check_lesson(const Lesson& lesson, std::span<const View* const> views,
                                        const EngineChoice& engine, const Job& job) {
    return Checker(lesson, views, engine, job).problems();
}

}  // namespace poslab
