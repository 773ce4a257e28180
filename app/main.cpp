#include "app/cli/command_line.hpp"
#include "app/gui/shell.hpp"

int main(int argc, char** argv) { return poslab::run_command_line(argc, argv, poslab::run_window); }
