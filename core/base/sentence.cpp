#include "core/base/sentence.hpp"

#include <fmt/args.h>

namespace poslab {
namespace {

using Argument = Sentence::Argument;

struct Saying {
    Language language;
    fmt::dynamic_format_arg_store<fmt::format_context>& store;

    void operator()(const auto& value) const { store.push_back(value); }
    void operator()(Text text) const { store.push_back(in(language, text)); }
    void operator()(const Sentence::Nested& nested) const { store.push_back(nested.one.front().in(language)); }
};

std::string formatted(std::string_view text, const std::vector<Argument>& arguments, Language language) {
    fmt::dynamic_format_arg_store<fmt::format_context> store;
    for (const Argument& argument : arguments) std::visit(Saying{language, store}, argument);
    return fmt::vformat(text, store);
}

}  // namespace

Sentence::Sentence(Text text) {
    if (!text.empty()) parts_.push_back({text, {}});
}

Sentence::Sentence(Text with_places, std::vector<Argument> arguments) { parts_.push_back({with_places, std::move(arguments)}); }

bool Sentence::operator==(const Sentence& other) const { return parts_ == other.parts_; }

Sentence& Sentence::operator+=(const Sentence& more) {
    parts_.insert(parts_.end(), more.parts_.begin(), more.parts_.end());
    return *this;
}

std::string Sentence::in(Language language) const {
    std::string all;
    for (const auto& [text, arguments] : parts_) {
        const std::string_view said = poslab::in(language, text);
        all += arguments.empty() ? std::string(said) : formatted(said, arguments, language);
    }
    return all;
}

Sentence verbatim(std::string text) {
    if (text.empty()) return {};
    std::vector<Argument> one;
    one.emplace_back(std::move(text));
    return {untranslated("{}"), std::move(one)};
}

std::string spoken(Language language, const Sentence& sentence) { return sentence.in(language); }

}  // namespace poslab
