// Arrays and values of what is known of the whole matrix.

#include "core/views/attention/attention.hpp"
#include "core/views/thinning.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace poslab::attention {

namespace {

constexpr std::int64_t overview_cells = 128;
constexpr double steps_per_octave = 16;

/// null where there is nothing, or nothing finite.
Scalar mean_of(const std::vector<double>& values) {
    const double mean = finite_mean(values);
    return is_masked(mean) ? Scalar{} : Scalar{mean};
}

Scalar largest_weight(const std::vector<double>& values) {
    double largest = -1;
    for (const double value : values)
        if (std::isfinite(value)) largest = std::max(largest, value);
    return largest < 0 ? Scalar{} : Scalar{largest};
}

/// Rows whose weights are not numbers, as a sentence with the first of them.
Sentence undefined_rows(const std::vector<std::int64_t>& rows) {
    std::string list;
    for (std::size_t n = 0; n < std::min<std::size_t>(rows.size(), 4); ++n) list += fmt::format("{}{}", n > 0 ? ", " : "", rows[n]);
    if (rows.size() > 4) list += ", …";
    return rows.size() == 1 ? tr("The weights of 1 row are not numbers: {}.", list)
                            : tr("The weights of {} rows are not numbers: {}.", rows.size(), list);
}

std::vector<double> at(const std::vector<double>& all, const std::vector<std::int64_t>& indices) {
    std::vector<double> values;
    values.reserve(indices.size());
    for (const std::int64_t n : indices) values.push_back(all[static_cast<std::size_t>(n)]);
    return values;
}

void add_curve(std::string name, std::string axis, const IndexRange& extent, std::string unit, std::vector<double> values,
               const SampleRequest& request, Data& data) {
    if (!request.wants(name)) return;
    const auto count = static_cast<std::int64_t>(values.size());
    data.arrays.push_back({std::move(name), {count}, {std::move(axis)}, {extent}, std::move(unit), shared(std::move(values))});
}

/// Distances 1, 2, ... each on its own, then steps of a sixteenth of an octave: where each begins, and the end.
std::vector<std::int64_t> logarithmic_steps(std::int64_t tokens) {
    std::vector<std::int64_t> begins;
    for (std::int64_t begin = 1; begin < tokens;) {
        begins.push_back(begin);
        begin = std::max(begin + 1, static_cast<std::int64_t>(static_cast<double>(begin) * std::exp2(1 / steps_per_octave)));
    }
    begins.push_back(tokens);
    return begins;
}

/// Sum of weights over sum of uniform weights in each logarithmic step, both sides of the diagonal together.
void add_ratio(const Whole& whole, const SampleRequest& request, Data& data) {
    const auto tokens = static_cast<std::int64_t>(whole.rows.keys.size());
    const bool both = static_cast<std::int64_t>(whole.weight_by_distance.size()) > tokens;
    const std::vector<std::int64_t> begins = logarithmic_steps(tokens);
    std::vector<double> middles, ratios;
    for (std::size_t n = 0; n + 1 < begins.size(); ++n) {
        double weights = 0, uniform = 0;
        const auto add = [&](std::int64_t entry) {
            const auto place = static_cast<std::size_t>(entry);
            if (is_masked(whole.weight_by_distance[place])) return;
            weights += whole.weight_by_distance[place];
            uniform += whole.uniform_by_distance[place];
        };
        for (std::int64_t distance = begins[n]; distance < begins[n + 1]; ++distance) {
            add(both ? tokens - 1 + distance : distance);
            if (both) add(tokens - 1 - distance);
        }
        middles.push_back(static_cast<double>(begins[n] + begins[n + 1] - 1) / 2);
        ratios.push_back(uniform == 0 ? masked_value() : weights / uniform);
    }
    const IndexRange extent{0, static_cast<std::int64_t>(middles.size())};
    add_curve("distance_step", "step", extent, "tokens", std::move(middles), request, data);
    add_curve("ratio_to_uniform", "step", extent, "", std::move(ratios), request, data);
}

}  // namespace

