#pragma once

#include <string>

namespace poslab {

// Frequencies as a widely copied text on RoPE (QA) states them, of 16 dimensions, for what is pinned beside the right ones:
// "explicit-frequencies=…,name=QA".

/// base^(2p/d), which is the inverse (question 2).
[[nodiscard]] std::string stated_inverse(double base);
/// Each pair with a base of its own, base·s^(2p/d) (question 8).
[[nodiscard]] std::string stated_ntk(double base, double s);

}  // namespace poslab
