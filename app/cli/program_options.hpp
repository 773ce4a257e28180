#pragma once

#include "app/cli/options.hpp"

#include <span>
#include <string>
#include <string_view>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace poslab {

/// The first word of a command line. Without one the window opens; that case is called "window" here.
struct Command {
    std::string_view name;
    std::string_view help;
    bool view = false;        // takes the name of a view
    bool draws = false;       // draws a figure
    bool parameters = false;  // takes the parameters of a view or definition
    bool computes = false;    // runs on the engine of --engine
};
/// The types of path values, as shown in the help.
inline constexpr std::string_view path_type = "PATH", array_type = "FILE[#NAME]";

[[nodiscard]] std::span<const Command> commands();
[[nodiscard]] bool is_command(std::string_view word);
[[nodiscard]] bool takes_view(std::string_view command);
[[nodiscard]] bool draws(std::string_view command);
[[nodiscard]] bool takes_parameters(std::string_view command);
[[nodiscard]] bool computes(std::string_view command);

/// True if the option's value is the path of a file or folder.
[[nodiscard]] bool takes_path(const CLI::Option& option);

/// Adds the program's own options of options.command, which write into `options`.
void add_program_options(CLI::App& app, Options& options);

/// The build as --version and the manual show it: "0.1.0", "1d371c2", "2026-11-24"; the commit is empty if
/// unknown.
struct Build {
    std::string_view version, commit, date;
};
[[nodiscard]] Build this_build();

}  // namespace poslab
