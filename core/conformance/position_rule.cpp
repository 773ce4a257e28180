#include "core/conformance/position_rule.hpp"

#include <algorithm>
#include <cmath>

namespace poslab {

double PositionRule::of(double position) const {
    if (!restarts.empty()) {
        const auto next = std::upper_bound(restarts.begin(), restarts.end(), position);
        if (next != restarts.begin()) position -= *(next - 1);
    }
    if (period > 0) position = std::fmod(position, period);
    return factor * std::min(position, last) + offset;
}

}  // namespace poslab
