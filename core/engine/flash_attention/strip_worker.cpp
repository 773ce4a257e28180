#include "core/engine/flash_attention/strip_worker.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace poslab::flash_attention {
namespace {

// The share of a tile's weights that counts, common to all lanes.
enum class Share { none, all, some };

constexpr int class_of(Share near, Share beyond) {
    return 3 * static_cast<int>(near) + static_cast<int>(beyond);
}
constexpr Share near_of(int classes) { return static_cast<Share>(classes / 3); }
constexpr Share beyond_of(int classes) { return static_cast<Share>(classes % 3); }
constexpr int unclassified = class_of(Share::none, Share::none);

// The share of the numbers least ... most that lies in low ... high - 1.
Share share_within(std::int64_t least, std::int64_t most, const IndexRange& range) {
    if (range.begin >= range.end || most < range.begin || least >= range.end) return Share::none;
    return least >= range.begin && most < range.end ? Share::all : Share::some;
}

void add_lanes(const float* sums, Lanes<double>& totals) {
    for (std::size_t lane = 0; lane < panel_rows; ++lane) totals[lane] += static_cast<double>(sums[lane]);
}

}  // namespace

StripWorker::StripWorker(const AttentionSchedule& schedule, AttentionAccumulator& accumulator, const Job& job,
                         std::atomic<std::uint64_t>& cells_done)
    : schedule_(schedule),
      accumulator_(accumulator),
      job_(job),
      cells_done_(cells_done),
      rotator_(schedule.order),
      logits_(block_keys * panel_rows),
      scratch_(tile_keys * panel_rows),
      padded_width_(rounded_up(schedule.columns.size(), 4)) {
    panels_.reserve(schedule.panels);
    for (std::size_t n = 0; n < schedule.panels; ++n) panels_.emplace_back(schedule);
    if (schedule.request.weight_by_distance) {
        distances_.assign(accumulator.result.weight_by_distance.size(), 0);
        diagonal_scratch_ = Floats(2 * panel_rows * panel_rows);
        diagonal_scratch_.fill(0);
    }
    if (!schedule.input.values) return;
    value_columns_ = rounded_up(static_cast<std::size_t>(schedule.input.values->dim()), tile_keys);
    values_ = Floats(block_keys * value_columns_);
    values_.fill(0);
    read_values_.resize(block_keys * static_cast<std::size_t>(schedule.input.values->dim()));
}

void StripWorker::run(std::size_t n) {
    strip_ = schedule_.strips[n];
    weights_wanted_ =
        strip_.statistics || (schedule_.shows_weights() && (strip_.whole_rows || !schedule_.pools_largest()));
    active_ = 0;
    first_output_ = -1;
    std::int32_t last_output = -2;
    const std::span<const Row> rows(schedule_.rows.data() + strip_.begin, strip_.end - strip_.begin);
    for (const Row& row : rows) {
        if (row.output < 0) continue;
        if (first_output_ < 0) first_output_ = row.output;
        last_output = row.output;
    }
    const auto outputs = static_cast<std::size_t>(first_output_ < 0 ? 0 : last_output - first_output_ + 1);
    row_sums_.assign(outputs * padded_width_,
                     schedule_.shows_logits() && schedule_.pools_largest() ? masked_logit : 0);
    for (std::size_t row = 0; row < rows.size(); row += panel_rows)
        panels_[active_++].start(rows.subspan(row, std::min(panel_rows, rows.size() - row)), strip_);
    if (strip_.whole_rows && weights_wanted_ && schedule_.falls_with_distance())
        for (std::size_t panel = 0; panel < active_; ++panel) init_running_max(panels_[panel]);
    const std::size_t tiles = schedule_.keys->tiles();
    std::uint64_t reported = 0;
    for (std::size_t tile = 0; tile < tiles; tile += block_tiles) {
        job_.check();
        visit_block(tile, std::min(tile + block_tiles, tiles));
        if (tile / block_tiles % 64 != 63) continue;
        const auto done =
            static_cast<std::uint64_t>(strip_.cells * static_cast<double>(tile) / static_cast<double>(tiles));
        job_.progress(static_cast<double>(cells_done_ += done - reported) / std::max(schedule_.cells, 1.0));
        reported = done;
    }
    for (std::size_t panel = 0; panel < active_; ++panel) finish_panel(panels_[panel]);
    for (std::size_t a = 0; a < outputs; ++a)
        accumulator_.add_row(
            static_cast<std::size_t>(first_output_) + a, strip_.begin,
            std::span<const float>(row_sums_).subspan(a * padded_width_, schedule_.columns.size()));
    cells_done_ += static_cast<std::uint64_t>(strip_.cells) - reported;
    job_.progress(std::min(1.0, static_cast<double>(cells_done_) / std::max(schedule_.cells, 1.0)));
}

