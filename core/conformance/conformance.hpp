#pragma once

#include "core/base/job.hpp"
#include "core/base/sentence.hpp"
#include "core/conformance/explanation.hpp"
#include "core/conformance/subject.hpp"

#include <optional>
#include <string>
#include <vector>

namespace poslab {

/// What frequencies that are off do to the angle at a position.
struct PhaseDeviation {
    double position = 0;
    double radians = 0, wrapped = 0;  // the most of any pair; the same modulo 2π, at most π
    std::int64_t pair = 0;            // that of `radians`
};

/// From which position on a dump deviates.
struct FirstDeviation {
    double position = 0;                // the first one that deviates
    std::optional<double> agrees_to{};  // the largest one before it
    double most = 0;                    // the largest deviation from there on
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
    std::optional<FirstDeviation> first;    // where rows have positions and some deviate
    std::vector<Sentence> notes;
    std::string definition{};          // its name, where the caller gives one
    std::vector<Sentence> warnings{};  // of the config
    std::vector<double> deviations{};  // [rows, columns] of the reading
};

/// Compares a dump with the definition and finds the known mistake that fits best. `position`: where the effect of
/// frequencies is reported. Throws UsageError, InputError for arrays that fit no reading or are not finite; Cancelled.
[[nodiscard]] ConformanceReport check_conformance(const Dump& dump, const Practice& right, double position, const Job& job = {});

}  // namespace poslab
