#include "core/files/atomic_files.hpp"

#include "core/files/atomic_file.hpp"
#include "core/files/folder_lock.hpp"
#include "core/files/left_behind.hpp"
#include "core/files/unfinished_file.hpp"

#include <atomic>
#include <cstdio>
#include <filesystem>
#include <memory>

#include <sys/stat.h>
#include <unistd.h>

namespace poslab {

namespace {

/// A backup of an existing file, held under a second name until all new files are in place.
class Earlier {
  public:
    /// Requires the target of AtomicFile: a link's own path would back up the link.
    explicit Earlier(const std::string& path) : path_(path) {
        struct stat there {};
        existed_ = ::lstat(path.c_str(), &there) == 0;  // a link to nothing, too, which is replaced
        if (!existed_) return;
        static std::atomic<int> count{0};
        const std::string name =
            (std::filesystem::path(path).parent_path() / temporary_name("earlier-" + std::to_string(count++)))
                .string();
        backup_.take(name);
        saved_ = ::link(path.c_str(), name.c_str()) == 0;
        if (!saved_) backup_.finish();
    }
    ~Earlier() {
        if (replaced_ && !existed_) std::remove(path_.c_str());
        if (replaced_ && saved_ && std::rename(backup_.path().c_str(), path_.c_str()) == 0) {
            backup_.finish();
            return;
        }
        backup_.remove();
    }
    Earlier(const Earlier&) = delete;
    Earlier& operator=(const Earlier&) = delete;

    void replaced() { replaced_ = true; }
    void forget() { replaced_ = false; }

  private:
    std::string path_;
    UnfinishedFile backup_;
    bool existed_ = false, saved_ = false, replaced_ = false;
};

std::string parent_folder(const std::string& path) {
    const std::string folder = std::filesystem::path(path).parent_path().string();
    return folder.empty() ? "." : folder;
}

}  // namespace

void write_files_atomically(const std::vector<PathAndBytes>& files, const Job& job) {
    if (files.size() == 1) return write_file_atomically(files.front().path, files.front().bytes, job);
    std::vector<std::unique_ptr<AtomicFile>> written;
    for (const PathAndBytes& file : files) {
        written.push_back(std::make_unique<AtomicFile>(file.path));
        written.back()->write(file.bytes, job);
    }
    if (written.empty()) return;
    const FolderTurn turn(parent_folder(written.front()->target()));
    std::vector<std::unique_ptr<Earlier>> earlier;
    // in reverse: the first file refers to the others and is written last
    for (std::size_t i = files.size(); i-- > 0;) {
        earlier.push_back(std::make_unique<Earlier>(written[i]->target()));
        written[i]->commit(job);
        earlier.back()->replaced();
    }
    for (const auto& one : earlier) one->forget();
}

}  // namespace poslab
