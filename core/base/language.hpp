#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace poslab {

/// English, the language of the source code, or one of the catalogues built into the program
/// (assets/languages). Code names no language except English.
class Language {
  public:
    constexpr Language() = default;
    static const Language english;
    constexpr bool operator==(const Language&) const = default;

    /// The identifier for command line and session: "en", or the name of the catalogue's file.
    [[nodiscard]] std::string_view id() const;
    /// The name in the language itself: X-Language-Name in the header of its catalogue.
    [[nodiscard]] std::string_view name() const;
    /// True unless its catalogue has only some texts (X-Coverage: partial); the others are in English.
    [[nodiscard]] bool is_complete() const;
    /// The next one in languages(), cyclically; used by the button that switches languages.
    [[nodiscard]] Language next() const;

  private:
    explicit constexpr Language(std::uint8_t place) : place_(place) {}
    friend struct LanguageTable;

    std::uint8_t place_ = 0;  // index in languages()
};

inline constexpr Language Language::english{};

/// English first, then the catalogues in the order of their files.
[[nodiscard]] std::span<const Language> languages();
[[nodiscard]] std::optional<Language> language_with(std::string_view id);

}  // namespace poslab
