#pragma once

#include "core/base/language.hpp"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// A term of the field, as assets/languages/glossary.txt has it.
struct GlossaryTerm {
    std::string name, meaning;                                   // English
    std::map<std::string, std::string, std::less<>> names{};     // in other languages, by their ids
    std::map<std::string, std::string, std::less<>> meanings{};  // likewise; English where there is none
    std::map<std::string, std::string, std::less<>> keys{};      // what they are sorted by there: pinyin; else the name

    [[nodiscard]] std::string_view name_in(Language language) const;
    [[nodiscard]] std::string_view meaning_in(Language language) const;
    /// By which the terms are sorted in that language, in small letters.
    [[nodiscard]] std::string key_in(Language language) const;
};

/// Lines `term: NAME`, `is: MEANING`, `LANGUAGE: NAME`, `is LANGUAGE: MEANING`, `by LANGUAGE: KEY`; those of tests (`but …`) are
/// passed over.
[[nodiscard]] std::vector<GlossaryTerm> read_glossary(std::string_view text);

/// Those of the program, by their English names.
[[nodiscard]] std::span<const GlossaryTerm> glossary();

/// Terms whose name in any language, or meaning in this one, has those letters; small and large ones are the same. In the
/// language's order.
[[nodiscard]] std::vector<const GlossaryTerm*> terms_with(std::string_view letters, Language language);

}  // namespace poslab
