#include "app/state/session_keeper.hpp"

#include "app/state/history_settings.hpp"
#include "app/state/view_settings.hpp"
#include "app/state/watched_files.hpp"
#include "core/base/errors.hpp"
#include "core/files/file_status.hpp"
#include "core/files/json_text.hpp"
#include "core/views/registry.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <set>
#include <utility>

namespace poslab {
namespace {

using Json = nlohmann::ordered_json;

constexpr int largest_window = 16'384;

std::string text_of(const Json& settings, const char* name) {
    const auto found = settings.find(name);
    return found != settings.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<double> number_in(const Json& settings, const char* name) {
    const auto found = settings.find(name);
    if (found == settings.end() || !found->is_number()) return std::nullopt;
    const double number = found->get<double>();
    return std::isfinite(number) ? std::optional(number) : std::nullopt;
}

bool truth_in(const Json& settings, const char* name, bool otherwise) {
    const auto found = settings.find(name);
    return found != settings.end() && found->is_boolean() ? found->get<bool>() : otherwise;
}

Json parts_with(const Folds& folds, Fold fold) {
    Json list = Json::array();
    for (std::size_t part = 0; part < folds.size(); ++part)
        if (folds[part] == fold) list.push_back(part_ids[part]);
    return list;
}

Folds folds_in(const Json& settings) {
    Folds folds{};
    const auto take = [&](const char* name, Fold fold) {
        const auto found = settings.find(name);
        if (found == settings.end() || !found->is_array()) return;
        for (std::size_t part = 0; part < folds.size(); ++part)
            if (std::find(found->begin(), found->end(), Json(part_ids[part])) != found->end())
                folds[part] = fold;
    };
    take("folded", Fold::folded);
    take("open", Fold::open);
    return folds;
}

std::vector<std::string> recent_in(const Json& settings) {
    std::vector<std::string> paths;
    const auto found = settings.find("recent");
    if (found == settings.end() || !found->is_array()) return paths;
    for (const Json& path : *found)
        if (path.is_string() && paths.size() < Store::max_recent) paths.push_back(path.get<std::string>());
    return paths;
}

/// False for a file whose drive or server does not answer.
bool is_missing(const std::string& file) {
    return prompt_file_status(prompt_file_name(file)).kind == FileKind::none;
}

/// Makes file names absolute, because the session may be restored in another working directory.
Values with_whole_paths(Values values) {
    for (Value& value : values)
        if (auto* file = std::get_if<FileName>(&value); file != nullptr && !file->path.empty()) {
            std::error_code error;
            const auto path = std::filesystem::absolute(file->path, error);
            if (!error) file->path = path.lexically_normal().string();
        }
    return values;
}

// In the order of PlayCourse.
constexpr std::array<std::string_view, 3> play_course_ids{"even", "eased", "steps"};

/// Returns a text for each played parameter, {"view", "parameter", "from": 0.2, "to": 0.6, "along":
/// parameter}, with fractions of the sliders' tracks. A session holds texts, not objects.
Json played(const Player& player) {
    Json all = Json::array();
    for (const Player::SavedPlay& retained : player.saved_plays()) {
        const auto parameters = retained.view->parameters();
        Json item{{"view", retained.view->info().id},
                  {"parameter", parameters[retained.parameter].id},
                  {"from", retained.range.from},
                  {"to", retained.range.to}};
        if (retained.along) item["along"] = parameters[*retained.along].id;
        all.push_back(json_text(item));
    }
    return all;
}

/// Returns the index of the parameter that `item` names under `key`, if it can be played.
std::optional<std::size_t> playable_in(const Json& item, const char* key, const View& view) {
    const int index = parameter_index(view, text_of(item, key));
    if (index < 0 || !playable(view.parameters()[static_cast<std::size_t>(index)])) return std::nullopt;
    return static_cast<std::size_t>(index);
}

void restore_play(const SessionParts& parts, const Json& item) {
    for (const ViewState& state : parts.store.views()) {
        if (state.view->info().id != text_of(item, "view")) continue;
        const auto parameter = playable_in(item, "parameter", *state.view);
        const auto from = number_in(item, "from"), to = number_in(item, "to");
        if (!parameter || !from || !to) return;
        Player::SavedPlay retained{state.view, *parameter, {*from, *to}, {}};
        const auto along = playable_in(item, "along", *state.view);
        if (along != parameter) retained.along = along;
        parts.player.restore(retained);
    }
}

void restore_played(const SessionParts& parts, const Json& settings) {
    const std::string course = text_of(settings, "play-course");
    const auto* const found = std::find(play_course_ids.begin(), play_course_ids.end(), course);
    const double steps = number_in(settings, "play-steps").value_or(parts.player.steps());
    if (found != play_course_ids.end())
        parts.player.set_course(static_cast<PlayCourse>(found - play_course_ids.begin()),
                                static_cast<int>(std::clamp(steps, 2.0, 64.0)));
    const auto all = settings.find("played");
    if (all == settings.end() || !all->is_array()) return;
    constexpr std::size_t longest = 4096;  // reading takes time that grows with the square
    for (const Json& text : *all) {
        if (!text.is_string() || text.get_ref<const std::string&>().size() > longest) continue;
        const Json item = Json::parse(text.get_ref<const std::string&>(), nullptr, false);
        if (item.is_object()) restore_play(parts, item);
    }
}

Session session_of(const SessionParts& parts, int width, int height) {
    Session session = views_session(parts.store);
    session.settings = settings_of(parts);
    session.settings.update(history_settings(parts.store));
    session.settings["width"] = width;
    session.settings["height"] = height;
    return session;
}

}  // namespace

Json settings_of(const SessionParts& parts) {
    const Store& store = parts.store;
    Json settings{{"theme", theme_id(store.theme)},
                  {"language", store.language.id()},
                  {"percent", store.percent},
                  {"welcome", store.welcome},
                  {"reduced-motion", store.reduced_motion},
                  {"play-seconds", parts.player.seconds()},
                  {"play-mode", parts.player.usual_mode() == PlayMode::loop ? "loop" : "bounce"},
                  {"folded", parts_with(parts.store.folds, Fold::folded)},
                  {"open", parts_with(parts.store.folds, Fold::open)}};
    if (!store.recent.empty()) settings["recent"] = store.recent;
    settings["play-course"] = play_course_ids.at(static_cast<std::size_t>(parts.player.course()));
    settings["play-steps"] = parts.player.steps();
    if (Json all = played(parts.player); !all.empty()) settings["played"] = std::move(all);
    settings.update(view_settings(store));
    settings.update(lesson_settings_json(store.lessons));
    settings.update(visit_json(store.visit));
    return settings;
}

void apply_settings(const SessionParts& parts, const Json& settings) {
    Store& store = parts.store;
    store.theme = text_of(settings, "theme") == theme_id(Theme::dark) ? Theme::dark : Theme::light;
    store.language = language_with(text_of(settings, "language")).value_or(Language::english);
    for (const int size : Store::sizes)
        if (number_in(settings, "percent") == size) store.percent = size;
    store.welcome = truth_in(settings, "welcome", store.welcome);
    store.reduced_motion = truth_in(settings, "reduced-motion", false);
    if (const auto seconds = number_in(settings, "play-seconds")) parts.player.set_seconds(*seconds);
    parts.player.set_mode(text_of(settings, "play-mode") == "loop" ? PlayMode::loop : PlayMode::bounce);
    restore_played(parts, settings);
    parts.store.folds = folds_in(settings);
    store.recent = recent_in(settings);
    apply_view_settings(store, settings);
    store.lessons = lesson_settings_in(settings);
    store.visit = visit_in(settings);
}

SessionKeeper::SessionKeeper(SessionFile& file) : file_(&file) {
    SessionFile::Loaded loaded = file.load(all_views());
    loaded_ = std::move(loaded.session);
    notices_ = std::move(loaded.notices);
}

std::optional<std::pair<int, int>> SessionKeeper::window_size() const {
    if (!loaded_) return std::nullopt;
    const auto width = number_in(loaded_->settings, "width"), height = number_in(loaded_->settings, "height");
    if (!width || !height) return std::nullopt;
    const auto whole = [](double number, int least) {
        return static_cast<int>(
            std::clamp(number, static_cast<double>(least), static_cast<double>(largest_window)));
    };
    return std::pair{whole(*width, WindowOptions::min_width), whole(*height, WindowOptions::min_height)};
}

void SessionKeeper::restore(const SessionParts& parts, const WindowOptions& options) {
    Store& store = parts.store;
    store.welcome = options.view == nullptr;
    if (loaded_) {
        for (const auto& [id, values] : loaded_->values) store.restore(id, values);
        try {
            if (!loaded_->view.empty()) store.choose(loaded_->view);
        } catch (const Error&) {  // a view of another version
        }
        apply_settings(parts, loaded_->settings);
        apply_history_settings(store, loaded_->settings);
        note_missing_files();
    }
    store.theme = options.theme.value_or(store.theme);
    store.language = options.language.value_or(store.language);
    if (options.view == nullptr) return;
    end_start();  // the picture is not the session's
    store.choose(options.view->info().id);
    if (!options.figure.empty())
        static_cast<void>(store.choose_figure(options.view->info().id, options.figure));
    const auto paths = [&](const Values& values) {
        return file_ != nullptr ? with_whole_paths(values) : values;  // a capture has no session
    };
    if (!options.values.empty())
        // Undo restores the session's values.
        store.open(paths(options.values), loaded_.has_value());
    if (options.pins.empty()) return;
    Pins pins;
    for (std::size_t n = 0; n < options.pins.size(); ++n)
        pins.push_back(
            {paths(options.pins[n]), true,
             n < options.pin_names.size() ? fitting_pin_name(options.pin_names[n]) : std::string()});
    store.restore_pins(options.view->info().id, std::move(pins), options.comparison);
}

/// Adds a message per missing file; values that came from it are retained.
void SessionKeeper::note_missing_files() {
    std::set<std::string> gone;
    for (const auto& [id, values] : loaded_->values)
        for (const Value& value : values)
            if (const auto* file = std::get_if<FileName>(&value);
                file != nullptr && !file->path.empty() && is_missing(file->path))
                gone.insert(file->path);
    for (const std::string& path : gone)
        notices_.push_back(
            tr("{} no longer exists; its "
               "values stay in use.",
               path));
}

void SessionKeeper::end_start() {
    if (file_ != nullptr && starting_) file_->end_start();
    starting_ = false;
}

std::optional<double> SessionKeeper::keep(const SessionParts& parts, int width, int height, double now) {
    if (file_ == nullptr) return std::nullopt;
    if (now - saved_at_ < pause) return pause - (now - saved_at_);
    saved_at_ = now;
    keep_now(parts, width, height);
    return std::nullopt;
}

void SessionKeeper::keep_now(const SessionParts& parts, int width, int height) {
    if (file_ == nullptr) return;
    std::string text = session_text(session_of(parts, width, height), all_views());
    if (text == saved_) return;
    saved_ = text;
    file_->save(std::move(text));
}

std::optional<Message> SessionKeeper::take_notice() {
    if (!notices_.empty()) {
        Message message = std::move(notices_.front());
        notices_.erase(notices_.begin());
        return message;
    }
    return file_ != nullptr ? file_->take_notice() : std::nullopt;
}

}  // namespace poslab
