#include "app/state/session_slot.hpp"

#include "core/base/errors.hpp"

#include <fmt/format.h>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace poslab {

namespace {

constexpr int max_slots = 99;
constexpr int max_aside = 9999;
constexpr mode_t own_folder = 0700;
constexpr mode_t own_file = 0600;

/// A file descriptor, closed by the destructor.
class OwnedDescriptor {
  public:
    explicit OwnedDescriptor(int number) : number_(number) {}
    ~OwnedDescriptor() {
        if (number_ >= 0) ::close(number_);
    }
    OwnedDescriptor(const OwnedDescriptor&) = delete;
    OwnedDescriptor& operator=(const OwnedDescriptor&) = delete;
    [[nodiscard]] int number() const { return number_; }
    [[nodiscard]] bool open() const { return number_ >= 0; }

  private:
    int number_;
};

std::string variable(const char* name) {
    const char* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): nothing here sets it
    return value == nullptr ? "" : value;
}

bool exists(const std::string& path) {
    struct stat there {};
    return ::lstat(path.c_str(), &there) == 0;
}

std::string slot_path(const std::string& folder, int number, std::string_view ending) {
    return number == 1 ? fmt::format("{}/session{}", folder, ending)
                       : fmt::format("{}/session-{}{}", folder, number, ending);
}

/// Returns "FOLDER/session.broken-1.json" for "FOLDER/session.json".
std::string aside_path(const std::string& path, std::string_view what, int number) {
    constexpr std::string_view ending = ".json";
    const std::string stem = path.ends_with(ending) ? path.substr(0, path.size() - ending.size()) : path;
    return fmt::format("{}.{}-{}{}", stem, what, number, ending);
}

/// Calls reserve(candidate) until it succeeds or fails for another reason than an existing name.
template <class Reserve>
std::optional<std::string> free_name(const std::string& path, std::string_view what, Reserve reserve) {
    for (int number = 1; number <= max_aside; ++number) {
        std::string candidate = aside_path(path, what, number);
        if (reserve(candidate)) return candidate;
        if (errno != EEXIST) return std::nullopt;
    }
    return std::nullopt;
}

int create_new(const std::string& path) {
    return ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, own_file);
}

bool write_all(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

Message reason_of(int error) {
    switch (error) {
        case EEXIST:
        case ENOTDIR:
            return "a file is in the way"_tr;
        case EACCES:
        case EPERM:
            return "permission denied"_tr;
        case EROFS:
            return "the file system is read-only"_tr;
        case ENOSPC:
        case EDQUOT:
            return "the disk is full"_tr;
        default:
            return verbatim(std::generic_category().message(error));
    }
}

SessionBytes refused(const std::string& path, const Message& why) {
    return {SessionBytes::State::refused, {}, tr("The session '{}' cannot be read: {}.", path, why)};
}

SessionBytes read_open(const std::string& path, int descriptor) {
    SessionBytes bytes{SessionBytes::State::read, {}, {}};
    std::array<char, 65'536> block{};
    while (bytes.text.size() <= max_session_bytes) {
        const ssize_t got = ::read(descriptor, block.data(), block.size());
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return refused(path, "reading failed"_tr);
        if (got == 0) return bytes;
        bytes.text.append(block.data(), static_cast<std::size_t>(got));
    }
    return refused(path, "it is larger than 1 MiB"_tr);
}

}  // namespace

SessionPaths session_paths() {
    return {variable("POSLAB_STATE"), variable("XDG_STATE_HOME"), variable("HOME")};
}

std::optional<std::string> session_folder(const SessionPaths& places) {
    if (!places.poslab_state.empty()) {
        std::error_code error;
        const auto absolute = std::filesystem::absolute(places.poslab_state, error);
        return error ? places.poslab_state : absolute.string();
    }
    if (places.xdg_state_home.starts_with('/')) return places.xdg_state_home + "/poslab";
    if (places.home.starts_with('/')) return places.home + "/.local/state/poslab";
    return std::nullopt;
}

