#include "app/cli/page_site.hpp"

#include "app/cli/live_lesson.hpp"
#include "app/cli/live_page.hpp"
#include "app/handout/html_style.hpp"
#include "app/handout/lesson_document.hpp"
#include "core/base/errors.hpp"
#include "core/figure/formula_mathml.hpp"
#include "core/files/atomic_files.hpp"
#include "core/files/new_folder.hpp"
#include "core/lessons/lessons.hpp"
#include "core/views/registry.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace poslab {

extern const std::string_view embedded_page_index;
extern const std::string_view embedded_page_index_style;

namespace {

namespace fs = std::filesystem;

constexpr Page card_size{480, 300};  // of the index's pictures

class SiteWriter {
  public:
    SiteWriter(const PageSiteRequest& request, const FontLibrary& fonts, const Job& job)
        : request_(request), fonts_(fonts), job_(job), engine_(PageEngineFiles::load()) {}

    std::vector<Message> write() {
        const NewFolder made(request_.folder);
        const std::vector<LessonReading> lessons = built_in_lessons();
        pages_ = all_views().size() + lessons.size() * request_.languages.size();
        add_file(std::string(page_engine_script), engine_.shared_script());
        for (const View* view : all_views()) add_view(*view);
        for (const Language language : request_.languages) {
            for (const LessonReading& reading : lessons) add_lesson(reading.lesson, language);
            add_index(lessons, language);
        }
        add_file(std::string(page_models_script), PageEngineFiles::shared_models(models_));
        write_files_atomically(files_);
        return std::move(notices_);
    }

  private:
    /// Returns "NAME.html", and "NAME.zh.html" in another than the first language.
    [[nodiscard]] std::string file_of(std::string_view name, Language language) const {
        if (language == request_.languages.front()) return fmt::format("{}.html", name);
        return fmt::format("{}.{}.html", name, language.id());
    }

    [[nodiscard]] static std::string lesson_name(const Lesson& lesson) { return "lesson-" + lesson.id; }

    void add_file(const std::string& name, std::string_view text) {
        files_.push_back({(fs::path(request_.folder) / name).string(), std::string(text)});
    }

    [[nodiscard]] Job next_part() { return job_.step(made_++, pages_); }

    void add_page(const std::string& name, PageContents contents) {
        notices_.insert(notices_.end(), contents.notes.begin(), contents.notes.end());
        models_.insert(contents.models.begin(), contents.models.end());
        const Translator translate(contents.language);
        contents.shares_engine = true;
        contents.navigation =
            fmt::format("<a class=\"home\" href=\"{}\">{}</a>", file_of("index", contents.language),
                        escaped_markup(translate("All views and lessons"_tr)));
        add_file(name, engine_.page(contents));
    }

    [[nodiscard]] PictureRequest picture_of(const View& view) const {
        PictureRequest picture{{&view, view.defaults(), {}, request_.engine}, {}};
        picture.language = request_.languages.front();
        return picture;
    }

    void add_view(const View& view) {
        const LivePageRequest request{picture_of(view), {}, false};
        add_page(fmt::format("{}.html", view.info().id), live_page(request, fonts_, next_part(), notices_));
    }

    void add_lesson(const Lesson& lesson, Language language) {
        add_page(file_of(lesson_name(lesson), language),
                 live_lesson(lesson, {language}, request_.engine, fonts_, next_part()));
    }

    /// Returns a link with the view's figure, title and summary.
    [[nodiscard]] std::string view_card(const View& view, Language language) {
        const ViewInfo& info = view.info();
        return fmt::format("<a class=\"card\" href=\"{}.html\">{}<b>{}</b><span>{}</span></a>\n", info.id,
                           picture(view, language), escaped_markup(std::string(in(language, info.title))),
                           escaped_markup(std::string(in(language, info.summary))));
    }

    [[nodiscard]] std::string picture(const View& view, Language language) {
        PictureRequest request = picture_of(view);
        request.language = language;
        request.bare = true;
        request.page = card_size;
        const FigureData data = figure_data(request, FontMetrics(fonts_), pixels_of_screen, job_.quiet());
        return figure_in_page(request, data, fonts_, fmt::format("{}-", view.info().id), dark_);
    }

    [[nodiscard]] std::string lesson_line(const Lesson& lesson, Language language) const {
        const Translator translate(language);
        return fmt::format("<li><a href=\"{}\">{}</a><span>{}</span><small>{}</small></li>\n",
                           file_of(lesson_name(lesson), language),
                           escaped_markup(lesson.plain_in(language, lesson.title)),
                           escaped_markup(lesson.plain_in(language, lesson.summary)),
                           escaped_markup(translate.plural("{} minute", "{} minutes", lesson.minutes)));
    }

    void add_index(const std::vector<LessonReading>& lessons, Language language) {
        const Translator translate(language);
        std::string cards, lines, others;
        for (const View* view : all_views()) cards += view_card(*view, language);
        for (const LessonReading& reading : lessons) lines += lesson_line(reading.lesson, language);
        for (const Language other : request_.languages)
            if (other != language)
                others += fmt::format("<a href=\"{}\" lang=\"{}\">{}</a>", file_of("index", other),
                                      other.id(), escaped_markup(std::string(other.name())));
        add_file(
            file_of("index", language),
            filled(
                embedded_page_index,
                {{"LANG", std::string(language.id())},
                 {"STYLE", html_colors(dark_.rules()) + std::string(embedded_page_index_style)},
                 {"LANGUAGES", others},
                 {"INTRODUCTION",
                  escaped_markup(translate(
                      "Live figures and lessons on position encodings, computed exactly in this browser."_tr))},
                 {"VIEWS", escaped_markup(translate("Views"_tr))},
                 {"CARDS", cards},
                 {"LESSONS", escaped_markup(translate("Lessons"_tr))},
                 {"LINES", lines}}));
    }

    const PageSiteRequest& request_;
    const FontLibrary& fonts_;
    const Job& job_;
    PageEngineFiles engine_;
    DarkClasses dark_;
    std::vector<PathAndBytes> files_;
    std::vector<Message> notices_;
    std::set<std::string> models_;  // of the pages made so far
    std::size_t made_ = 0, pages_ = 1;
};

}  // namespace

std::vector<Message> write_page_site(const PageSiteRequest& request, const FontLibrary& fonts,
                                     const Job& job) {
    return SiteWriter(request, fonts, job).write();
}

}  // namespace poslab
