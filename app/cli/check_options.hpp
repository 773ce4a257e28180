#pragma once

#include "app/cli/options.hpp"

#include <string_view>

namespace CLI {
class App;
}

namespace poslab {

/// The options of `check` and of `vectors` besides the definition's parameters, in groups of the help.
void add_check_options(CLI::App& app, Options& options);
void add_vectors_options(CLI::App& app, Options& options);

/// The heading of the definition's parameters in the help of both.
inline constexpr std::string_view definition_group = "Definition";

/// True for a parameter of definition_view() that says what is right; the others only say how the view shows it.
[[nodiscard]] bool is_of_definition(std::string_view parameter);

/// Describes what `check` or `vectors` does, for the top of its help.
[[nodiscard]] std::string_view check_help(std::string_view command);

}  // namespace poslab
