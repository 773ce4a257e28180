#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace poslab {

/// Selects the plural form of a language: the header `Plural-Forms: nplurals=3; plural=n==1 ? 0 : n<5 ? 1 :
/// 2;` of gettext.
class PluralForms {
  public:
    /// The forms of English: one, and all others.
    PluralForms() = default;
    /// Throws std::invalid_argument if `header` has no number of forms, or no expression in n.
    explicit PluralForms(std::string_view header);

    [[nodiscard]] std::size_t count() const { return count_; }
    /// Returns the form for n things, 0 … count() − 1. An expression that exceeds them gives the last one.
    [[nodiscard]] std::size_t form(std::uint64_t n) const;

  private:
    std::size_t count_ = 2;
    std::string expression_ = "n!=1";
};

}  // namespace poslab
