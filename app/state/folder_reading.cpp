#include "app/state/folder_reading.hpp"

#include <utility>

namespace poslab {

FolderReading::FolderReading(std::function<void()> wake, Read read)
    : read_(std::move(read)), job_(std::move(wake)) {
    if (read_) return;
    read_ = [](const std::string& path, std::span<const std::string> endings, const Job& job) {
        return read_folder(path, endings, max_entries, job);
    };
}

void FolderReading::start(std::string path, std::vector<std::string> endings) {
    found_ = std::make_shared<FolderListing>();
    found_->path = path;
    job_.start([found = found_, read = read_, path = std::move(path),
                endings = std::move(endings)](const Job& job) { *found = read(path, endings, job); });
}

void FolderReading::cancel() {
    job_.cancel();
    static_cast<void>(job_.ended());
}

std::optional<FolderListing> FolderReading::listing(std::chrono::milliseconds patience) {
    const auto outcome = job_.ended(patience);
    if (!outcome) return std::nullopt;
    if (!outcome->error.empty()) found_->error = outcome->error.english();
    return std::move(*found_);
}

}  // namespace poslab
