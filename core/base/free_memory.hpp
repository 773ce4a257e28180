#pragma once

#include "core/base/sentence.hpp"

#include <string_view>

namespace poslab {

/// Bytes that this machine can still give without swapping; infinite where that is not known.
[[nodiscard]] double available_memory();

/// Bytes of addresses that this process may still take (ulimit -v); infinite where there is no such limit.
[[nodiscard]] double addresses_left();

/// Bytes of memory that this machine has, or that the process's control group may take, where those are fewer.
[[nodiscard]] double present_memory();

/// "8G", "500M", "4096" (bytes), K, M, G, T being powers of 1024, or "75%" of `present`. Throws UsageError naming POSLAB_MEMORY.
[[nodiscard]] double read_memory_size(std::string_view text, double present);

/// Bytes that this process means to take at most: what the variable POSLAB_MEMORY says, or half of what is present. What is large
/// and known before it is made is held to it (check_memory). Throws UsageError as read_memory_size does.
[[nodiscard]] double memory_ceiling();

/// Throws TooLarge where `bytes` more, if they are a MiB at least, would go beyond the ceiling, or are more than the machine can
/// give: "WHAT need 32.0 GiB of memory, 21.7 GiB are free".
void check_memory(double bytes, const Sentence& what);

}  // namespace poslab
