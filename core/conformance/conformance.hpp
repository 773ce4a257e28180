#pragma once

#include "core/base/job.hpp"
#include "core/base/message.hpp"
#include "core/conformance/explanation.hpp"
#include "core/conformance/subject.hpp"

#include <optional>
#include <string>
#include <vector>

namespace poslab {

/// The effect of frequency deviations on the angle at a position.
struct PhaseDeviation {
    double position = 0;
    double radians = 0, wrapped = 0;  // maximum over all pairs; modulo 2π, at most π
    std::int64_t pair = 0;            // the pair of `radians`
};

/// The position from which a dump deviates.
struct FirstDeviation {
    double position = 0;                // the first position that deviates
    std::optional<double> agrees_to{};  // the largest position before it
    double most = 0;                    // the largest deviation from there on
};

struct ConformanceReport {
    const CheckSubject* subject = nullptr;
    DumpReading reading;
    bool agrees = false;
    Fit fit;  // of the definition; share infinite: another shape
    bool other_shape = false;
    /// Best first: every single mistake, and pairs of mistakes if no single one fits.
    std::vector<Explanation> explanations;
    bool explained = false;               // true if the first one fits, or is much closer than the definition
    std::optional<PhaseDeviation> phase;  // of inverse frequencies
    std::optional<FirstDeviation> first;  // if rows have positions and some deviate
    std::vector<Message> notes;
    std::string definition{};          // its name, if the caller provides one
    std::vector<Message> warnings{};   // of the config
    std::vector<double> deviations{};  // [rows, columns] of the reading
};

/// Compares a dump with the definition and finds the known mistake that fits best. `position`: where the
/// effect of frequency deviations is reported. Throws UsageError, InputError for arrays that match no reading
/// or are not finite; Cancelled.
[[nodiscard]] ConformanceReport check_conformance(const Dump& dump, const Implementation& right,
                                                  double position, const Job& job = {});

}  // namespace poslab
