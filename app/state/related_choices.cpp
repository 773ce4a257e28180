#include "app/state/related_choices.hpp"

#include <string_view>

namespace poslab {

bool is_comparable(const Descriptor& descriptor) {
    return descriptor.kind == Kind::choice && descriptor.stage == Stage::prepare && descriptor.fills == nullptr &&
           descriptor.domain.choices.size() > 3;
}

std::vector<std::size_t> related_choices(const Descriptor& descriptor, std::size_t chosen) {
    constexpr std::size_t most_related = 2;
    const auto& choices = descriptor.domain.choices;
    std::string_view family = choices[chosen].id;
    for (const Choice& choice : choices)
        if (choice.id.size() < family.size() && std::string_view(choices[chosen].id).ends_with(choice.id)) family = choice.id;
    std::vector<std::size_t> related;
    for (std::size_t place = 0; place < choices.size() && related.size() < most_related; ++place)
        if (place != chosen && std::string_view(choices[place].id).ends_with(family)) related.push_back(place);
    return related;
}

std::string names_of(const Descriptor& descriptor, const std::vector<std::size_t>& choices, Language language) {
    std::string names;
    for (const std::size_t place : choices) {
        if (!names.empty()) names += ", ";
        names += in(language, descriptor.domain.choices[place].label);
    }
    return names;
}

}  // namespace poslab
