#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace poslab {

/// English, which stands in the code, or one of the catalogues that the program was built with (assets/languages). No code names
/// another one than English.
class Language {
  public:
    constexpr Language() = default;
    static const Language english;
    constexpr bool operator==(const Language&) const = default;

    /// As command line and session write it: "en", or the name of the catalogue's file.
    [[nodiscard]] std::string_view id() const;
    /// As those who speak it call it: X-Language-Name in the header of its catalogue.
    [[nodiscard]] std::string_view name() const;
    /// The one after it in languages(), of the last one the first: what a button that switches goes on to.
    [[nodiscard]] Language next() const;

  private:
    explicit constexpr Language(std::uint8_t place) : place_(place) {}
    friend struct LanguageTable;

    std::uint8_t place_ = 0;  // in languages()
};

inline constexpr Language Language::english{};

/// English first, then the catalogues in the order of their files.
[[nodiscard]] std::span<const Language> languages();
[[nodiscard]] std::optional<Language> language_with(std::string_view id);

}  // namespace poslab
