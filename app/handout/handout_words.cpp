#include "app/handout/handout_words.hpp"

#include "core/base/text.hpp"

namespace poslab {

std::string HandoutWords::minutes(int minutes) const { return Words(language_)("{} minutes", minutes); }
std::string HandoutWords::source(const std::string& source) const { return Words(language_)("Source: {}", source); }
std::string HandoutWords::figure(std::size_t number) const { return Words(language_)("Figure {}", number); }
std::string HandoutWords::exercise(std::size_t number) const { return Words(language_)("Exercise {}", number); }
std::string HandoutWords::try_it() const { return Words(language_)("Try it"_tr); }
std::string HandoutWords::watched(const std::string& numbers) const { return Words(language_)("At the start, {}.", numbers); }
std::string HandoutWords::predict() const { return Words(language_)("Predict"_tr); }
std::string HandoutWords::draw() const { return Words(language_)("Draw in the figure"_tr); }
std::string HandoutWords::answer() const { return Words(language_)("Answer"_tr); }
std::string HandoutWords::answers() const { return Words(language_)("Answers"_tr); }
std::string HandoutWords::solution() const { return Words(language_)("Solution"_tr); }

}  // namespace poslab
