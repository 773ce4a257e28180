#pragma once

#include "app/cli/options.hpp"

#include <string_view>

namespace CLI {
class App;
}

namespace poslab {

/// Adds the options of `check` and of `vectors`, apart from the definition's parameters, in groups of the
/// help.
void add_check_options(CLI::App& app, Options& options);
void add_vectors_options(CLI::App& app, Options& options);

/// The help heading of the definition's parameters, for both commands.
inline constexpr std::string_view definition_group = "Definition";

/// True for a parameter of definition_view() that is part of the definition; the others only control the
/// display.
[[nodiscard]] bool is_of_definition(std::string_view parameter);

/// Describes what `check` or `vectors` does, for the top of its help.
[[nodiscard]] std::string_view check_help(std::string_view command);

}  // namespace poslab