void add_values(const Params&, const Whole& whole, std::int64_t heads, Data& data) {
    const RowStatistics& rows = whole.rows;
    std::vector<std::int64_t> undefined;
    for (std::size_t i = 0; i < rows.entropy.size(); ++i)
        if (std::isnan(rows.entropy[i]) && !is_masked(rows.entropy[i])) undefined.push_back(static_cast<std::int64_t>(i));
    data.values = {{"tokens", static_cast<double>(rows.keys.size())},
                   {"heads", static_cast<double>(heads)},
                   {"cells", std::accumulate(rows.keys.begin(), rows.keys.end(), 0.0)},
                   {"mean_entropy", mean_of(rows.entropy)},
                   {"mean_normalized_entropy", mean_of(*whole.normalized_entropy)},
                   {"mean_distance", mean_of(rows.mean_distance)},
                   {"near_mass", mean_of(rows.near_mass)},
                   {"beyond_mass", mean_of(rows.beyond_mass)},
                   {"maximum", largest_weight(rows.maximum)},
                   {"rows_not_a_number", static_cast<double>(undefined.size())}};
    if (!undefined.empty()) data.warnings.push_back(undefined_rows(undefined));
}

void add_rows(const Whole& whole, const SampleRequest& request, Data& data) {
    const auto tokens = static_cast<std::int64_t>(whole.rows.keys.size());
    const auto indices = thinned_indices(tokens, request.curve_points, {});
    const auto add = [&](std::string name, std::string unit, const std::vector<double>& all) {
        if (request.wants(name)) add_curve(std::move(name), "query", {0, tokens}, std::move(unit), at(all, indices), request, data);
    };
    add("query", "tokens", *whole.row);
    add("log_sum_exp", "nat", whole.rows.log_sum_exp);
    add("entropy", "nat", whole.rows.entropy);
    add("normalized_entropy", "", *whole.normalized_entropy);
    add("maximum", "", whole.rows.maximum);
    add("mean_distance", "tokens", whole.rows.mean_distance);
    add("near_mass", "", whole.rows.near_mass);
    add("beyond_mass", "", whole.rows.beyond_mass);
    if (whole.output.empty() || !request.wants("output")) return;
    const auto dim = static_cast<std::int64_t>(whole.output.size()) / tokens;
    data.arrays.push_back({"output", {tokens, dim}, {"query", "dimension"}, {{0, tokens}, {0, dim}}, "", shared(whole.output)});
}

void add_distances(const Params& params, const Whole& whole, const SampleRequest& request, Data& data) {
    if (whole.weight_by_distance.empty()) return;
    const auto tokens = static_cast<std::int64_t>(whole.rows.keys.size());
    const auto count = static_cast<std::int64_t>(whole.weight_by_distance.size());
    const std::int64_t first = count > tokens ? 1 - tokens : 0;
    const std::int64_t w = params.map.w, trained = params.lengths.train_length;
    const std::array<std::int64_t, 5> breaks{-first, w - 1 - first, w - first, trained - 1 - first, trained - first};
    const auto indices = thinned_indices(count, request.curve_points, breaks);
    const IndexRange extent{first, first + count};
    std::vector<double> distances;
    distances.reserve(indices.size());
    for (const std::int64_t n : indices) distances.push_back(static_cast<double>(first + n));
    add_curve("distance", "distance", extent, "tokens", std::move(distances), request, data);
    add_curve("weight_by_distance", "distance", extent, "", at(whole.weight_by_distance, indices), request, data);
    add_curve("uniform_by_distance", "distance", extent, "", at(whole.uniform_by_distance, indices), request, data);
    const bool steps = request.wants("ratio_to_uniform") || request.wants("distance_step");
    if (!request.arrays.empty() && steps) add_ratio(whole, request, data);
}

void add_overview(const Whole& whole, Data& data) {
    const Field& field = whole.field;
    if (field.height == 0) return;
    const std::int64_t size = std::min(field.height, overview_cells);
    std::vector<double> sums(static_cast<std::size_t>(size * size), 0), counts(sums.size(), 0);
    for (std::int64_t a = 0; a < field.height; ++a)
        for (std::int64_t b = 0; b < field.width; ++b) {
            const double value = field.values[static_cast<std::size_t>(a * field.width + b)];
            if (is_masked(value)) continue;
            const auto cell = static_cast<std::size_t>(a * size / field.height * size + b * size / field.width);
            sums[cell] += value;
            counts[cell] += 1;
        }
    for (std::size_t n = 0; n < sums.size(); ++n) sums[n] = counts[n] == 0 ? masked_value() : sums[n] / counts[n];
    const auto tokens = static_cast<std::int64_t>(whole.rows.keys.size());
    data.arrays.push_back({"overview", {size, size}, {"rows", "cols"}, {{0, tokens}, {0, tokens}}, "", shared(std::move(sums))});
}

}  // namespace poslab::attention
