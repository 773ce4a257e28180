#pragma once

#include "core/conformance/conformance.hpp"

#include <vector>

namespace poslab {

// The parts of check_conformance().

/// Compares a reading with the definition, without explanations.
[[nodiscard]] ConformanceReport compared(const CheckSubject& subject, DumpReading reading,
                                         const Implementation& right, const Job& job);

/// Adds the explanations of a report that does not agree.
void explain(ConformanceReport& report, const Implementation& right, const Job& job);

/// Selects among reports of vectors with positions along different axes, at least one of which agrees, and
/// notes an ambiguous choice. Positions along the heads are a mistake if another axis has more rows.
[[nodiscard]] ConformanceReport chosen_by_axis(std::vector<ConformanceReport> reports,
                                               const Implementation& right, const Job& job);

}  // namespace poslab
