#include "core/engine/flash_attention/panel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace poslab::flash_attention {
namespace {

// The order of the first `count` numbers; the caller sets those beyond accordingly.
CellTable::Lanes order_of(Lanes<std::int32_t>& numbers, std::size_t count) {
    bool successive = true, equal = true;
    for (std::size_t lane = 1; lane < count; ++lane) {
        successive = successive && numbers[lane] == numbers[0] + static_cast<std::int32_t>(lane);
        equal = equal && numbers[lane] == numbers[0];
    }
    if (equal && count > 1) return CellTable::Lanes::equal;
    return successive ? CellTable::Lanes::successive : CellTable::Lanes::any;
}

}  // namespace

Panel::Panel(const AttentionSchedule& schedule)
    : pieces(schedule.pieces.size()),
      schedule_(schedule),
      reader_(*schedule.input.queries, schedule.plan.query_bias, schedule.order),
      read_rows_(panel_rows * schedule.order.padded_row),
      rotated_rows_(panel_rows * schedule.order.padded_row),
      queries_(schedule.query_rotations.size()),
      packed_(schedule.query_rotations.size()) {
    read_rows_.fill(0);
    rotated_rows_.fill(0);
    if (schedule.shown()) columns = Floats(rounded_up(schedule.columns.size(), 4) * panel_rows);
    if (schedule.input.values)
        output = Floats(rounded_up(static_cast<std::size_t>(schedule.input.values->dim()), tile_keys) *
                        panel_rows);
    if (schedule.request.weight_by_distance)
        exponentials = Floats(schedule.keys->tiles() * tile_keys * panel_rows);
    if (!schedule.plan.decay.empty()) decayed_ = Floats(schedule.order.dims * panel_rows);
}

void Panel::start(std::span<const Row> panel, const Strip& strip) {
    rows = panel;
    count = panel.size();
    for (std::size_t lane = 0; lane < panel_rows; ++lane)
        token[lane] = panel[std::min(lane, count - 1)].token;
    token_order = order_of(token, count);
    for (std::size_t n = 0; n < pieces.size(); ++n)
        start_piece(schedule_.pieces[n], pieces[n], strip.whole_rows);
    const std::span<const double> known = schedule_.request.log_sum_exp;
    const bool has_reference = !strip.whole_rows && schedule_.shows_weights();
    for (std::size_t lane = 0; lane < panel_rows; ++lane) {
        const double scale = schedule_.plan.query_scale.empty()
                                 ? 1
                                 : schedule_.plan.query_scale[static_cast<std::size_t>(token[lane])];
        factor_[lane] = static_cast<float>(schedule_.log2_scale * schedule_.plan.scale * scale);
        reference[lane] =
            has_reference
                ? static_cast<float>(known[static_cast<std::size_t>(token[lane])] * std::numbers::log2e)
                : 0;
        set_[lane] = static_cast<std::int32_t>(has_reference);
    }
    largest.fill(masked_logit);
    for (auto* sums : {&weight, &exponent, &distance, &near, &beyond}) sums->fill(0);
    filled = 0;
    if (!output.empty()) output.fill(0);
    exponential_keys.clear();
    std::fill(packed_.begin(), packed_.end(), 0);
    read_ = false;
    decayed_any_ = false;
}

void Panel::start_piece(const PieceTables& tables, PanelPiece& piece, bool whole_rows) const {
    constexpr std::int32_t far = std::numeric_limits<std::int32_t>::max();
    piece.min_begin = piece.min_end = far;
    piece.max_begin = piece.max_end = 0;
    piece.all = true;
    for (std::size_t lane = 0; lane < panel_rows; ++lane) {
        const IndexRange keys = schedule_.keys_of(tables, token[lane], whole_rows);
        piece.number[lane] = static_cast<std::int32_t>(tables.piece.lane_number(token[lane]));
        const bool any = keys.size() > 0;
        piece.all = piece.all && any;
        piece.begin[lane] = any ? static_cast<std::int32_t>(keys.begin) : 0;
        piece.end[lane] = any ? static_cast<std::int32_t>(keys.end) : 0;
        if (!any) continue;
        piece.min_begin = std::min(piece.min_begin, piece.begin[lane]);
        piece.max_begin = std::max(piece.max_begin, piece.begin[lane]);
        piece.min_end = std::min(piece.min_end, piece.end[lane]);
        piece.max_end = std::max(piece.max_end, piece.end[lane]);
    }
    const auto [least, most] = std::minmax_element(piece.number.begin(), piece.number.end());
    piece.min_number = *least;
    piece.max_number = *most;
    piece.order = order_of(piece.number, count);
}

