#pragma once

#include "core/base/message.hpp"

#include <string_view>

namespace poslab {

/// Returns the bytes available on this machine without swapping; infinite if unknown.
[[nodiscard]] double available_memory();

/// Returns the bytes of address space left to this process (ulimit -v); infinite if unlimited.
[[nodiscard]] double addresses_left();

/// Returns the bytes of memory of this machine, or the limit of the process's control group if lower.
[[nodiscard]] double present_memory();

/// Returns the bytes that this process has taken, without those of mapped files.
[[nodiscard]] double memory_in_use();

/// Parses "8G", "500M", "4096" (bytes), where K, M, G, T are powers of 1024, or "75%" of `present`. Throws
/// UsageError naming POSLAB_MEMORY.
[[nodiscard]] double read_memory_size(std::string_view text, double present);

/// Returns the maximum number of bytes that this process should use: POSLAB_MEMORY, or half of the memory.
/// Large allocations of known size are checked against it (check_memory). Throws UsageError as
/// read_memory_size does.
[[nodiscard]] double memory_ceiling();

/// Throws TooLarge if `bytes` more, when at least a MiB, would exceed the ceiling or the available memory:
/// "WHAT need 32.0 GiB of memory, 21.7 GiB are free".
void check_memory(double bytes, const Message& what);

}  // namespace poslab
