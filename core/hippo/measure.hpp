#pragma once

#include "core/base/one_of.hpp"
#include "core/base/text.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace poslab {

/// A measure of HiPPO: a state x of N numbers holds the coefficients of the history of a signal u in a basis
/// (arXiv 2008.07669; article 10137; docs/formulas.md §6.1). Each measure is one object in a file of
/// core/hippo/measures and one line of measures.list, which choices, systems, scans and reconstructions use.
/// Every measure represents a constant exactly: B = -A e_0, where e_0 is the coefficient of the constant 1.
struct Measure {
    std::string_view id;    // lower-case words with hyphens
    Text label;             // in the menu
    std::string_view name;  // in headings
    std::string_view source;

    bool whole_history = false;  // t x' = A x + B u over s = t'/t; else x' = A x + B u over the last `span`
    double place_of_now = 1;     // position of the current time on [0, 1]: 1 or 0

    /// An entry of A for a span of 1, and the values of the basis at s, [order]. Null if states are complex.
    double (*entry)(std::int64_t n, std::int64_t k, std::int64_t order) = nullptr;
    std::vector<double> (*basis)(std::int64_t order, double s) = nullptr;
    /// Adds the sum of state_n times the basis at each of `places` to `out`; values at NaN are unspecified.
    void (*reconstruct)(std::span<const double> state, std::span<const double> places,
                        std::span<double> out) = nullptr;

    /// True for complex states, n = -order ... order in the basis e^(2 pi i n s): fourier_legs_system and its
    /// modes.
    bool is_complex = false;
    /// True for LegS: the engines have an O(N) step, and exact states are projections of the signal.
    bool is_projection = false;

    std::vector<std::string_view> formulas;  // markup of its matrix
    Text note{};                             // a caveat in one sentence; may be empty

    [[nodiscard]] static std::span<const Measure* const> all();
};

}  // namespace poslab
