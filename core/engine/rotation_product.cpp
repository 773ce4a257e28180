#include "core/engine/rotation_product.hpp"

// Highway compiles the code below once per instruction set and selects one at run time.
#define HWY_TARGET_INCLUDE "core/engine/rotation_product.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace poslab::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<double, rotation_panel / 2>;
using Vector = hn::Vec<Tag>;

// rotation_rows blocks by two vectors of distances: as many sums as registers hold, so that each loaded value
// is used often.
HWY_ATTR void multiply_tile(std::size_t frequencies, const double* table, const double* seeds,
                            double* const* centers, std::size_t m) {
    const Tag tag;
    const std::size_t lanes = hn::Lanes(tag);
    Vector even[rotation_rows][2];
    Vector odd[rotation_rows][2];
    for (std::size_t row = 0; row < rotation_rows; ++row)
        even[row][0] = even[row][1] = odd[row][0] = odd[row][1] = hn::Zero(tag);
    for (std::size_t p = 0; p < frequencies; ++p, table += 2 * rotation_panel, seeds += 2 * rotation_rows) {
        const Vector cosines0 = hn::LoadU(tag, table);
        const Vector cosines1 = hn::LoadU(tag, table + lanes);
        for (std::size_t row = 0; row < rotation_rows; ++row) {
            const Vector seed = hn::Set(tag, seeds[row]);
            even[row][0] = hn::MulAdd(seed, cosines0, even[row][0]);
            even[row][1] = hn::MulAdd(seed, cosines1, even[row][1]);
        }
        const Vector sines0 = hn::LoadU(tag, table + rotation_panel);
        const Vector sines1 = hn::LoadU(tag, table + rotation_panel + lanes);
        for (std::size_t row = 0; row < rotation_rows; ++row) {
            const Vector seed = hn::Set(tag, seeds[rotation_rows + row]);
            odd[row][0] = hn::MulAdd(seed, sines0, odd[row][0]);
            odd[row][1] = hn::MulAdd(seed, sines1, odd[row][1]);
        }
    }
    for (std::size_t row = 0; row < rotation_rows; ++row) {
        for (std::size_t half = 0; half < 2; ++half) {
            const std::size_t first = m + half * lanes;
            hn::StoreU(hn::Reverse(tag, hn::Sub(even[row][half], odd[row][half])), tag,
                       centers[row] - first - (lanes - 1));
            hn::StoreU(hn::Add(even[row][half], odd[row][half]), tag, centers[row] + first);
        }
    }
}

// Loops over panels outside: one panel of the table stays in the L1 cache while all blocks use it.
HWY_ATTR void multiply(const RotationProduct& product) {
    const std::size_t step = 2 * hn::Lanes(Tag());
    const double* panel = product.table;
    for (std::size_t index = 0; index < product.panels;
         ++index, panel += 2 * rotation_panel * product.frequencies) {
        const double* seeds = product.seeds;
        for (std::size_t row = 0; row < product.centers.size();
             row += rotation_rows, seeds += 2 * rotation_rows * product.frequencies)
            for (std::size_t m = 0; m < rotation_panel; m += step)
                multiply_tile(product.frequencies, panel + m, seeds, product.centers.data() + row,
                              index * rotation_panel + m);
    }
}

}  // namespace poslab::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace poslab {

HWY_EXPORT(multiply);

void multiply_rotations(const RotationProduct& product) { HWY_DYNAMIC_DISPATCH(multiply)(product); }

}  // namespace poslab
#endif
