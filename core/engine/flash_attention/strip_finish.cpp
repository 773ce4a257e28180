#include "core/engine/flash_attention/strip_worker.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace poslab::flash_attention {
namespace {

constexpr double double_nan = std::numeric_limits<double>::quiet_NaN();
constexpr float float_nan = std::numeric_limits<float>::quiet_NaN();

void clear_lane(float* numbers, std::size_t vectors, std::size_t lane) {
    for (std::size_t n = 0; n < vectors; ++n) numbers[n * panel_rows + lane] = 0;
}

}  // namespace

void StripWorker::finish_panel(Panel& panel) {
    Lanes<float> scale, log_sum;
    bool any_undefined = false;
    for (std::size_t lane = 0; lane < panel_rows; ++lane) {
        const double sum = strip_.whole_rows ? panel.weight_sum[lane] : 1;
        const bool undefined = weights_wanted_ || schedule_.shows_weights()
                                   ? !(sum > 0 && std::isfinite(sum) && std::isfinite(panel.reference[lane]))
                                   : false;
        undefined_[lane] = static_cast<char>(undefined && lane < panel.count);
        any_undefined = any_undefined || undefined_[lane] != 0;
        scale[lane] = lane < panel.count && !undefined ? static_cast<float>(1 / sum) : 0;
        log_sum[lane] = static_cast<float>(panel.reference[lane] + std::log2(sum));
    }
    if (strip_.statistics) finish_statistics(panel);
    if (strip_.statistics && schedule_.request.weight_by_distance) finish_distances(panel, scale);
    if (first_output_ < 0) return;
    if (schedule_.shows_weights()) {
        if (schedule_.pools_largest()) {
            exponentiate(panel.filled, log_sum.data(), panel.columns.data());
            scale.fill(1);
        }
        for (std::size_t lane = 0; lane < panel_rows && any_undefined; ++lane)
            if (undefined_[lane] != 0) clear_lane(panel.columns.data(), panel.filled, lane);
    } else {
        scale.fill(1);
    }
    finish_columns(panel, scale);
    if (schedule_.shows_weights() && any_undefined) mark_undefined(panel);
}

float* StripWorker::row_sums(std::int32_t a) {
    return row_sums_.data() + static_cast<std::size_t>(a - first_output_) * padded_width_;
}

// Reduces lanes of the same output row together.
void StripWorker::finish_columns(Panel& panel, const Lanes<float>& scale) {
    std::vector<LaneGroup> groups;
    for (std::size_t lane = 0; lane < panel.count;) {
        const std::int32_t a = panel.rows[lane].output;
        std::size_t end = lane + 1;
        while (end < panel.count && panel.rows[end].output == a) ++end;
        if (a >= 0) groups.push_back({lane, end, row_sums(a)});
        lane = end;
    }
    const bool largest = schedule_.pools_largest();
    const std::size_t columns = rounded_up(panel.filled, 4);
    panel.fill_columns(columns, largest && schedule_.shows_logits() ? masked_logit : 0);
    reduce_lanes(columns, panel.columns.data(), scale.data(), largest, groups);
}

// All weights of a row without a finite sum are NaN; masked cells remain masked.
void StripWorker::mark_undefined(Panel& panel) {
    for (std::size_t lane = 0; lane < panel.count; ++lane) {
        const Row& row = panel.rows[lane];
        if (undefined_[lane] == 0 || row.output < 0) continue;
        for (const PieceTables& piece : schedule_.pieces) {
            const IndexRange keys = schedule_.keys_of(piece, row.token, false);
            const IndexRange touched = schedule_.columns_with(keys);
            std::fill(row_sums(row.output) + touched.begin, row_sums(row.output) + touched.end, float_nan);
        }
    }
}

void StripWorker::finish_statistics(Panel& panel) {
    for (std::size_t lane = 0; lane < panel.count; ++lane) {
        const Row& row = panel.rows[lane];
        accumulator_.set_statistics(
            row, {panel.reference[lane], undefined_[lane] != 0 ? double_nan : panel.weight_sum[lane],
                  panel.weighted_logit_sum[lane], panel.weighted_distance_sum[lane], panel.near_sum[lane],
                  panel.beyond_sum[lane], panel.largest[lane]});
        const auto index = static_cast<std::size_t>(row.statistics_index);
        if (schedule_.input.values && accumulator_.result.rows.keys[index] > 0)
            finish_output(panel, lane, index);
    }
}

void StripWorker::finish_output(Panel& panel, std::size_t lane, std::size_t row) {
    const auto dim = static_cast<std::size_t>(schedule_.input.values->dim());
    for (std::size_t n = 0; n < dim; ++n)
        accumulator_.result.output[row * dim + n] =
            undefined_[lane] != 0
                ? double_nan
                : static_cast<double>(panel.output[n * panel_rows + lane]) / panel.weight_sum[lane];
}

void StripWorker::finish_distances(Panel& panel, const Lanes<float>& scale) {
    const std::int64_t zero = schedule_.plan.positions.causal ? 0 : schedule_.tokens - 1;
    for (const IndexRange& range : panel.exponential_keys) {
        float* const exponentials =
            panel.exponentials.data() + static_cast<std::size_t>(range.begin) * panel_rows;
        for (std::size_t lane = 0; lane < panel.count; ++lane)
            if (undefined_[lane] != 0) clear_lane(exponentials, static_cast<std::size_t>(range.size()), lane);
        for (std::int64_t key = range.begin; key < range.end; key += panel_rows) {
            const std::size_t keys = std::min(panel_rows, static_cast<std::size_t>(range.end - key));
            alignas(vector_bytes) std::array<float, 2 * panel_rows> sums{};
            sum_diagonals(keys, panel.exponentials.data() + static_cast<std::size_t>(key) * panel_rows,
                          scale.data(), diagonal_scratch_.data(), sums.data());
            const std::int64_t first = zero + panel.token[0] - schedule_.keys->token(0) - key -
                                       (static_cast<std::int64_t>(panel_rows) - 1);
            for (std::size_t n = 0; n < sums.size(); ++n) {
                const std::int64_t at = first + static_cast<std::int64_t>(n);
                if (at >= 0 && at < static_cast<std::int64_t>(distances_.size()))
                    distances_[static_cast<std::size_t>(at)] += sums[n];
            }
        }
    }
}

}  // namespace poslab::flash_attention
