#include "core/base/text.hpp"

#include "core/base/catalogue.hpp"
#include "core/base/sentence.hpp"

namespace poslab {
namespace {

/// Read when that language is spoken for the first time.
const Catalogue& chinese_catalogue() {
    static const Catalogue catalogue = [] {
        Catalogue all;
        for (const CatalogueText& text : catalogue_texts())
            if (text.language == language_id(Language::chinese)) all.add(text.po);
        return all;
    }();
    return catalogue;
}

}  // namespace

std::string_view in(Language language, std::string_view english, std::string_view sense) {
    if (language == Language::english || english.empty()) return english;
    const std::string* const found = chinese_catalogue().find(english, sense);
    return found == nullptr ? english : std::string_view(*found);
}

std::string Words::operator()(const Sentence& sentence) const { return spoken(language_, sentence); }

std::string_view in(Language language, Text text) { return in(language, text.en, text.sense); }

}  // namespace poslab
