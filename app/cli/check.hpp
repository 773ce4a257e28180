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

/// The options of `check` as typed, apart from the parameters of the definition.
struct CheckOptions {
    std::map<std::string, std::string> arrays{};  // file paths by option name
    std::vector<std::string> parameters{};        // ids of the given parameters of the definition
    std::optional<std::int64_t> heads{};
    std::string layout{};          // layout of the vectors; empty: not declared
    std::string measure{};         // empty: legs
    std::string discretisation{};  // rule that discretised HiPPO's matrices; empty: the files hold A and B
    std::optional<double> step_size{};                          // unset: 1
    std::string sinusoidal_layout{}, sinusoidal_denominator{};  // empty: any that a known model uses
    // empty: one axis, no grid, patch indices, the config's layout
    std::string layout_2d{}, grid{}, coordinates{}, mrope_layout{};
    std::optional<double> base{};  // RoPE base of the subjects that need no rotary definition
    std::string config{};          // config of a subject without rotary embedding
    std::string unrotated{};       // layer type of the config, if it has no rotary embedding
    std::string against;  // another config.json, or PARAM=VALUE[,PARAM=VALUE]…; empty: arrays are checked
};

/// Returns the view whose parameters describe a definition.
[[nodiscard]] const View& definition_view();

/// True if the parameters of the definition apply. Slopes, buckets and matrices do not need them: their
/// models may have no rotary embedding.
[[nodiscard]] bool needs_definition(const CheckOptions& options);

/// True if vectors or logits are checked; layers without rotary embedding have these, too.
[[nodiscard]] bool has_unrotated_subject(const CheckOptions& options);

/// Returns the implementation that these values of definition_view() define. Throws UsageError.
[[nodiscard]] Implementation implementation_of(const Values& values);

/// Compares the files with the definition that the values describe. Throws UsageError, InputError, Cancelled.
[[nodiscard]] ConformanceReport check(const CheckOptions& options, const Values& values, const Job& job);

/// Throws OutputError if the output is a file that the check reads.
void refuse_inputs(const CheckOptions& options, const Values& values, const std::string& output);

/// Returns how the definition of --against differs from that of `values`. Throws UsageError, InputError.
[[nodiscard]] DefinitionDifference compare_definitions(const CheckOptions& options, const Values& values);

[[nodiscard]] std::string difference_text(const DefinitionDifference& difference);
[[nodiscard]] std::string difference_json(const DefinitionDifference& difference);

/// Return the report as text and as JSON with the keys "agrees", "compared", "largest_deviation",
/// "tolerance", "mistake", "mistakes", … (docs/file-formats.md).
[[nodiscard]] std::string check_text(const ConformanceReport& report);
[[nodiscard]] std::string check_json(const ConformanceReport& report);

}  // namespace poslab
