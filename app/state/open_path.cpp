#include "app/state/open_path.hpp"

#include "app/cli/picture_state.hpp"
#include "app/state/view_settings.hpp"
#include "core/base/errors.hpp"
#include "core/documents/parameter_file.hpp"
#include "core/documents/session.hpp"
#include "core/files/input_file.hpp"
#include "core/files/printable_text.hpp"
#include "core/files/signal_file.hpp"
#include "core/files/tensor_file.hpp"
#include "core/views/registry.hpp"

#include <algorithm>
#include <cctype>
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

/// Returns the actions that open a document with the files that it names. If some are not in its folder, the
/// user chooses, because the document may be somebody else's. `open` gets that choice.
std::vector<OpenAction> as_document(const OpeningWindow& window, const std::vector<std::string>& foreign,
                                    const std::function<Toast(Store&, DocumentFiles::Foreign)>& open) {
    using Foreign = DocumentFiles::Foreign;
    const auto with = [&](Foreign files) {
        return [open, files](Store& to) {
            try {
                return open(to, files);
            } catch (const Error& error) {
                return refused(to, error.message());
            }
        };
    };
    if (foreign.empty()) return {{{}, with(Foreign::left_out)}};
    std::string names;
    for (const std::string& path : foreign) names += (names.empty() ? "" : ", ") + printable_text(path);
    const Translator translate(window.language);
    return {{translate("Open without other files"_tr), with(Foreign::left_out)},
            {translate("Open with {}", names), with(Foreign::found)}};
}

Toast show_picture(Store& store, const std::string& path, const ShownState& state) {
    Toast toast = take(store, *state.view, state.values, path);
    if (!state.figure.empty()) static_cast<void>(store.choose_figure(state.view->info().id, state.figure));
    Pins pins;
    for (std::size_t n = 0; n < state.pins.size(); ++n)
        pins.push_back({state.pins[n], true, fitting_pin_name(state.pin_names[n])});
    store.replace_pins(std::move(pins));
    store.compare(state.comparison);
    return toast;
}

std::vector<OpenAction> as_picture(const OpeningWindow& window, const std::string& path) {
    DocumentFiles files(path, DocumentFiles::Foreign::left_out);
    const auto state = state_of_picture(path, files);
    if (!state) return {};
    return as_document(window, files.foreign(), [path, state](Store& to, DocumentFiles::Foreign foreign) {
        DocumentFiles all(path);
        const bool again = foreign == DocumentFiles::Foreign::found;
        return show_picture(to, path, again ? *state_of_picture(path, all) : *state);
    });
}

std::vector<OpenAction> as_result(const OpeningWindow& window, const std::string& path) {
    DocumentFiles files(path, DocumentFiles::Foreign::left_out);
    const OpenedParameters file = read_parameter_file(path, all_views(), files);
    return as_document(window, files.foreign(), [path, file](Store& to, DocumentFiles::Foreign foreign) {
        const bool again = foreign == DocumentFiles::Foreign::found;
        const OpenedParameters opened = again ? read_parameter_file(path, all_views()) : file;
        return take(to, *opened.view, opened.values, path);
    });
}

std::vector<OpenAction> as_session(const OpeningWindow& window, const std::string& path) {
    const std::string text = read_beginning(path, max_session_bytes + 1);
    if (text.find("\"poslab_session\"") == std::string::npos) return {};
    const SessionReading reading = read_session(text, all_views());
    if (reading.session.values.empty())
        refuse_file(path,
                    reading.complaints.empty() ? "a session without values"_tr : reading.complaints.front());
    SessionReading own = reading;
    DocumentFiles files(path, DocumentFiles::Foreign::left_out);
    for (auto& [view, values] : own.session.values)
        for (Value& value : values)
            if (auto* file = std::get_if<FileName>(&value)) file->path = files.found(file->path);
    return as_document(
        window, files.foreign(), [path, reading, own](Store& to, DocumentFiles::Foreign foreign) {
            const bool all = foreign == DocumentFiles::Foreign::found;
            open_views_session(to, all ? reading.session : own.session);
            return reading.complaints.empty() ? opened(to, path) : refused(to, reading.complaints.front());
        });
}

