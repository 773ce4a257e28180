#include "app/state/file_opening.hpp"

#include "app/state/presets.hpp"
#include "core/base/errors.hpp"

#include <filesystem>
#include <memory>
#include <utility>

namespace poslab {

namespace {

constexpr std::chrono::milliseconds patience{50};

/// Reads what the parameter takes from the file, which is then found in memory.
void read_for(const Descriptor& descriptor, const std::string& path, const Job& job) {
    try {
        if (descriptor.accepts != nullptr) static_cast<void>(descriptor.accepts(path, job));
    } catch (const InputError&) {  // whoever takes it says why
    }
}

}  // namespace

void FileOpening::start(const Store& store) {
    const Request request = std::move(waiting_.front());
    waiting_.pop_front();
    found_ = std::make_shared<Found>(Found{request.path, false, {}, {}});
    job_.start([found = found_, request, window = OpeningWindow(store)](const Job& job) {
        if (request.parameter) {
            const auto& [view, index] = *request.parameter;
            read_for(view->parameters()[index], request.path, job);
            found->actions = {open_action_for(window, *view, index, request.path)};
        } else if (is_preset_file(request.path)) {
            found->holds_presets = true;
        } else {
            found->actions = open_actions_of(window, request.path, job);
        }
    });
}

void FileOpening::start_view(const Store& store, std::size_t index) {
    const View& view = *store.views()[index].view;
    const Values& values = store.views()[index].values;
    const std::vector<std::size_t> files = filling_files(view, values);
    const auto path = [](const Value& value) { return std::get<FileName>(value).path; };
    found_ = std::make_shared<Found>(Found{path(values[files.front()]), false, {}, {}, {{index, values}}});
    job_.start([found = found_, files, path, &view](const Job& job) {
        ViewFiles& read = *found->of_view;
        for (const std::size_t file : files) read_for(view.parameters()[file], path(read.values[file]), job);
        read.filled = read_filled(view, read.values);
    });
}

bool FileOpening::begin(const Store& store) {
    if (job_.running()) return false;
    const auto view = store.unread_view();
    if (!waiting_.empty())
        start(store);
    else if (view)
        start_view(store, *view);
    return job_.running();
}

std::optional<FileOpening::Found> FileOpening::next(const Store& store) {
    const bool begins = begin(store);
    if (!job_.running()) return std::nullopt;
    const auto outcome = job_.ended(begins ? patience : std::chrono::milliseconds(0));
    if (!outcome) return std::nullopt;
    if (outcome->cancelled) return std::nullopt;
    if (!outcome->error.empty()) found_->refusal = outcome->error;
    return std::move(*found_);
}

void FileOpening::cancel(Store& store) {
    store.leave_unread();
    waiting_.clear();
    job_.cancel();
    static_cast<void>(job_.ended());
}

std::string FileOpening::file_name() const {
    return job_.running() ? std::filesystem::path(found_->path).filename().string() : std::string();
}

}  // namespace poslab
