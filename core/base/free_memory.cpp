#include "core/base/free_memory.hpp"

#include "core/base/errors.hpp"

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

void check_memory(double bytes, std::string_view what) {
    const double available = available_memory();
    if (bytes > available)
        throw TooLarge(fmt::format("{} need {:.1f} GiB of memory, {:.1f} GiB are free", what, bytes / 0x1p30, available / 0x1p30));
}

}  // namespace poslab
