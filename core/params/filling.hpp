#pragma once

#include "core/files/file_deadline.hpp"
#include "core/params/descriptor.hpp"

#include <nlohmann/json.hpp>
#include <span>
#include <utility>
#include <vector>

namespace poslab {

// Parameters that set others: a preset, a model's config (Descriptor::fills).

/// While one exists, the functions below read files on its thread until the deadline of the thread only
/// (file_deadline.hpp), if it has one: a large file or a dead mount stops no frame. After that they use what
/// the file set when it was last read, or refuse it.
class PromptFilling {
  public:
    explicit PromptFilling(Patience patience = Patience::of_frame);
    ~PromptFilling();
    PromptFilling(const PromptFilling&) = delete;
    PromptFilling& operator=(const PromptFilling&) = delete;

    /// False if a file is still being read: it was refused, or its last reading used.
    [[nodiscard]] bool is_complete() const { return is_complete_; }

  private:
    friend nlohmann::json expanded(const Descriptor& descriptor, const Value& value);

    PromptFilling* outer_;
    Patience patience_;
    bool is_complete_ = true;
};

/// Returns the parameters {id: value} that a value of `descriptor`, which has Descriptor::expand_preset,
/// sets. Throws InputError for a file that cannot be read.
[[nodiscard]] nlohmann::json expanded(const Descriptor& descriptor, const Value& value);

/// Returns the parameters {id: value} of `descriptors` that a value of `descriptors[index]` sets, without
/// itself; none exceeds Control::max_filled. Throws InputError for a file that cannot be read.
[[nodiscard]] nlohmann::json filled_parameters(std::span<const Descriptor> descriptors, std::size_t index,
                                               const Value& value);

/// Returns the entries {id: value} of `partial` that `descriptors` has; none exceeds Control::max_filled.
[[nodiscard]] nlohmann::json limited_to(std::span<const Descriptor> descriptors,
                                        const nlohmann::json& partial);

/// Returns the indices of the parameters that the value sets, except those that fill others. Throws
/// InputError.
[[nodiscard]] std::vector<std::size_t> filled_places(std::span<const Descriptor> descriptors,
                                                     std::size_t index, const Value& value);

/// Sets the values of `partial` ({id: value}) that `descriptors` has and skips the rest. Throws UsageError
/// for a value out of range.
void fill(std::span<const Descriptor> descriptors, const nlohmann::json& partial, Values& values);

/// Sets parameter `index` and all parameters that its value sets. Throws UsageError or InputError, the latter
/// with the file if a file sets a value out of range; `values` are then unchanged.
void set_and_fill(std::span<const Descriptor> descriptors, std::size_t index, const Value& value,
                  Values& values);

/// Sets all parameters that a command line names, by index. Filling parameters come first, in the order of
/// the list, and the others override them. Throws UsageError or InputError; `values` are then unchanged.
void set_all_and_fill(std::span<const Descriptor> descriptors,
                      std::span<const std::pair<std::size_t, Value>> assignments, Values& values);

/// Returns the values that result from setting only the filling parameters of `values`, in the order of the
/// list. A slider resets to them, and a command line does not repeat them. Throws UsageError or InputError.
[[nodiscard]] Values baseline(std::span<const Descriptor> descriptors, const Values& defaults,
                              const Values& values);

/// Returns the baseline of `values` overridden by all values that differ from the defaults. Throws UsageError
/// or InputError.
[[nodiscard]] Values with_resolved_auto_values(std::span<const Descriptor> descriptors,
                                               const Values& defaults, const Values& values);

struct ReadableBaseline {
    Values values;
    /// Filling parameters that are set but can no longer be read, such as a deleted file.
    std::vector<std::size_t> unreadable;
};
/// Returns the baseline without the filling parameters that cannot be read; those remain at their defaults.
[[nodiscard]] ReadableBaseline readable_baseline(std::span<const Descriptor> descriptors,
                                                 const Values& defaults, const Values& values);

/// Applies partial parameters written by a user as apply_json() does; filling parameters come first and the
/// others override them.
void apply_json_and_fill(std::span<const Descriptor> descriptors, const nlohmann::json& json, Values& values);

}  // namespace poslab
