#include "gpu/engine/attention_tables.hpp"

#include "core/base/in_parallel.hpp"
#include "gpu/device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace poslab::gpu {
namespace {

using flash_attention::AttentionSchedule;
using flash_attention::PieceTables;
using flash_attention::rounded_up;
using flash_attention::Row;
using flash_attention::Strip;

constexpr std::int32_t far = std::numeric_limits<std::int32_t>::max();

std::int32_t narrow(std::int64_t number) { return static_cast<std::int32_t>(number); }

int pool_of(const AttentionSchedule& schedule) {
    if (!schedule.shown()) return 0;
    if (schedule.shows_weights()) return schedule.pools_largest() ? 2 : 1;
    return schedule.pools_largest() ? 3 : 4;
}

// The number of keys per column, if it is the same for all columns from key 0 on (the last may be cut off).
int keys_of_columns(const AttentionSchedule& schedule) {
    if (schedule.columns.empty()) return 0;
    const std::int64_t width = schedule.columns.front().size();
    const auto count = static_cast<std::int64_t>(schedule.keys->size());
    for (std::size_t b = 0; b < schedule.columns.size(); ++b) {
        const std::int64_t first = static_cast<std::int64_t>(b) * width;
        if (schedule.columns[b].begin != std::min(first, count) ||
            schedule.columns[b].end != std::min(first + width, count))
            return 0;
    }
    return narrow(width);
}

}  // namespace

AttentionTables::AttentionTables(const AttentionSchedule& schedule)
    : padded_keys(rounded_up(schedule.keys->size(), key_unit)),
      padded_dims(rounded_up(schedule.order.dims, dimension_unit)),
      key_rotations(std::max<std::size_t>(schedule.packed.size(), 1)) {
    for (const PieceTables& piece : schedule.pieces)
        if (!piece.piece.separable())
            throw DeviceFailure(
                "the position map has axes with different units: only the CPU engines "
                "support them");
    task.rows = narrow(std::ssize(schedule.rows));
    task.keys = static_cast<int>(padded_keys);
    task.dims = static_cast<int>(padded_dims);
    task.pieces = narrow(std::ssize(schedule.pieces));
    task.columns = narrow(std::ssize(schedule.columns));
    task.column_keys = keys_of_columns(schedule);
    task.pool = pool_of(schedule);
    task.near = narrow(std::min(schedule.request.near, schedule.tokens));
    add_strips(schedule);
    add_rows(schedule);
    add_cells(schedule);
    add_pieces(schedule);
    add_keys(schedule);
    add_known(schedule);
    add_decay(schedule);
    if (schedule.request.weight_by_distance || schedule.input.values) {
        sums_at = number_place();
        numbers.resize(numbers.size() + schedule.rows.size(), 0);
    }
    task.scales = number_place();
    numbers.resize(numbers.size() + key_rotations * padded_keys, 1);
    task.query_scales = number_place();
    numbers.resize(numbers.size() + schedule.query_rotations.size() * schedule.rows.size(), 1);
    if (integers.size() > static_cast<std::size_t>(far) || numbers.size() > static_cast<std::size_t>(far))
        throw DeviceFailure(fmt::format("attention of {} rows and {} keys: tables beyond 2^31 numbers",
                                        schedule.rows.size(), schedule.keys->size()));
}

void AttentionTables::add_strips(const AttentionSchedule& schedule) {
    task.strips_at = place();
    for (std::size_t n = 0; n < schedule.strips.size(); ++n) {
        const Strip& strip = schedule.strips[n];
        const std::int32_t flags = (strip.whole_rows ? 1 : 0) | (strip.statistics ? 2 : 0);
        for (const std::int32_t number :
             {narrow(static_cast<std::int64_t>(strip.begin)), narrow(static_cast<std::int64_t>(strip.end)),
              narrow(std::ssize(segments)), flags})
            integers.push_back(number);
        for (std::size_t row = strip.begin; row < strip.end; ++row) {
            const std::int32_t output = schedule.rows[row].output;
            if (output < 0) continue;
            if (row > strip.begin && schedule.rows[row - 1].output == output)
                segments.back().end_row = row + 1;
            else
                segments.push_back({n, output, row, row + 1});
        }
    }
}

void AttentionTables::add_rows(const AttentionSchedule& schedule) {
    task.rows_at = place();
    integers.resize(integers.size() + 2 * schedule.rows.size(), -1);
    std::int32_t* const rows = integers.data() + task.rows_at;
    for (std::size_t row = 0; row < schedule.rows.size(); ++row) rows[2 * row] = schedule.rows[row].token;
    for (std::size_t n = 0; n < segments.size(); ++n)
        for (std::size_t row = segments[n].first_row; row < segments[n].end_row; ++row)
            rows[2 * row + 1] = narrow(static_cast<std::int64_t>(n));
}

void AttentionTables::add_cells(const AttentionSchedule& schedule) {
    const std::size_t rows = schedule.rows.size(), pieces = schedule.pieces.size();
    task.cells_at = place();
    integers.resize(integers.size() + 3 * pieces * rows);
    task.bounds_at = place();
    integers.resize(integers.size() + 4 * pieces * schedule.strips.size());
    in_parallel(schedule.strips.size(), rows * pieces, [&](std::size_t strip) {
        for (std::size_t piece = 0; piece < pieces; ++piece) add_cells_of(schedule, strip, piece);
    });
}

