#include "core/base/text.hpp"

#include "core/base/catalogue.hpp"

#include <algorithm>
#include <iterator>
#include <list>
#include <mutex>
#include <string_view>
#include <vector>

namespace poslab {

/// All languages and their catalogues. Files built only with tests may add to the catalogue of a language.
struct LanguageTable {
    class Entry {
      public:
        explicit Entry(std::string_view id) : id_(id) {}

        void add(std::string_view po) { texts_.push_back(po); }
        [[nodiscard]] std::string_view id() const { return id_; }
        /// Parsed on first use, because parsing takes longer than many commands.
        [[nodiscard]] const Catalogue& catalogue() const {
            std::call_once(read_, [this] {
                for (const std::string_view po : texts_) catalogue_.add(po);
            });
            return catalogue_;
        }
        [[nodiscard]] std::string_view name() const {
            const std::string_view own = catalogue().property("X-Language-Name");
            return own.empty() ? id_ : own;
        }

      private:
        std::string_view id_;
        std::vector<std::string_view> texts_;
        mutable std::once_flag read_;
        mutable Catalogue catalogue_;
    };

    LanguageTable() {
        for (const auto& [id, po] : catalogue_texts()) {
            auto entry = std::find_if(entries.begin(), entries.end(),
                                      [id = id](const Entry& one) { return one.id() == id; });
            if (entry == entries.end()) entry = entries.emplace(entry, id);
            entry->add(po);
        }
        for (std::size_t index = 0; index <= entries.size(); ++index)
            all.push_back(Language(static_cast<std::uint8_t>(index)));
    }
    [[nodiscard]] const Entry* entry_of(Language language) const {
        return language.place_ == 0 ? nullptr : &*std::next(entries.begin(), language.place_ - 1);
    }

    std::list<Entry> entries;
    std::vector<Language> all;
};

namespace {

const LanguageTable& table() {
    static const LanguageTable table;
    return table;
}

}  // namespace

std::span<const Language> languages() { return table().all; }

std::optional<Language> language_with(std::string_view id) {
    for (const Language language : languages())
        if (language.id() == id) return language;
    return std::nullopt;
}

std::string_view Language::id() const { return place_ == 0 ? "en" : table().entry_of(*this)->id(); }

std::string_view Language::name() const { return place_ == 0 ? "English" : table().entry_of(*this)->name(); }

bool Language::is_complete() const {
    return place_ == 0 || table().entry_of(*this)->catalogue().property("X-Coverage") != "partial";
}

Language Language::next() const { return languages()[(place_ + std::size_t{1}) % languages().size()]; }

std::string_view in(Language language, std::string_view english, std::string_view sense) {
    if (language == Language::english || english.empty()) return english;
    const std::string* const found = table().entry_of(language)->catalogue().find(english, sense);
    return found == nullptr ? english : std::string_view(*found);
}

std::string_view in_plural(Language language, std::string_view one, std::string_view many, std::uint64_t n) {
    const std::string* const found =
        language == Language::english ? nullptr : table().entry_of(language)->catalogue().find_plural(one, n);
    return found != nullptr ? std::string_view(*found) : n == 1 ? one : many;
}

std::string_view in(Language language, Text text) { return in(language, text.en, text.sense); }

}  // namespace poslab
