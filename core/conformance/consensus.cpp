#include "core/conformance/consensus.hpp"

namespace poslab {

StraightLine line_between(const LinePoint& low, const LinePoint& high) {
    const double slope = (high.y - low.y) / (high.x - low.x);
    return {slope, low.y - slope * low.x};
}

double upper_median(std::vector<double> values) {
    if (values.empty()) return 0;
    const auto middle = values.begin() + std::ssize(values) / 2;
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

double weighted_median(std::vector<std::pair<double, double>> values) {
    std::sort(values.begin(), values.end());
    double all = 0, below = 0;
    for (const auto& [value, weight] : values) all += weight;
    if (!(all > 0)) return 0;
    for (const auto& [value, weight] : values) {
        below += weight;
        if (2 * below >= all) return value;
    }
    return values.back().first;
}

}  // namespace poslab
