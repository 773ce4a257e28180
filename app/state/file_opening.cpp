#include "app/state/file_opening.hpp"

#include "app/state/presets.hpp"
#include "core/base/errors.hpp"

#include <filesystem>
#include <memory>
#include <utility>

namespace poslab {

namespace {

constexpr std::chrono::milliseconds patience{50};

/// Reads what the parameter takes from the file, which the edit then finds in memory, and returns the edit.
std::vector<OpenAction> actions_for(const OpeningWindow& window, const ViewParameter& parameter,
                                    const std::string& path, const Job& job) {
    const Descriptor& descriptor = parameter.descriptor();
    try {
        if (descriptor.accepts != nullptr) static_cast<void>(descriptor.accepts(path, job));
    } catch (const InputError&) {  // the edit says why
    }
    return {open_action_for(window, *parameter.view, parameter.index, path)};
}

}  // namespace

void FileOpening::start(const Store& store) {
    const Request request = std::move(waiting_.front());
    waiting_.pop_front();
    found_ = std::make_shared<Found>(Found{request.path, false, {}, {}});
    job_.start([found = found_, request, window = OpeningWindow(store)](const Job& job) {
        if (request.parameter)
            found->actions = actions_for(window, *request.parameter, request.path, job);
        else if (is_preset_file(request.path))
            found->holds_presets = true;
        else
            found->actions = open_actions_of(window, request.path, job);
    });
}

std::optional<FileOpening::Found> FileOpening::next(const Store& store) {
    const bool begins = !job_.running() && !waiting_.empty();
    if (begins) start(store);
    if (!job_.running()) return std::nullopt;
    const auto outcome = job_.ended(begins ? patience : std::chrono::milliseconds(0));
    if (!outcome) return std::nullopt;
    if (outcome->cancelled) return std::nullopt;
    if (!outcome->error.empty()) found_->refusal = outcome->error;
    return std::move(*found_);
}

void FileOpening::cancel() {
    waiting_.clear();
    job_.cancel();
    static_cast<void>(job_.ended());
}

std::string FileOpening::file_name() const {
    return job_.running() ? std::filesystem::path(found_->path).filename().string() : std::string();
}

}  // namespace poslab
