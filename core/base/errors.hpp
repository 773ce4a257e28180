#pragma once

#include "core/base/sentence.hpp"

#include <stdexcept>
#include <string>
#include <utility>

namespace poslab {

/// Every failure that a user can cause or meet carries one sentence for that user and the exit code of the command line, which
/// tells what(), the English of it; the window says it in its language.
class Error : public std::runtime_error {
  public:
    Error(int exit_code, Sentence sentence)
        : std::runtime_error(sentence.english()), sentence_(std::move(sentence)), exit_code_(exit_code) {}
    /// English alone, for what only the command line can meet.
    Error(int exit_code, std::string english) : Error(exit_code, verbatim(std::move(english))) {}
    [[nodiscard]] const Sentence& sentence() const { return sentence_; }
    [[nodiscard]] int exit_code() const { return exit_code_; }

  private:
    Sentence sentence_;
    int exit_code_;
};

/// With the exit code that stands for its kind.
template <int code>
struct ErrorOf : Error {
    explicit ErrorOf(Sentence sentence) : Error(code, std::move(sentence)) {}
    explicit ErrorOf(std::string english) : Error(code, std::move(english)) {}
};

/// Unknown view, parameter, choice or file ending; a value out of its range.
struct UsageError : ErrorOf<2> {
    using ErrorOf::ErrorOf;
};
/// An input file: names the file, the place and the reason.
struct InputError : ErrorOf<3> {
    using ErrorOf::ErrorOf;
};
/// An output that could not be written; nothing partial is left.
struct OutputError : ErrorOf<4> {
    using ErrorOf::ErrorOf;
};
/// Would need more than is allowed: says how much and how much is.
struct TooLarge : ErrorOf<5> {
    using ErrorOf::ErrorOf;
};
/// The machine lacks what was asked for: a display, OpenGL 3.3, a named engine.
struct Unavailable : ErrorOf<6> {
    using ErrorOf::ErrorOf;
};

}  // namespace poslab
