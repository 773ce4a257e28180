#pragma once

#include "core/base/plural_forms.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// The texts of one language, parsed from a gettext .po file: msgctxt, msgid, msgstr, which may continue over
/// lines. Comments and obsolete entries are ignored; the header Plural-Forms selects plural forms.
/// Untranslated entries are not found.
class Catalogue {
  public:
    /// Throws std::invalid_argument with the line number if the text is not a .po file.
    explicit Catalogue(std::string_view po) { add(po); }
    Catalogue() = default;
    /// Adds texts; existing ones are not replaced. Throws like the constructor.
    void add(std::string_view po);

    /// Returns null if there is no translation. `sense` is the msgctxt, empty for none.
    [[nodiscard]] const std::string* find(std::string_view english, std::string_view sense = {}) const;
    /// Returns the form for n things of the entry whose msgid is `one`; null if there is none.
    [[nodiscard]] const std::string* find_plural(std::string_view one, std::uint64_t n) const;

    /// Returns the value of `name`, such as Content-Type, in the header (the translation of ""); empty if
    /// missing.
    [[nodiscard]] std::string_view property(std::string_view name) const;

    struct Entry {
        std::string sense, english, translation;
        int line = 0;                      // line of msgid
        std::string plural{};              // msgid_plural; empty if there is none
        std::vector<std::string> forms{};  // msgstr[1] and later ones; `translation` is msgstr[0]
    };
    /// All entries except the header in the order of the file, including untranslated ones.
    [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }

  private:
    [[nodiscard]] const Entry* entry_of(std::string_view english, std::string_view sense) const;

    std::string header_;
    PluralForms plurals_;
    std::vector<Entry> entries_;
    std::vector<std::uint32_t> order_;  // entries with a translation, sorted by English and sense
};

/// The text of a file assets/languages/LANGUAGE.po.
struct CatalogueText {
    std::string_view language, po;
};
/// All catalogues built into the program (poslab_add_languages).
[[nodiscard]] std::span<const CatalogueText> catalogue_texts();

}  // namespace poslab
