#pragma once

#include "core/base/language.hpp"

#include <cstddef>
#include <string>

namespace poslab {

/// The texts that all formats add to those of a lesson, in its language.
class HandoutTranslator {
  public:
    explicit HandoutTranslator(Language language) : language_(language) {}

    [[nodiscard]] std::string minutes(int minutes) const;
    [[nodiscard]] std::string source(const std::string& source) const;
    [[nodiscard]] std::string figure(std::size_t number) const;
    [[nodiscard]] std::string exercise(std::size_t number) const;
    [[nodiscard]] std::string try_it() const;
    /// Returns a sentence on the numbers that only the window updates, with their names and values.
    [[nodiscard]] std::string watched(const std::string& numbers) const;
    [[nodiscard]] std::string predict() const;
    /// Returns the label of what the reader is to draw.
    [[nodiscard]] std::string draw() const;
    [[nodiscard]] std::string answer() const;
    [[nodiscard]] std::string answers() const;
    [[nodiscard]] std::string solution() const;

  private:
    Language language_;
};

}  // namespace poslab