bool accepts(const Descriptor& descriptor, const std::string& path, const Job& job) {
    job.check();
    try {
        return descriptor.kind == Kind::file && descriptor.accepts != nullptr &&
               descriptor.accepts(path, job);
    } catch (const Error&) {
        return false;
    }
}

/// True for a tokenizer.json of Hugging Face's library `tokenizers`.
bool is_tokenizer(const std::string& path) {
    constexpr std::size_t head_bytes = std::size_t{1} << 20U;
    const std::string head = read_beginning(path, head_bytes);
    return head.starts_with('{') && head.find("\"added_tokens\"") != std::string::npos &&
           head.find("\"pre_tokenizer\"") != std::string::npos;
}

/// Throws the reason why a file cannot be read whose name says that it has tensors or a signal.
void expect_what_it_is_named(const std::string& path, const Job& job) {
    std::string ending = std::filesystem::path(path).extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const auto is = [&](std::initializer_list<std::string_view> endings) {
        return std::find(endings.begin(), endings.end(), ending) != endings.end();
    };
    if (is({".npy", ".npz", ".safetensors"}))
        if (const TensorFile file(path); file.tensors().empty()) static_cast<void>(file.tensor({}));
    if (is({".wav", ".flac", ".ogg", ".csv"})) static_cast<void>(SignalFile(path, job));
}

/// Opens a file for a parameter of the current view.
Toast open_for(Store& store, std::size_t parameter, const std::string& path) {
    Values values = store.values();
    values.at(parameter) = FileName{path};
    if (store.edit(values, 0)) return opened(store, path);
    return refused(store, store.take_refusal().value_or(verbatim(path)));
}

std::vector<OpenAction> in_view(const OpeningWindow& window, const View& view, const std::string& path,
                                std::set<std::string_view>& known, const Job& job) {
    std::vector<OpenAction> actions;
    const auto parameters = view.parameters();
    for (std::size_t index = 0; index < parameters.size(); ++index)
        if (!known.contains(parameters[index].id) && accepts(parameters[index], path, job)) {
            known.insert(parameters[index].id);
            actions.push_back(open_action_for(window, view, index, path));
        }
    return actions;
}

}  // namespace

Message open_question(const std::vector<OpenAction>& actions) {
    std::string labels;
    for (const OpenAction& action : actions) labels += (labels.empty() ? "" : "; ") + action.label;
    return tr("can be opened in several ways ({}), so the window would ask", labels);
}

OpeningWindow::OpeningWindow(const Store& store) : language(store.language), current(&store.view()) {
    for (const ViewState& state : store.views()) views.push_back(state.view);
}

OpenAction open_action_for(const OpeningWindow& window, const View& view, std::size_t parameter,
                           const std::string& path) {
    const Translator translate(window.language);
    return {translate("{} · {}", in(window.language, view.parameters()[parameter].label),
                      in(window.language, view.info().title)),
            [&view, parameter, path](Store& to) {
                to.choose(view.info().id);
                return open_for(to, parameter, path);
            }};
}

std::vector<OpenAction> open_actions_of(const OpeningWindow& window, const std::string& path,
                                        const Job& job) {
    expect_regular_file(path);
    if (auto picture = as_picture(window, path); !picture.empty()) return picture;
    if (auto session = as_session(window, path); !session.empty()) return session;
    std::optional<Message> why;
    try {
        return as_result(window, path);
    } catch (const Error& error) {
        why = error.message();
    }
    std::set<std::string_view> known;
    std::vector<OpenAction> actions = in_view(window, *window.current, path, known, job);
    if (actions.size() == 1) return actions;
    for (const View* view : window.views)
        for (OpenAction& action : in_view(window, *view, path, known, job))
            actions.push_back(std::move(action));
    if (actions.empty() && is_tokenizer(path))
        refuse_file(path,
                    "is a tokenizer without its model: --model needs config.json and weights next to it"_tr);
    if (actions.empty()) expect_what_it_is_named(path, job);
    if (actions.empty()) throw InputError(*why);
    return actions;
}

}  // namespace poslab
