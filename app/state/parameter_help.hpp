#pragma once

#include "core/params/descriptor.hpp"

#include <string>

namespace poslab {

/// What is to be known of a parameter beside its label; each may be empty.
struct ParameterHelp {
    std::string help;
    std::string facts;   // "symbol w · tokens · 0 … 16,777,216 · default 256": what there is of them
    std::string source;  // "Source: 9708", of a choice that of what is chosen
};

/// `standard` is what a right click goes back to.
[[nodiscard]] ParameterHelp parameter_help(const Descriptor& descriptor, const Value& value, const Value& standard,
                                           Language language);

}  // namespace poslab
