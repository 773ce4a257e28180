#include "app/gui/export_clipboard.hpp"

#include "app/window/picture_clipboard.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <filesystem>
#include <utility>

namespace poslab {
namespace {

namespace fs = std::filesystem;

/// Removes the file in its destructor.
class RemovedFile {
  public:
    explicit RemovedFile(std::string path) : path_(std::move(path)) {}
    ~RemovedFile() {
        std::error_code ignored;
        fs::remove(path_, ignored);
    }
    RemovedFile(const RemovedFile&) = delete;
    RemovedFile& operator=(const RemovedFile&) = delete;

  private:
    std::string path_;
};

}  // namespace

bool can_copy(const ExportChoice& choice) {
    return choice.content == ExportContent::figure && !choice.each_figure() &&
           (choice.ending() == "png" || choice.ending() == "svg");
}

void copy_picture(const Exporter& exporter, ExportChoice choice, const Job& job) {
    choice.path =
        (fs::temp_directory_path() / fmt::format("poslab-figure-{}.{}", getpid(), choice.ending())).string();
    const RemovedFile file(choice.path);
    exporter.write(choice, job);
    copy_file_to_clipboard(choice.path, choice.ending() == "svg" ? "image/svg+xml" : "image/png");
}

}  // namespace poslab
