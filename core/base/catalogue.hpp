#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// The texts of one language, from the text of a gettext .po file: msgctxt, msgid, msgstr, continued over lines; comments and
/// obsolete entries are left out, of plural forms the first one is taken. Entries without a translation are not among them.
class Catalogue {
  public:
    /// Throws std::invalid_argument naming the line of what is no .po file.
    explicit Catalogue(std::string_view po) { add(po); }
    Catalogue() = default;
    /// What is there already stays. Throws as the constructor.
    void add(std::string_view po);

    /// Null where there is none. Sense: msgctxt, empty for none.
    [[nodiscard]] const std::string* find(std::string_view english, std::string_view sense = {}) const;

    /// What the header (the translation of "") says of `name`, as Content-Type; empty where it says nothing.
    [[nodiscard]] std::string_view property(std::string_view name) const;

    struct Entry {
        std::string sense, english, translation;
        int line = 0;  // of msgid
    };
    /// In the order of the file, the header left out; those without a translation, too.
    [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }

  private:
    std::string header_;
    std::vector<Entry> entries_;
    std::vector<std::uint32_t> order_;  // of the entries with a translation, by English and sense
};

/// The text of a file assets/languages/LANGUAGE.po.
struct CatalogueText {
    std::string_view language, po;
};
/// All that the program was built with (poslab_add_languages).
[[nodiscard]] std::span<const CatalogueText> catalogue_texts();

}  // namespace poslab
