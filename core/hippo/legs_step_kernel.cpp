#include "core/hippo/legs_step_kernel.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <type_traits>

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

/// max |x| over vectors x; infinite or NaN if any number is not finite.
class Size {
  public:
    HWY_ATTR Size() : most_(hn::Zero(Tag())), broken_(hn::Zero(Tag())) {}
    HWY_ATTR HWY_INLINE void include(Vector x) {
        most_ = hn::Max(most_, hn::Abs(x));
        include_sum(x);
    }
    /// Includes numbers only for whether they are finite.
    HWY_ATTR HWY_INLINE void include_sum(Vector sum) { broken_ = hn::MulAdd(hn::Zero(Tag()), sum, broken_); }
    /// Includes numbers of which a sum that is included later would not be finite, if they were not.
    HWY_ATTR HWY_INLINE void include_summed(Vector x) { most_ = hn::Max(most_, hn::Abs(x)); }
    [[nodiscard]] HWY_ATTR double get() const {
        return hn::GetLane(hn::MaxOfLanes(Tag(), most_)) + hn::GetLane(hn::SumOfLanes(Tag(), broken_));
    }

  private:
    Vector most_, broken_;
};

template <bool solves>
HWY_ATTR double step_one(const LegsStepWork& work) {
    const Tag tag;
    const std::size_t lanes = hn::Lanes(tag);
    OneChannel channel(work.of, work.input[0]);
    const Vector u = hn::IfThenElseZero(hn::FirstN(tag, 1), hn::Set(tag, work.input[0]));
    Size size;
    const auto step = [&]<bool first>(std::bool_constant<first>, const double* root, double* state) HWY_ATTR {
        Vector x = hn::LoadU(tag, state);
        if constexpr (first) x = hn::Sub(x, u);
        x = channel.next<solves>(hn::LoadU(tag, root), x);
        if constexpr (first) x = hn::Add(x, u);
        size.include(x);
        hn::StoreU(x, tag, state);
    };
    if (work.order < lanes) {
        std::array<double, LegsStepWork::lanes> all{};
        std::copy_n(work.state, work.order, all.begin());
        step(std::true_type(), work.root, all.data());
        std::copy_n(all.begin(), work.order, work.state);
        return size.get();
    }
    step(std::true_type(), work.root, work.state);
    std::size_t n = lanes;
    for (; n + lanes <= work.order; n += lanes) step(std::false_type(), work.root + n, work.state + n);
    if (n == work.order) return size.get();
    std::array<double, LegsStepWork::lanes> rest{};
    std::copy(work.state + n, work.state + work.order, rest.begin());
    step(std::false_type(), work.root + n, rest.data());
    std::copy_n(rest.begin(), work.order - n, work.state + n);
    return size.get();
}

/// The weights that all channels share, for each n, with l = solve and i_n = 1 / (1 + l n + l):
///   S_n = S_(n-1) + sum_n y_n,  S_(-1) = -excess u
///   z_n = own_n y_n - of_sum_n S_n,  the solution without S_(n-1) of LegsStep
///   T_n = keep_n T_(n-1) + z_n,  S_n of LegsStep over sqrt(2n+1)
///   x_n = z_n - of_before_n T_(n-1)
struct Weights {
    explicit Weights(const LegsStepWork& work)
        : size(LegsStepWork::padded(work.order)),
          sum(work.scratch),
          own(sum + size),
          of_sum(own + size),
          keep(of_sum + size),
          of_before(keep + size) {}

    std::size_t size;
    double *sum, *own, *of_sum, *keep, *of_before;
};

