#include "app/cli/live_lesson.hpp"

#include "app/cli/live_page.hpp"
#include "app/handout/html_lesson.hpp"
#include "app/page/page_json.hpp"
#include "core/documents/shown_state.hpp"
#include "core/views/registry.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <utility>
#include <vector>

namespace poslab {

namespace {

using Json = nlohmann::ordered_json;

/// The given language, then the others that the lesson is written in.
std::vector<Language> languages_of(const Lesson& lesson, Language first) {
    std::vector<Language> all{first};
    for (const Language language : languages())
        if (language != first && language.is_complete() &&
            (language == Language::english || lesson.catalogues.contains(language.id())))
            all.push_back(language);
    return all;
}

Json step_json(const Lesson& lesson, const LessonStep& step, const ShownState& shown) {
    Json controls = nullptr;
    if (step.tried) controls = Json::array({step.tried->parameter});
    return {{"titles", Json::object()},
            {"state", stored_state_words(shown, lesson.file)},
            {"controls", controls}};
}

/// A live page in the making, one language after another.
class LiveLesson {
  public:
    LiveLesson(const Lesson& lesson, PageLanguage language, const EngineChoice& engine,
               const FontLibrary& fonts)
        : lesson_(lesson), language_(language), engine_(engine), fonts_(fonts) {}

    PageContents contents(const Job& job) {
        const std::vector<Language> all = languages_of(lesson_, language_.drawn);
        const auto parts = all.size() + 1;  // drawing takes about as long as computing the states once
        for (std::size_t n = 0; n < all.size(); ++n) {
            const LessonDocument document =
                lesson_document(lesson_, all[n], all_views(), engine_, job.step(n == 0 ? 0 : n + 1, parts));
            add_titles(document, all[n]);
            if (n == 0)
                add_drawn(document, job.step(1, parts));
            else
                add_texts(document, all[n], job.quiet());
        }
        Json exported{{"state", steps_.front()["state"]},
                      {"controls", nullptr},
                      {"language", nullptr},
                      {"models", contents_.models},
                      {"words", page_words(language_.drawn)},
                      {"lesson",
                       {{"text", lesson_.text},
                        {"drawn", language_.drawn.id()},
                        {"titles", titles_},
                        {"steps", steps_}}}};
        if (language_.fixed) exported["language"] = language_.drawn.id();
        contents_.exported = json_in_page(exported);
        return std::move(contents_);
    }

  private:
    void add_drawn(const LessonDocument& document, const Job& job) {
        HandoutRequest request{document, fonts_, engine_};
        request.answers = true;
        HtmlLesson html = html_lesson(request, job);
        contents_.language = document.language;
        contents_.title = plain_text(document.title);
        contents_.description = plain_text(document.summary);
        contents_.lesson = html.header + html.sections;
        contents_.dark_rules = std::move(html.dark_rules);
        for (std::size_t n = 0; n < document.steps.size(); ++n) {
            const LessonState& state = document.steps[n].figure.state;
            const View& view = *state.shown.view;
            contents_.models.merge(models_of(view, state.shown.figure, state.variants));
            for (const Message& note : unopened_files(view, state.shown.figure, state.variants))
                contents_.notes.push_back(tr("step {}: {}", lesson_.steps[n].id, note));
        }
    }

    void add_texts(const LessonDocument& document, Language language, const Job& job) {
        HandoutRequest request{document, fonts_, engine_};
        request.answers = true;
        contents_.lesson += fmt::format("<template lang=\"{}\">\n{}</template>\n", language.id(),
                                        html_lesson_texts(request, job));
    }

    void add_titles(const LessonDocument& document, Language language) {
        const std::string id(language.id());
        titles_[id] = plain_text(document.title);
        for (std::size_t n = 0; n < document.steps.size(); ++n) {
            const DocumentStep& step = document.steps[n];
            if (n == steps_.size())
                steps_.push_back(step_json(lesson_, lesson_.steps[n], step.figure.state.shown));
            steps_[n]["titles"][id] = plain_text(step.title);
        }
    }

    const Lesson& lesson_;
    PageLanguage language_;
    const EngineChoice& engine_;
    const FontLibrary& fonts_;
    PageContents contents_{};
    Json titles_ = Json::object(), steps_ = Json::array();
};

}  // namespace

PageContents live_lesson(const Lesson& lesson, PageLanguage language, const EngineChoice& engine,
                         const FontLibrary& fonts, const Job& job) {
    return LiveLesson(lesson, language, engine, fonts).contents(job);
}

}  // namespace poslab
