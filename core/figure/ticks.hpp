#pragma once

#include <string>
#include <vector>

namespace poslab {

struct Tick {
    double value = 0;
    std::string label;  // empty: a minor tick
};

enum class TickSteps {
    decimal,  // 1, 2, 5 times a power of ten
    binary,   // powers of two, for lengths that are powers of two
};

/// Returns ticks in [low, high] with at most `most` labels; steps are at least 1 if `whole`.
[[nodiscard]] std::vector<Tick> linear_ticks(double low, double high, int most, TickSteps steps, bool whole);

/// Returns decades as 1, 10, 100, 1000, 10⁴ …, thinned to at most `most` labels; also 2 and 5 times each if
/// fewer than three decades leave room. Requires low > 0.
[[nodiscard]] std::vector<Tick> logarithmic_ticks(double low, double high, int most);

/// Returns 0 and decades of both signs, thinned to about `most` labels; decades within ±`linear_within` are
/// omitted.
[[nodiscard]] std::vector<Tick> symmetric_ticks(double low, double high, double linear_within, int most);

/// Returns powers of two, those below 1 as fractions (1, 1/2, 1/4), thinned to at most `most` labels; 1
/// always has a label. Requires low > 0.
[[nodiscard]] std::vector<Tick> fraction_ticks(double low, double high, int most);

}  // namespace poslab
