#include "core/files/folder_lock.hpp"

#include "core/base/errors.hpp"

#include <cerrno>
#include <chrono>
#include <thread>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace poslab {

namespace {

/// True if the folder could be locked in one of these tries, 10 ms apart, or has no locks.
bool lock(int descriptor, int how, int tries) {
    for (int n = 1; ::flock(descriptor, how | LOCK_NB) != 0 && errno == EWOULDBLOCK; ++n) {
        if (n == tries) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return true;
}

}  // namespace

FolderLock::FolderLock(const std::string& folder, Use use)
    : descriptor_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (descriptor_ < 0) return;
    constexpr int tries = 50;  // a FolderTurn takes milliseconds
    if (lock(descriptor_, use == Use::shared ? LOCK_SH : LOCK_EX, tries)) return;
    ::close(descriptor_);
    throw OutputError(
        tr("{}: another run writes into this folder; wait until it ends, or choose another folder", folder));
}

FolderLock::~FolderLock() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

FolderTurn::FolderTurn(const std::string& folder)
    : descriptor_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    constexpr int tries = 200;
    if (descriptor_ >= 0) static_cast<void>(lock(descriptor_, LOCK_EX, tries));
}

FolderTurn::~FolderTurn() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace poslab
