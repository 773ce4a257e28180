// The translated texts of a lesson.

#include "core/lessons/lesson.hpp"

#include <vector>

namespace poslab {

std::vector<const LessonText*> translated_texts(const LessonStep& step) {
    std::vector<const LessonText*> texts{&step.title};
    for (const LessonBlock& block : step.blocks)
        if (!block.is_formula) texts.push_back(&block.text);
    for (const LessonMark& mark : step.marks) texts.push_back(&mark.label);
    if (step.tried) texts.push_back(&step.tried->words);
    for (const LessonWatch& watch : step.watches) texts.push_back(&watch.label);
    if (step.question) {
        texts.push_back(&step.question->question);
        for (const LessonText& choice : step.question->choices) texts.push_back(&choice);
        if (step.question->drawing) texts.push_back(&step.question->drawing->label);
        texts.push_back(&step.question->because);
    }
    texts.push_back(&step.exercise);
    texts.push_back(&step.solution);
    std::erase_if(texts, [](const LessonText* text) { return text->empty(); });
    return texts;
}

std::vector<const LessonText*> translated_texts(const Lesson& lesson) {
    std::vector<const LessonText*> texts{&lesson.title, &lesson.summary};
    std::erase_if(texts, [](const LessonText* text) { return text->empty(); });
    for (const LessonStep& step : lesson.steps)
        for (const LessonText* text : translated_texts(step)) texts.push_back(text);
    return texts;
}

std::vector<const LessonText*> translated_formulas(const Lesson& lesson) {
    std::vector<const LessonText*> formulas;
    for (const LessonStep& step : lesson.steps)
        for (const LessonBlock& block : step.blocks)
            if (block.is_formula && without_words(block.text.text) != block.text.text)
                formulas.push_back(&block.text);
    return formulas;
}

std::string without_words(std::string_view markup) {
    constexpr std::string_view begin = "\\text{";
    std::string rest;
    while (true) {
        const std::size_t words = markup.find(begin);
        rest += markup.substr(0, words);
        if (words == std::string_view::npos) return rest;
        const std::size_t end = markup.find('}', words);
        markup.remove_prefix(end == std::string_view::npos ? markup.size() : end + 1);
    }
}

}  // namespace poslab
