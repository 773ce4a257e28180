#include "core/engine/flash_attention/attention_accumulator.hpp"

#include "core/engine/field.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace poslab::flash_attention {
namespace {

using Parts = std::vector<std::pair<std::size_t, std::vector<float>>>;
constexpr auto publish_interval = std::chrono::milliseconds(200);
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

}  // namespace

AttentionAccumulator::AttentionAccumulator(const AttentionSchedule& schedule)
    : schedule_(schedule),
      rows_(schedule.output_rows.size()),
      finished_(schedule.output_rows.size(), 0),
      published_(std::chrono::steady_clock::now()) {
    const FieldWindow& window = schedule.request.window;
    result.field = {window.height, window.width, {}};
    if (schedule.shown())
        result.field.values =
            NumberBuffer::filled(static_cast<std::size_t>(window.height * window.width), masked_value());
    for (const Strip& strip : schedule.strips) {
        std::int32_t last = -1;
        for (std::size_t row = strip.begin; row < strip.end; ++row) {
            const std::int32_t a = schedule.rows[row].output;
            if (a >= 0 && a != last) ++rows_[static_cast<std::size_t>(a)].strips;
            last = a;
        }
    }
    const auto count = static_cast<std::size_t>(schedule.request.rows.size());
    RowStatistics& rows = result.rows;
    for (auto* list : {&rows.log_sum_exp, &rows.entropy, &rows.maximum, &rows.mean_distance, &rows.near_mass,
                       &rows.beyond_mass})
        list->assign(count, masked_value());
    rows.keys.assign(count, 0);
    if (schedule.input.values)
        result.output.assign(count * static_cast<std::size_t>(schedule.input.values->dim()), masked_value());
    if (schedule.request.weight_by_distance)
        result.weight_by_distance.assign(
            static_cast<std::size_t>(schedule.plan.positions.causal ? schedule.tokens
                                                                    : 2 * schedule.tokens - 1),
            0);
}

void AttentionAccumulator::add_row(std::size_t a, std::size_t strip, std::span<const float> columns) {
    Parts parts;
    {
        const std::lock_guard lock(rows_mutex_);
        const bool last = --rows_[a].strips == 0;
        if (!last || !rows_[a].parts.empty())
            rows_[a].parts.emplace_back(strip, std::vector<float>(columns.begin(), columns.end()));
        if (!last) return;
        parts.swap(rows_[a].parts);
    }
    if (parts.empty()) return finish_row(a, columns);
    std::sort(parts.begin(), parts.end(), [](const auto& x, const auto& y) { return x.first < y.first; });
    finish_row(a, std::span<const double>(combined(parts)));
}

std::vector<double> AttentionAccumulator::combined(const Parts& parts) const {
    std::vector<double> row(parts.front().second.begin(), parts.front().second.end());
    for (std::size_t n = 1; n < parts.size(); ++n) {
        for (std::size_t b = 0; b < row.size(); ++b) {
            const double number = parts[n].second[b];
            if (!schedule_.pools_largest())
                row[b] += number;
            else if (number > row[b] || std::isnan(number))
                row[b] = number;
        }
    }
    return row;
}

// Counts the unmasked cells in each column of an output row, up to the last column that has any.
std::vector<std::int64_t> AttentionAccumulator::counts(std::size_t a) const {
    const std::vector<IndexRange>& columns = schedule_.columns;
    std::vector<std::int64_t> whole(columns.size() + 1, 0), part(columns.size(), 0);
    std::size_t touched_end = 0;
    for (std::int64_t token = schedule_.output_rows[a].begin; token < schedule_.output_rows[a].end; ++token) {
        for (const PieceTables& piece : schedule_.pieces) {
            const IndexRange keys = schedule_.keys_of(piece, token, false);
            const IndexRange touched = schedule_.columns_with(keys);
            if (touched.size() == 0) continue;
            touched_end = std::max(touched_end, static_cast<std::size_t>(touched.end));
            for (const std::int64_t edge : {touched.begin, touched.end - 1}) {
                const auto b = static_cast<std::size_t>(edge);
                part[b] += intersection(columns[b], keys).size();
                if (touched.size() == 1) break;
            }
            if (touched.size() <= 2) continue;
            ++whole[static_cast<std::size_t>(touched.begin + 1)];
            --whole[static_cast<std::size_t>(touched.end - 1)];
        }
    }
    part.resize(touched_end);  // the others remain masked
    std::int64_t rows = 0;
    for (std::size_t b = 0; b < touched_end; ++b) {
        rows += whole[b];
        part[b] += rows * columns[b].size();
    }
    return part;
}

