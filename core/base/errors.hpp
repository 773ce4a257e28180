#pragma once

#include "core/base/message.hpp"

#include <stdexcept>
#include <string>
#include <utility>

namespace poslab {

/// Base of all failures that a user can cause or encounter: one sentence for the user and the exit code of
/// the command line. what() is the English text; the window shows it in its language.
class Error : public std::runtime_error {
  public:
    Error(int exit_code, Message message)
        : std::runtime_error(message.english()), message_(std::move(message)), exit_code_(exit_code) {}
    /// English only, for errors that occur only on the command line.
    Error(int exit_code, std::string english) : Error(exit_code, verbatim(std::move(english))) {}
    [[nodiscard]] const Message& message() const { return message_; }
    [[nodiscard]] int exit_code() const { return exit_code_; }

  private:
    Message message_;
    int exit_code_;
};

/// Errors of one kind share an exit code.
template <int code>
struct ErrorOf : Error {
    explicit ErrorOf(Message message) : Error(code, std::move(message)) {}
    explicit ErrorOf(std::string english) : Error(code, std::move(english)) {}
};

/// Unknown view, parameter, choice or file ending, or a value out of range.
struct UsageError : ErrorOf<2> {
    using ErrorOf::ErrorOf;
};
/// An invalid input file: gives the file, the location and the reason.
struct InputError : ErrorOf<3> {
    using ErrorOf::ErrorOf;
};
/// An output that could not be written; no partial file remains.
struct OutputError : ErrorOf<4> {
    using ErrorOf::ErrorOf;
};
/// Requires more than is allowed: states the requirement and the limit.
struct TooLarge : ErrorOf<5> {
    using ErrorOf::ErrorOf;
};
/// The machine lacks something that was requested: a display, OpenGL 3.3, a named engine.
struct Unavailable : ErrorOf<6> {
    using ErrorOf::ErrorOf;
};

}  // namespace poslab
