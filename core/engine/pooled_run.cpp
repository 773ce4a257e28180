#include "core/engine/pooled_run.hpp"

// Highway compiles the code below once per instruction set and selects one at run time.
#define HWY_TARGET_INCLUDE "core/engine/pooled_run.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace poslab::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Fills whole vectors of blocks from `n` on; returns the index of the first remaining block.
template <class Tag>
HWY_INLINE HWY_ATTR std::size_t fill_vectors(Tag tag, const PooledRun& run, std::size_t n) {
    const auto row_term = hn::Set(tag, run.row_term), row_weight = hn::Set(tag, run.row_weight);
    const auto offset = hn::Set(tag, run.offset), scale = hn::Set(tag, run.scale),
               unit = hn::Set(tag, run.unit);
    for (; n + hn::Lanes(tag) <= run.count; n += hn::Lanes(tag)) {
        const auto weight = hn::LoadU(tag, run.column_weights + n);
        const auto sum =
            hn::NegMulAdd(row_weight, hn::LoadU(tag, run.column_terms + n), hn::Mul(weight, row_term));
        hn::StoreU(hn::Add(offset, hn::Div(hn::Mul(scale, sum), hn::Mul(unit, weight))), tag, run.out + n);
    }
    return n;
}

HWY_ATTR void fill_run(const PooledRun& run) {
    const std::size_t n = fill_vectors(hn::CappedTag<double, 8>(), run, 0);
    fill_vectors(hn::CappedTag<double, 1>(), run, n);
}

}  // namespace poslab::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace poslab {

HWY_EXPORT(fill_run);

void fill_pooled_run(const PooledRun& run) { HWY_DYNAMIC_DISPATCH(fill_run)(run); }

}  // namespace poslab
#endif
