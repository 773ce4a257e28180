#include "core/params/pair_text.hpp"

#include "core/files/printable_text.hpp"

#include <algorithm>

namespace poslab {

std::string value_text(const std::string& text) {
    const bool is_one_line =
        std::none_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; });
    return is_one_line ? text : printable_text(text);
}

std::vector<std::pair<std::size_t, Value>> parse_values(std::span<const Descriptor> descriptors,
                                                        std::size_t index, std::string_view text) {
    const Descriptor& descriptor = descriptors[index];
    const std::size_t x = descriptor.domain.second.empty() ? std::string_view::npos : text.find('x');
    if (x == std::string_view::npos) return {{index, parse_value(descriptor, text)}};
    const auto second = std::find_if(descriptors.begin(), descriptors.end(), [&](const Descriptor& other) {
        return other.id == descriptor.domain.second;
    });
    return {
        {index, parse_value(descriptor, text.substr(0, x))},
        {static_cast<std::size_t>(second - descriptors.begin()), parse_value(*second, text.substr(x + 1))}};
}

}  // namespace poslab
