#include "core/hippo/legs_step_kernel.hpp"

#include <algorithm>
#include <array>

// Highway compiles the following code once per instruction set and chooses at run time.
#define HWY_TARGET_INCLUDE "core/hippo/legs_step_kernel.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace poslab::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<double, LegsStepWork::lanes>;
using Vector = hn::Vec<Tag>;
using Lanes = decltype(hn::SetTableIndices(Tag(), static_cast<const std::int64_t*>(nullptr)));

/// Moves numbers up by 1, 2 or 4 lanes, or broadcasts the last one to all lanes.
class LaneMoves {
  public:
    static constexpr std::size_t levels = 3;

    HWY_ATTR LaneMoves() {
        const Tag tag;
        const auto lanes = static_cast<std::int64_t>(hn::Lanes(tag));
        for (std::size_t level = 0; level < levels; ++level) {
            const std::int64_t distance = std::int64_t{1} << level;
            std::array<std::int64_t, LegsStepWork::lanes> from{};
            for (std::int64_t lane = 0; lane < lanes; ++lane)
                from[static_cast<std::size_t>(lane)] = std::max<std::int64_t>(lane - distance, 0);
            from_[level] = hn::SetTableIndices(tag, from.data());
            moved_[level] = hn::Ge(hn::Iota(tag, 0.0), hn::Set(tag, static_cast<double>(distance)));
        }
        std::array<std::int64_t, LegsStepWork::lanes> last{};
        last.fill(lanes - 1);
        last_ = hn::SetTableIndices(tag, last.data());
    }

    /// Moves v up by 2^level lanes; the lowest lanes are those of `below`.
    [[nodiscard]] HWY_ATTR HWY_INLINE Vector up(std::size_t level, Vector v, Vector below) const {
        return hn::IfThenElse(moved_[level], hn::TableLookupLanes(v, from_[level]), below);
    }
    [[nodiscard]] HWY_ATTR HWY_INLINE Vector last(Vector v) const { return hn::TableLookupLanes(v, last_); }

  private:
    Lanes from_[levels]{};
    hn::Mask<Tag> moved_[levels]{};
    Lanes last_{};
};

/// Processes the components n of one channel, one vector at a time. Prefix sums over the lanes of a vector
/// take steps of 1, 2 and 4 lanes, so that only one multiply-add per vector depends on the previous vector.
class OneChannel {
  public:
    HWY_ATTR OneChannel(const StepCoefficients& of, double input)
        : product_(hn::Set(Tag(), of.product)),
          solve_(hn::Set(Tag(), of.solve)),
          input_(hn::Set(Tag(), of.excess * input)) {}

    template <bool solves>
    HWY_ATTR HWY_INLINE Vector next(Vector root, Vector y) {
        const Vector v = multiplied(root, y);
        const Vector z = solves ? solved(root, v) : v;
        number_ = hn::Add(number_, hn::Set(Tag(), static_cast<double>(hn::Lanes(Tag()))));
        return z;
    }

  private:
    HWY_ATTR HWY_INLINE Vector multiplied(Vector root, Vector y) {
        const Tag tag;
        Vector sum = hn::Mul(root, y);
        for (std::size_t level = 0; std::size_t{1} << level < hn::Lanes(tag); ++level)
            sum = hn::Add(sum, moves_.up(level, sum, hn::Zero(tag)));
        sum = hn::Add(sum, sum_);
        sum_ = moves_.last(sum);
        const Vector row = hn::MulSub(number_, y, hn::Mul(root, sum));  // (A y)_n
        return hn::MulAdd(input_, root, hn::MulAdd(product_, row, y));
    }

    /// Solves S_n = keep_n S_(n-1) + gain_n; two such steps combine to keep_n keep_(n-1) and
    /// keep_n gain_(n-1) + gain_n.
    HWY_ATTR HWY_INLINE Vector solved(Vector root, Vector v) {
        const Tag tag;
        const Vector one = hn::Set(tag, 1.0);
        const Vector step = hn::Mul(solve_, number_);
        const Vector inverse = hn::Div(one, hn::Add(hn::Add(one, step), solve_));
        Vector keep = hn::Mul(hn::Sub(one, step), inverse);
        Vector gain = hn::Mul(hn::Mul(root, inverse), v);
        for (std::size_t level = 0; std::size_t{1} << level < hn::Lanes(tag); ++level) {
            gain = hn::MulAdd(keep, moves_.up(level, gain, hn::Zero(tag)), gain);
            keep = hn::Mul(keep, moves_.up(level, keep, one));
        }
        const Vector after = hn::MulAdd(keep, solved_, gain);
        const Vector before = moves_.up(0, after, solved_);
        solved_ = moves_.last(after);
        return hn::Mul(hn::NegMulAdd(hn::Mul(solve_, root), before, v), inverse);
    }

    LaneMoves moves_;
    Vector product_, solve_, input_;
    Vector number_ = hn::Iota(Tag(), 0.0);
    Vector sum_ = hn::Zero(Tag());     // of root y over the previous vectors
    Vector solved_ = hn::Zero(Tag());  // S of the previous component
};

template <bool solves>
HWY_ATTR void step_one(const LegsStepWork& work) {
    const Tag tag;
    const std::size_t lanes = hn::Lanes(tag);
    OneChannel channel(work.of, work.input[0]);
    std::size_t n = 0;
    for (; n + lanes <= work.order; n += lanes)
        hn::StoreU(channel.next<solves>(hn::LoadU(tag, work.root + n), hn::LoadU(tag, work.state + n)), tag,
                   work.state + n);
    if (n == work.order) return;
    std::array<double, LegsStepWork::lanes> rest{};
    std::copy(work.state + n, work.state + work.order, rest.begin());
    hn::StoreU(channel.next<solves>(hn::LoadU(tag, work.root + n), hn::LoadU(tag, rest.data())), tag,
               rest.data());
    std::copy_n(rest.begin(), work.order - n, work.state + n);
}