IndexRange Panel::tiles_within(std::size_t first, std::size_t last) const {
    constexpr auto tile = static_cast<std::int64_t>(tile_keys);
    IndexRange tiles{static_cast<std::int64_t>(last), static_cast<std::int64_t>(first)};
    for (const PanelPiece& piece : pieces) {
        if (piece.max_end <= piece.min_begin) continue;
        const std::int64_t begin =
            std::max<std::int64_t>(static_cast<std::int64_t>(first), piece.min_begin / tile);
        const std::int64_t end =
            std::min<std::int64_t>(static_cast<std::int64_t>(last), (piece.max_end + tile - 1) / tile);
        if (begin >= end) continue;
        tiles = {std::min(tiles.begin, begin), std::max(tiles.end, end)};
    }
    return tiles;
}

void Panel::pack_queries(std::size_t rotation, RowRotator& rotator) {
    const DimensionOrder& order = schedule_.order;
    if (!read_)
        for (std::size_t lane = 0; lane < panel_rows; ++lane) {
            float* const row = read_rows_.data() + lane * order.padded_row;
            if (lane < count)
                reader_.read(token[lane], row);
            else
                std::copy_n(row - order.padded_row, order.padded_row, row);
        }
    read_ = true;
    for (std::size_t lane = 0; lane < panel_rows; ++lane) {
        const std::size_t at = lane * order.padded_row;
        const auto pair_factor = static_cast<float>(factor_[lane] * schedule_.plan.rotary_scale);
        rotator.rotate(schedule_.query_rotations[rotation], token[lane], read_rows_.data() + at, pair_factor,
                       factor_[lane], rotated_rows_.data() + at);
    }
    if (queries_[rotation].empty()) queries_[rotation] = Floats(order.dims * panel_rows);
    order.pack(rotated_rows_.data(), panel_rows, queries_[rotation].data(), panel_rows);
    packed_[rotation] = 1;
}

// With decay, the queries carry decay^((i - c) / 512), c the first token of the block of keys: values
// overflow or underflow only if the whole product does.
const float* Panel::queries(std::size_t rotation, std::size_t first_tile, RowRotator& rotator) {
    if (packed_[rotation] == 0) pack_queries(rotation, rotator);
    if (decayed_.empty()) return queries_[rotation].data();
    const std::size_t block = first_tile / block_tiles;
    if (decayed_any_ && decayed_rotation_ == rotation && decayed_block_ == block) return decayed_.data();
    Lanes<float> distance_from;
    for (std::size_t lane = 0; lane < panel_rows; ++lane)
        distance_from[lane] = static_cast<float>(token[lane] - schedule_.key_token[block * block_keys]);
    const std::size_t half = schedule_.order.pairs * panel_rows;
    const float* const from = queries_[rotation].data();
    scale_powers(schedule_.order.pairs, schedule_.decay_exponents.data(), distance_from.data(), from,
                 decayed_.data());
    scale_powers(schedule_.order.pairs, schedule_.decay_exponents.data(), distance_from.data(), from + half,
                 decayed_.data() + half);
    std::copy_n(from + 2 * half, schedule_.order.unrotated * panel_rows, decayed_.data() + 2 * half);
    decayed_any_ = true;
    decayed_rotation_ = rotation;
    decayed_block_ = block;
    return decayed_.data();
}

void Panel::multiply(std::size_t n, std::size_t first, std::size_t last, RowRotator& rotator, float* out) {
    const PieceTables& tables = schedule_.pieces[n];
    multiply_tiles(schedule_.order.dims, queries(tables.query_rotation, first, rotator),
                   schedule_.packed[tables.packed_keys].tile(first), last - first, out);
    const std::size_t keys = (last - first) * tile_keys;
    if (!schedule_.distance_bias.empty())
        add_table({schedule_.distance_bias.zero(), token.data(),
                   schedule_.key_token.data() + first * tile_keys, token_order},
                  keys, out);
    if (tables.bias.none()) return;
    if (!tables.bias.table().empty())
        add_table({tables.bias.table().zero(), pieces[n].number.data(),
                   tables.key_number.data() + first * tile_keys, pieces[n].order},
                  keys, out);
    else
        add_direct_bias(tables, first, last, out);
}

void Panel::add_direct_bias(const PieceTables& tables, std::size_t first, std::size_t last,
                            float* out) const {
    for (std::size_t key = first * tile_keys; key < last * tile_keys; ++key)
        for (std::size_t lane = 0; lane < panel_rows; ++lane, ++out)
            *out += static_cast<float>(
                tables.bias.at(tables.piece.position(token[lane], schedule_.key_token[key])));
}

