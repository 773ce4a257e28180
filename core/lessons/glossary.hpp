#pragma once

#include "core/base/language.hpp"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// A term from assets/languages/glossary.txt.
struct GlossaryTerm {
    std::string name, meaning;                                   // English
    std::map<std::string, std::string, std::less<>> names{};     // in other languages, by their ids
    std::map<std::string, std::string, std::less<>> meanings{};  // likewise; English if missing
    /// Sort keys in those languages, e.g. pinyin; default: the name.
    std::map<std::string, std::string, std::less<>> keys{};

    [[nodiscard]] std::string_view name_in(Language language) const;
    [[nodiscard]] std::string_view meaning_in(Language language) const;
    /// Returns the term's sort key in that language, in lower case.
    [[nodiscard]] std::string key_in(Language language) const;
};

/// Reads lines `term: NAME`, `is: MEANING`, `LANGUAGE: NAME`, `is LANGUAGE: MEANING`, `by LANGUAGE: KEY`;
/// lines for tests (`but …`) are skipped.
[[nodiscard]] std::vector<GlossaryTerm> read_glossary(std::string_view text);

/// The program's terms, by their English names.
[[nodiscard]] std::span<const GlossaryTerm> glossary();

/// Returns the terms whose name in any language, or meaning in this one, contains those letters, ignoring
/// case; in the language's order.
[[nodiscard]] std::vector<const GlossaryTerm*> terms_with(std::string_view letters, Language language);

}  // namespace poslab
