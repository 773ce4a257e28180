#pragma once

#include "core/base/errors.hpp"
#include "core/hippo/state_extent.hpp"

#include <fmt/core.h>
#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>

namespace poslab {

/// The common start of every scan's `resume`: copies `saved`, the state after `samples_taken` samples, to
/// `state` and returns its extent. If a number of `saved` is not finite, all of `state` becomes NaN. Throws
/// UsageError for another size or a negative count.
template <typename Scalar>
[[nodiscard]] StateExtent resume_state(std::int64_t samples_taken, std::span<const Scalar> saved,
                                       std::span<Scalar> state) {
    if (samples_taken < 0)
        throw UsageError(fmt::format("cannot resume a scan after {} samples", samples_taken));
    if (saved.size() != state.size())
        throw UsageError(
            fmt::format("cannot resume a scan of {} states from {} states", state.size(), saved.size()));
    std::copy(saved.begin(), saved.end(), state.begin());
    StateExtent extent;
    extent.include(saved);
    if (extent.lost()) std::fill(state.begin(), state.end(), std::numeric_limits<double>::quiet_NaN());
    return extent;
}

}  // namespace poslab
