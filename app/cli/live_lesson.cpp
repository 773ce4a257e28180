#include "app/cli/live_lesson.hpp"

#include "app/cli/live_page.hpp"
#include "app/handout/html_lesson.hpp"
#include "app/page/page_json.hpp"
#include "core/documents/shown_state.hpp"
#include "core/views/registry.hpp"

#include <nlohmann/json.hpp>

#include <utility>

namespace poslab {

namespace {

using Json = nlohmann::ordered_json;

Json step_json(const LessonStep& step, const DocumentStep& shown_step) {
    const ShownState& shown = shown_step.figure.state.shown;
    Json controls = nullptr;
    if (step.tried) controls = Json::array({step.tried->parameter});
    return {
        {"title", plain_text(shown_step.title)}, {"state", shown_state_words(shown)}, {"controls", controls}};
}

}  // namespace

PageContents live_lesson(const Lesson& lesson, Language language, const EngineChoice& engine,
                         const FontLibrary& fonts, const Job& job) {
    const LessonDocument document =
        lesson_document(lesson, language, all_views(), engine, part_of(job, 0, 2));
    HandoutRequest request{document, fonts, engine};
    request.answers = true;
    HtmlLesson html = html_lesson(request, part_of(job, 1, 2));
    Json steps = Json::array();
    std::set<std::string> models;
    for (std::size_t n = 0; n < lesson.steps.size(); ++n) {
        steps.push_back(step_json(lesson.steps[n], document.steps[n]));
        const ShownState& shown = document.steps[n].figure.state.shown;
        const std::string model = model_of(*shown.view, shown.figure, shown.values);
        if (!model.empty()) models.insert(model);
    }
    const Json exported{
        {"state", steps.front()["state"]}, {"controls", nullptr},
        {"language", language.id()},       {"models", models},
        {"words", page_words(language)},   {"lesson", {{"text", lesson.text}, {"steps", steps}}}};
    PageContents contents{language, plain_text(document.title), plain_text(document.summary), {}};
    contents.lesson = html.header + html.sections;
    contents.dark_rules = std::move(html.dark_rules);
    contents.exported = json_in_page(exported);
    contents.models = std::move(models);
    return contents;
}

}  // namespace poslab
