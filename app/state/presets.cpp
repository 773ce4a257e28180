#include "app/state/presets.hpp"

#include "app/state/session_slot.hpp"
#include "core/base/errors.hpp"
#include "core/base/utf8.hpp"
#include "core/files/atomic_file.hpp"
#include "core/files/folder_lock.hpp"
#include "core/files/input_file.hpp"
#include "core/files/json_text.hpp"
#include "core/files/strict_json.hpp"
#include "core/params/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

namespace poslab {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view format_key = "poslab_presets";

/// Throws InputError if an object has more than max_ordered_members.
void check_objects(const nlohmann::json& json, const std::string& path) {
    if (!json.is_structured()) return;
    if (json.is_object() && json.size() > max_ordered_members)
        refuse_file(path, tr("an object with more than {} values", max_ordered_members));
    for (const nlohmann::json& part : json) check_objects(part, path);
}

/// Parses presets. Throws InputError for any other file.
Json read_presets(const std::string& text, const std::string& path) {
    const nlohmann::json checked = parse_strict_json(text, path);
    const bool object = checked.is_object();
    const auto format = object ? checked.find(format_key) : checked.end();
    if (!object || format == checked.end() || !format->is_number_integer())
        refuse_file(path, "not a PosLab preset file"_tr);
    if (format->get<std::int64_t>() > preset_format)
        refuse_file(path, "presets from a newer PosLab version"_tr);
    const auto list = checked.find("presets");
    if (list == checked.end() || !list->is_array()) refuse_file(path, "not a PosLab preset file"_tr);
    if (list->size() > max_presets) refuse_file(path, tr("more than {} presets", max_presets));
    check_objects(checked, path);
    Json presets = Json::parse(text);
    const auto named = [](const Json& preset) {
        const auto name = preset.is_object() ? preset.find("name") : preset.end();
        return preset.is_object() && name != preset.end() && name->is_string() &&
               !name->get_ref<const std::string&>().empty();
    };
    for (const Json& preset : presets["presets"])
        if (!named(preset)) refuse_file(path, "a preset has no name"_tr);
    return presets;
}

std::string name_of(const Json& preset) { return preset.at("name").get<std::string>(); }

/// Returns the preset's views, each an object of parameters; empty if there are none.
const Json& views_in(const Json& preset) {
    static const Json none = Json::object();
    const auto found = preset.find("views");
    return found != preset.end() && found->is_object() ? *found : none;
}

const ViewState* view_named(const Store& store, std::string_view id) {
    const auto views = store.views();
    const auto found = std::find_if(views.begin(), views.end(),
                                    [&](const ViewState& state) { return state.view->info().id == id; });
    return found == views.end() ? nullptr : &*found;
}

/// Returns the values of one view with those of the preset; invalid ones are added to `unknown`.
Values values_in(const ViewState& state, const Json& parameters, std::vector<std::string>& unknown) {
    Values values = state.values;
    const std::string id(state.view->info().id);
    if (!parameters.is_object()) {
        unknown.push_back(id);
        return values;
    }
    for (const auto& [key, value] : parameters.items()) {
        try {
            apply_json(state.view->parameters(),
                       nlohmann::json::object({{key, nlohmann::json::parse(value.dump())}}), values);
        } catch (const Error&) {  // of another version, or out of range
            unknown.push_back(fmt::format("{}.{}", id, key));
        }
    }
    return values;
}

/// Returns the ids in the preset that this version cannot use.
std::vector<std::string> unknown_in(const Json& preset, const Store& store) {
    std::vector<std::string> unknown;
    for (const auto& [key, value] : preset.items())
        if (key != "name" && key != "view" && key != "views") unknown.push_back(key);
    for (const auto& [id, parameters] : views_in(preset).items()) {
        const ViewState* state = view_named(store, id);
        if (state == nullptr)
            unknown.push_back(id);
        else
            static_cast<void>(values_in(*state, parameters, unknown));
    }
    return unknown;
}

/// Returns "a, b, c and 4 more".
Message listed(const std::vector<std::string>& names) {
    constexpr std::size_t most = 3;
    std::string first;
    for (std::size_t n = 0; n < std::min(most, names.size()); ++n) first += (n == 0 ? "" : ", ") + names[n];
    if (names.size() <= most) return verbatim(first);
    return tr("{} and {} more", first, names.size() - most);
}

Toast toast_of(const Store& store, const Message& message, bool good = true) {
    return {Translator(store.language)(message), good, {}, -1};
}

/// Returns the first of "long", "long 2", … that none of `presets` has.
std::string free_name(const std::string& requested, const Json& presets) {
    const auto taken = [&](const std::string& name) {
        return std::any_of(presets.begin(), presets.end(),
                           [&](const Json& preset) { return name_of(preset) == name; });
    };
    std::string name = requested;
    for (int number = 2; taken(name); ++number) name = fmt::format("{} {}", requested, number);
    return name;
}

auto place_of(Json& presets, std::string_view name) {
    return std::find_if(presets.begin(), presets.end(),
                        [&](const Json& preset) { return name_of(preset) == name; });
}

std::string text_of(const Json& file) { return json_text(file, 2) + "\n"; }

}  // namespace

std::string checked_preset_name(std::string_view name) {
    while (name.starts_with(' ')) name.remove_prefix(1);
    while (name.ends_with(' ')) name.remove_suffix(1);
    if (name.empty()) throw UsageError("a preset needs a name"_tr);
    std::size_t length = 0;
    for (std::string_view rest = name; !rest.empty(); ++length) static_cast<void>(next_code_point(rest));
    if (length > longest_preset_name)
        throw UsageError(tr("a name has at most {} characters", longest_preset_name));
    return std::string(name);
}

