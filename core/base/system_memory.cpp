// The memory of the machine and of this process, as Linux reports it.

#include "core/base/free_memory.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <string>

namespace poslab {

namespace {

constexpr double unknown = std::numeric_limits<double>::infinity();

/// Returns the value of "NAME: 123 kB" in a file of /proc, in bytes.
std::optional<double> proc_bytes(const char* path, std::string_view requested) {
    std::ifstream file(path);
    std::string name;
    while (file >> name) {
        double kibibytes = 0;
        if (name == requested && file >> kibibytes) return kibibytes * 1024;
        file.clear();
        file.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
    }
    return std::nullopt;
}

double control_group_limit() {
    std::ifstream file("/sys/fs/cgroup/memory.max");  // "max" if there is no limit
    double bytes = 0;
    return file >> bytes ? bytes : unknown;
}

}  // namespace

/// Returns MemAvailable of Linux: free memory and reclaimable caches.
double available_memory() { return proc_bytes("/proc/meminfo", "MemAvailable:").value_or(unknown); }

double addresses_left() {
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return unknown;
    std::ifstream file("/proc/self/statm");
    double pages = 0;
    file >> pages;
    return static_cast<double>(limit.rlim_cur) - pages * static_cast<double>(sysconf(_SC_PAGESIZE));
}

double present_memory() {
    const double machine =
        static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
    return std::min(machine, control_group_limit());
}

double memory_in_use() { return proc_bytes("/proc/self/status", "RssAnon:").value_or(0); }

}  // namespace poslab
