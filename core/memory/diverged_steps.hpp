#pragma once

#include "core/memory/memory_scan.hpp"
#include "core/memory/sample_source.hpp"

namespace poslab {

/// The steps k, 1 <= first <= k <= last, after which a state is no result of its rule.
struct DivergedSteps {
    std::int64_t first = 0, last = 0;  // 0: none
};

/// Finds the steps from the first to the last after which a state x exceeds 10⁶ max |u|, or rounding leaves
/// it fewer than three correct digits (docs/formulas.md §6.7). For the digits, a second scan reads the
/// signal divided by 3: without rounding, its states would be x/3. Only rules that are not A-stable are
/// examined.
///
/// Past 8 N steps (windows: 8 θ, if that is more) from the first sample other than 0, the search ends at the
/// first step that is twice the last one found. `start` has read no samples. Throws InputError, Cancelled.
[[nodiscard]] DivergedSteps diverged_steps(const MemorySpec& spec, const MemoryScan& start,
                                           SampleSource& source, const Job& job);

}  // namespace poslab
