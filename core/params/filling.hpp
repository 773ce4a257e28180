#pragma once

#include "core/params/descriptor.hpp"

#include <nlohmann/json.hpp>
#include <span>
#include <utility>
#include <vector>

namespace poslab {

// Parameters that stand for others: a preset, a model's config (Descriptor::fills).

/// Returns the parameters that a value of `descriptors[index]` sets, {id: value}, as far as `descriptors` has them and without its
/// own; none exceeds Control::max_filled. Throws InputError for a file that cannot be read.
[[nodiscard]] nlohmann::json filled_parameters(std::span<const Descriptor> descriptors, std::size_t index, const Value& value);

/// Returns the entries of `partial`, {id: value}, that `descriptors` has; none exceeds Control::max_filled.
[[nodiscard]] nlohmann::json limited_to(std::span<const Descriptor> descriptors, const nlohmann::json& partial);

/// Returns the places of the parameters that such a value sets, without those that fill others. Throws InputError.
[[nodiscard]] std::vector<std::size_t> filled_places(std::span<const Descriptor> descriptors, std::size_t index,
                                                     const Value& value);

/// Takes over what `partial` ({id: value}) says of `descriptors` and skips the rest. Throws UsageError for a value out of range.
void fill(std::span<const Descriptor> descriptors, const nlohmann::json& partial, Values& values);

/// Sets parameter `index` and all that its value stands for. Throws UsageError, InputError; `values` are then as before.
void set_and_fill(std::span<const Descriptor> descriptors, std::size_t index, const Value& value, Values& values);

/// Sets all that a command line names, by places in the list: those that fill come first, in the order of the list, and the others
/// win over them. Throws UsageError, InputError; `values` are then as before.
void set_all_and_fill(std::span<const Descriptor> descriptors, std::span<const std::pair<std::size_t, Value>> given,
                      Values& values);

/// What all values would be if only the filling parameters of `values` had been set, in the order of the list: what a slider goes
/// back to, and what a command line need not repeat. Throws UsageError, InputError.
[[nodiscard]] Values baseline(std::span<const Descriptor> descriptors, const Values& defaults, const Values& values);

/// `values` over their baseline: those that are at their defaults become what the filling ones say. Throws UsageError, InputError.
[[nodiscard]] Values with_what_they_stand_for(std::span<const Descriptor> descriptors, const Values& defaults,
                                              const Values& values);

struct ReadableBaseline {
    Values values;
    std::vector<std::size_t> unreadable;  // filling parameters that are set but cannot be read any more: a file that is gone
};
/// The same without those that cannot be read; they stay at their defaults.
[[nodiscard]] ReadableBaseline readable_baseline(std::span<const Descriptor> descriptors, const Values& defaults,
                                                 const Values& values);

/// apply_json() for partial parameters that a user has written: those that fill come first and the others win over them.
void apply_json_and_fill(std::span<const Descriptor> descriptors, const nlohmann::json& json, Values& values);

}  // namespace poslab
