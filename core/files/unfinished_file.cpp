#include "core/files/unfinished_file.hpp"

#include <cstdio>
#include <mutex>
#include <utility>

namespace poslab {

/// An intrusive list of all objects with a file, because it is used when memory is exhausted.
struct UnfinishedFile::List {
    static List& all() {
        static List list;
        return list;
    }
    void add(UnfinishedFile& file) {
        const std::lock_guard lock(mutex);
        file.next_ = first;
        if (first != nullptr) first->previous_ = &file;
        first = &file;
    }
    void remove(UnfinishedFile& file) {
        const std::lock_guard lock(mutex);
        if (file.next_ != nullptr) file.next_->previous_ = file.previous_;
        if (file.previous_ != nullptr)
            file.previous_->next_ = file.next_;
        else if (first == &file)
            first = file.next_;
        file.next_ = file.previous_ = nullptr;
    }

    std::mutex mutex;
    UnfinishedFile* first = nullptr;
};

UnfinishedFile::UnfinishedFile(std::string path) noexcept { take(std::move(path)); }

void UnfinishedFile::take(std::string path) noexcept {
    path_ = std::move(path);
    List::all().add(*this);
}

void UnfinishedFile::finish() noexcept {
    if (!path_.empty()) List::all().remove(*this);
    path_.clear();
}

void UnfinishedFile::remove() noexcept {
    if (path_.empty()) return;
    List::all().remove(*this);
    std::remove(path_.c_str());
    path_.clear();
}

void UnfinishedFile::remove_all() noexcept {
    List& list = List::all();
    list.mutex.lock();  // never unlocked
    for (const UnfinishedFile* file = list.first; file != nullptr; file = file->next_)
        std::remove(file->path_.c_str());
}

}  // namespace poslab