void AttentionTables::add_cells_of(const AttentionSchedule& schedule, std::size_t strip_index,
                                   std::size_t piece_index) {
    const Strip& strip = schedule.strips[strip_index];
    const PieceTables& piece = schedule.pieces[piece_index];
    std::int32_t* const cells =
        integers.data() + task.cells_at + static_cast<std::ptrdiff_t>(3 * piece_index * schedule.rows.size());
    std::int32_t min_begin = far, max_begin = 0, min_end = far, max_end = 0;
    for (std::size_t row = strip.begin; row < strip.end; ++row) {
        const std::int32_t token = schedule.rows[row].token;
        const IndexRange keys = schedule.keys_of(piece, token, strip.whole_rows);
        const bool any = keys.size() > 0;
        const std::int32_t begin = any ? narrow(keys.begin) : 0, end = any ? narrow(keys.end) : 0;
        std::int32_t* const cell = cells + 3 * row;
        cell[0] = begin;
        cell[1] = end;
        cell[2] = narrow(piece.piece.lane_number(token));
        max_begin = any ? std::max(max_begin, begin) : far;
        if (!any) continue;
        min_begin = std::min(min_begin, begin);
        min_end = std::min(min_end, end);
        max_end = std::max(max_end, end);
    }
    const std::array bounds{min_begin, max_begin, min_end, max_end};
    std::ranges::copy(
        bounds, integers.begin() + task.bounds_at +
                    static_cast<std::ptrdiff_t>(4 * (strip_index * schedule.pieces.size() + piece_index)));
}

void AttentionTables::add_pieces(const AttentionSchedule& schedule) {
    const auto add = [this](std::span<const float> table, std::int64_t zero) {
        std::int64_t index = number_place() + zero;
        if (index < 0) {  // -1 means none
            numbers.resize(numbers.size() + static_cast<std::size_t>(-index));
            index = 0;
        }
        numbers.insert(numbers.end(), table.begin(), table.end());
        return narrow(index);
    };
    task.pieces_at = place();
    for (const PieceTables& piece : schedule.pieces) {
        const flash_attention::NumberTable& bias = piece.bias.table();
        const std::int32_t bias_place = piece.bias.none() ? -1 : add(bias.numbers(), bias.place_of_zero());
        for (const std::int32_t number : {narrow(static_cast<std::int64_t>(piece.query_rotation)),
                                          narrow(static_cast<std::int64_t>(piece.packed_keys)), bias_place,
                                          narrow(piece.trained.begin), narrow(piece.trained.end)})
            integers.push_back(number);
    }
    task.distance_bias = schedule.distance_bias.empty()
                             ? -1
                             : add(schedule.distance_bias.numbers(), schedule.distance_bias.place_of_zero());
}

void AttentionTables::add_keys(const AttentionSchedule& schedule) {
    const std::size_t count = schedule.keys->size();
    task.keys_at = place();
    for (std::size_t key = 0; key < padded_keys; ++key) {
        std::int32_t column = -1;
        if (key < count && schedule.shown()) {
            const std::int32_t next = schedule.column_at[key];
            if (next < task.columns &&
                schedule.columns[static_cast<std::size_t>(next)].contains(static_cast<std::int64_t>(key)))
                column = next;
        }
        integers.push_back(narrow(schedule.keys->token(key)));
        integers.push_back(column);
    }
    task.key_numbers_at = place();
    for (const PieceTables& piece : schedule.pieces)
        for (std::size_t key = 0; key < padded_keys; ++key)
            integers.push_back(piece.key_number[std::min(key, count - 1)]);
}

void AttentionTables::add_known(const AttentionSchedule& schedule) {
    task.known = -1;
    const std::span<const double> sums = schedule.request.log_sum_exp;
    if (!schedule.shows_weights() || sums.empty()) return;
    task.known = number_place();
    for (const Row& row : schedule.rows)
        numbers.push_back(
            static_cast<float>(sums[static_cast<std::size_t>(row.token)] * std::numbers::log2e));
}

void AttentionTables::add_decay(const AttentionSchedule& schedule) {
    task.decay_block = schedule.plan.decay.empty() ? 0 : static_cast<int>(decay_keys);
    task.decay = number_place();
    for (const float exponent : schedule.decay_exponents) numbers.insert(numbers.end(), 2, exponent);
    numbers.resize(static_cast<std::size_t>(task.decay) + padded_dims, 0);
}

AttentionSumsTask AttentionTables::sums_task(std::int64_t tokens) const {
    AttentionSumsTask sums{};
    sums.rows = task.rows;
    sums.keys = task.keys;
    sums.dims = task.dims;
    sums.pieces = task.pieces;
    sums.tokens = narrow(tokens);
    sums.decay_block = task.decay_block;
    sums.rows_at = task.rows_at;
    sums.cells_at = task.cells_at;
    sums.pieces_at = task.pieces_at;
    sums.keys_at = task.keys_at;
    sums.key_numbers_at = task.key_numbers_at;
    sums.distance_bias = task.distance_bias;
    sums.known = task.known;
    sums.decay = task.decay;
    sums.scales = task.scales;
    sums.query_scales = task.query_scales;
    return sums;
}

}  // namespace poslab::gpu
