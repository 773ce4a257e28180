#include "core/engine/flash_attention/key_list.hpp"

#include "core/encoding/branch_region.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

namespace poslab::flash_attention {
namespace {

// Fills tiles begin ... end - 1; one packer per thread.
class TilePacker {
  public:
    TilePacker(const AttentionPlan& plan, const TokenVectors& keys, const DimensionOrder& order,
               const KeyList& list)
        : order_(order),
          list_(list),
          reader_(keys, plan.key_bias, order),
          rotator_(order),
          row_(order.padded_row),
          rows_(tile_keys * order.padded_row) {
        row_.fill(0);
        rows_.fill(0);
        for (const double decay : plan.decay) decay_.push_back(std::log2(decay) / decay_distance);
    }

    void pack(const AxisRotation& rotation, std::size_t tile, float* out) {
        for (std::size_t n = 0; n < tile_keys; ++n) {
            const std::size_t key = tile * tile_keys + n;
            reader_.read(list_.token(key), row_.data());
            float* const row = rows_.data() + n * order_.padded_row;
            rotator_.rotate(rotation, list_.token(key), row_.data(), 1, 1, row);
            if (!decay_.empty()) apply_decay(static_cast<double>(key % block_keys), row);
        }
        order_.pack(rows_.data(), tile_keys, out, tile_keys);
    }

  private:
    // `block_offset`: the index of the key within its block
    void apply_decay(double block_offset, float* row) const {
        for (std::size_t p = 0; p < decay_.size(); ++p) {
            const auto factor = static_cast<float>(std::exp2(-decay_[p] * block_offset));
            row[p] *= factor;
            row[order_.padded_pairs + p] *= factor;
        }
    }

    const DimensionOrder& order_;
    const KeyList& list_;
    RowReader reader_;
    RowRotator rotator_;
    Floats row_, rows_;
    std::vector<double> decay_;
};

}  // namespace

IndexRange KeyList::keys_within(const IndexRange& tokens) const {
    const auto key_at = [this](std::int64_t token) -> std::int64_t {
        if (chosen_.empty()) return std::clamp(token, range_.begin, range_.end) - range_.begin;
        return std::lower_bound(chosen_.begin(), chosen_.end(), token) - chosen_.begin();
    };
    return {key_at(tokens.begin), key_at(std::max(tokens.begin, tokens.end))};
}

bool same_rotations(const AxisFunction& a, const AxisFunction& b) {
    return a == b || (a.scale == 0 && b.scale == 0 && a.offset == b.offset);
}

void PackedKeys::pack(const AttentionPlan& plan, const TokenVectors& keys, const DimensionOrder& order,
                      const KeyList& list, bool parallel, const Job& job) {
    tile_floats_ = order.dims * tile_keys;
    packed_ = Floats(list.tiles() * tile_floats_);
    const auto pack_tiles = [&](std::size_t begin, std::size_t end) {
        TilePacker packer(plan, keys, order, list);
        for (std::size_t tile = begin; tile < end; ++tile) {
            job.check();
            packer.pack(rotation_, tile, packed_.data() + tile * tile_floats_);
        }
    };
    constexpr std::size_t grain = 32;
    if (!parallel)
        pack_tiles(0, list.tiles());
    else
        oneapi::tbb::parallel_for(oneapi::tbb::blocked_range<std::size_t>(0, list.tiles(), grain),
                                  [&](const auto& range) { pack_tiles(range.begin(), range.end()); });
}

}  // namespace poslab::flash_attention
