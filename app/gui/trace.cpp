#include "app/gui/trace.hpp"

#include "app/gui/window_content.hpp"
#include "core/base/errors.hpp"
#include "core/files/json_text.hpp"

#include <nlohmann/json.hpp>

namespace poslab {

Trace::Trace(const char* path) {
    if (path == nullptr || *path == '\0') return;
    file_.open(path, std::ios::app);
    if (!file_.is_open()) throw OutputError(tr("POSLAB_TRACE: '{}' cannot be written", path));
}

void Trace::write(const TraceFrame& frame, const WindowContent& content) {
    if (!file_.is_open()) return;
    const Store& store = content.store();
    const Canvas& canvas = content.canvas();
    const Ui& ui = content.ui();
    const ExportDialog& dialog = content.export_dialog();
    using Json = nlohmann::ordered_json;
    const View& view = store.view();
    Json values = Json::object();
    const auto parameters = view.parameters();
    for (std::size_t i = 0; i < parameters.size(); ++i)
        values[std::string(parameters[i].id)] = to_string(parameters[i], store.values()[i]);
    Json widgets = Json::object();
    for (const auto& [name, mark] : ui.marks())
        widgets[name.substr(name.rfind('/') + 1)] = {mark.rect.x, mark.rect.y, mark.rect.width,
                                                     mark.rect.height};
    if (!(store.values() == last_values_)) first_since_ = final_since_ = frame.began;
    last_values_ = store.values();
    const bool shown = canvas.up_to_date();
    Json line{
        {"frame", frame.frame},
        {"began_ms", frame.began * 1e3},
        {"shown_ms", frame.shown * 1e3},
        {"built_ms", frame.built_in * 1e3},
        {"keys", frame.keys},
        {"clicks", frame.clicks},
        {"view", view.info().id},
        {"figure", store.figure().id},
        {"values", std::move(values)},
        {"job", canvas.status().running ? "running" : "idle"},
        {"engine", canvas.status().result != nullptr ? canvas.status().result->data->engine : std::string()},
        {"shown", shown},
        {"dialog", dialog.is_open()},
        {"exporting", dialog.busy()},
        {"toast", content.toast().text},
        {"error", canvas.status().error.english()},
        {"command", dialog.is_open() ? dialog.command() : std::string()},
        {"theme", theme_id(store.theme)},
        {"language", store.language.id()},
        {"tool", store.tool == Tool::zoom ? "zoom" : "pan"},
        {"editing", ui.editing()},
        {"undo", store.history().undo_steps()},
        {"redo", store.history().redo_steps()},
        {"playing", content.player().running()},
        {"percent", store.percent},
        {"widgets", std::move(widgets)}};
    if (const auto caret = ui.caret()) line["caret"] = {caret->x, caret->y};
    if (canvas.shows_present() && first_since_) {
        line["first_ms"] = (frame.shown - *first_since_) * 1e3;
        first_since_.reset();
    }
    if (shown && final_since_) {
        line["latency_ms"] = (frame.shown - *final_since_) * 1e3;
        if (canvas.status().result != nullptr) line["job_ms"] = canvas.status().result->seconds * 1e3;
        final_since_.reset();
    }
    file_ << json_text(line) << '\n' << std::flush;
}

}  // namespace poslab