void StripWorker::finish() {
    if (!distances_.empty()) accumulator_.add_distances(distances_);
}

// If logits fall with the distance, the keys at the queries themselves are visited first. Starting from far
// keys, the running maximum would have to be raised, and all sums rescaled, block after block.
void StripWorker::init_running_max(Panel& panel) {
    const IndexRange own =
        schedule_.keys->keys_within({panel.token[0], std::int64_t{panel.token[panel.count - 1]} + 1});
    const IndexRange tiles =
        panel.tiles_within(static_cast<std::size_t>(own.begin) / tile_keys,
                           rounded_up(static_cast<std::size_t>(own.end), tile_keys) / tile_keys);
    if (tiles.begin >= tiles.end || tiles.size() > static_cast<std::int64_t>(block_tiles)) return;
    panel.make_logits(static_cast<std::size_t>(tiles.begin), static_cast<std::size_t>(tiles.end), rotator_,
                      logits_.data(), scratch_.data());
    Lanes<float> largest;
    max_over_keys(static_cast<std::size_t>(tiles.size()) * tile_keys, logits_.data(), largest.data());
    panel.update_running_max(largest);
}

void StripWorker::visit_block(std::size_t first_tile, std::size_t last_tile) {
    bool prepared = false;
    for (std::size_t n = 0; n < active_; ++n) {
        const IndexRange tiles = panels_[n].tiles_within(first_tile, last_tile);
        if (tiles.size() == 0) continue;
        if (!prepared) {
            list_runs(first_tile * tile_keys, last_tile * tile_keys);
            if (strip_.statistics && schedule_.input.values)
                read_values(first_tile * tile_keys, last_tile * tile_keys);
        }
        prepared = true;
        visit_panel(panels_[n], static_cast<std::size_t>(tiles.begin), static_cast<std::size_t>(tiles.end));
    }
}

// `first` is always the first key of the block; keys are counted from it.
void StripWorker::visit_panel(Panel& panel, std::size_t first_tile, std::size_t last_tile) {
    const std::size_t first = first_tile / block_tiles * block_keys;
    const std::size_t begin = first_tile * tile_keys - first, end = last_tile * tile_keys - first;
    const bool keep = strip_.statistics && schedule_.request.weight_by_distance;
    float* const logits = keep ? panel.exponentials.data() + first * panel_rows : logits_.data();
    panel.make_logits(first_tile, last_tile, rotator_, logits + begin * panel_rows, scratch_.data());
    if (schedule_.shown() && (schedule_.shows_logits() || schedule_.pools_largest()))
        pool_logits(panel, begin, end, logits);
    if (!weights_wanted_) return;
    if (strip_.whole_rows) {
        Lanes<float> largest;
        max_over_keys(end - begin, logits + begin * panel_rows, largest.data());
        panel.update_running_max(largest);
        for (std::size_t lane = 0; lane < panel_rows; ++lane)
            panel.largest[lane] = std::max(panel.largest[lane], largest[lane]);
    }
    add_block(panel, first, begin, end, logits);
    if (keep)
        panel.exponential_keys.push_back(
            {static_cast<std::int64_t>(first + begin), static_cast<std::int64_t>(first + end)});
}

// Lists the columns to which the keys of a block belong.
void StripWorker::list_runs(std::size_t first_key, std::size_t last_key) {
    runs_.clear();
    const auto first = static_cast<std::int64_t>(first_key);
    const auto last = static_cast<std::int64_t>(last_key);
    std::int64_t next = first;
    const auto add = [&](std::int64_t end, std::int64_t column) {
        if (end <= next) return;
        runs_.push_back({static_cast<std::int32_t>(next - first), static_cast<std::int32_t>(end - first),
                         static_cast<std::int32_t>(column)});
        next = end;
    };
    const IndexRange touched = schedule_.columns_with({first, last});
    for (std::int64_t column = touched.begin; column < touched.end; ++column) {
        const IndexRange& keys = schedule_.columns[static_cast<std::size_t>(column)];
        add(keys.begin, -1);
        add(std::min(keys.end, last), column);
    }
    add(last, -1);
}

