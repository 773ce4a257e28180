#pragma once

#include "core/views/view.hpp"

#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace poslab {

// Values that are set beside others: what --versus says, and what tells them apart.

/// Places of parameters in their view's list.
using ParameterSet = std::set<std::size_t>;

/// The parts between the separators, empty ones too.
[[nodiscard]] std::vector<std::string> split_at(const std::string& text, char separator);

/// Applies "PARAM=VALUE[,PARAM=VALUE]…[,name=NAME]"; the parameters that it names go into `named`. Throws UsageError, InputError.
[[nodiscard]] Values changed(const View& view, Values values, const std::string& versus, ParameterSet& named);

/// NAME of that, all that follows "name="; empty: what sets it apart is its name.
[[nodiscard]] std::string name_in(const std::string& versus);

/// A short name of the same: NAME, or what it changes, "k=2,w=8", files without their folders. It has no slash.
[[nodiscard]] std::string variant_key(const View& view, const std::string& versus);

/// The fewest parameters that have to be named to make `other` of `base`: those that it makes no use of are left out, unless they
/// had to fit. What a preset or a config gives need not be named; a config that cannot be read any more is not, and what came from
/// it is.
[[nodiscard]] ParameterSet differing(const View& view, const Values& base, const Values& other);
/// The same as --versus takes it; empty where nothing differs.
[[nodiscard]] std::string versus_words(const View& view, const Values& base, const Values& other);

/// A value as labels and captions show it to people: "500,000", a choice's label, a few numbers of a list, a file without its
/// folder.
[[nodiscard]] std::string value_label(const Descriptor& descriptor, const Value& value, Language language);

/// "ReRoPE, w = 256": what `values` have of those parameters, as far as they make use of them.
[[nodiscard]] std::string variant_label(const View& view, const Values& values, const ParameterSet& named, Language language);

/// `base` and the others, labelled by what sets them apart; without others there is nothing to say.
[[nodiscard]] std::vector<Variant> labelled_variants(const View& view, const Values& base, std::span<const Values> others,
                                                     Language language);

}  // namespace poslab
