#include "core/base/memory_ledger.hpp"

#include <fmt/format.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>

namespace poslab {

namespace {

constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();
/// The excess that small allocations may cause: an error must still be reported.
constexpr std::int64_t slack = std::int64_t{1} << 24U;

constinit std::atomic<std::int64_t> taken_bytes{0};
constinit std::atomic<std::int64_t> limit_bytes{unlimited};
/// The approximate maximum of taken_bytes since return_freed() last returned memory; inexact across threads.
constinit std::atomic<std::int64_t> highest_bytes{0};

/// The small allocations of one thread that `taken_bytes` does not contain yet.
struct Pending {
    std::int64_t bytes = 0;
    ~Pending() { flush(); }
    std::int64_t flush() { return taken_bytes.fetch_add(std::exchange(bytes, 0), std::memory_order_relaxed); }
};
thread_local constinit Pending pending;

[[noreturn]] void refuse(std::size_t bytes, std::int64_t before, std::int64_t most) {
    throw LedgerExceeded(static_cast<double>(bytes),
                         static_cast<double>(std::max<std::int64_t>(most - before, 0)),
                         static_cast<double>(most));
}

void note_highest(std::int64_t taken) noexcept {
    if (highest_bytes.load(std::memory_order_relaxed) < taken)
        highest_bytes.store(taken, std::memory_order_relaxed);
}

/// Returns freed memory to the system if it could exceed the limit together with `more` bytes: the C library
/// retains the small blocks of a file that was parsed.
void return_freed(std::int64_t taken, std::int64_t more, std::int64_t most) noexcept {
    constexpr std::int64_t little = std::int64_t{1} << 25U;
    const std::int64_t highest = highest_bytes.load(std::memory_order_relaxed);
    if (highest - taken < little || more <= most - highest) return;
    highest_bytes.store(taken, std::memory_order_relaxed);
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

struct Amount {
    double number = 0;
    const char* unit = "";
    int decimals = 1;
};
Amount amount(double bytes) {
    if (bytes < 0x1p10) return {bytes, "B", 0};
    if (bytes < 0x1p20) return {bytes / 0x1p10, "KiB"};
    if (bytes < 0x1p30) return {bytes / 0x1p20, "MiB"};
    return {bytes / 0x1p30, "GiB"};
}

}  // namespace

std::string memory_text(double bytes) {
    const Amount of = amount(bytes);
    return fmt::format("{:.{}f} {}", of.number, of.decimals, of.unit);
}

LedgerExceeded::LedgerExceeded(double requested, double left, double limit) noexcept
    : requested_(requested), left_(left), limit_(limit) {
    const Amount more = amount(requested), rest = amount(left), most = amount(limit);
    static_cast<void>(std::snprintf(
        english_.data(), english_.size(),
        "%.*f %s more memory is needed, %.*f %s are left of PosLab's limit of %.*f %s (set by POSLAB_MEMORY)",
        more.decimals, more.number, more.unit, rest.decimals, rest.number, rest.unit, most.decimals,
        most.number, most.unit));
}

Message LedgerExceeded::message() const {
    return tr("{} more memory is needed, {} are left of PosLab's limit of {} (set by {})",
              memory_text(requested_), memory_text(left_), memory_text(limit_), "POSLAB_MEMORY");
}

namespace memory_ledger {

void set_limit(double bytes) noexcept {
    limit_bytes = bytes < static_cast<double>(unlimited) ? static_cast<std::int64_t>(bytes) : unlimited;
}

double taken() noexcept {
    pending.flush();
    return static_cast<double>(std::max<std::int64_t>(taken_bytes, 0));
}

void enter(std::size_t bytes) {
    const auto more = static_cast<std::int64_t>(std::min<std::size_t>(bytes, unlimited));
    const std::int64_t most = limit_bytes.load(std::memory_order_relaxed);
    if (bytes < large) {
        pending.bytes += more;
        if (pending.bytes < static_cast<std::int64_t>(large)) return;
        const std::int64_t before = pending.flush();
        note_highest(before);
        if (most == unlimited || before - slack <= most) return;
        remove(bytes);
        refuse(bytes, before, most);
    }
    std::int64_t before = taken_bytes.load(std::memory_order_relaxed);
    if (most != unlimited) return_freed(before, more, most);
    do {
        if (most != unlimited && more > most - before) refuse(bytes, before, most);
    } while (!taken_bytes.compare_exchange_weak(before, before + more, std::memory_order_relaxed));
    note_highest(before + more);
}

void remove(std::size_t bytes) noexcept {
    pending.bytes -= static_cast<std::int64_t>(bytes);
    if (pending.bytes < -static_cast<std::int64_t>(large)) pending.flush();
}

}  // namespace memory_ledger

}  // namespace poslab
