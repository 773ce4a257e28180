#include "app/gui/lecture_plan.hpp"

#include "app/state/search_text.hpp"
#include "core/base/utf8.hpp"
#include "core/lessons/figure_curves.hpp"
#include "core/lessons/lesson_numbers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>
#include <variant>

namespace poslab {
namespace {

constexpr double sliders_height = 112;

/// Adds the panels of the curves that terms of a text or formula name.
void add_curves(const Lesson& lesson, const LessonBlock& block, Language language,
                std::set<std::size_t>& panels) {
    std::vector<LessonTerm> terms;
    try {
        const std::string_view markup = lesson.in(language, block.text);
        if (block.is_formula) static_cast<void>(lesson_formula(markup, {}, &terms));
        if (!block.is_formula)
            for (const LessonSpan& span : lesson_spans(markup))
                if (span.kind == LessonSpan::Kind::formula)
                    static_cast<void>(lesson_formula(span.text, {}, &terms));
    } catch (const LessonError&) {  // reported by lesson --check
    }
    for (const LessonTerm& term : terms)
        if (term.curve) panels.insert(term.curve->panel);
}

/// True if the text contains the title of a panel, also in the singular.
bool says(const std::u32string& words, std::string_view title) {
    std::u32string requested = folded(title);
    const bool wide = std::any_of(requested.begin(), requested.end(), is_wide);
    const std::size_t shortest = wide ? 2 : 4;  // characters; shorter titles are parts of other words
    if (requested.size() > shortest && requested.back() == U's') requested.pop_back();
    return requested.size() >= shortest && words.find(requested) != std::u32string::npos;
}

std::vector<std::size_t> all_panels(const Figure& figure) {
    std::vector<std::size_t> all(marginal_index(figure) + (figure.marginal ? 1 : 0));
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
}

/// Counts texts that are cut, or smaller than the minimum of a lecture room.
std::size_t pinched_texts(const Layout& layout) {
    constexpr std::string_view cut = "…";
    return static_cast<std::size_t>(std::count_if(
        layout.draw.commands.begin(), layout.draw.commands.end(), [&](const DrawCommand& command) {
            const auto* run = std::get_if<TextRun>(&command);
            if (run == nullptr || run->font >= Font::math) return false;
            return run->size < min_lecture_text - 0.01 ||
                   (run->text.size() > cut.size() && run->text.ends_with(cut));
        }));
}

}  // namespace

LectureAreas lecture_areas(double width, double height, LectureForm form) {
    const double page = std::floor(width / 3);
    if (form == LectureForm::right) return {{0, 0, width - page, height}, {width - page, 0, page, height}};
    const double strip =
        std::floor(form == LectureForm::sliders ? std::min(sliders_height, height / 3) : height / 3);
    return {{0, 0, width, height - strip}, {0, height - strip, width, strip}};
}

std::vector<std::size_t> named_panels(const Lesson& lesson, const LessonStep& step, Language language,
                                      const Figure& figure) {
    std::set<std::size_t> panels;
    for (const LessonMark& mark : step.marks) panels.insert(mark.panel);
    if (step.question && step.question->drawing) panels.insert(step.question->drawing->curve.panel);
    std::u32string words;
    for (const LessonBlock& block : step.blocks) {
        add_curves(lesson, block, language, panels);
        if (!block.is_formula) words += folded(lesson.in(language, block.text)) + U'\n';
    }
    for (const LessonMark& mark : step.marks) words += folded(lesson.in(language, mark.label)) + U'\n';
    for (std::size_t n = 0; n < marginal_index(figure); ++n)
        if (says(words, panel_at(figure, n)->title)) panels.insert(n);
    if (figure.marginal &&
        says(words, figure.marginal->quantity.substr(0, figure.marginal->quantity.find(' '))))
        panels.insert(marginal_index(figure));
    panels.erase(panels.upper_bound(marginal_index(figure)), panels.end());
    return {panels.begin(), panels.end()};
}

LectureForm LecturePlan::form(const std::string& key, const Figure& figure,
                              std::span<const std::size_t> named, double width, double height,
                              const LayOut& lay_out) {
    if (std::exchange(decided_for_, key) == key) return form_;
    const std::vector<std::size_t> all = all_panels(figure);
    std::array<std::size_t, 3> fewest{};
    for (const LectureForm form : {LectureForm::right, LectureForm::below}) {
        const Rect area = lecture_areas(width, height, form).figure;
        const Layout layout = lay_out(area.width, area.height);
        const std::array missing{missing_panels(named, figure, layout).size(), pinched_texts(layout),
                                 missing_panels(all, figure, layout).size()};
        if (form != LectureForm::right && missing >= fewest) continue;
        fewest = missing;
        form_ = form;
    }
    return form_;
}

}  // namespace poslab
