#pragma once

#include "core/base/job.hpp"
#include "core/conformance/conformance.hpp"
#include "core/conformance/definitions.hpp"
#include "core/params/value.hpp"
#include "core/views/view.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace poslab {

/// `check` as it was typed, beside the parameters of the definition.
struct CheckOptions {
    std::map<std::string, std::string> arrays{};  // files, by the name of their option
    std::optional<std::int64_t> heads{};
    std::string layout{};  // of the vectors; empty: not declared
    std::string measure = "legs";
    std::string discretisation{};  // of HiPPO's matrices; empty: they are A and B themselves
    double step_size = MatrixPractice{}.step;
    std::string sinusoidal_layout{}, sinusoidal_denominator{};       // empty: any that a known model has
    std::string layout_2d{}, grid{}, coordinates{}, mrope_layout{};  // empty: one axis, none, patches, that of the config
    std::optional<double> base{};                                    // where no rotary definition is needed
    std::string config{};                                            // of what is not rotary
    std::string unrotated{};  // the type of the config's layers, if they have no rotary embedding
    std::string against;      // another config.json, or PARAM=VALUE[,PARAM=VALUE]…; empty: dumps are checked
};

/// The view whose parameters say what the definition is.
[[nodiscard]] const View& definition_view();

/// Whether the parameters of the definition count: not for slopes, buckets and matrices, whose model may have no rotary embedding.
[[nodiscard]] bool needs_definition(const CheckOptions& options);

/// True if vectors or logits are checked, which layers without rotary embedding have, too.
[[nodiscard]] bool has_unrotated_subject(const CheckOptions& options);

/// What those values of definition_view() define. Throws UsageError.
[[nodiscard]] Practice practice_of(const Values& values);

/// Whether the files hold what the values define. Throws UsageError, InputError, Cancelled.
[[nodiscard]] ConformanceReport check(const CheckOptions& options, const Values& values, const Job& job);

/// What the definition of --against does otherwise. Throws UsageError, InputError.
[[nodiscard]] DefinitionDifference compare_definitions(const CheckOptions& options, const Values& values);

[[nodiscard]] std::string difference_text(const DefinitionDifference& difference);
[[nodiscard]] std::string difference_json(const DefinitionDifference& difference);

/// Lines for people; {"agrees", "compared", "largest_deviation", "tolerance", "mistake", "mistakes", …} (docs/file-formats.md).
[[nodiscard]] std::string check_text(const ConformanceReport& report);
[[nodiscard]] std::string check_json(const ConformanceReport& report);

}  // namespace poslab
