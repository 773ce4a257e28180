#include "core/files/left_behind.hpp"

#include <cerrno>
#include <charconv>
#include <filesystem>
#include <mutex>
#include <set>
#include <system_error>

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <unistd.h>

namespace poslab {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view name_start = ".poslab-", name_end = ".part";

/// True if the text is the number of a process that no longer exists, alone or before '-' or '.'.
bool is_of_ended_process(std::string_view text) {
    pid_t writer = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), writer);
    const bool is_number = error == std::errc{} && writer > 0 &&
                           (end == text.data() + text.size() || *end == '-' || *end == '.');
    return is_number && ::kill(writer, 0) != 0 && errno == ESRCH;
}

/// True if a process holds the file, such as one of another container, whose number means nothing here.
bool is_locked(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) return false;
    const bool locked = ::flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    ::close(file);
    return locked;
}

}  // namespace

std::string temporary_name(std::string_view part) {
    return std::string(name_start) + std::to_string(::getpid()) + "-" + std::string(part) +
           std::string(name_end);
}

std::vector<std::string> left_behind(const std::string& folder, std::string_view start,
                                     std::string_view end) {
    std::vector<std::string> paths;
    std::error_code error;
    for (fs::directory_iterator at(folder, error), last; !error && at != last; at.increment(error)) {
        std::string_view name = at->path().native();
        name.remove_prefix(name.rfind('/') + 1);
        if (!name.starts_with(start) || !name.ends_with(end)) continue;
        name.remove_prefix(start.size());
        if (is_of_ended_process(name)) paths.push_back(at->path().native());
    }
    return paths;
}

void remove_left_behind(const std::string& folder) {
    for (const std::string& file : left_behind(folder, name_start, name_end))
        if (!is_locked(file)) ::unlink(file.c_str());
}

void remove_left_behind_once(const std::string& folder) {
    static std::mutex mutex;
    static std::set<std::string> cleaned;
    const std::lock_guard lock(mutex);
    if (cleaned.insert(folder).second) remove_left_behind(folder);
}

}  // namespace poslab
