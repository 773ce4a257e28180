#pragma once

#include "core/base/language.hpp"

#include <cstddef>
#include <string>

namespace poslab {

/// What all formats say beside the lesson's own texts, in its language.
class HandoutWords {
  public:
    explicit HandoutWords(Language language) : language_(language) {}

    [[nodiscard]] std::string minutes(int minutes) const;
    [[nodiscard]] std::string source(const std::string& source) const;
    [[nodiscard]] std::string figure(std::size_t number) const;
    [[nodiscard]] std::string exercise(std::size_t number) const;
    [[nodiscard]] std::string try_it() const;
    /// A sentence about the numbers that only a window can keep up to date: their names and the numbers of the figure.
    [[nodiscard]] std::string watched(const std::string& numbers) const;
    [[nodiscard]] std::string predict() const;
    /// Before what is to be drawn.
    [[nodiscard]] std::string draw() const;
    [[nodiscard]] std::string answer() const;
    [[nodiscard]] std::string answers() const;
    [[nodiscard]] std::string solution() const;

  private:
    Language language_;
};

}  // namespace poslab
