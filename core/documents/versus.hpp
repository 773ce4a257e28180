#pragma once

#include "core/files/input_files.hpp"
#include "core/views/view.hpp"

#include <cstddef>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace poslab {

// Variants of a state: the parsing of --versus, and their labels.

/// Indices of parameters in their view's list.
using ParameterSet = std::set<std::size_t>;

/// Returns the parts between the separators, including empty ones.
[[nodiscard]] std::vector<std::string> split_at(const std::string& text, char separator);

inline constexpr std::string_view versus_option = "--versus";

/// Applies "PARAM=VALUE[,PARAM=VALUE]…[,name=NAME]", the value of `option`, and inserts the parameters that
/// it names into `named`. Throws UsageError, InputError.
[[nodiscard]] Values changed(const View& view, Values values, const std::string& versus, ParameterSet& named,
                             std::string_view option = versus_option);

/// Throws UsageError: the parameter was typed without a value. parse_value() reads an empty list or file as
/// none, as documents may store it.
[[noreturn]] void refuse_empty_value(const Descriptor& descriptor);

/// Throws UsageError if a parameter of "PARAM=VALUE[,PARAM=VALUE]…" has no value.
void refuse_empty_values(const View& view, const std::string& versus,
                         std::string_view option = versus_option);

/// Returns the text with file(PATH) for each file that it names; an empty path becomes "none". Throws
/// UsageError.
[[nodiscard]] std::string with_files(const View& view, const std::string& versus,
                                     const std::function<std::string(const std::string&)>& file);

/// Adds the files that it names. Throws UsageError.
void add_inputs(const View& view, const std::string& versus, InputFiles& inputs);

/// Returns NAME, which is everything after "name="; empty: the variant is named by its differences.
[[nodiscard]] std::string name_in(const std::string& versus);

/// Returns a short name without slashes: NAME, or the changes, "k=2,w=8", with files without their folders.
[[nodiscard]] std::string variant_key(const View& view, const std::string& versus);

/// Returns the fewest parameters that must be named to get from `base` to `other`. Parameters that `other`
/// does not use are omitted unless consistency requires them. Values of a preset or config are omitted, too;
/// if the config can no longer be read, its values are named instead.
[[nodiscard]] ParameterSet differing(const View& view, const Values& base, const Values& other);
/// Returns the difference as --versus takes it; empty if nothing differs.
[[nodiscard]] std::string versus_words(const View& view, const Values& base, const Values& other);

/// Returns a value as shown in labels and captions: "500,000", a choice's label, the first numbers of a list,
/// a file without its folder.
[[nodiscard]] std::string value_label(const Descriptor& descriptor, const Value& value, Language language);

/// Returns the values of the named parameters, as far as `values` uses them: "ReRoPE, w = 256".
[[nodiscard]] std::string variant_label(const View& view, const Values& values, const ParameterSet& named,
                                        Language language);

/// Returns `base` and the others, labelled by their differences; without others `base` has no label.
[[nodiscard]] std::vector<Variant> labelled_variants(const View& view, const Values& base,
                                                     std::span<const Values> others, Language language);

}  // namespace poslab
