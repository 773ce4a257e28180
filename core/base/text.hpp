#pragma once

#include "core/base/language.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace poslab {

class Message;

/// A text for the user. The English in the source is the key of the catalogues (assets/languages), so texts
/// are created only by "…"_tr, which a test collects.
struct Text {
    constexpr Text() = default;
    constexpr bool operator==(const Text&) const = default;
    /// The same English in a sense that other languages express with another word: msgctxt in the catalogue.
    [[nodiscard]] constexpr Text as(const char* other_sense) const { return {en, other_sense}; }
    [[nodiscard]] constexpr bool empty() const { return en.empty(); }

    std::string_view en;
    std::string_view sense;

  private:
    constexpr Text(std::string_view english, std::string_view meaning) : en(english), sense(meaning) {}
    friend constexpr Text untranslated(std::string_view name);
    friend constexpr Text operator""_tr(const char* english, std::size_t size);
};

[[nodiscard]] constexpr Text operator""_tr(const char* english, std::size_t size) {
    return {{english, size}, {}};
}

/// A text that is the same in every language: a name, a symbol, a number. `name` must live as long as the
/// text.
[[nodiscard]] constexpr Text untranslated(std::string_view name) { return {name, {}}; }

/// Returns the text in that language, or in English if its catalogue lacks it. Lives as long as the program.
[[nodiscard]] std::string_view in(Language language, Text text);
[[nodiscard]] std::string_view in(Language language, std::string_view english, std::string_view sense = {});
/// Returns the text for n things: `one` and `many` are msgid and msgid_plural of the catalogues.
[[nodiscard]] std::string_view in_plural(Language language, std::string_view one, std::string_view many,
                                         std::uint64_t n);

/// Translates an argument that is a Text or a Sentence; returns others unchanged.
template <class Argument>
[[nodiscard]] const Argument& spoken(Language /*language*/, const Argument& argument) {
    return argument;
}
[[nodiscard]] inline std::string_view spoken(Language language, Text text) { return in(language, text); }
[[nodiscard]] std::string spoken(Language language, const Message& message);

/// Translates into one language: words("Angle"_tr), words("rms error {}, largest {}", a, b). The compiler
/// checks arguments against the English, a test against the catalogues.
class Translator {
  public:
    explicit Translator(Language language) : language_(language) {}

    [[nodiscard]] std::string operator()(Text text) const { return std::string(in(language_, text)); }
    template <class... Arguments>
    requires(sizeof...(Arguments) > 0) [[nodiscard]] std::string operator()(
        fmt::format_string<const Arguments&...> english, const Arguments&... arguments) const {
        return formatted(in(language_, fmt::string_view(english)), spoken(language_, arguments)...);
    }

    [[nodiscard]] std::string operator()(const Message& message) const { return spoken(language_, message); }
    /// plural("{} frame of {}", "{} frames of {}", count, total): the first argument is the count that
    /// selects the form.
    template <class... Arguments>
    [[nodiscard]] std::string plural(fmt::format_string<const std::int64_t&, const Arguments&...> one,
                                     fmt::format_string<const std::int64_t&, const Arguments&...> many,
                                     std::int64_t count, const Arguments&... arguments) const {
        const fmt::string_view first(one), others(many);
        return formatted(in_plural(language_, {first.data(), first.size()}, {others.data(), others.size()},
                                   static_cast<std::uint64_t>(count)),
                         count, spoken(language_, arguments)...);
    }

    [[nodiscard]] Language language() const { return language_; }

  private:
    template <class... Spoken>
    [[nodiscard]] static std::string formatted(std::string_view text, const Spoken&... arguments) {
        return fmt::vformat(text, fmt::make_format_args(arguments...));
    }
    [[nodiscard]] static std::string_view in(Language language, Text text) {
        return poslab::in(language, text);
    }
    [[nodiscard]] static std::string_view in(Language language, fmt::string_view english) {
        return poslab::in(language, std::string_view(english.data(), english.size()));
    }

    Language language_;
};

}  // namespace poslab

/// For the compiler's check of arguments: `spoken` replaces them before anything is formatted.
template <>
struct fmt::formatter<poslab::Text> : fmt::formatter<std::string_view> {
    auto format(poslab::Text text, fmt::format_context& context) const {
        return fmt::formatter<std::string_view>::format(text.en, context);
    }
};
