#pragma once

#include "core/conformance/decoded_position.hpp"
#include "core/conformance/frequency_estimate.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace poslab {

/// The facts that a dump shows under a practice, for mistakes whose values are fitted to it. Each fact is
/// computed on first use.
class Evidence {
  public:
    /// `compared`: the rows with which explanations are compared. All arguments must outlive the object.
    Evidence(const DumpReading& of, const Implementation& under, std::span<const std::int64_t> compared)
        : reading(of), implementation(under), rows(compared) {}

    const DumpReading& reading;
    const Implementation& implementation;
    const std::span<const std::int64_t> rows;

    /// Returns the positions of rows, or of queries and keys of logits; empty if they cannot be decoded.
    [[nodiscard]] const std::vector<PositionSeries>& series() const;
    /// Returns the position that a row shows; `reading` must have rotations and as many pairs as the
    /// practice.
    [[nodiscard]] RowPosition decoded(std::int64_t row) const;
    [[nodiscard]] const std::optional<FrequencyEstimate>& frequencies() const;

  private:
    mutable std::optional<std::vector<PositionSeries>> series_;
    mutable std::optional<std::optional<FrequencyEstimate>> frequencies_;
};

}  // namespace poslab
