#pragma once

#include "core/base/text.hpp"

#include <concepts>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace poslab {

/// A message for the user created at run time; it is translated only when it is shown.
class Message {
  public:
    struct Nested;
    /// A number or name, or something translated together with the message: a Text, or a Sentence.
    using Argument = std::variant<std::string, double, std::int64_t, std::uint64_t, Text, Nested>;
    /// One Sentence, in a vector because a variant cannot hold an incomplete type. The struct avoids an error
    /// of libstdc++ 12, which treats a variant of only strings, vectors and numbers as never valueless, and
    /// so destroys an object that a copy running out of memory never created.
    struct Nested {
        bool operator==(const Nested&) const = default;

        std::vector<Message> one;
    };

    Message() = default;
    Message(Text text);  // NOLINT(google-explicit-constructor): a Text is one
    Message(Text with_places, std::vector<Argument> arguments);
    /// The text for `count` things.
    Message(Text one, Text many, std::uint64_t count, std::vector<Argument> arguments);
    bool operator==(const Message& other) const;
    Message& operator+=(const Message& more);

    [[nodiscard]] bool empty() const { return parts_.empty(); }
    [[nodiscard]] std::string in(Language language) const;
    [[nodiscard]] std::string english() const { return in(Language::english); }

  private:
    struct Part {
        bool operator==(const Part&) const = default;

        Text text;
        std::vector<Argument> arguments;  // if empty, braces in the text are literal
        Text many{};                      // empty if the text has no plural
        std::uint64_t count = 1;
    };
    std::vector<Part> parts_;
};

/// A message that is the same in every language, created at run time: a name, a number, a message of the
/// system.
[[nodiscard]] Message verbatim(std::string text);

/// Converts an argument so that it can be stored.
template <class Argument>
[[nodiscard]] Message::Argument message_argument(const Argument& argument) {
    if constexpr (std::derived_from<Argument, Message>) {
        Message::Nested nested;
        nested.one.push_back(argument);
        return nested;
    } else if constexpr (std::same_as<Argument, Text> || std::same_as<Argument, double>) {
        return argument;
    } else if constexpr (std::signed_integral<Argument> && sizeof(Argument) > 1) {
        return std::int64_t{argument};
    } else if constexpr (std::unsigned_integral<Argument> && sizeof(Argument) > 1) {
        return std::uint64_t{argument};
    } else {
        return fmt::format("{}", argument);
    }
}

}  // namespace poslab

template <>
struct fmt::formatter<poslab::Message> : fmt::formatter<std::string_view> {
    auto format(const poslab::Message& message, fmt::format_context& context) const {
        return fmt::formatter<std::string_view>::format(message.english(), context);
    }
};

namespace poslab {

/// tr("{} is no number", text): the message with these arguments, which the compiler checks.
template <class... Arguments>
requires(sizeof...(Arguments) > 0) [[nodiscard]] Message
    tr(fmt::format_string<const Arguments&...> english, const Arguments&... arguments) {
    const fmt::string_view text(english);
    std::vector<Message::Argument> all;  // reserved and moved, because a braced list would be copied
    all.reserve(sizeof...(arguments));
    (all.push_back(message_argument(arguments)), ...);
    return {untranslated({text.data(), text.size()}), std::move(all)};
}

/// tr_plural("{} number", "{} numbers", count): the message for `count` things, which is also its first
/// argument.
template <class... Arguments>
[[nodiscard]] Message tr_plural(fmt::format_string<const std::int64_t&, const Arguments&...> one,
                                fmt::format_string<const std::int64_t&, const Arguments&...> many,
                                std::int64_t count, const Arguments&... arguments) {
    const fmt::string_view first(one), others(many);
    std::vector<Message::Argument> all;
    all.reserve(sizeof...(arguments) + 1);
    all.push_back(message_argument(count));
    (all.push_back(message_argument(arguments)), ...);
    return {untranslated({first.data(), first.size()}), untranslated({others.data(), others.size()}),
            static_cast<std::uint64_t>(count), std::move(all)};
}

}  // namespace poslab
