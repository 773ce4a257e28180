#include "core/base/free_memory.hpp"

#include "core/base/errors.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <fmt/format.h>
#include <fstream>
#include <limits>
#include <string>

namespace poslab {

/// MemAvailable of Linux: free memory and what caches can give back.
double available_memory() {
    std::ifstream file("/proc/meminfo");
    std::string name;
    double kibibytes = 0;
    while (file >> name >> kibibytes) {
        if (name == "MemAvailable:") return kibibytes * 1024;
        file.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
    }
    return std::numeric_limits<double>::infinity();
}

double addresses_left() {
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return std::numeric_limits<double>::infinity();
    std::ifstream file("/proc/self/statm");
    double pages = 0;
    file >> pages;
    return static_cast<double>(limit.rlim_cur) - pages * static_cast<double>(sysconf(_SC_PAGESIZE));
}

void check_memory(double bytes, const Sentence& what) {
    const double available = available_memory();
    if (bytes > available)
        throw TooLarge(tr("{} need {:.1f} GiB of memory, {:.1f} GiB are free", what, bytes / 0x1p30, available / 0x1p30));
}

}  // namespace poslab
