#pragma once

#include "core/encoding/plan.hpp"
#include "core/engine/cosine_sum.hpp"
#include "core/engine/job.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

enum class Pool { mean, max, sample };

/// Which cells are wanted, and at which resolution. Output cell (a, b) of `height` x `width` covers the query rows
/// rows.begin + floor(a R / height) ... rows.begin + floor((a + 1) R / height) - 1, R = rows.size(), and columns alike.
/// 1 <= height <= R, 1 <= width <= columns.size(). `sample` takes row rows.begin + floor((a + 1/2) R / height).
struct FieldWindow {
    IndexRange rows;
    IndexRange columns;
    std::int64_t height = 1;
    std::int64_t width = 1;
    Pool pool = Pool::mean;
};

/// A pooled field, row-major [height, width]. A cell is `masked_value()` if all the cells it covers are masked.
struct Field {
    std::int64_t height = 0;
    std::int64_t width = 0;
    std::vector<double> values;
};

/// Marks masked cells in a Field or Array: a quiet NaN with a payload of its own, so that a computed NaN stays distinct.
[[nodiscard]] double masked_value();
[[nodiscard]] bool is_masked(double value);

enum class Operation { position_field, cosine_profile };

/// The heavy operations. Implementations agree within stated tolerances; none of them knows a scheme.
class Engine {
  public:
    virtual ~Engine() = default;

    [[nodiscard]] virtual std::string_view name() const = 0;

    /// Empty if the operation can be done at this size, else one sentence why not. The size is
    /// position_field: cells of the window before pooling; cosine_profile: terms, distances times frequencies.
    [[nodiscard]] virtual std::string unsupported(Operation operation, double size) const = 0;

    /// p(i, j) of `plan` over the window, pooled. Masked cells do not count in a mean or a maximum.
    /// Throws Cancelled; throws TooLarge (core/errors.hpp) where `unsupported` has a reason.
    [[nodiscard]] virtual Field position_field(const PositionPlan& plan, const FieldWindow& window, const Job& job) const = 0;

    /// f(distance) of `sum` at each of `distances`, from phases that are exact at any distance (fixed_frequency); the caller
    /// asks for long ranges in pieces. All zeros without frequencies, nothing for an empty range. Throws UsageError as
    /// `checked_frequencies` does, Cancelled, and TooLarge where `unsupported` has a reason.
    [[nodiscard]] virtual std::vector<double> cosine_profile(const CosineSum& sum, const IndexRange& distances,
                                                             const Job& job) const = 0;
};

/// Written for reading: float64, one loop over the cells.
[[nodiscard]] const Engine& reference_engine();
/// Written for speed: sums of the affine pieces per block in exact integers, products of rotations in vectors,
/// threads.
[[nodiscard]] const Engine& cpu_engine();

}  // namespace poslab
