#include "app/cli/picture_state.hpp"

#include "app/cli/options.hpp"
#include "app/paint/picture.hpp"
#include "core/base/errors.hpp"
#include "core/documents/earlier_defaults.hpp"
#include "core/documents/shell_words.hpp"
#include "core/documents/versus.hpp"
#include "core/files/input_file.hpp"
#include "core/views/registry.hpp"

#include <charconv>
#include <string_view>
#include <utility>

namespace poslab {

namespace {

/// Returns the components of "0.1.0" as numbers, for lexicographic comparison.
std::vector<int> numbers_of(std::string_view version) {
    std::vector<int> numbers;
    while (!version.empty()) {
        int number = 0;
        const auto [end, error] = std::from_chars(version.data(), version.data() + version.size(), number);
        if (error != std::errc{}) break;
        numbers.push_back(number);
        version.remove_prefix(static_cast<std::size_t>(end - version.data()));
        if (!version.empty()) version.remove_prefix(1);
    }
    return numbers;
}

std::string text_in(const PictureMetadata& metadata, const char* key) {
    const auto found = metadata.find(key);
    return found == metadata.end() ? std::string() : found->second;
}

/// Replaces the files of one word: "--ID=PATH", PATH after "--ID", or the text of --versus.
void find_files(std::vector<std::string>& words, std::size_t at, const View& view, DocumentFiles& files) {
    if (!words[at].starts_with("--")) return;
    const std::size_t equals = words[at].find('=');
    const std::string id = words[at].substr(2, equals == std::string::npos ? equals : equals - 2);
    if (equals == std::string::npos && at + 1 == words.size()) return;
    const std::string text = equals == std::string::npos ? words[at + 1] : words[at].substr(equals + 1);
    const auto find = [&](const std::string& named) { return files.found(named); };
    const int index = parameter_index(view, id);
    const bool is_file =
        index >= 0 && text != "none" && view.parameters()[static_cast<std::size_t>(index)].kind == Kind::file;
    if (!is_file && id != "versus") return;
    std::string found = is_file ? find(text) : with_files(view, text, find);
    if (found.empty()) found = "none";
    if (equals == std::string::npos)
        words[at + 1] = std::move(found);
    else
        words[at] = "--" + id + "=" + found;
}

ShownState state_of(const std::string& command, DocumentFiles& files) {
    std::vector<std::string> words = shell_words(command);
    words.erase(words.begin());  // "poslab"
    if (words.size() > 1) {
        const std::string view = words[1];
        words = with_earlier_defaults(view, std::move(words));
    }
    for (const View* view : all_views())
        if (words.size() > 1 && words[1] == view->info().id)
            for (std::size_t at = 2; at < words.size(); ++at) find_files(words, at, *view, files);
    const Options options = read_options(words);
    if (options.view == nullptr || !options.print.empty()) throw UsageError("it draws no picture"_tr);
    ShownState state{options.view, options.values, options.figure, {}, {}, {}};
    ParameterSet named;
    for (const std::string& versus : options.versus) {
        state.pins.push_back(options.view->checked(changed(*options.view, options.values, versus, named)));
        state.pin_names.push_back(name_in(versus));
    }
    check_figure(*state.view, state.figure, state.values);
    if (options.difference) state.comparison = {Comparison::How::difference};
    if (options.wipe) state.comparison = {Comparison::How::wipe, *options.wipe};
    return state;
}

}  // namespace

std::optional<ShownState> state_of_picture(const std::string& path) {
    DocumentFiles files(path);
    return state_of_picture(path, files);
}

std::optional<ShownState> state_of_picture(const std::string& path, DocumentFiles& files) {
    const auto metadata = picture_metadata(path);
    if (!metadata) return std::nullopt;
    const std::string command = text_in(*metadata, "Description"), software = text_in(*metadata, "Software");
    constexpr std::string_view program = "PosLab ";
    if (software.starts_with(program) && command.starts_with("poslab sweep "))
        refuse_file(path, "a picture of many states, so no single state can be opened"_tr);
    if (!software.starts_with(program) || !command.starts_with("poslab plot "))
        refuse_file(path, "a picture that PosLab did not make: it contains no PosLab command"_tr);
    const std::string version = software.substr(program.size());
    try {
        return state_of(command, files);
    } catch (const UsageError& error) {
        if (numbers_of(version) > numbers_of(POSLAB_VERSION))
            refuse_file(path, tr("made by PosLab {}; this version ({}) cannot read it: {}", version,
                                 POSLAB_VERSION, error.message()));
        refuse_file(path, tr("invalid command in the picture: {}", error.message()));
    }
}

}  // namespace poslab
