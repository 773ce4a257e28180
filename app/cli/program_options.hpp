#pragma once

#include "app/cli/options.hpp"

#include <span>
#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace poslab {

/// What stands first on a command line; without one the window opens, which is called "window" here.
struct Command {
    std::string_view name;
    std::string_view help;
    bool view = false;        // a view's name may follow
    bool draws = false;       // a figure
    bool parameters = false;  // of the view, or of a definition
};
/// The type of an option's value where it is a path, as help shows it.
inline constexpr std::string_view path_type = "PATH", array_type = "FILE[#NAME]";

[[nodiscard]] std::span<const Command> commands();
[[nodiscard]] bool is_command(std::string_view word);
[[nodiscard]] bool takes_view(std::string_view command);
[[nodiscard]] bool draws(std::string_view command);
[[nodiscard]] bool takes_parameters(std::string_view command);

/// The program's own options of options.command, which write into `options`.
void add_program_options(CLI::App& app, Options& options);

/// What --version and the manual say of this build: "0.1.0", "1d371c2", "2026-11-24"; the commit is empty where it is unknown.
struct Build {
    std::string_view version, commit, date;
};
[[nodiscard]] Build this_build();

}  // namespace poslab
