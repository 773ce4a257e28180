#pragma once

#include <chrono>

namespace poslab::test {

/// How long a test waits for what must come, before it says that it did not; a program under a sanitizer takes more time.
#if defined(__SANITIZE_THREAD__)
constexpr std::chrono::seconds patience{1000};
#elif defined(__SANITIZE_ADDRESS__)
constexpr std::chrono::seconds patience{200};
#else
constexpr std::chrono::seconds patience{60};
#endif

}  // namespace poslab::test
