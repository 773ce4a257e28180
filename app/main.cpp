#include "app/cli/command_line.hpp"
#include "app/gui/shell.hpp"

#include <hwy/highway.h>
#include <hwy/nanobenchmark.h>

#include <csignal>

// Highway 1.0's library measures its timer for 3 ms when it is loaded, a tenth of the time of a whole plot.
// PosLab does not use the timer, so this definition replaces the function that the library calls.
#if HWY_MAJOR == 1 && HWY_MINOR == 0
namespace hwy::platform {

std::uint64_t TimerResolution() { return 1; }

}  // namespace hwy::platform
#endif

int main(int argc, char** argv) {
    // An ignored SIGCHLD is inherited, and waitpid() then fails for programs such as FFmpeg.
    std::signal(SIGCHLD, SIG_DFL);
    return poslab::run_command_line(argc, argv, poslab::run_window);
}
