#pragma once

#include <string_view>

namespace poslab {

/// Stopping a command by SIGINT, SIGTERM or SIGXCPU. A command that checks its Job ends alone. One that is
/// inside a library, which checks nothing, is ended from another thread 0.4 s later: unfinished files are
/// removed, and the exit code is the same.
namespace interruption {

/// Catches the signals from now on, until the program ends. Does nothing if it was called before.
void watch();
[[nodiscard]] bool requested();

/// Writes "poslab: error: SENTENCE" as the last line to stderr. The command and the thread that ends it may
/// both be about to write one: the first does, and the other waits until it is written whole. Allocates
/// nothing, because memory may be exhausted.
void write_last(std::string_view sentence);

/// Ends the program from any thread without unfinished files, and without destroying objects, because other
/// threads use them.
[[noreturn]] void end_program(int code);

/// A part of the program that checks requested(); without one, a signal ends the program immediately.
class Checked {
  public:
    Checked();
    ~Checked();
    Checked(const Checked&) = delete;
    Checked& operator=(const Checked&) = delete;
};

}  // namespace interruption

}  // namespace poslab
