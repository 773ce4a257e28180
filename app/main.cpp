#include "app/cli/command_line.hpp"
#include "app/gui/shell.hpp"

int main(int argc, char** argv) {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    return poslab::run_command_line(arguments, poslab::run_window);
}
