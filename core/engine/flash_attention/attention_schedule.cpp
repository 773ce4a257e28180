#include "core/engine/flash_attention/attention_schedule.hpp"

#include "core/base/free_memory.hpp"
#include "core/base/in_parallel.hpp"
#include "core/engine/pooling.hpp"

#include <fmt/format.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

namespace poslab::flash_attention {
namespace {

// per strip: their columns and queries stay in the L2 cache
constexpr std::size_t max_panels = 4;
// below it one thread finishes before others have started
constexpr double min_parallel_products = 0x1p21;
// floats of the largest strip whose weights are retained
constexpr std::size_t max_exponentials = (std::size_t{8} << 20) / 4;

std::size_t place_of(std::vector<PackedKeys>& packed, const AxisFunction& axis, const AttentionPlan& plan) {
    for (std::size_t n = 0; n < packed.size(); ++n)
        if (same_rotations(packed[n].axis(), axis) || plan.inverse_frequency.empty()) return n;
    packed.emplace_back(axis, plan);
    return packed.size() - 1;
}

}  // namespace

AttentionSchedule::AttentionSchedule(const AttentionInput& attention, const AttentionRequest& requested,
                                     const Job& job, std::size_t strip_rows)
    : input(attention),
      request(requested),
      plan(attention.plan),
      tokens(attention.keys->tokens()),
      log2_scale(std::numbers::log2e / attention.plan.temperature),
      order(attention.plan, attention.keys->dim()),
      panels(1) {
    if (shown()) output_rows = pooled_ranges(request.window.rows, request.window.height, request.window.pool);
    list_rows();
    list_keys();
    list_pieces(job);
    list_strips(job, strip_rows > 0 ? strip_rows : rows_for_threads());
    distance_bias = distance_table(plan, tokens, log2_scale);
    for (const double decay : plan.decay)
        decay_exponents.push_back(static_cast<float>(std::log2(decay) / decay_distance));
}

bool AttentionSchedule::parallel() const {
    return cells * static_cast<double>(order.dims) > min_parallel_products;
}

IndexRange AttentionSchedule::keys_of(const PieceTables& piece, std::int64_t token, bool whole_row) const {
    const IndexRange range = keys->keys_within(piece.piece.keys_of(token));
    return whole_row ? range : intersection(range, window_keys);
}

IndexRange AttentionSchedule::columns_with(const IndexRange& range) const {
    if (range.size() == 0 || columns.empty()) return {0, 0};
    const std::int64_t begin = column_at[static_cast<std::size_t>(range.begin)];
    const std::int64_t last = column_at[static_cast<std::size_t>(range.end - 1)];
    const bool touched =
        last < std::ssize(columns) && columns[static_cast<std::size_t>(last)].begin < range.end;
    return {begin, touched ? last + 1 : last};
}

std::int64_t AttentionSchedule::key_count(std::int64_t token) const {
    std::int64_t count = 0;
    for (const PieceTables& piece : pieces) count += piece.piece.keys_of(token).size();
    return count;
}

bool AttentionSchedule::visits_whole(const Row& row) const {
    return row.statistic >= 0 || (shows_weights() && request.log_sum_exp.empty());
}

// Lists the rows of the window and of request.rows, each once.
void AttentionSchedule::list_rows() {
    std::int64_t next = request.rows.begin;  // in request.rows
    const auto place = [&](std::int64_t token) {
        return static_cast<std::int32_t>(request.rows.contains(token) ? token - request.rows.begin : -1);
    };
    const auto add_alone = [&](std::int64_t end) {
        for (; next < std::min(end, request.rows.end); ++next)
            rows.push_back({static_cast<std::int32_t>(next), -1, place(next)});
    };
    for (std::size_t a = 0; a < output_rows.size(); ++a) {
        for (std::int64_t token = output_rows[a].begin; token < output_rows[a].end; ++token) {
            add_alone(token);
            rows.push_back({static_cast<std::int32_t>(token), static_cast<std::int32_t>(a), place(token)});
            next = std::max(next, token + 1);
        }
    }
    add_alone(tokens);
}

// Lists all keys that any row may need, or only the window's. A sampled window needs only the sampled keys,
// unless decay requires blocks of successive keys.
void AttentionSchedule::list_keys() {
    const FieldWindow& window = request.window;
    const bool whole =
        std::any_of(rows.begin(), rows.end(), [this](const Row& row) { return visits_whole(row); });
    std::int64_t end = tokens;
    if (plan.positions.causal) end = rows.empty() ? 1 : std::int64_t{rows.back().token} + 1;
    std::vector<IndexRange> shown_tokens;
    if (shown()) shown_tokens = pooled_ranges(window.columns, window.width, window.pool);
    if (!whole && window.pool == Pool::sample && plan.decay.empty() && !shown_tokens.empty()) {
        std::vector<std::int32_t> chosen;
        chosen.reserve(shown_tokens.size());
        for (const IndexRange& column : shown_tokens)
            chosen.push_back(static_cast<std::int32_t>(column.begin));
        keys = std::make_unique<KeyList>(std::move(chosen));
    } else {
        IndexRange visited = whole ? IndexRange{0, end} : intersection(window.columns, {0, end});
        if (visited.size() == 0) visited = {0, 1};
        keys = std::make_unique<KeyList>(visited);
    }
    for (const IndexRange& column : shown_tokens) columns.push_back(keys->keys_within(column));
    std::int32_t column = 0;
    for (std::int64_t key = 0; shown() && key < static_cast<std::int64_t>(keys->tiles() * tile_keys); ++key) {
        while (column < std::ssize(columns) && columns[static_cast<std::size_t>(column)].end <= key) ++column;
        column_at.push_back(column);
    }
    if (shown()) window_keys = keys->keys_within(window.columns);
    for (std::size_t key = 0; key < keys->tiles() * tile_keys; ++key)
        key_token.push_back(static_cast<std::int32_t>(keys->token(key)));
}

void AttentionSchedule::list_pieces(const Job& job) {
    std::vector<AxisFunction> query_axes;
    for (const Piece& piece : pieces_of(plan, tokens)) {
        const AxisFunction& axis = piece.axes().query;
        const auto known = std::find_if(query_axes.begin(), query_axes.end(), [&](const AxisFunction& other) {
            return same_rotations(axis, other) || plan.inverse_frequency.empty();
        });
        PieceTables tables{piece,
                           static_cast<std::size_t>(known - query_axes.begin()),
                           place_of(packed, piece.axes().key, plan),
                           {},
                           {},
                           {},
                           {},
                           PositionBias(plan, piece, tokens, log2_scale, job)};
        if (known == query_axes.end()) query_axes.push_back(axis);
        for (const std::int32_t token : key_token)
            tables.key_number.push_back(static_cast<std::int32_t>(piece.key_number(token)));
        for (std::size_t first = 0; first < key_token.size(); first += tile_keys) {
            const auto tile = tables.key_number.begin() + static_cast<std::ptrdiff_t>(first);
            const auto [least, most] = std::minmax_element(tile, tile + tile_keys);
            tables.min_number.push_back(*least);
            tables.max_number.push_back(*most);
        }
        if (piece.separable())
            tables.trained = piece.numbers_within(static_cast<double>(request.trained - 1));
        pieces.push_back(std::move(tables));
    }
    query_rotations.reserve(query_axes.size());
    for (const AxisFunction& axis : query_axes) query_rotations.emplace_back(axis, plan.inverse_frequency);
}

std::size_t AttentionSchedule::rows_for_threads() {
    const auto threads = static_cast<std::size_t>(oneapi::tbb::this_task_arena::max_concurrency());
    panels = std::clamp<std::size_t>(rows.size() / (panel_rows * 8 * threads), 1, max_panels);
    if (request.weight_by_distance)
        panels = std::clamp<std::size_t>(max_exponentials / (panel_rows * keys->size()), 1, panels);
    return panels * panel_rows;
}

void AttentionSchedule::list_strips(const Job& job, std::size_t strip_rows) {
    const auto alike = [this](const Row& a, const Row& b) {
        return visits_whole(a) == visits_whole(b) && (a.statistic >= 0) == (b.statistic >= 0);
    };
    for (std::size_t begin = 0; begin < rows.size(); begin = strips.back().end) {
        Strip strip{begin, begin + 1, visits_whole(rows[begin]), rows[begin].statistic >= 0, 0};
        while (strip.end < rows.size() && strip.end < begin + strip_rows &&
               alike(rows[begin], rows[strip.end]))
            ++strip.end;
        strips.push_back(strip);
    }
    const auto count = [this](Strip& strip) {
        for (std::size_t row = strip.begin; row < strip.end; ++row)
            for (const PieceTables& piece : pieces)
                strip.cells += static_cast<double>(keys_of(piece, rows[row].token, strip.whole_rows).size());
    };
    job.check();
    in_parallel(strips.size(), rows.size() * pieces.size(), [&](std::size_t n) { count(strips[n]); });
    for (const Strip& strip : strips) cells += strip.cells;
    std::stable_sort(strips.begin(), strips.end(),
                     [](const Strip& a, const Strip& b) { return a.cells > b.cells; });
}

void AttentionSchedule::check_memory() const {
    const auto threads = static_cast<double>(oneapi::tbb::this_task_arena::max_concurrency());
    const auto width = static_cast<double>(shown() ? request.window.width : 0);
    const double key_bytes =
        4.0 * static_cast<double>(packed.size() * keys->tiles() * tile_keys * order.dims);
    const double field_bytes = 8 * width * static_cast<double>(output_rows.size());
    const double retained = request.weight_by_distance ? static_cast<double>(keys->tiles() * tile_keys) : 0;
    const double strip_bytes =
        4.0 * static_cast<double>(panels * panel_rows) *
        (2 * width + retained + static_cast<double>(query_rotations.size() * order.dims));
    const double values = input.values ? static_cast<double>(input.values->dim()) : 0;
    const double row_bytes = static_cast<double>(request.rows.size()) * (56 + 8 * values);
    const double needed = key_bytes + field_bytes + threads * strip_bytes + row_bytes;
    poslab::check_memory(needed, tr("attention of {} tokens by {} dimensions", tokens, order.dims));
}

}  // namespace poslab::flash_attention
