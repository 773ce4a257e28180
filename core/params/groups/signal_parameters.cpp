#include "core/base/errors.hpp"
#include "core/files/signal_file.hpp"
#include "core/params/groups/signal.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

namespace poslab {

namespace {

// Maximum size in bytes of a .csv whose lines are counted immediately.
constexpr std::uintmax_t quickly_counted = std::uintmax_t{1} << 26U;

bool is_quick(const std::string& path) {
    std::error_code error;
    const std::uintmax_t size = std::filesystem::file_size(path, error);
    return std::filesystem::path(path).extension() != ".csv" || (!error && size <= quickly_counted);
}

/// Distance of a point from the line through its neighbours, weighted by their spacing.
double missed(const SignalPoint& before, const SignalPoint& at, const SignalPoint& after) {
    const double width = after.place - before.place;
    const double share = width > 0 ? (at.place - before.place) / width : 0;
    const double off = std::abs(at.value - before.value - share * (after.value - before.value));
    return off * std::max(width, 1e-12);
}

void leave_out_least(std::vector<SignalPoint>& points) {
    std::size_t least = 1;
    double best = INFINITY;
    for (std::size_t n = 1; n + 1 < points.size(); ++n)
        if (const double off = missed(points[n - 1], points[n], points[n + 1]); off < best) {
            best = off;
            least = n;
        }
    points.erase(points.begin() + static_cast<std::ptrdiff_t>(least));
}

}  // namespace

nlohmann::json signal_file_fills(const Value& file) {
    const std::string& path = std::get<FileName>(file).path;
    if (path.empty()) return nlohmann::json::object();
    nlohmann::json filled = {{"signal", "file"}};
    if (is_quick(path))
        filled["signal-length"] =
            std::min<std::int64_t>(SignalFile(path).shape().samples, largest_signal_length);
    return filled;
}

bool holds_signal(const std::string& path, const Job& /*job*/) {
    try {
        return !is_quick(path) || SignalFile(path).shape().samples > 0;
    } catch (const InputError&) {
        return false;
    }
}

SignalSpec signal_spec(const SignalGroup& group) {
    return {.signal = group.signal,
            .length = group.signal_length,
            .seed = group.seed,
            .smoothness = group.smoothness,
            .omega = group.omega,
            .points = signal_points(group.points)};
}

std::vector<SignalPoint> signal_points(const NumberList& list) {
    std::vector<SignalPoint> points;
    for (std::size_t n = 0; n + 1 < list.numbers.size(); n += 2)
        points.push_back({list.numbers[n], list.numbers[n + 1]});
    return points;
}

NumberList points_list(std::span<const SignalPoint> points) {
    std::vector<SignalPoint> retained(points.begin(), points.end());
    while (retained.size() > max_numbers / 2) leave_out_least(retained);
    NumberList list;
    for (const SignalPoint& point : retained)
        list.numbers.insert(list.numbers.end(), {point.place, point.value});
    return list;
}

}  // namespace poslab
