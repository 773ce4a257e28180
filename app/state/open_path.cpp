#include "app/state/open_path.hpp"

#include "core/base/errors.hpp"
#include "core/documents/parameter_file.hpp"
#include "core/views/registry.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <vector>

namespace poslab {
namespace {

Toast opened(const Store& store, const std::string& path) {
    const std::string name = std::filesystem::path(path).filename().string();
    return {Words(store.language)("Opened {}", name), true, {}, -1};
}

Toast refused(const Store& store, const Sentence& why) { return {Words(store.language)(why), false, {}, -1}; }

/// The place of the first parameter that takes the file.
std::optional<std::size_t> accepting(const View& view, const std::string& path) {
    const auto parameters = view.parameters();
    const auto takes = [&](const Descriptor& descriptor) {
        try {
            return descriptor.kind == Kind::file && descriptor.accepts != nullptr && descriptor.accepts(path);
        } catch (const Error&) {
            return false;
        }
    };
    const auto found = std::find_if(parameters.begin(), parameters.end(), takes);
    if (found == parameters.end()) return std::nullopt;
    return static_cast<std::size_t>(found - parameters.begin());
}

}  // namespace

Toast open_for(Store& store, std::size_t parameter, const std::string& path) {
    Values values = store.values();
    values.at(parameter) = FileName{path};
    if (store.edit(values, 0)) return opened(store, path);
    return refused(store, store.take_refusal().value_or(verbatim(path)));
}

Toast open_path(Store& store, const std::string& path) {
    try {
        const OpenedParameters file = read_parameter_file(path, all_views());
        store.choose(file.view->info().id);
        store.set(file.values, 0);
        return opened(store, path);
    } catch (const Error& error) {
        std::vector<const View*> views{&store.view()};
        for (const ViewState& state : store.views())
            if (state.view != views.front()) views.push_back(state.view);
        for (const View* view : views)
            if (const auto parameter = accepting(*view, path)) {
                store.choose(view->info().id);
                return open_for(store, *parameter, path);
            }
        return refused(store, error.sentence());
    }
}

}  // namespace poslab
