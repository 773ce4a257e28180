#pragma once

#include "core/views/view.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// What completion and the manual say of an option.
struct OptionFacts {
    std::vector<std::string> names{};  // as they are typed: "--output", "-o"
    std::string help{};                // one line
    bool takes_value = false, may_be_bare = false;
    bool takes_path = false;
    std::vector<std::string> choices{};  // empty: anything
};

/// The program's own options of a command ("window": those without one) in the order of its help, without --help.
[[nodiscard]] std::vector<OptionFacts> program_option_facts(std::string_view command);

/// The parameters of a view, and --figure with the figures that it has.
[[nodiscard]] std::vector<OptionFacts> parameter_facts(const View& view);

/// The parameters of a definition, as `check` and `vectors` take them.
[[nodiscard]] std::vector<OptionFacts> definition_facts();

}  // namespace poslab
