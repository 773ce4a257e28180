#include "app/state/visit.hpp"

#include "app/state/show_state.hpp"
#include "app/state/view_settings.hpp"
#include "core/documents/session.hpp"
#include "core/figure/figure.hpp"
#include "core/views/registry.hpp"

#include <utility>

namespace poslab {

namespace {
using Json = nlohmann::ordered_json;
constexpr const char *lines_key = "visit", *before_key = "before-visit", *lesson_key = "visit-lesson",
                     *step_key = "visit-step";
constexpr std::size_t max_lines = 16;

std::string text_at(const Json& json, const char* key) {
    const auto found = json.find(key);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}
}  // namespace

VisitLines lines_of_row(const Table& table, std::size_t row) {
    VisitLines lines;
    if (row >= table.rows.size()) return lines;
    for (std::size_t n = 0; n < table.rows[row].size(); ++n)
        if (const std::string& text = table.rows[row][n].text; !text.empty())
            lines.emplace_back(n < table.columns.size() ? table.columns[n].title : std::string(), text);
    return lines;
}

void begin_visit(Store& store, const std::string& command, VisitLines lines) {
    const ShownState state = read_shown_state(command, all_views());
    Visit visit{std::move(lines), {}, store.lessons.open, store.lessons.step};
    visit.before = store.visit ? store.visit->before : session_text(views_session(store), all_views());
    show_state(store, state);
    store.visit = std::move(visit);
}

void end_visit(Store& store) {
    if (!store.visit) return;
    const Session before =
        read_session(std::exchange(store.visit, std::nullopt)->before, all_views()).session;
    if (!before.values.empty()) open_views_session(store, before);
}

void follow_lessons(Store& store) {
    if (!store.visit) return;
    if (store.visit->lesson != store.lessons.open) return end_visit(store);
    if (!store.lessons.open.empty() && store.visit->step != store.lessons.step) store.visit.reset();
}

Json visit_json(const std::optional<Visit>& visit) {
    Json json = Json::object();
    if (!visit) return json;
    std::vector<std::string> texts;
    for (const auto& [heading, text] : visit->lines) texts.insert(texts.end(), {heading, text});
    json[lines_key] = texts;
    json[before_key] = visit->before;
    if (!visit->lesson.empty()) json[lesson_key] = visit->lesson;
    if (!visit->step.empty()) json[step_key] = visit->step;
    return json;
}

std::optional<Visit> visit_in(const Json& settings) {
    Visit visit{
        {}, text_at(settings, before_key), text_at(settings, lesson_key), text_at(settings, step_key)};
    const auto lines = settings.find(lines_key);
    if (visit.before.empty() || lines == settings.end() || !lines->is_array()) return std::nullopt;
    for (std::size_t n = 0; n + 1 < lines->size() && visit.lines.size() < max_lines; n += 2)
        if ((*lines)[n].is_string() && (*lines)[n + 1].is_string())
            visit.lines.emplace_back((*lines)[n].get<std::string>(), (*lines)[n + 1].get<std::string>());
    return visit;
}

}  // namespace poslab
