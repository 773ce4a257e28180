#include "core/views/claimed_frequencies.hpp"

#include <fmt/format.h>

#include <cmath>

namespace poslab {

namespace {

constexpr int pairs = 8;

/// frequency(2p/d) of each pair.
template <class Frequency>
std::string pinned(const Frequency& frequency) {
    std::string text = "'explicit-frequencies=";
    for (int p = 0; p < pairs; ++p)
        text += fmt::format("{}{:.8g}", p == 0 ? "" : ",", frequency(static_cast<double>(p) / static_cast<double>(pairs)));
    return text + ",name=QA'";
}

}  // namespace

std::string stated_inverse(double base) {
    return pinned([&](double share) { return std::pow(base, share); });
}

std::string stated_ntk(double base, double s) {
    return pinned([&](double share) { return std::pow(base * std::pow(s, share), -share); });
}

}  // namespace poslab
