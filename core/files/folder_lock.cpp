#include "core/files/folder_lock.hpp"

#include "core/base/errors.hpp"

#include <cerrno>
#include <chrono>
#include <thread>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace poslab {

FolderLock::FolderLock(const std::string& folder, Use use)
    : descriptor_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (descriptor_ < 0) return;
    const int how = use == Use::shared ? LOCK_SH : LOCK_EX;
    if (::flock(descriptor_, how | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
    ::close(descriptor_);
    throw OutputError(
        tr("{}: another run writes into this folder; wait until it ends, or choose another folder", folder));
}

FolderLock::~FolderLock() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

FolderTurn::FolderTurn(const std::string& folder)
    : descriptor_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    constexpr int max_tries = 200;
    const auto is_taken = [this] {
        return descriptor_ >= 0 && ::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    };
    for (int n = 0; n < max_tries && is_taken(); ++n)
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

FolderTurn::~FolderTurn() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace poslab
