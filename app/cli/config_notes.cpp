#include "app/cli/config_notes.hpp"

#include "core/base/errors.hpp"
#include "core/models/model_config.hpp"

namespace poslab {

std::vector<Message> config_notes(const View& view, const Values& values) {
    std::vector<Message> notes;
    const std::span<const Descriptor> parameters = view.parameters();
    for (std::size_t n = 0; n < parameters.size(); ++n) {
        const FileName* file = std::get_if<FileName>(&values.at(n));
        if (parameters[n].id != "config" || file == nullptr || file->path.empty()) continue;
        try {
            for (const ConfigWarning& warning : read_model_config(file->path).warnings)
                notes.push_back(warning);
        } catch (const Error&) {  // reported when the file's content is needed
        }
    }
    return notes;
}

}  // namespace poslab
