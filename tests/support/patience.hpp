#pragma once

#include <chrono>

namespace poslab::test {

/// The timeout of tests; longer for programs under a sanitizer.
#if defined(__SANITIZE_THREAD__)
constexpr std::chrono::seconds patience{1000};
#elif defined(__SANITIZE_ADDRESS__)
constexpr std::chrono::seconds patience{200};
#else
constexpr std::chrono::seconds patience{60};
#endif

}  // namespace poslab::test
