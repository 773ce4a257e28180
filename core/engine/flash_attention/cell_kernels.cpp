#include "core/engine/flash_attention/kernels.hpp"

#define HWY_TARGET_INCLUDE "core/engine/flash_attention/cell_kernels.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace poslab::flash_attention::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<float, panel_rows / 2>;
using Integers = hn::RebindToSigned<Tag>;
using Vector = hn::Vec<Tag>;
using Mask = hn::Mask<Tag>;

HWY_ATTR void add(const CellTable& cells, std::size_t keys, float* logits) {
    const Tag tag;
    const Integers integers;
    for (std::size_t key = 0; key < keys; ++key) {
        for (std::size_t lane = 0; lane < panel_rows; lane += hn::Lanes(tag), logits += hn::Lanes(tag)) {
            Vector number = hn::Zero(tag);
            if (cells.lanes == CellTable::Lanes::successive)
                number = hn::LoadU(tag, cells.table + (cells.lane_index[lane] - cells.key_index[key]));
            else if (cells.lanes == CellTable::Lanes::equal)
                number = hn::Set(tag, cells.table[cells.lane_index[0] - cells.key_index[key]]);
            else
                number = hn::GatherIndex(tag, cells.table,
                                         hn::Sub(hn::Load(integers, cells.lane_index + lane),
                                                 hn::Set(integers, cells.key_index[key])));
            hn::Store(hn::Add(hn::Load(tag, logits), number), tag, logits);
        }
    }
}

HWY_ATTR Mask has_key(const LaneKeys& lanes, std::size_t lane, std::int32_t key) {
    const Integers integers;
    const auto requested = hn::Set(integers, key);
    const auto late = hn::Lt(requested, hn::Load(integers, lanes.end + lane));
    const auto early = hn::Gt(hn::Load(integers, lanes.begin + lane), requested);
    return hn::RebindMask(Tag(), hn::AndNot(early, late));
}

HWY_ATTR void merge(const LaneKeys& lanes, std::int32_t first, std::size_t keys, const float* from,
                    float* to) {
    const Tag tag;
    for (std::size_t key = 0; key < keys; ++key)
        for (std::size_t lane = 0; lane < panel_rows;
             lane += hn::Lanes(tag), from += hn::Lanes(tag), to += hn::Lanes(tag))
            hn::Store(hn::IfThenElse(has_key(lanes, lane, first + static_cast<std::int32_t>(key)),
                                     hn::Load(tag, from), hn::Load(tag, to)),
                      tag, to);
}

HWY_ATTR void mask(const LaneKeys& lanes, std::int32_t first, std::size_t keys, float* logits) {
    const Tag tag;
    const Vector none = hn::Set(tag, masked_logit);
    for (std::size_t key = 0; key < keys; ++key)
        for (std::size_t lane = 0; lane < panel_rows; lane += hn::Lanes(tag), logits += hn::Lanes(tag))
            hn::Store(hn::IfThenElse(has_key(lanes, lane, first + static_cast<std::int32_t>(key)),
                                     hn::Load(tag, logits), none),
                      tag, logits);
}

HWY_ATTR void sum(const CellRange& range, const LaneKeys& lanes, std::int32_t first, std::size_t keys,
                  const float* weights, float* sums) {
    const Tag tag;
    const Integers integers;
    for (std::size_t key = 0; key < keys; ++key) {
        for (std::size_t lane = 0; lane < panel_rows; lane += hn::Lanes(tag), weights += hn::Lanes(tag)) {
            const auto n =
                hn::Sub(hn::Load(integers, range.lane_index + lane), hn::Set(integers, range.key_index[key]));
            const auto outside = hn::RebindMask(tag, hn::Or(hn::Lt(n, hn::Set(integers, range.low)),
                                                            hn::Gt(n, hn::Set(integers, range.high))));
            const Mask present = has_key(lanes, lane, first + static_cast<std::int32_t>(key));
            const Mask counted = range.outside ? hn::And(outside, present) : hn::AndNot(outside, present);
            hn::Store(
                hn::Add(hn::Load(tag, sums + lane), hn::IfThenElseZero(counted, hn::Load(tag, weights))), tag,
                sums + lane);
        }
    }
}

}  // namespace poslab::flash_attention::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace poslab::flash_attention {

HWY_EXPORT(add);
HWY_EXPORT(merge);
HWY_EXPORT(mask);
HWY_EXPORT(sum);

void add_table(const CellTable& cells, std::size_t keys, float* logits) {
    HWY_DYNAMIC_DISPATCH(add)(cells, keys, logits);
}
void merge_cells(const LaneKeys& lanes, std::int32_t first, std::size_t keys, const float* from, float* to) {
    HWY_DYNAMIC_DISPATCH(merge)(lanes, first, keys, from, to);
}
void mask_cells(const LaneKeys& lanes, std::int32_t first, std::size_t keys, float* logits) {
    HWY_DYNAMIC_DISPATCH(mask)(lanes, first, keys, logits);
}
void sum_within(const CellRange& range, const LaneKeys& lanes, std::int32_t first, std::size_t keys,
                const float* weights, float* sums) {
    HWY_DYNAMIC_DISPATCH(sum)(range, lanes, first, keys, weights, sums);
}

}  // namespace poslab::flash_attention
#endif
