#include "core/base/free_memory.hpp"

#include "core/base/errors.hpp"
#include "core/base/memory_ledger.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>

namespace poslab {

namespace {

constexpr double small = 0x1p20;  // too little to justify reading four files of the system
constexpr const char* variable = "POSLAB_MEMORY";

}  // namespace

double read_memory_size(std::string_view text, double present) {
    constexpr std::string_view units = "%KMGT";
    double number = 0;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
    const std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
    const auto power = unit.empty() ? std::string_view::npos : units.find(unit);
    if (error != std::errc{} || unit.size() > 1 || (!unit.empty() && power == std::string_view::npos) ||
        !(number > 0) || !std::isfinite(number))
        throw UsageError(tr("{} {}: must be a size such as 8G, 500M or 75%", variable, std::string(text)));
    if (unit.empty()) return number;
    return power == 0 ? number / 100 * present : std::ldexp(number, 10 * static_cast<int>(power));
}

double memory_ceiling() {
    const char* const set = std::getenv(variable);
    const double present = present_memory();
    return set == nullptr || *set == '\0' ? present / 2 : read_memory_size(set, present);
}

void check_memory(double bytes, const Message& what) {
    if (bytes < small) return;
    const double available = available_memory();
    if (bytes > available)
        throw TooLarge(
            tr("{} need {} of memory, {} are free", what, memory_text(bytes), memory_text(available)));
    const double ceiling = memory_ceiling();
    const double taken = std::max(memory_in_use(), memory_ledger::taken());
    if (bytes + taken > ceiling)
        throw TooLarge(tr("{} need {} of memory, {} are left of PosLab's limit of {} (set by {})", what,
                          memory_text(bytes), memory_text(std::max(0.0, ceiling - taken)),
                          memory_text(ceiling), variable));
}

}  // namespace poslab
