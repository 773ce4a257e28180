#include "core/lessons/lesson_state.hpp"

#include "core/documents/document_files.hpp"

#include <algorithm>

namespace poslab {

namespace {

/// Adds the arrays of the expressions in a paragraph's braces; none if the paragraph is invalid.
void add_arrays(std::string_view paragraph, std::vector<std::string>& names) {
    try {
        for (const LessonSpan& span : lesson_spans(paragraph))
            if (span.kind == LessonSpan::Kind::number)
                for (std::string& name : lesson_arrays(span.text)) names.push_back(std::move(name));
    } catch (const LessonError&) {  // reported by check_lesson()
    }
}

}  // namespace

ShownState shown_by(const Lesson& lesson, const LessonStep& step, std::span<const View* const> views) {
    DocumentFiles files(lesson.file, DocumentFiles::Foreign::refused);
    return read_shown_state(step.show.text, views,
                            [&](const std::string& named) { return files.found(named); });
}

std::vector<std::string> arrays_of(const Lesson& lesson, const LessonStep& step, const ShownState& shown) {
    std::vector<std::string> names;
    const ViewInfo& info = shown.view->info();
    const FigureInfo& figure = shown.figure_info();
    names.assign(figure.arrays.begin(), figure.arrays.end());
    for (const LessonText* text : translated_texts(step)) {
        add_arrays(text->text, names);
        for (const auto& [language, catalogue] : lesson.catalogues)
            if (const std::string* other = catalogue.find(text->text)) add_arrays(*other, names);
    }
    for (const LessonMark& mark : step.marks)
        for (const std::string& number : mark.numbers)
            for (std::string& name : lesson_arrays(number)) names.push_back(std::move(name));
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    // Arrays that the view lacks are reported where they are used.
    std::erase_if(names, [&](const std::string& name) {
        return std::none_of(info.arrays.begin(), info.arrays.end(),
                            [&](const ArrayInfo& array) { return array.name == name; });
    });
    return names;
}

LessonState computed_state(ShownState shown, const std::vector<std::string>& arrays,
                           const EngineChoice& engine, Language language, const Job& job) {
    LessonState state{{variants_of(shown, language)}, std::move(shown)};
    SampleRequest request = sample_for(state.figure());
    request.arrays = arrays;
    state.sample(*state.shown.view, request, engine, job);
    return state;
}

std::string number_or_dash(const LessonExpression& expression, const LessonNumbers& numbers) {
    if (numbers.variants.empty() || numbers.variants.front().data == nullptr) return std::string(no_number);
    try {
        return lesson_number_text(lesson_number(expression.expression, numbers), expression.format);
    } catch (const LessonError&) {
        return std::string(no_number);
    }
}

std::string watched_number(const LessonWatch& watch, const LessonNumbers& numbers) {
    return number_or_dash(read_lesson_expression(watch.expression.text), numbers);
}

}  // namespace poslab