/// Sets the weights of one vector of n. `inverse`: i_n.
template <bool solves>
HWY_ATTR HWY_INLINE void share_vector(const LegsStepWork& work, const Weights& weights, std::size_t n,
                                      Vector number, Vector inverse) {
    const Tag tag;
    const Vector one = hn::Set(tag, 1.0), product = hn::Set(tag, work.of.product);
    const Vector root = hn::LoadU(tag, work.root + n);
    hn::StoreU(hn::Mul(product, root), tag, weights.sum + n);
    hn::StoreU(hn::Mul(inverse, hn::MulAdd(product, number, one)), tag, weights.own + n);
    hn::StoreU(hn::Mul(inverse, root), tag, weights.of_sum + n);
    if constexpr (!solves) return;
    const Vector solve = hn::Set(tag, work.of.solve), step = hn::Mul(solve, number);
    const Vector scaled = hn::Mul(inverse, hn::LoadU(tag, work.ratio + n));
    hn::StoreU(hn::Mul(hn::Sub(one, step), scaled), tag, weights.keep + n);
    hn::StoreU(hn::Mul(hn::MulAdd(hn::Set(tag, 2.0), step, solve), scaled), tag, weights.of_before + n);
}

/// Sets all weights. Denominators are from 1 to 4098, so two are inverted by one division.
template <bool solves>
HWY_ATTR void share(const LegsStepWork& work, const Weights& weights) {
    const Tag tag;
    const std::size_t lanes = hn::Lanes(tag);
    const Vector one = hn::Set(tag, 1.0), solve = hn::Set(tag, work.of.solve);
    for (std::size_t n = 0; n < work.order; n += 2 * lanes) {
        const Vector number = hn::Iota(tag, static_cast<double>(n)),
                     next = hn::Iota(tag, static_cast<double>(n + lanes));
        Vector inverse = one, next_inverse = one;
        if constexpr (solves) {
            const Vector denominator = hn::MulAdd(solve, number, hn::Add(one, solve)),
                         next_denominator = hn::MulAdd(solve, next, hn::Add(one, solve));
            const Vector of_both = hn::Div(one, hn::Mul(denominator, next_denominator));
            inverse = hn::Mul(of_both, next_denominator);
            next_inverse = hn::Mul(of_both, denominator);
        }
        share_vector<solves>(work, weights, n, number, inverse);
        share_vector<solves>(work, weights, n + lanes, next, next_inverse);
    }
}

/// The larger of two sizes; NaN if one is.
double larger(double a, double b) { return a > b ? a : b + 0 * a; }

/// Steps `vectors` vectors of channels, one channel per lane.
template <bool solves, std::size_t vectors>
class Channels {
  public:
    HWY_ATTR Channels(const LegsStepWork& work, const Weights& weights, const double* u)
        : order_(work.order), weights_(weights) {
        for (std::size_t v = 0; v < vectors; ++v) {
            u_[v] = hn::LoadU(Tag(), u + v * hn::Lanes(Tag()));
            sum_[v] = hn::Mul(hn::Set(Tag(), -work.of.excess), u_[v]);
            before_[v] = hn::Zero(Tag());
        }
    }

    /// Steps the rows of `state`, `stride` apart. Returns max |x|, infinite or NaN if any is not finite.
    HWY_ATTR double step(double* state, std::size_t stride) {
        const Tag tag;
        Vector first[vectors];
        for (std::size_t v = 0; v < vectors; ++v)
            first[v] = hn::Sub(hn::LoadU(tag, state + v * hn::Lanes(tag)), u_[v]);
        for (std::size_t v = 0; v < vectors; ++v) {
            const Vector x = hn::Add(next(v, 0, first[v]), u_[v]);
            include(v, x);
            hn::StoreU(x, tag, state + v * hn::Lanes(tag));
        }
        const std::size_t order = order_;
        for (std::size_t n = 1; n < order; ++n) {
            state += stride;
            for (std::size_t v = 0; v < vectors; ++v) {
                const Vector x = next(v, n, hn::LoadU(tag, state + v * hn::Lanes(tag)));
                include(v, x);
                hn::StoreU(x, tag, state + v * hn::Lanes(tag));
            }
        }
        return largest();
    }