template <class Number>
void AttentionAccumulator::finish_row(std::size_t a, std::span<const Number> sums) {
    const std::vector<std::int64_t> cells = counts(a);
    const bool largest = schedule_.pools_largest();
    const double scale = schedule_.shows_logits() ? 1 / schedule_.log2_scale : 1;
    const double masked = masked_value();
    std::int64_t count = largest ? 0 : 1;
    double share = scale;
    std::shared_lock lock(field_mutex_);  // other threads write other rows meanwhile; nobody reads
    double* const row = result.field.values.data() + a * schedule_.columns.size();
    for (std::size_t b = 0; b < cells.size(); ++b) {
        const double sum = sums[b];
        if (!largest && cells[b] != count) {
            count = cells[b];
            share = scale / static_cast<double>(count);
        }
        if (cells[b] == 0)
            row[b] = masked;
        else if (largest && sum == masked_logit)
            row[b] = -std::numeric_limits<double>::infinity();
        else
            row[b] = share * sum;
    }
    finished_[a] = 1;
    lock.unlock();
    publish();
}

void AttentionAccumulator::publish() {
    if (!schedule_.request.publish) return;
    const std::unique_lock lock(field_mutex_);
    const auto now = std::chrono::steady_clock::now();
    if (now - published_ < publish_interval) return;
    schedule_.request.publish(result.field, finished_);
    published_ = std::chrono::steady_clock::now();
}

bool RowSums::defined() const { return weight > 0 && std::isfinite(weight) && std::isfinite(reference); }

void AttentionAccumulator::set_statistics(const Row& visited, const RowSums& sums) {
    RowStatistics& rows = result.rows;
    const auto row = static_cast<std::size_t>(visited.statistics_index);
    rows.keys[row] = schedule_.key_count(visited.token);
    if (rows.keys[row] == 0) return;
    const double sum = sums.defined() ? sums.weight : not_a_number;
    const double log_sum = std::log2(sum);
    rows.log_sum_exp[row] = std::numbers::ln2 * (sums.reference + log_sum);
    const double entropy = std::numbers::ln2 * (log_sum - sums.exponent / sum);
    rows.entropy[row] = entropy < 0 ? 0 : entropy;  // not max: keeps NaN
    const double maximum = std::exp2(sums.largest - sums.reference) / sum;
    rows.maximum[row] = maximum > 1 ? 1 : maximum;
    rows.mean_distance[row] = sums.distance / sum;
    rows.near_mass[row] = sums.near / sum;
    rows.beyond_mass[row] = sums.beyond / sum;
}

void AttentionAccumulator::add_distances(std::span<const double> sums) {
    const std::lock_guard lock(rows_mutex_);
    for (std::size_t n = 0; n < sums.size(); ++n) result.weight_by_distance[n] += sums[n];
}

// Divides sums by the number of rows that have a key at the distance; rows of NaN make their distances NaN.
void AttentionAccumulator::finish() {
    if (!schedule_.request.weight_by_distance) return;
    std::vector<double>& means = result.weight_by_distance;
    std::vector<std::int64_t> counts(means.size() + 1, 0), undefined(means.size() + 1, 0);
    const std::int64_t zero = schedule_.plan.positions.causal ? 0 : schedule_.tokens - 1;
    for (std::int64_t token = schedule_.request.rows.begin; token < schedule_.request.rows.end; ++token) {
        const double sum =
            result.rows.log_sum_exp[static_cast<std::size_t>(token - schedule_.request.rows.begin)];
        for (const PieceTables& piece : schedule_.pieces) {
            const IndexRange keys = piece.piece.keys_of(token);
            if (keys.size() == 0) continue;
            for (auto* list : {&counts, &undefined}) {
                if (list == &undefined && !std::isnan(sum)) continue;
                ++(*list)[static_cast<std::size_t>(zero + token - keys.end + 1)];
                --(*list)[static_cast<std::size_t>(zero + token - keys.begin + 1)];
            }
        }
    }
    std::int64_t rows = 0, bad = 0;
    for (std::size_t n = 0; n < means.size(); ++n) {
        rows += counts[n];
        bad += undefined[n];
        means[n] = rows == 0 ? masked_value() : bad > 0 ? not_a_number : means[n] / static_cast<double>(rows);
    }
}

}  // namespace poslab::flash_attention