void StripWorker::fill_before(Panel& panel, std::size_t begin, std::size_t end, float number) const {
    for (const ColumnSlice& run : runs_) {
        if (run.column < 0 || static_cast<std::size_t>(run.end) <= begin ||
            static_cast<std::size_t>(run.begin) >= end)
            continue;
        panel.fill_columns(static_cast<std::size_t>(run.column), number);
        return;
    }
}

void StripWorker::pool_logits(Panel& panel, std::size_t begin, std::size_t end, const float* logits) {
    fill_before(panel, begin, end, schedule_.pools_largest() ? masked_logit : 0);
    panel.filled = add_logits(
        {begin, end, logits, schedule_.pools_largest(), runs_, panel.columns.data(), panel.filled});
}

void StripWorker::add_block(Panel& panel, std::size_t first, std::size_t begin, std::size_t end,
                            float* logits) {
    const auto tile_of = [first](std::size_t key) { return (first + key) / tile_keys; };
    int classes = strip_.statistics ? classes_of(panel, tile_of(begin), tile_of(end)) : unclassified;
    std::size_t part = begin;
    if (near_of(classes) == Share::some || beyond_of(classes) == Share::some) {
        classes = classes_of(panel, tile_of(begin), tile_of(begin) + 1);
        for (std::size_t key = begin + tile_keys; key < end; key += tile_keys) {
            const int next = classes_of(panel, tile_of(key), tile_of(key) + 1);
            if (next == classes) continue;
            add_part(panel, first, part, key, logits, classes);
            part = key;
            classes = next;
        }
    }
    add_part(panel, first, part, end, logits, classes);
}

void StripWorker::add_part(Panel& panel, std::size_t first, std::size_t begin, std::size_t end, float* logits,
                           int classes) {
    const bool pooled = schedule_.shows_weights() && !schedule_.pools_largest();
    if (pooled) fill_before(panel, begin, end, 0);
    const bool keep =
        strip_.statistics && (schedule_.request.weight_by_distance || schedule_.input.values != nullptr ||
                              near_of(classes) == Share::some || beyond_of(classes) == Share::some);
    panel.filled = add_weights({begin, end, panel.reference.data(), logits, keep, strip_.statistics, runs_,
                                pooled ? panel.columns.data() : nullptr, panel.filled},
                               sums_);
    add_lanes(sums_.weight, panel.weight);
    if (!strip_.statistics) return;
    add_lanes(sums_.exponent, panel.exponent);
    for (std::size_t lane = 0; lane < panel_rows; ++lane)
        panel.distance[lane] +=
            static_cast<double>(panel.token[lane] - schedule_.key_token[first]) * sums_.weight[lane] -
            sums_.key[lane];
    if (near_of(classes) == Share::all) add_lanes(sums_.weight, panel.near);
    if (near_of(classes) == Share::some) add_near(panel, first, begin, end, logits);
    if (beyond_of(classes) == Share::all) add_lanes(sums_.weight, panel.beyond);
    if (beyond_of(classes) == Share::some) add_beyond(panel, first, begin, end, logits);
    if (schedule_.input.values) add_output(panel, first, begin, end, logits);
}

// Classifies tiles: their shares near the query and beyond the trained positions.
int StripWorker::classes_of(const Panel& panel, std::size_t first_tile, std::size_t last_tile) const {
    const auto first = static_cast<std::int32_t>(first_tile * tile_keys);
    const auto last = static_cast<std::int32_t>(last_tile * tile_keys);
    const std::int64_t near = std::min(schedule_.request.near, schedule_.tokens);
    const Share within = share_within(
        panel.token[0] - schedule_.key_token[static_cast<std::size_t>(last) - 1],
        panel.token[panel_rows - 1] - schedule_.key_token[static_cast<std::size_t>(first)], {1 - near, near});
    Share beyond = Share::none;
    bool any = false;
    for (std::size_t n = 0; n < panel.pieces.size(); ++n) {
        const PanelPiece& piece = panel.pieces[n];
        if (piece.of(first, last) == PanelPiece::Coverage::none) continue;
        const PieceTables& tables = schedule_.pieces[n];
        Share share = Share::some;
        if (tables.piece.separable()) {
            const auto least = tables.min_number.begin(), most = tables.max_number.begin();
            const auto begin = static_cast<std::ptrdiff_t>(first_tile),
                       end = static_cast<std::ptrdiff_t>(last_tile);
            share = share_within(piece.min_number - *std::max_element(most + begin, most + end),
                                 piece.max_number - *std::min_element(least + begin, least + end),
                                 tables.trained);
            if (share != Share::some) share = share == Share::all ? Share::none : Share::all;
        }
        beyond = !any || beyond == share ? share : Share::some;
        any = true;
    }
    return class_of(within, beyond);
}

