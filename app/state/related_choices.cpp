#include "app/state/related_choices.hpp"

#include <string_view>

namespace poslab {

bool is_comparable(const Descriptor& descriptor) {
    return descriptor.kind == Kind::choice && descriptor.stage == Stage::prepare &&
           descriptor.expand_preset == nullptr && descriptor.domain.choices.size() > 3;
}

std::vector<std::size_t> related_choices(const Descriptor& descriptor, std::size_t chosen) {
    constexpr std::size_t max_related = 2;
    const auto& choices = descriptor.domain.choices;
    std::string_view family = choices[chosen].id;
    for (const Choice& choice : choices)
        if (choice.id.size() < family.size() && std::string_view(choices[chosen].id).ends_with(choice.id))
            family = choice.id;
    std::vector<std::size_t> related;
    for (std::size_t index = 0; index < choices.size() && related.size() < max_related; ++index)
        if (index != chosen && std::string_view(choices[index].id).ends_with(family))
            related.push_back(index);
    return related;
}

std::string names_of(const Descriptor& descriptor, const std::vector<std::size_t>& choices,
                     Language language) {
    std::string names;
    for (const std::size_t index : choices) {
        if (!names.empty()) names += ", ";
        names += in(language, descriptor.domain.choices[index].label);
    }
    return names;
}

}  // namespace poslab