bool is_preset_file(const std::string& path) {
    const std::string text = read_beginning(path, max_session_bytes);
    return text.find(fmt::format("\"{}\"", format_key)) != std::string::npos;
}

std::string Presets::path() const { return *folder_ + "/presets.json"; }

std::optional<Message> Presets::read() {
    if (!folder_) return std::nullopt;
    const SessionBytes bytes = read_session_bytes(path());
    try {
        if (bytes.state == SessionBytes::State::refused) throw InputError(bytes.refusal);
        file_ = bytes.state == SessionBytes::State::read ? read_presets(bytes.text, path()) : Presets().file_;
        return std::nullopt;
    } catch (const Error& error) {
        return error.message();
    }
}

std::vector<std::string> Presets::names() const {
    std::vector<std::string> names;
    for (const Json& preset : file_.at("presets")) names.push_back(name_of(preset));
    return names;
}

const Json* Presets::find(std::string_view name) const {
    for (const Json& preset : file_.at("presets"))
        if (name_of(preset) == name) return &preset;
    return nullptr;
}

bool Presets::has(std::string_view name) const { return find(name) != nullptr; }

std::vector<std::string> Presets::views_of(std::string_view name, const Store& store) const {
    std::vector<std::string> ids;
    const Json* preset = find(name);
    if (preset == nullptr) return ids;
    for (const auto& [id, parameters] : views_in(*preset).items())
        if (view_named(store, id) != nullptr) ids.push_back(id);
    return ids;
}

/// A file that cannot be read is not overwritten.
template <class Change>
void Presets::change(Change&& change) {
    if (!folder_)
        throw OutputError(
            "Presets are not saved: neither POSLAB_STATE "
            "nor XDG_STATE_HOME nor HOME names a folder."_tr);
    make_session_folder(*folder_);
    const FolderTurn turn(*folder_);  // another window may save a preset now
    if (const auto why = read()) throw OutputError(*why);
    Json next = file_;
    change(next["presets"]);
    const std::string text = text_of(next);
    if (text.size() > max_session_bytes)
        throw OutputError(tr("Cannot write '{}': it would be larger than 1 MiB.", path()));
    write_file_atomically(path(), text);
    file_ = std::move(next);
}

void Presets::save(const Store& store, std::string_view name, bool all_views) {
    Json preset{
        {"name", checked_preset_name(name)}, {"view", store.view().info().id}, {"views", Json::object()}};
    for (const ViewState& state : store.views())
        if (all_views || state.view == &store.view())
            preset["views"][std::string(state.view->info().id)] =
                to_json(state.view->parameters(), state.values);
    change([&](Json& presets) {
        const auto found = place_of(presets, name_of(preset));
        if (found != presets.end())
            *found = preset;
        else if (presets.size() < max_presets)
            presets.push_back(preset);
        else
            throw OutputError(tr("{} presets already exist: delete one first.", max_presets));
    });
}

void Presets::rename(std::string_view from, std::string_view to) {
    const std::string requested = checked_preset_name(to);
    change([&](Json& presets) {
        const auto found = place_of(presets, from);
        if (found == presets.end() || requested == from) return;
        if (place_of(presets, requested) != presets.end())
            throw UsageError(tr("the preset {} already exists", requested));
        (*found)["name"] = requested;
    });
}

void Presets::erase(std::string_view name) {
    change([&](Json& presets) {
        const auto found = place_of(presets, name);
        if (found != presets.end()) presets.erase(found);
    });
}

void Presets::write_to(const std::string& path) const { write_file_atomically(path, text_of(file_)); }

Toast Presets::read_from(const std::string& path, const Store& store) {
    const Json file = read_presets(read_whole_file(path, max_session_bytes), path);
    std::vector<std::string> unknown, names;
    change([&](Json& presets) {
        for (Json preset : file.at("presets")) {
            for (std::string& key : unknown_in(preset, store)) unknown.push_back(std::move(key));
            names.push_back(name_of(preset));
            if (std::find(presets.begin(), presets.end(), preset) != presets.end()) continue;
            preset["name"] = names.back() = free_name(name_of(preset), presets);
            if (presets.size() >= max_presets)
                throw OutputError(tr("{} presets already exist: delete one first.", max_presets));
            presets.push_back(std::move(preset));
        }
    });
    if (names.empty()) return toast_of(store, "This file has no presets."_tr, false);
    if (unknown.empty()) return toast_of(store, tr("Presets: {}", listed(names)));
    return toast_of(
        store, tr("Presets: {}; unknown entries are preserved: {}", listed(names), listed(unknown)), false);
}

Toast Presets::apply(std::string_view name, Store& store) const {
    const Json* preset = find(name);
    if (preset == nullptr) return toast_of(store, tr("There is no preset {}.", name), false);
    std::map<std::string, Values, std::less<>> values;
    std::vector<std::string> unread;
    for (const auto& [id, parameters] : views_in(*preset).items())
        if (const ViewState* state = view_named(store, id))
            values.emplace(id, values_in(*state, parameters, unread));
    if (values.empty())
        return toast_of(store, tr("The preset {} has no parameters of PosLab's views.", name), false);
    try {
        const auto chosen = preset->find("view");
        const bool known =
            chosen != preset->end() && chosen->is_string() && values.contains(chosen->get<std::string>());
        if (!values.contains(store.view().info().id) || known)
            store.choose(known ? chosen->get<std::string>() : values.begin()->first);
        store.open_all(values);
    } catch (const Error& error) {
        return toast_of(store, error.message(), false);
    }
    const std::vector<std::string> unknown = unknown_in(*preset, store);
    if (unknown.empty()) return toast_of(store, tr("Preset: {}", name));
    return toast_of(store, tr("Preset: {}; unknown entries are preserved: {}", name, listed(unknown)), false);
}

}  // namespace poslab