  private:
    [[nodiscard]] HWY_ATTR HWY_INLINE Vector next(std::size_t v, std::size_t n, Vector y) {
        const Tag tag;
        sum_[v] = hn::MulAdd(hn::Set(tag, weights_.sum[n]), y, sum_[v]);
        const Vector z = hn::NegMulAdd(hn::Set(tag, weights_.of_sum[n]), sum_[v],
                                       hn::Mul(hn::Set(tag, weights_.own[n]), y));
        if constexpr (!solves) return z;
        const Vector x = hn::NegMulAdd(hn::Set(tag, weights_.of_before[n]), before_[v], z);
        before_[v] = hn::MulAdd(hn::Set(tag, weights_.keep[n]), before_[v], z);
        return x;
    }
    HWY_ATTR HWY_INLINE void include(std::size_t v, Vector x) {
        if constexpr (solves)
            sizes_[v].include_summed(x);  // T contains every z
        else
            sizes_[v].include(x);
    }
    [[nodiscard]] HWY_ATTR double largest() {
        double most = 0;
        for (std::size_t v = 0; v < vectors; ++v) {
            sizes_[v].include_sum(sum_[v]);
            sizes_[v].include_sum(before_[v]);
            most = larger(most, sizes_[v].get());
        }
        return most;
    }

    std::size_t order_;
    Weights weights_;
    Vector u_[vectors], sum_[vectors], before_[vectors];
    Size sizes_[vectors];
};

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
HWY_ATTR double step_rest(const LegsStepWork& work, const Weights& weights, std::size_t first,
                          double* packed) {
    const std::size_t lanes = hn::Lanes(Tag());
    const std::size_t width = work.channels - first;
    std::array<double, LegsStepWork::lanes> u{};
    std::copy_n(work.input + first, width, u.begin());
    copy_columns(width, work.order, work.state + first, work.channels, packed, lanes);
    const double largest = Channels<solves, 1>(work, weights, u.data()).step(packed, lanes);
    copy_columns(width, work.order, packed, lanes, work.state + first, work.channels);
    return largest;
}

/// Steps channels `first` ... , as many as fill `vectors` vectors at a time; `first` is then the next one.
template <bool solves, std::size_t vectors>
HWY_ATTR double step_vectors(const LegsStepWork& work, const Weights& weights, std::size_t& first) {
    const std::size_t together = vectors * hn::Lanes(Tag());
    double largest = 0;
    for (; first + together <= work.channels; first += together)
        largest = larger(largest, Channels<solves, vectors>(work, weights, work.input + first)
                                      .step(work.state + first, work.channels));
    return largest;
}

template <bool solves>
HWY_ATTR double step_all(const LegsStepWork& work) {
    if (work.channels == 1) return step_one<solves>(work);
    const Weights weights(work);
    share<solves>(work, weights);
    std::size_t first = 0;
    // Two vectors at once: each waits for its own sums only.
    double largest = step_vectors<solves, 2>(work, weights, first);
    largest = larger(largest, step_vectors<solves, 1>(work, weights, first));
    if (first == work.channels) return largest;
    return larger(largest, step_rest<solves>(work, weights, first, weights.of_before + weights.size));
}

// Skips the solve if it is not needed: its sums can overflow where the state does not.
HWY_ATTR double step(const LegsStepWork& work) {
    return work.of.solve > 0 ? step_all<true>(work) : step_all<false>(work);
}

}  // namespace poslab::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace poslab {

HWY_EXPORT(step);

std::size_t legs_step_scratch(std::size_t order, std::size_t channels) {
    return channels == 1 ? 0 : 5 * LegsStepWork::padded(order) + LegsStepWork::lanes * order;
}

double take_legs_step(const LegsStepWork& work) {
    const double largest = HWY_DYNAMIC_DISPATCH(step)(work);
    return std::isfinite(largest) ? largest : std::numeric_limits<double>::infinity();
}

}  // namespace poslab
#endif
