#pragma once

#include "core/base/sentence.hpp"

#include <stdexcept>
#include <string>
#include <utility>

namespace poslab {

/// Every failure that a user can cause or meet carries one sentence for that user and the exit code of the command line.
/// Those that the window shows say it in Chinese, too.
class Error : public std::runtime_error {
  public:
    Error(int exit_code, const std::string& sentence, std::string chinese = {})
        : std::runtime_error(sentence), chinese_(std::move(chinese)), exit_code_(exit_code) {}
    Error(int exit_code, const Sentence& sentence) : Error(exit_code, sentence.en, sentence.zh) {}
    [[nodiscard]] Sentence sentence() const { return {what(), chinese()}; }
    [[nodiscard]] int exit_code() const { return exit_code_; }
    /// The English sentence where there is no other.
    [[nodiscard]] std::string chinese() const { return chinese_.empty() ? what() : chinese_; }

  private:
    std::string chinese_;
    int exit_code_;
};

/// Unknown view, parameter, choice or file ending; a value out of its range.
struct UsageError : Error {
    explicit UsageError(const std::string& sentence) : Error(2, sentence) {}
};
/// An input file: names the file, the place and the reason.
struct InputError : Error {
    explicit InputError(const std::string& sentence, std::string chinese = {}) : Error(3, sentence, std::move(chinese)) {}
    explicit InputError(const Sentence& sentence) : Error(3, sentence) {}
};
/// An output that could not be written; nothing partial is left.
struct OutputError : Error {
    explicit OutputError(const std::string& sentence, std::string chinese = {}) : Error(4, sentence, std::move(chinese)) {}
    explicit OutputError(const Sentence& sentence) : Error(4, sentence) {}
};
/// Would need more than is allowed: says how much and how much is.
struct TooLarge : Error {
    explicit TooLarge(const std::string& sentence) : Error(5, sentence) {}
};
/// The machine lacks what was asked for: a display, OpenGL 3.3, a named engine.
struct Unavailable : Error {
    explicit Unavailable(const std::string& sentence) : Error(6, sentence) {}
};

}  // namespace poslab
