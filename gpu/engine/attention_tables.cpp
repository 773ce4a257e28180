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

using attention_strips::PieceTables;
using attention_strips::Problem;
using attention_strips::rounded_up;
using attention_strips::Row;
using attention_strips::Strip;

constexpr std::int32_t far = std::numeric_limits<std::int32_t>::max();

std::int32_t narrow(std::int64_t number) { return static_cast<std::int32_t>(number); }

int pool_of(const Problem& problem) {
    if (!problem.shown()) return 0;
    if (problem.shows_weights()) return problem.pools_largest() ? 2 : 1;
    return problem.pools_largest() ? 3 : 4;
}

// The number of keys per column, if it is the same for all columns from key 0 on (the last may be cut off).
int keys_of_columns(const Problem& problem) {
    if (problem.columns.empty()) return 0;
    const std::int64_t width = problem.columns.front().size();
    const auto count = static_cast<std::int64_t>(problem.keys->size());
    for (std::size_t b = 0; b < problem.columns.size(); ++b) {
        const std::int64_t first = static_cast<std::int64_t>(b) * width;
        if (problem.columns[b].begin != std::min(first, count) || problem.columns[b].end != std::min(first + width, count))
            return 0;
    }
    return narrow(width);
}

}  // namespace

AttentionTables::AttentionTables(const Problem& problem)
    : padded_keys(rounded_up(problem.keys->size(), key_unit)),
      padded_dims(rounded_up(problem.order.dims, dimension_unit)),
      key_rotations(std::max<std::size_t>(problem.packed.size(), 1)) {
    for (const PieceTables& piece : problem.pieces)
        if (!piece.piece.separable())
            throw DeviceFailure(
                "the position map has axes with different units: only the CPU engines "
                "support them");
    task.rows = narrow(std::ssize(problem.rows));
    task.keys = static_cast<int>(padded_keys);
    task.dims = static_cast<int>(padded_dims);
    task.pieces = narrow(std::ssize(problem.pieces));
    task.columns = narrow(std::ssize(problem.columns));
    task.column_keys = keys_of_columns(problem);
    task.pool = pool_of(problem);
    task.near = narrow(std::min(problem.request.near, problem.tokens));
    add_strips(problem);
    add_rows(problem);
    add_cells(problem);
    add_pieces(problem);
    add_keys(problem);
    add_known(problem);
    add_decay(problem);
    if (problem.request.weight_by_distance || problem.input.values) {
        sums_at = number_place();
        numbers.resize(numbers.size() + problem.rows.size(), 0);
    }
    task.scales = number_place();
    numbers.resize(numbers.size() + key_rotations * padded_keys, 1);
    task.query_scales = number_place();
    numbers.resize(numbers.size() + problem.query_rotations.size() * problem.rows.size(), 1);
    if (integers.size() > static_cast<std::size_t>(far) || numbers.size() > static_cast<std::size_t>(far))
        throw DeviceFailure(
            fmt::format("attention of {} rows and {} keys: tables beyond 2^31 numbers", problem.rows.size(), problem.keys->size()));
}

void AttentionTables::add_strips(const Problem& problem) {
    task.strips_at = place();
    for (std::size_t n = 0; n < problem.strips.size(); ++n) {
        const Strip& strip = problem.strips[n];
        const std::int32_t flags = (strip.whole_rows ? 1 : 0) | (strip.statistics ? 2 : 0);
        for (const std::int32_t number : {narrow(static_cast<std::int64_t>(strip.begin)),
                                          narrow(static_cast<std::int64_t>(strip.end)), narrow(std::ssize(segments)), flags})
            integers.push_back(number);
        for (std::size_t row = strip.begin; row < strip.end; ++row) {
            const std::int32_t output = problem.rows[row].output;
            if (output < 0) continue;
            if (row > strip.begin && problem.rows[row - 1].output == output)
                segments.back().end_row = row + 1;
            else
                segments.push_back({n, output, row, row + 1});
        }
    }
}

void AttentionTables::add_rows(const Problem& problem) {
    task.rows_at = place();
    integers.resize(integers.size() + 2 * problem.rows.size(), -1);
    std::int32_t* const rows = integers.data() + task.rows_at;
    for (std::size_t row = 0; row < problem.rows.size(); ++row) rows[2 * row] = problem.rows[row].token;
    for (std::size_t n = 0; n < segments.size(); ++n)
        for (std::size_t row = segments[n].first_row; row < segments[n].end_row; ++row)
            rows[2 * row + 1] = narrow(static_cast<std::int64_t>(n));
}

