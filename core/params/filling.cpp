#include "core/params/filling.hpp"

#include "core/params/json.hpp"

#include <algorithm>

namespace poslab {

void fill(std::span<const Descriptor> descriptors, const nlohmann::json& partial, Values& values) {
    auto known = nlohmann::json::object();
    for (const Descriptor& descriptor : descriptors)
        if (const auto found = partial.find(descriptor.id); found != partial.end()) known[std::string(descriptor.id)] = *found;
    apply_json(descriptors, known, values);
}

void set_and_fill(std::span<const Descriptor> descriptors, std::size_t index, const Value& value, Values& values) {
    Values changed = values;
    if (descriptors[index].fills != nullptr) fill(descriptors, descriptors[index].fills(value), changed);
    changed.at(index) = value;
    values = std::move(changed);
}

Values baseline(std::span<const Descriptor> descriptors, const Values& defaults, const Values& values) {
    Values base = defaults;
    for (std::size_t i = 0; i < descriptors.size(); ++i)
        if (descriptors[i].fills != nullptr && values.at(i) != defaults.at(i)) set_and_fill(descriptors, i, values[i], base);
    return base;
}

void apply_json_and_fill(std::span<const Descriptor> descriptors, const nlohmann::json& json, Values& values) {
    Values given = values;
    apply_json(descriptors, json, given);
    const bool complete =
        std::all_of(descriptors.begin(), descriptors.end(), [&](const Descriptor& d) { return json.contains(d.id); });
    if (!complete) {
        const Values start = values;
        for (std::size_t i = 0; i < descriptors.size(); ++i)
            if (descriptors[i].fills != nullptr && given[i] != start[i]) set_and_fill(descriptors, i, given[i], values);
    }
    apply_json(descriptors, json, values);
}

}  // namespace poslab