// The index of the piece that contains the whole tile, or -1.
int Panel::only_piece(std::size_t tile) const {
    const auto first = static_cast<std::int32_t>(tile * tile_keys);
    constexpr auto keys = static_cast<std::int32_t>(tile_keys);
    int only = -1;
    for (std::size_t n = 0; n < pieces.size(); ++n) {
        const PanelPiece::Coverage coverage = pieces[n].of(first, first + keys);
        if (coverage == PanelPiece::Coverage::none) continue;
        if (coverage == PanelPiece::Coverage::partial || only >= 0) return -1;
        only = static_cast<int>(n);
    }
    return only;
}

void Panel::make_crossed_tile(std::size_t tile, RowRotator& rotator, float* out, float* scratch) {
    const auto first = static_cast<std::int32_t>(tile * tile_keys);
    constexpr auto keys = static_cast<std::int32_t>(tile_keys);
    std::vector<std::size_t> present;
    for (std::size_t n = 0; n < pieces.size(); ++n)
        if (pieces[n].of(first, first + keys) != PanelPiece::Coverage::none) present.push_back(n);
    if (present.size() == 1) {
        multiply(present[0], tile, tile + 1, rotator, out);
        mask_cells({pieces[present[0]].begin.data(), pieces[present[0]].end.data()}, first, tile_keys, out);
        return;
    }
    std::fill_n(out, tile_keys * panel_rows, masked_logit);
    for (const std::size_t n : present) {
        multiply(n, tile, tile + 1, rotator, scratch);
        merge_cells({pieces[n].begin.data(), pieces[n].end.data()}, first, tile_keys, scratch, out);
    }
}

void Panel::make_logits(std::size_t first, std::size_t last, RowRotator& rotator, float* out,
                        float* scratch) {
    for (std::size_t tile = first; tile < last;) {
        float* const here = out + (tile - first) * tile_keys * panel_rows;
        const int only = only_piece(tile);
        std::size_t end = tile + 1;
        if (only < 0) {
            make_crossed_tile(tile, rotator, here, scratch);
        } else {
            while (end < last && only_piece(end) == only) ++end;
            multiply(static_cast<std::size_t>(only), tile, end, rotator, here);
        }
        tile = end;
    }
}

void Panel::update_running_max(const Lanes<float>& block) {
    constexpr float negligible = 1e-30F;
    constexpr float headroom = 40;  // sums of 2^24 terms of 2^40 are far from float's maximum
    bool any = false;
    for (std::size_t lane = 0; lane < panel_rows; ++lane)
        any = any || block[lane] > reference[lane] + headroom ||
              (set_[lane] == 0 && block[lane] > masked_logit);
    if (!any) return;
    Lanes<float> factor;
    factor.fill(1);
    for (std::size_t lane = 0; lane < panel_rows; ++lane) {
        const bool first = set_[lane] == 0 && block[lane] > masked_logit;
        if (!first && !(block[lane] > reference[lane] + headroom)) continue;
        const double rise = first ? 0 : static_cast<double>(block[lane]) - reference[lane];
        const double scale = std::exp2(-rise);
        reference[lane] = block[lane];
        set_[lane] = 1;
        if (first) continue;
        factor[lane] = static_cast<float>(scale);
        exponent[lane] = scale * (exponent[lane] - rise * weight[lane]);
        for (auto* sums : {&weight, &distance, &near, &beyond}) (*sums)[lane] *= scale;
    }
    const auto scale_lanes = [&factor](float* numbers, std::size_t vectors) {
        for (std::size_t n = 0; n < vectors; ++n, numbers += panel_rows)
            for (std::size_t lane = 0; lane < panel_rows; ++lane) {
                const float scaled = numbers[lane] * factor[lane];
                // denormal numbers are many times slower
                numbers[lane] = std::abs(scaled) < negligible ? 0 : scaled;
            }
    };
    if (std::all_of(factor.begin(), factor.end(), [](float number) { return number == 1; })) return;
    if (schedule_.shows_weights() && !schedule_.pools_largest()) scale_lanes(columns.data(), filled);
    if (!output.empty()) scale_lanes(output.data(), output.size() / panel_rows);
    for (const IndexRange& keys : exponential_keys)
        scale_lanes(exponentials.data() + static_cast<std::size_t>(keys.begin) * panel_rows,
                    static_cast<std::size_t>(keys.size()));
}

void Panel::fill_columns(std::size_t end, float number) {
    if (end <= filled) return;
    std::fill_n(columns.data() + filled * panel_rows, (end - filled) * panel_rows, number);
    filled = end;
}

}  // namespace poslab::flash_attention
