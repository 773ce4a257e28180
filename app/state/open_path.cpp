#include "app/state/open_path.hpp"

#include "app/cli/picture_state.hpp"
#include "app/state/view_settings.hpp"
#include "core/base/errors.hpp"
#include "core/documents/parameter_file.hpp"
#include "core/documents/session.hpp"
#include "core/files/input_file.hpp"
#include "core/views/registry.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <vector>

namespace poslab {
namespace {

Toast opened(const Store& store, const std::string& path) {
    const std::string name = std::filesystem::path(path).filename().string();
    return {Translator(store.language)("Opened {}", name), true, {}, -1};
}

Toast refused(const Store& store, const Message& why) {
    return {Translator(store.language)(why), false, {}, -1};
}

/// Sets the values of a file as one undo step; pins are another one.
Toast take(Store& store, const View& view, const Values& values, const std::string& path) {
    store.choose(view.info().id);
    if (store.set(values, 0)) return opened(store, path);
    return refused(store, store.take_refusal().value_or(verbatim(path)));
}

std::optional<OpenAction> as_picture(const std::string& path) {
    const auto state = state_of_picture(path);
    if (!state) return std::nullopt;
    return OpenAction{{}, [path, state = *state](Store& store) {
                          Toast toast = take(store, *state.view, state.values, path);
                          if (!state.figure.empty())
                              static_cast<void>(store.choose_figure(state.view->info().id, state.figure));
                          Pins pins;
                          for (std::size_t n = 0; n < state.pins.size(); ++n)
                              pins.push_back({state.pins[n], true, fitting_pin_name(state.pin_names[n])});
                          store.replace_pins(std::move(pins));
                          store.compare(state.comparison);
                          return toast;
                      }};
}

std::optional<OpenAction> as_session(const std::string& path) {
    const std::string text = read_beginning(path, max_session_bytes);
    if (text.find("\"poslab_session\"") == std::string::npos) return std::nullopt;
    const SessionReading reading = read_session(text, all_views());
    if (reading.session.values.empty())
        refuse_file(path,
                    reading.complaints.empty() ? "a session without values"_tr : reading.complaints.front());
    return OpenAction{{}, [path, reading](Store& store) {
                          open_views_session(store, reading.session);
                          return reading.complaints.empty() ? opened(store, path)
                                                            : refused(store, reading.complaints.front());
                      }};
}

bool accepts(const Descriptor& descriptor, const std::string& path) {
    try {
        return descriptor.kind == Kind::file && descriptor.accepts != nullptr && descriptor.accepts(path);
    } catch (const Error&) {
        return false;
    }
}

OpenAction for_parameter(const Store& store, const View& view, std::size_t index, const std::string& path) {
    const Translator translate(store.language);
    return {translate("{} · {}", in(store.language, view.parameters()[index].label),
                      in(store.language, view.info().title)),
            [&view, index, path](Store& to) {
                to.choose(view.info().id);
                return open_for(to, index, path);
            }};
}

std::vector<OpenAction> in_view(const Store& store, const View& view, const std::string& path,
                                std::set<std::string_view>& known) {
    std::vector<OpenAction> actions;
    const auto parameters = view.parameters();
    for (std::size_t index = 0; index < parameters.size(); ++index)
        if (!known.contains(parameters[index].id) && accepts(parameters[index], path)) {
            known.insert(parameters[index].id);
            actions.push_back(for_parameter(store, view, index, path));
        }
    return actions;
}

}  // namespace

Toast open_for(Store& store, std::size_t parameter, const std::string& path) {
    Values values = store.values();
    values.at(parameter) = FileName{path};
    if (store.edit(values, 0)) return opened(store, path);
    return refused(store, store.take_refusal().value_or(verbatim(path)));
}

std::vector<OpenAction> open_actions_of(const Store& store, const std::string& path) {
    expect_regular_file(path);
    if (auto picture = as_picture(path)) return {*picture};
    if (auto session = as_session(path)) return {*session};
    std::optional<Message> why;
    try {
        const OpenedParameters file = read_parameter_file(path, all_views());
        return {{{}, [path, file](Store& to) { return take(to, *file.view, file.values, path); }}};
    } catch (const Error& error) {
        why = error.message();
    }
    std::set<std::string_view> known;
    std::vector<OpenAction> actions = in_view(store, store.view(), path, known);
    if (actions.size() == 1) return actions;
    for (const ViewState& state : store.views())
        for (OpenAction& action : in_view(store, *state.view, path, known))
            actions.push_back(std::move(action));
    if (actions.empty()) throw InputError(*why);
    return actions;
}

}  // namespace poslab
