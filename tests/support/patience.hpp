#pragma once

namespace poslab::test {

/// How much longer than usual a test waits for what must come: a program under a sanitizer takes that much more time.
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr int patience = 10;
#else
constexpr int patience = 1;
#endif

}  // namespace poslab::test