/// The coefficients that all channels share: inverse = 1 / (1 + l n + l), keep and gain for each n.
struct Shared {
    double *inverse, *keep, *gain;
};

HWY_ATTR void share(const LegsStepWork& work, const Shared& shared) {
    const Tag tag;
    const Vector one = hn::Set(tag, 1.0), solve = hn::Set(tag, work.of.solve);
    Vector number = hn::Iota(tag, 0.0);
    for (std::size_t n = 0; n < work.order; n += hn::Lanes(tag)) {
        const Vector step = hn::Mul(solve, number);
        const Vector inverse = hn::Div(one, hn::Add(hn::Add(one, step), solve));
        hn::StoreU(inverse, tag, shared.inverse + n);
        hn::StoreU(hn::Mul(hn::Sub(one, step), inverse), tag, shared.keep + n);
        hn::StoreU(hn::Mul(hn::LoadU(tag, work.root + n), inverse), tag, shared.gain + n);
        number = hn::Add(number, hn::Set(tag, static_cast<double>(hn::Lanes(tag))));
    }
}

/// Steps one channel per lane; rows of `state` are `stride` apart.
template <bool solves>
HWY_ATTR void step_lanes(const LegsStepWork& work, const Shared& shared, const double* u, double* state,
                         std::size_t stride) {
    const Tag tag;
    const Vector product = hn::Set(tag, work.of.product);
    const Vector input = hn::Mul(hn::Set(tag, work.of.excess), hn::LoadU(tag, u));
    Vector sum = hn::Zero(tag), solved = hn::Zero(tag);
    for (std::size_t n = 0; n < work.order; ++n, state += stride) {
        const Vector y = hn::LoadU(tag, state);
        const Vector root = hn::Set(tag, work.root[n]);
        sum = hn::MulAdd(root, y, sum);
        const Vector row = hn::MulSub(hn::Set(tag, static_cast<double>(n)), y, hn::Mul(root, sum));
        Vector v = hn::MulAdd(input, root, hn::MulAdd(product, row, y));
        if (solves) {
            const Vector below = hn::Set(tag, work.of.solve * work.root[n]);
            const Vector before = solved;
            solved =
                hn::MulAdd(hn::Set(tag, shared.keep[n]), before, hn::Mul(hn::Set(tag, shared.gain[n]), v));
            v = hn::Mul(hn::NegMulAdd(below, before, v), hn::Set(tag, shared.inverse[n]));
        }
        hn::StoreU(v, tag, state);
    }
}

/// Copies `columns` <= width columns of `rows` rows; as a constant the width lets the compiler unroll the
/// inner loops.
template <std::size_t width = LegsStepWork::lanes>
HWY_ATTR void copy_columns(std::size_t columns, std::size_t rows, const double* from, std::size_t from_stride,
                           double* to, std::size_t to_stride) {
    if constexpr (width > 1) {
        if (columns < width) return copy_columns<width - 1>(columns, rows, from, from_stride, to, to_stride);
    }
    for (std::size_t n = 0; n < rows; ++n, from += from_stride, to += to_stride) {
        std::array<double, width> row{};
        for (std::size_t c = 0; c < width; ++c) row[c] = from[c];
        for (std::size_t c = 0; c < width; ++c) to[c] = row[c];
    }
}

/// Steps the last channels, fewer than lanes, in separate vectors (`packed`) whose other lanes are 0.
template <bool solves>
HWY_ATTR void step_rest(const LegsStepWork& work, const Shared& shared, std::size_t first, double* packed) {
    const std::size_t lanes = hn::Lanes(Tag());
    const std::size_t width = work.channels - first;
    std::array<double, LegsStepWork::lanes> u{};
    std::copy_n(work.input + first, width, u.begin());
    copy_columns(width, work.order, work.state + first, work.channels, packed, lanes);
    step_lanes<solves>(work, shared, u.data(), packed, lanes);
    copy_columns(width, work.order, packed, lanes, work.state + first, work.channels);
}

template <bool solves>
HWY_ATTR void step_all(const LegsStepWork& work) {
    if (work.channels == 1) return step_one<solves>(work);
    const std::size_t size =
        (work.order + LegsStepWork::lanes - 1) / LegsStepWork::lanes * LegsStepWork::lanes;
    const Shared shared{work.scratch, work.scratch + size, work.scratch + 2 * size};
    if (solves) share(work, shared);
    const std::size_t lanes = hn::Lanes(Tag());
    std::size_t first = 0;
    for (; first + lanes <= work.channels; first += lanes)
        step_lanes<solves>(work, shared, work.input + first, work.state + first, work.channels);
    if (first < work.channels) step_rest<solves>(work, shared, first, work.scratch + 3 * size);
}

// Skips the solve if it is not needed: its sums can overflow where the state does not.
HWY_ATTR void step(const LegsStepWork& work) {
    if (work.of.solve > 0)
        step_all<true>(work);
    else
        step_all<false>(work);
}

}  // namespace poslab::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace poslab {

HWY_EXPORT(step);

std::size_t legs_step_scratch(std::size_t order, std::size_t channels) {
    return channels == 1 ? 0 : (order + LegsStepWork::lanes) * (3 + LegsStepWork::lanes);
}

void take_legs_step(const LegsStepWork& work) {
    for (std::size_t c = 0; c < work.channels; ++c) work.state[c] -= work.input[c];
    HWY_DYNAMIC_DISPATCH(step)(work);
    for (std::size_t c = 0; c < work.channels; ++c) work.state[c] += work.input[c];
}

}  // namespace poslab
#endif