void StripWorker::add_near(Panel& panel, std::size_t first, std::size_t begin, std::size_t end,
                           const float* weights) const {
    const auto near = static_cast<std::int32_t>(std::min(schedule_.request.near, schedule_.tokens));
    Lanes<float> sum{};
    Lanes<std::int32_t> none{}, all;
    all.fill(std::numeric_limits<std::int32_t>::max());
    sum_within({panel.token.data(), schedule_.key_token.data() + first + begin, 1 - near, near - 1, false},
               {none.data(), all.data()}, 0, end - begin, weights + begin * panel_rows, sum.data());
    add_lanes(sum.data(), panel.near);
}

void StripWorker::add_beyond(Panel& panel, std::size_t first, std::size_t begin, std::size_t end,
                             const float* weights) const {
    Lanes<float> sum{};
    for (std::size_t n = 0; n < panel.pieces.size(); ++n) {
        const PanelPiece& piece = panel.pieces[n];
        const PieceTables& tables = schedule_.pieces[n];
        if (tables.piece.separable()) {
            sum_within({piece.number.data(), tables.key_number.data() + first + begin,
                        static_cast<std::int32_t>(tables.trained.begin),
                        static_cast<std::int32_t>(tables.trained.end) - 1, true},
                       {piece.begin.data(), piece.end.data()}, static_cast<std::int32_t>(first + begin),
                       end - begin, weights + begin * panel_rows, sum.data());
            continue;
        }
        for (std::size_t key = begin; key < end; ++key)
            for (std::size_t lane = 0; lane < panel_rows; ++lane) {
                const auto at = static_cast<std::int32_t>(first + key);
                const bool present = at >= piece.begin[lane] && at < piece.end[lane];
                const double position =
                    tables.piece.position(panel.token[lane], schedule_.key_token[first + key]);
                if (present && std::abs(position) > static_cast<double>(schedule_.request.trained - 1))
                    sum[lane] += weights[key * panel_rows + lane];
            }
    }
    add_lanes(sum.data(), panel.beyond);
}

void StripWorker::read_values(std::size_t first_key, std::size_t last_key) {
    const TokenVectors& values = *schedule_.input.values;
    const auto dim = static_cast<std::size_t>(values.dim());
    const std::size_t keys = std::min(last_key, schedule_.keys->size()) - first_key;
    const std::int64_t token = schedule_.keys->token(first_key);
    values.read({token, token + static_cast<std::int64_t>(keys)},
                std::span<float>(read_values_.data(), keys * dim));
    values_finite_ = true;
    for (std::size_t key = 0; key < block_keys; ++key)
        for (std::size_t n = 0; n < dim; ++n) {
            const float number = key < keys ? read_values_[key * dim + n] : 0;
            values_finite_ = values_finite_ && std::isfinite(number);
            values_[key * value_columns_ + n] = number;
        }
}

// Masked keys have weight 0, which does not cancel a value that is not finite.
void StripWorker::add_output(Panel& panel, std::size_t first, std::size_t begin, std::size_t end,
                             const float* weights) {
    if (values_finite_) {
        accumulate_values(end - begin, weights + begin * panel_rows, values_.data() + begin * value_columns_,
                          value_columns_, panel.output.data());
        return;
    }
    for (std::size_t key = begin; key < end; ++key)
        for (std::size_t lane = 0; lane < panel_rows; ++lane) {
            const auto at = static_cast<std::int32_t>(first + key);
            const bool present = std::any_of(
                panel.pieces.begin(), panel.pieces.end(),
                [&](const PanelPiece& piece) { return at >= piece.begin[lane] && at < piece.end[lane]; });
            for (std::size_t n = 0; n < value_columns_ && present; ++n)
                panel.output[n * panel_rows + lane] +=
                    weights[key * panel_rows + lane] * values_[key * value_columns_ + n];
        }
}

}  // namespace poslab::flash_attention
