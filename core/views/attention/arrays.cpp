// The arrays and values computed from a pass over the whole matrix.

#include "core/views/attention/arrays.hpp"
#include "core/views/thinning.hpp"

namespace poslab::attention {
namespace {

constexpr std::int64_t overview_cells = 128;
constexpr double steps_per_octave = 16;

/// Returns the begin of each step, and the end: single distances 1, 2, ..., then steps of 1/16 octave.
std::vector<std::int64_t> logarithmic_steps(std::int64_t tokens) {
    std::vector<std::int64_t> begins;
    for (std::int64_t begin = 1; begin < tokens;) {
        begins.push_back(begin);
        begin = std::max(begin + 1, static_cast<std::int64_t>(static_cast<double>(begin) *
                                                              std::exp2(1 / steps_per_octave)));
    }
    begins.push_back(tokens);
    return begins;
}

/// Returns the sum of weights divided by the sum of uniform weights in each logarithmic step, with both sides
/// of the diagonal combined.
Ratios ratios_of(const Whole& whole) {
    const std::int64_t tokens = std::ssize(whole.rows.keys);
    const bool both = std::ssize(whole.weight_by_distance) > tokens;
    const std::vector<std::int64_t> begins = logarithmic_steps(tokens);
    Ratios ratios;
    for (std::size_t n = 0; n + 1 < begins.size(); ++n) {
        double weights = 0, uniform = 0;
        const auto add = [&](std::int64_t entry) {
            const auto index = static_cast<std::size_t>(entry);
            if (is_masked(whole.weight_by_distance[index])) return;
            weights += whole.weight_by_distance[index];
            uniform += whole.uniform_by_distance[index];
        };
        for (std::int64_t distance = begins[n]; distance < begins[n + 1]; ++distance) {
            add(both ? tokens - 1 + distance : distance);
            if (both) add(tokens - 1 - distance);
        }
        ratios.middles.push_back(static_cast<double>(begins[n] + begins[n + 1] - 1) / 2);
        ratios.values.push_back(uniform == 0 ? masked_value() : weights / uniform);
    }
    return ratios;
}

}  // namespace

std::int64_t tokens_of(const Variant& variant) {
    const Detail* detail = variant.detail<Detail>();
    return detail != nullptr ? detail->tokens : variant.params.lengths.length;
}

std::int64_t chosen_row(const Params& params, std::int64_t tokens) {
    const OptionalReal& row = params.attention.row;
    return row.set ? std::min(static_cast<std::int64_t>(row.value), tokens - 1) : tokens - 1;
}

Numbers Thinned::of(std::span<const double> numbers) const {
    std::vector<double> values;
    values.reserve(entries.size());
    for (const std::int64_t n : entries) values.push_back(numbers[static_cast<std::size_t>(n)]);
    const std::int64_t count = std::ssize(values);
    return {std::move(values), {count}, {all}};
}

const Thinned& SampleContext::queries() {
    return queries_made.get([&] {
        return Thinned{{0, tokens()}, thinned_indices(tokens(), request.curve_points, {})};
    });
}

const Thinned& SampleContext::distances() {
    return distances_made.get([&] {
        const std::int64_t count = std::ssize(whole->distance),
                           first = static_cast<std::int64_t>(whole->distance.front());
        const std::int64_t w = params.map.w, trained = params.lengths.train_length;
        const std::array<std::int64_t, 5> breaks{-first, w - 1 - first, w - first, trained - 1 - first,
                                                 trained - first};
        return Thinned{{first, first + count}, thinned_indices(count, request.curve_points, breaks)};
    });
}

const Ratios& SampleContext::ratios() {
    return ratios_made.get([&] { return ratios_of(*whole); });
}

Numbers overview_of(const Whole& whole) {
    const Field& field = whole.field;
    if (field.height == 0) return Column();
    const std::int64_t size = std::min(field.height, overview_cells), tokens = std::ssize(whole.rows.keys);
    std::vector<double> sums(static_cast<std::size_t>(size * size), 0), counts(sums.size(), 0);
    for (std::int64_t a = 0; a < field.height; ++a)
        for (std::int64_t b = 0; b < field.width; ++b) {
            const double value = field.values[static_cast<std::size_t>(a * field.width + b)];
            if (is_masked(value)) continue;
            const auto cell =
                static_cast<std::size_t>(a * size / field.height * size + b * size / field.width);
            sums[cell] += value;
            counts[cell] += 1;
        }
    for (std::size_t n = 0; n < sums.size(); ++n)
        sums[n] = counts[n] == 0 ? masked_value() : sums[n] / counts[n];
    return {std::move(sums), {size, size}, {{0, tokens}, {0, tokens}}};
}

std::vector<double> normalized_entropy(const RowStatistics& rows) {
    std::vector<double> values;
    values.reserve(rows.entropy.size());
    for (std::size_t i = 0; i < rows.entropy.size(); ++i)
        values.push_back(rows.keys[i] < 2 ? masked_value()
                                          : rows.entropy[i] / std::log(static_cast<double>(rows.keys[i])));
    return values;
}

std::optional<double> mean_of(std::span<const double> values) {
    double sum = 0, count = 0;
    for (const double value : values) {
        if (!std::isfinite(value)) continue;
        sum += value;
        count += 1;
    }
    return count == 0 ? std::nullopt : std::optional(sum / count);
}

std::optional<double> largest_weight(std::span<const double> values) {
    std::optional<double> largest;
    for (const double value : values)
        if (std::isfinite(value)) largest = std::max(largest.value_or(value), value);
    return largest;
}

double max_finite_magnitude(std::span<const double> values) {
    double largest = 0;
    for (const double value : values)
        if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
    return largest;
}

std::vector<std::int64_t> undefined_rows(const RowStatistics& rows) {
    std::vector<std::int64_t> undefined;
    for (std::size_t i = 0; i < rows.entropy.size(); ++i)
        if (std::isnan(rows.entropy[i]) && !is_masked(rows.entropy[i]))
            undefined.push_back(static_cast<std::int64_t>(i));
    return undefined;
}

void warn_of_undefined(const std::vector<std::int64_t>& rows, std::vector<Message>& warnings) {
    if (rows.empty()) return;
    std::string list;
    for (std::size_t n = 0; n < std::min<std::size_t>(rows.size(), 4); ++n)
        list += fmt::format("{}{}", n > 0 ? ", " : "", rows[n]);
    if (rows.size() > 4) list += ", …";
    warnings.push_back(rows.size() == 1 ? tr("The weights of 1 row are NaN: {}.", list)
                                        : tr("The weights of {} rows are NaN: {}.", rows.size(), list));
}

}  // namespace poslab::attention