void AttentionTables::add_cells(const Problem& problem) {
    const std::size_t rows = problem.rows.size(), pieces = problem.pieces.size();
    task.cells_at = place();
    integers.resize(integers.size() + 3 * pieces * rows);
    task.bounds_at = place();
    integers.resize(integers.size() + 4 * pieces * problem.strips.size());
    in_parallel(problem.strips.size(), rows * pieces, [&](std::size_t strip) {
        for (std::size_t piece = 0; piece < pieces; ++piece) add_cells_of(problem, strip, piece);
    });
}

void AttentionTables::add_cells_of(const Problem& problem, std::size_t strip_index, std::size_t piece_index) {
    const Strip& strip = problem.strips[strip_index];
    const PieceTables& piece = problem.pieces[piece_index];
    std::int32_t* const cells =
        integers.data() + task.cells_at + static_cast<std::ptrdiff_t>(3 * piece_index * problem.rows.size());
    std::int32_t least_begin = far, most_begin = 0, least_end = far, most_end = 0;
    for (std::size_t row = strip.begin; row < strip.end; ++row) {
        const std::int32_t token = problem.rows[row].token;
        const IndexRange keys = problem.keys_of(piece, token, strip.whole_rows);
        const bool any = keys.size() > 0;
        const std::int32_t begin = any ? narrow(keys.begin) : 0, end = any ? narrow(keys.end) : 0;
        std::int32_t* const cell = cells + 3 * row;
        cell[0] = begin;
        cell[1] = end;
        cell[2] = narrow(piece.piece.lane_number(token));
        most_begin = any ? std::max(most_begin, begin) : far;
        if (!any) continue;
        least_begin = std::min(least_begin, begin);
        least_end = std::min(least_end, end);
        most_end = std::max(most_end, end);
    }
    const std::array bounds{least_begin, most_begin, least_end, most_end};
    std::ranges::copy(bounds, integers.begin() + task.bounds_at +
                                  static_cast<std::ptrdiff_t>(4 * (strip_index * problem.pieces.size() + piece_index)));
}

void AttentionTables::add_pieces(const Problem& problem) {
    const auto add = [this](std::span<const float> table, std::int64_t zero) {
        std::int64_t place = number_place() + zero;
        if (place < 0) {  // -1 means none
            numbers.resize(numbers.size() + static_cast<std::size_t>(-place));
            place = 0;
        }
        numbers.insert(numbers.end(), table.begin(), table.end());
        return narrow(place);
    };
    task.pieces_at = place();
    for (const PieceTables& piece : problem.pieces) {
        const attention_strips::NumberTable& bias = piece.bias.table();
        const std::int32_t bias_place = piece.bias.none() ? -1 : add(bias.numbers(), bias.place_of_zero());
        for (const std::int32_t number :
             {narrow(static_cast<std::int64_t>(piece.query_rotation)), narrow(static_cast<std::int64_t>(piece.packed_keys)),
              bias_place, narrow(piece.trained.begin), narrow(piece.trained.end)})
            integers.push_back(number);
    }
    task.distance_bias =
        problem.distance_bias.empty() ? -1 : add(problem.distance_bias.numbers(), problem.distance_bias.place_of_zero());
}

void AttentionTables::add_keys(const Problem& problem) {
    const std::size_t count = problem.keys->size();
    task.keys_at = place();
    for (std::size_t key = 0; key < padded_keys; ++key) {
        std::int32_t column = -1;
        if (key < count && problem.shown()) {
            const std::int32_t next = problem.column_at[key];
            if (next < task.columns && problem.columns[static_cast<std::size_t>(next)].contains(static_cast<std::int64_t>(key)))
                column = next;
        }
        integers.push_back(narrow(problem.keys->token(key)));
        integers.push_back(column);
    }
    task.key_numbers_at = place();
    for (const PieceTables& piece : problem.pieces)
        for (std::size_t key = 0; key < padded_keys; ++key) integers.push_back(piece.key_number[std::min(key, count - 1)]);
}

void AttentionTables::add_known(const Problem& problem) {
    task.known = -1;
    const std::span<const double> sums = problem.request.log_sum_exp;
    if (!problem.shows_weights() || sums.empty()) return;
    task.known = number_place();
    for (const Row& row : problem.rows)
        numbers.push_back(static_cast<float>(sums[static_cast<std::size_t>(row.token)] * std::numbers::log2e));
}

void AttentionTables::add_decay(const Problem& problem) {
    task.decay_block = problem.plan.decay.empty() ? 0 : static_cast<int>(decay_keys);
    task.decay = number_place();
    for (const float exponent : problem.decay_exponents) numbers.insert(numbers.end(), 2, exponent);
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
