#pragma once

#include "core/base/text.hpp"

#include <string>
#include <utility>

namespace poslab {

/// A sentence for the user that was made at run time, in both languages of the program.
struct Sentence {
    Sentence() = default;
    Sentence(Text text) : en(text.en), zh(in(Language::chinese, text)) {}  // NOLINT(google-explicit-constructor): a Text is one
    Sentence(std::string english, std::string chinese) : en(std::move(english)), zh(std::move(chinese)) {}
    bool operator==(const Sentence&) const = default;
    Sentence& operator+=(const Sentence& more) {
        en += more.en;
        zh += more.zh;
        return *this;
    }

    std::string en;
    std::string zh;
};

[[nodiscard]] inline const std::string& spoken(Language language, const Sentence& sentence) {
    return language == Language::chinese ? sentence.zh : sentence.en;
}

}  // namespace poslab

template <>
struct fmt::formatter<poslab::Sentence> : fmt::formatter<std::string_view> {
    auto format(const poslab::Sentence& sentence, fmt::format_context& context) const {
        return fmt::formatter<std::string_view>::format(sentence.en, context);
    }
};

namespace poslab {

/// tr("{} is no number", text): the sentence with these arguments, which the compiler checks.
template <class... Arguments>
requires(sizeof...(Arguments) > 0) [[nodiscard]] Sentence
    tr(fmt::format_string<const Arguments&...> english, const Arguments&... arguments) {
    return {Words(Language::english)(english, arguments...), Words(Language::chinese)(english, arguments...)};
}

}  // namespace poslab
