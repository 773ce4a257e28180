#include "core/lessons/lesson_state.hpp"

#include "core/documents/document_files.hpp"
#include "core/views/computed.hpp"

#include <algorithm>

namespace poslab {

std::string_view LessonState::figure() const {
    return shown.figure.empty() ? shown.view->info().figures.front().id : std::string_view(shown.figure);
}

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
    const auto figure =
        std::find_if(info.figures.begin(), info.figures.end(), [&](const FigureInfo& figure_info) {
            return shown.figure.empty() || figure_info.id == shown.figure;
        });
    if (figure != info.figures.end()) names.assign(figure->arrays.begin(), figure->arrays.end());
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
    LessonState state{std::move(shown), {}, {}};
    state.variants = variants_of(state.shown, language);
    SampleRequest request;
    request.arrays = arrays;
    request.curve_points = SampleRequest::figure_curve_points;
    for (Variant& variant : state.variants) {
        const auto computing = engine.engine();
        const View& view = *state.shown.view;
        state.prepared.push_back(view.prepare(variant.values, *computing, job));
        variant.data = with_engine(
            view.sample(variant.values, state.prepared.back(), request, *computing, job), computing);
    }
    return state;
}

std::string watched_number(const LessonWatch& watch, const LessonNumbers& numbers) {
    if (numbers.variants.front().data == nullptr) return std::string(no_number);
    try {
        const LessonExpression read = read_lesson_expression(watch.expression.text);
        return lesson_number_text(lesson_number(read.expression, numbers), read.format);
    } catch (const LessonError&) {
        return std::string(no_number);
    }
}

}  // namespace poslab
