#include "core/base/message.hpp"

#include <fmt/args.h>

namespace poslab {
namespace {

using Argument = Message::Argument;

struct Saying {
    Language language;
    fmt::dynamic_format_arg_store<fmt::format_context>& store;

    void operator()(const auto& value) const { store.push_back(value); }
    void operator()(Text text) const { store.push_back(in(language, text)); }
    void operator()(const Message::Nested& nested) const { store.push_back(nested.one.front().in(language)); }
};

std::string formatted(std::string_view text, const std::vector<Argument>& arguments, Language language) {
    fmt::dynamic_format_arg_store<fmt::format_context> store;
    for (const Argument& argument : arguments) std::visit(Saying{language, store}, argument);
    return fmt::vformat(text, store);
}

}  // namespace

Message::Message(Text text) {
    if (!text.empty()) parts_.push_back({text, {}});
}

Message::Message(Text with_places, std::vector<Argument> arguments) {
    parts_.push_back({with_places, std::move(arguments)});
}

Message::Message(Text one, Text many, std::uint64_t count, std::vector<Argument> arguments) {
    parts_.push_back({one, std::move(arguments), many, count});
}

bool Message::operator==(const Message& other) const { return parts_ == other.parts_; }

Message& Message::operator+=(const Message& more) {
    parts_.insert(parts_.end(), more.parts_.begin(), more.parts_.end());
    return *this;
}

std::string Message::in(Language language) const {
    std::string all;
    for (const auto& [text, arguments, many, count] : parts_) {
        const std::string_view pattern =
            many.empty() ? poslab::in(language, text) : in_plural(language, text.en, many.en, count);
        all += arguments.empty() ? std::string(pattern) : formatted(pattern, arguments, language);
    }
    return all;
}

Message verbatim(std::string text) {
    if (text.empty()) return {};
    std::vector<Argument> one;
    one.emplace_back(std::move(text));
    return {untranslated("{}"), std::move(one)};
}

std::string spoken(Language language, const Message& message) { return message.in(language); }

}  // namespace poslab