std::optional<SessionSlot> SessionSlot::take(const std::string& folder, Which which) {
    for (int number = 1; number <= max_slots; ++number) {
        const bool taken = which == Which::without_file && exists(slot_path(folder, number, ".json"));
        if (taken) continue;
        const std::string path = slot_path(folder, number, ".lock");
        const int lock = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, own_file);
        if (lock >= 0 && ::flock(lock, LOCK_EX | LOCK_NB) == 0) return SessionSlot(folder, number, lock);
        const bool held_by_another = lock >= 0 && errno == EWOULDBLOCK;
        if (lock >= 0) ::close(lock);
        if (held_by_another) continue;
        if (number == 1) return SessionSlot(folder, 1, -1);
        return std::nullopt;
    }
    return std::nullopt;
}

SessionSlot& SessionSlot::operator=(SessionSlot&& other) noexcept {
    std::swap(folder_, other.folder_);
    std::swap(number_, other.number_);
    std::swap(lock_, other.lock_);
    return *this;
}

SessionSlot::~SessionSlot() {
    if (lock_ < 0) return;
    end_start();
    ::close(lock_);
}

bool SessionSlot::begin_start() {
    if (lock_ < 0) return false;
    struct stat there {};
    const bool was_marked = ::fstat(lock_, &there) == 0 && there.st_size > 0;
    // A start without its mark counts as one that ended well.
    [[maybe_unused]] const bool is_marked = ::pwrite(lock_, "starting\n", 9, 0) == 9;
    return was_marked;
}

void SessionSlot::end_start() {
    [[maybe_unused]] const bool is_unmarked = lock_ < 0 || ::ftruncate(lock_, 0) == 0;
}

std::string SessionSlot::path(std::string_view ending) const { return slot_path(folder_, number_, ending); }

std::string first_session_path(const std::string& folder) { return slot_path(folder, 1, ".json"); }

SessionBytes read_session_bytes(const std::string& path) {
    struct stat there {};
    if (::stat(path.c_str(), &there) != 0) {
        const bool absent = errno == ENOENT || errno == ENOTDIR;
        return absent ? SessionBytes{} : refused(path, reason_of(errno));
    }
    if (!S_ISREG(there.st_mode)) return refused(path, "it is not a regular file"_tr);
    // If the file has become a pipe since stat(), opening must not block.
    const OwnedDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!file.open() || ::fstat(file.number(), &there) != 0) return refused(path, reason_of(errno));
    if (!S_ISREG(there.st_mode)) return refused(path, "it is not a regular file"_tr);
    if (there.st_size > static_cast<off_t>(max_session_bytes))
        return refused(path, "it is larger than 1 MiB"_tr);
    return read_open(path, file.number());
}

std::optional<std::string> move_aside(const std::string& path, std::string_view what) {
    struct stat there {};
    if (::lstat(path.c_str(), &there) != 0) return std::nullopt;
    // An empty file or folder reserves the name; rename replaces only that.
    const bool folder = S_ISDIR(there.st_mode);
    auto found = free_name(path, what, [&](const std::string& name) {
        if (folder) return ::mkdir(name.c_str(), own_folder) == 0;
        return OwnedDescriptor(create_new(name)).open();
    });
    if (!found || std::rename(path.c_str(), found->c_str()) == 0) return found;
    static_cast<void>(folder ? ::rmdir(found->c_str()) : ::unlink(found->c_str()));
    return std::nullopt;
}

std::optional<std::string> copy_aside(const std::string& path, std::string_view what, std::string_view text) {
    int descriptor = -1;
    auto found =
        free_name(path, what, [&](const std::string& name) { return (descriptor = create_new(name)) >= 0; });
    if (!found) return std::nullopt;
    const bool written = write_all(descriptor, text);
    const bool closed = ::close(descriptor) == 0;
    if (written && closed) return found;
    ::unlink(found->c_str());
    return std::nullopt;
}

void make_session_folder(const std::string& folder) {
    if (::mkdir(folder.c_str(), own_folder) == 0) return;
    int error = errno;
    const std::size_t slash = folder.rfind('/');
    if (error == ENOENT && slash != std::string::npos && slash > 0) {
        make_session_folder(folder.substr(0, slash));
        error = ::mkdir(folder.c_str(), own_folder) == 0 ? 0 : errno;
    }
    struct stat there {};
    if (error == 0 || (error == EEXIST && ::stat(folder.c_str(), &there) == 0 && S_ISDIR(there.st_mode)))
        return;
    const Message reason = reason_of(error);
    throw OutputError(tr("Cannot create folder '{}': {}.", folder, reason));
}

}  // namespace poslab
