#pragma once

#include "core/base/job.hpp"
#include "core/base/sentence.hpp"
#include "core/conformance/mistake.hpp"
#include "core/conformance/subject.hpp"

#include <optional>
#include <string>
#include <vector>

namespace poslab {

/// Where a number lies, and how far it is from what was expected.
struct Deviation {
    double deviation = 0;  // in the unit of the numbers
    double tolerance = 0;
    double row = 0, column = 0;  // places: position, pair …
};

/// How a dump fits a practice.
struct Fit {
    double share = 0;           // the largest deviation / tolerance: at most 1 where it fits
    double typical = 0;         // root of the mean square of the deviations
    double most = 0;            // the largest deviation, whatever its tolerance
    Deviation largest;          // where `share` is
    std::int64_t compared = 0;  // numbers that are no mask
};

/// A known mistake, or two at once, and how the dump fits a program that makes it.
struct Explanation {
    std::vector<const Mistake*> mistakes;
    Fit fit;
    bool fits = false;  // within the tolerance, or next to nothing of the definition's deviation is left

    [[nodiscard]] std::string id() const;  // "sign", "sign+positions-off-by-one"
};

/// What frequencies that are off do to the angle at a position.
struct PhaseDeviation {
    double position = 0;
    double radians = 0, wrapped = 0;  // the most of any pair; the same modulo 2π, at most π
    std::int64_t pair = 0;            // that of `radians`
};

struct ConformanceReport {
    const CheckSubject* subject = nullptr;
    DumpReading reading;
    bool agrees = false;
    Fit fit;  // of the definition; share infinite: another shape
    bool other_shape = false;
    std::vector<Explanation> explanations;  // best first: every single mistake, and two together where no single one fits
    bool explained = false;                 // whether the first one fits, or comes much nearer than the definition
    std::optional<PhaseDeviation> phase;    // of inverse frequencies
    std::vector<Sentence> notes;
    std::vector<double> deviations{};  // [rows, columns] of the reading
};

/// Whether a dump is what the definition says, and if not, which known mistake fits best. `position`: where what frequencies do is
/// told. Throws UsageError, InputError for arrays that fit no reading or are not finite; Cancelled.
[[nodiscard]] ConformanceReport check_conformance(const Dump& dump, const Practice& right, double position, const Job& job = {});

}  // namespace poslab
