#include "app/handout/handout_translator.hpp"

#include "core/base/text.hpp"

namespace poslab {

std::string HandoutTranslator::minutes(int minutes) const {
    return Translator(language_).plural("{} minute", "{} minutes", minutes);
}
std::string HandoutTranslator::source(const std::string& source) const {
    return Translator(language_)("Source: {}", source);
}
std::string HandoutTranslator::figure(std::size_t number) const {
    return Translator(language_)("Figure {}", number);
}
std::string HandoutTranslator::exercise(std::size_t number) const {
    return Translator(language_)("Exercise {}", number);
}
std::string HandoutTranslator::try_it() const { return Translator(language_)("Try it"_tr); }
std::string HandoutTranslator::watched(const std::string& numbers) const {
    return Translator(language_)("At the start, {}.", numbers);
}
std::string HandoutTranslator::predict() const { return Translator(language_)("Predict"_tr); }
std::string HandoutTranslator::draw() const { return Translator(language_)("Draw in the figure"_tr); }
std::string HandoutTranslator::answer() const { return Translator(language_)("Answer"_tr); }
std::string HandoutTranslator::answers() const { return Translator(language_)("Answers"_tr); }
std::string HandoutTranslator::solution() const { return Translator(language_)("Solution"_tr); }

}  // namespace poslab
