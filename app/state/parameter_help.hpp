#pragma once

#include "core/params/descriptor.hpp"

#include <string>

namespace poslab {

/// The default values of a parameter: in the window, restored by a right click, and on the command line.
struct StandardValues {
    const Value& window;
    const Value& command_line;
};

/// The tooltip of a parameter; each text may be empty.
struct ParameterHelp {
    std::string help;
    std::string facts;   // "symbol k · 1 … 64 · default 8 · on the command line 16", as far as known
    std::string source;  // "Source: 9708"; for a choice, that of the chosen value
};

[[nodiscard]] ParameterHelp parameter_help(const Descriptor& descriptor, const Value& value,
                                           const StandardValues& standard, Language language);

}  // namespace poslab
