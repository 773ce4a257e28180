#pragma once

#include "core/views/view.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// The description of an option in completion scripts and the manual.
struct OptionFacts {
    std::vector<std::string> names{};  // as typed: "--output", "-o"
    std::string help{};                // one line
    bool takes_value = false, may_be_bare = false;
    bool takes_path = false;
    std::vector<std::string> choices{};  // empty: any value
};

/// Returns the program's own options of a command in the order of its help, without --help; "window" means no
/// command.
[[nodiscard]] std::vector<OptionFacts> program_option_facts(std::string_view command);

/// Returns the parameters of a view, and --figure with its figures.
[[nodiscard]] std::vector<OptionFacts> parameter_facts(const View& view);

/// Returns the parameters of a definition, as `check` and `vectors` take them.
[[nodiscard]] std::vector<OptionFacts> definition_facts();

}  // namespace poslab
