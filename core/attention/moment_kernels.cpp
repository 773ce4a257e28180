#include "core/attention/moment_kernels.hpp"

#include "core/engine/flash_attention/kernels.hpp"

#define HWY_TARGET_INCLUDE "core/attention/moment_kernels.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace poslab::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::CappedTag<double, flash_attention::vector_bytes / sizeof(double)>;
using One = hn::CappedTag<double, 1>;

template <class Tag>
HWY_ATTR hn::Vec<Tag> add_term(const MomentPass& pass, std::size_t term, std::size_t cell, std::ptrdiff_t n) {
    const Tag tag;
    const hn::Rebind<float, Tag> floats;
    const auto x = hn::Sub(hn::PromoteTo(tag, hn::LoadU(floats, pass.cells[term] + cell)),
                           hn::LoadU(tag, pass.shifts[term] + n));
    hn::StoreU(hn::Add(hn::LoadU(tag, pass.sums[term] + n), x), tag, pass.sums[term] + n);
    hn::StoreU(hn::MulAdd(x, x, hn::LoadU(tag, pass.squares[term] + n)), tag, pass.squares[term] + n);
    return x;
}

template <class Tag, bool second, bool third>
HWY_ATTR void add_cells(const MomentPass& pass, std::size_t cell, std::ptrdiff_t n) {
    const Tag tag;
    auto total = add_term<Tag>(pass, 0, cell, n);
    if constexpr (second) total = hn::Add(total, add_term<Tag>(pass, 1, cell, n));
    if constexpr (third) total = hn::Add(total, add_term<Tag>(pass, 2, cell, n));
    if constexpr (second || third)
        hn::StoreU(hn::MulAdd(total, total, hn::LoadU(tag, pass.total_squares + n)), tag,
                   pass.total_squares + n);
}

template <bool second, bool third>
HWY_ATTR void add_panel(const MomentPass& pass) {
    const std::size_t vector = hn::Lanes(Doubles());
    for (std::size_t column = 0; column < pass.columns; ++column) {
        const std::size_t cell = column * flash_attention::panel_rows;
        const std::ptrdiff_t n = -static_cast<std::ptrdiff_t>(column) * pass.step;
        std::size_t lane = 0;
        for (; lane + vector <= pass.lanes; lane += vector)
            add_cells<Doubles, second, third>(pass, cell + lane, n + static_cast<std::ptrdiff_t>(lane));
        for (; lane < pass.lanes; ++lane)
            add_cells<One, second, third>(pass, cell + lane, n + static_cast<std::ptrdiff_t>(lane));
    }
}

HWY_ATTR void add(const MomentPass& pass) {
    const bool second = pass.cells[1] != nullptr, third = pass.cells[2] != nullptr;
    if (second && third)
        add_panel<true, true>(pass);
    else if (second)
        add_panel<true, false>(pass);
    else if (third)
        add_panel<false, true>(pass);
    else
        add_panel<false, false>(pass);
}

}  // namespace poslab::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace poslab {

HWY_EXPORT(add);

void add_moments(const MomentPass& pass) { HWY_DYNAMIC_DISPATCH(add)(pass); }

}  // namespace poslab
#endif
