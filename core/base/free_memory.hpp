#pragma once

#include "core/base/sentence.hpp"

namespace poslab {

/// Bytes that this machine can still give without swapping; infinite where that is not known.
[[nodiscard]] double available_memory();

/// Bytes of addresses that this process may still take (ulimit -v); infinite where there is no such limit.
[[nodiscard]] double addresses_left();

/// Throws TooLarge where `bytes` are more than that: "WHAT need 32.0 GiB of memory, 21.7 GiB are free".
void check_memory(double bytes, const Sentence& what);

}  // namespace poslab
