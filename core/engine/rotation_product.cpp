#include "core/engine/rotation_product.hpp"

// Highway compiles the code below once per instruction set and selects one at run time.
#define HWY_TARGET_INCLUDE "core/engine/rotation_product.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>  // IWYU pragma: keep
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace poslab::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<double, rotation_panel / 2>;
using Vector = hn::Vec<Tag>;

constexpr std::size_t line = 8;  // numbers

// The sums of a block at two vectors of distances; not an array, which compilers would store and load again.
struct BlockSums {
    Vector even0, even1, odd0, odd1;
};
struct ThreeBlocks {
    BlockSums a, b, c;
};

HWY_INLINE HWY_ATTR ThreeBlocks no_sums() {
    const Vector zero = hn::Zero(Tag());
    const BlockSums block{zero, zero, zero, zero};
    return {block, block, block};
}

HWY_INLINE HWY_ATTR void add_cosines(double seed, Vector cosines0, Vector cosines1, BlockSums& sums) {
    const Vector each = hn::Set(Tag(), seed);
    sums.even0 = hn::MulAdd(each, cosines0, sums.even0);
    sums.even1 = hn::MulAdd(each, cosines1, sums.even1);
}

HWY_INLINE HWY_ATTR void add_sines(double seed, Vector sines0, Vector sines1, BlockSums& sums) {
    const Vector each = hn::Set(Tag(), seed);
    sums.odd0 = hn::MulAdd(each, sines0, sums.odd0);
    sums.odd1 = hn::MulAdd(each, sines1, sums.odd1);
}

// Adds a pair's terms to blocks whose seeds begin at `seeds`.
HWY_INLINE HWY_ATTR void add_cosines(const double* seeds, Vector cosines0, Vector cosines1,
                                     ThreeBlocks& sums) {
    add_cosines(seeds[0], cosines0, cosines1, sums.a);
    add_cosines(seeds[1], cosines0, cosines1, sums.b);
    add_cosines(seeds[2], cosines0, cosines1, sums.c);
}

HWY_INLINE HWY_ATTR void add_sines(const double* seeds, Vector sines0, Vector sines1, ThreeBlocks& sums) {
    add_sines(seeds[0], sines0, sines1, sums.a);
    add_sines(seeds[1], sines0, sines1, sums.b);
    add_sines(seeds[2], sines0, sines1, sums.c);
}

HWY_INLINE HWY_ATTR void write(const BlockSums& sums, double* center, std::size_t m) {
    const Tag tag;
    const std::size_t lanes = hn::Lanes(tag);
    double* const below = center - m - (lanes - 1);
    hn::StoreU(hn::Add(sums.even0, sums.odd0), tag, center + m);
    hn::StoreU(hn::Add(sums.even1, sums.odd1), tag, center + m + lanes);
    hn::StoreU(hn::Reverse(tag, hn::Sub(sums.even0, sums.odd0)), tag, below);
    hn::StoreU(hn::Reverse(tag, hn::Sub(sums.even1, sums.odd1)), tag, below - lanes);
}

/// Fetches the cache lines of two vectors that are about to be written, which a result of millions of numbers
/// does not have in the cache.
HWY_INLINE HWY_ATTR void fetch_two_vectors(double* begin) {
    const std::size_t count = 2 * hn::Lanes(Tag());
    for (std::size_t n = 0; n < count; n += line) hwy::Prefetch(begin + n);
    hwy::Prefetch(begin + (count - 1));
}

HWY_INLINE HWY_ATTR void fetch(double* const* centers, std::size_t blocks, std::size_t m) {
    const std::size_t count = 2 * hn::Lanes(Tag());
    for (std::size_t block = 0; block < blocks; ++block) {
        fetch_two_vectors(centers[block] + m);
        fetch_two_vectors(centers[block] - m - (count - 1));
    }
}

HWY_INLINE HWY_ATTR void write(const ThreeBlocks& sums, double* const* centers, std::size_t m) {
    write(sums.a, centers[0], m);
    write(sums.b, centers[1], m);
    write(sums.c, centers[2], m);
}

// Three blocks, or six, by two vectors of distances: as many sums as registers hold, so that each loaded
// value is used often.
template <bool six>
HWY_ATTR void multiply_tile(std::size_t frequencies, const double* table, const double* seeds,
                            double* const* centers, std::size_t m) {
    const Tag tag;
    const std::size_t lanes = hn::Lanes(tag);
    fetch(centers, six ? 6 : 3, m);
    ThreeBlocks first = no_sums();
    [[maybe_unused]] ThreeBlocks second = no_sums();
    for (std::size_t p = 0; p < frequencies; ++p, table += 2 * rotation_panel, seeds += 2 * rotation_rows) {
        const Vector cosines0 = hn::LoadU(tag, table), cosines1 = hn::LoadU(tag, table + lanes);
        add_cosines(seeds, cosines0, cosines1, first);
        if constexpr (six) add_cosines(seeds + 3, cosines0, cosines1, second);
        const double* const sines = table + rotation_panel;
        const Vector sines0 = hn::LoadU(tag, sines), sines1 = hn::LoadU(tag, sines + lanes);
        add_sines(seeds + rotation_rows, sines0, sines1, first);
        if constexpr (six) add_sines(seeds + rotation_rows + 3, sines0, sines1, second);
    }
    write(first, centers, m);
    if constexpr (six) write(second, centers + 3, m);
}

// Loops over panels outside: one panel of the table stays in the L1 cache while all blocks use it.
HWY_ATTR void multiply(const RotationProduct& product) {
    static_assert(rotation_rows == 6);
    constexpr bool six = HWY_TARGET <= HWY_AVX3;  // 32 registers instead of 16
    const std::size_t step = 2 * hn::Lanes(Tag());
    const double* panel = product.table;
    for (std::size_t index = 0; index < product.panels;
         ++index, panel += 2 * rotation_panel * product.frequencies) {
        const double* seeds = product.seeds;
        for (std::size_t row = 0; row < product.centers.size();
             row += rotation_rows, seeds += 2 * rotation_rows * product.frequencies) {
            double* const* const centers = product.centers.data() + row;
            for (std::size_t in_panel = 0; in_panel < rotation_panel; in_panel += step) {
                const std::size_t m = index * rotation_panel + in_panel;
                multiply_tile<six>(product.frequencies, panel + in_panel, seeds, centers, m);
                if constexpr (!six)
                    multiply_tile<six>(product.frequencies, panel + in_panel, seeds + 3, centers + 3, m);
            }
        }
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
