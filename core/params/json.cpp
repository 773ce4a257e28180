#include "core/params/json.hpp"

#include "core/base/errors.hpp"
#include "core/files/printable_text.hpp"
#include "core/params/pair_text.hpp"

#include <fmt/format.h>
#include <algorithm>

namespace poslab {

namespace {

/// An unset number is null, or its name if it has one of its own: "last", "all".
nlohmann::ordered_json optional_to_json(const Descriptor& descriptor, const OptionalReal& number) {
    const Domain& domain = descriptor.domain;
    if (!number.set)
        return domain.unset.id == "auto" ? nlohmann::ordered_json() : nlohmann::ordered_json(domain.unset.id);
    return domain.whole ? nlohmann::ordered_json(static_cast<std::int64_t>(number.value))
                        : nlohmann::ordered_json(number.value);
}

nlohmann::ordered_json choices_to_json(const Descriptor& descriptor, const ChoiceList& list) {
    nlohmann::ordered_json ids;
    if (!list.indices.empty()) ids = nlohmann::ordered_json::array();
    for (const std::int32_t index : list.indices) ids.push_back(to_string(descriptor, ChoiceIndex{index}));
    return ids;
}

nlohmann::ordered_json value_to_json(const Descriptor& descriptor, const Value& value) {
    if (const bool* toggle = std::get_if<bool>(&value)) return *toggle;
    if (const auto* integer = std::get_if<std::int64_t>(&value)) return *integer;
    if (const double* real = std::get_if<double>(&value)) return *real;
    if (const auto* interval = std::get_if<Interval>(&value); interval && !interval->set) return nullptr;
    if (const auto* resolution = std::get_if<Resolution>(&value); resolution && !resolution->set)
        return nullptr;
    if (const auto* number = std::get_if<OptionalReal>(&value)) return optional_to_json(descriptor, *number);
    if (const auto* list = std::get_if<NumberList>(&value))
        return list->numbers.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(list->numbers);
    if (const auto* list = std::get_if<ChoiceList>(&value)) return choices_to_json(descriptor, *list);
    if (const auto* file = std::get_if<FileName>(&value))
        return file->path.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(file->path);
    if (const auto* axes = std::get_if<AxisSettings>(&value); axes && axes->list.empty()) return nullptr;
    return to_string(descriptor, value);
}

Value list_from_json(const Descriptor& descriptor, const nlohmann::json& json) {
    NumberList list;
    for (const auto& number : json) {
        if (!number.is_number())
            throw UsageError(tr("{}: expected a list of numbers, but one element is of type {}",
                                descriptor.id, number.type_name()));
        list.numbers.push_back(number.get<double>());
    }
    check_value(descriptor, list);
    return list;
}

Value value_from_text(const Descriptor& descriptor, const std::string& text) {
    return parse_value(descriptor, value_text(text));
}

Value choices_from_json(const Descriptor& descriptor, const nlohmann::json& json) {
    Descriptor one = descriptor;
    one.kind = Kind::choice;
    ChoiceList list;
    for (const auto& id : json) {
        if (!id.is_string())
            throw UsageError(
                tr("{}: expected a list of choices, but one element is of type {}", one.id, id.type_name()));
        list.set(std::get<ChoiceIndex>(value_from_text(one, id.get_ref<const std::string&>())).index, true);
    }
    return list;
}

Value value_from_json(const Descriptor& descriptor, const nlohmann::json& json) {
    if (json.is_null()) {
        if (descriptor.kind == Kind::interval) return Interval{};
        if (descriptor.kind == Kind::resolution) return Resolution{};
        if (descriptor.kind == Kind::optional_real) return OptionalReal{};
        if (descriptor.kind == Kind::list) return NumberList{};
        if (descriptor.kind == Kind::file) return FileName{};
        if (descriptor.kind == Kind::choice_list) return ChoiceList{};
        if (descriptor.kind == Kind::axes) return AxisSettings{};
    }
    if (json.is_array() && descriptor.kind == Kind::list) return list_from_json(descriptor, json);
    if (json.is_array() && descriptor.kind == Kind::choice_list) return choices_from_json(descriptor, json);
    if (json.is_string() && descriptor.kind == Kind::file) {
        FileName file{json.get<std::string>()};
        check_value(descriptor, file);
        return file;
    }
    if (json.is_boolean()) return parse_value(descriptor, json.get<bool>() ? "true" : "false");
    if (json.is_number()) return parse_value(descriptor, json.dump());
    if (json.is_string()) return value_from_text(descriptor, json.get_ref<const std::string&>());
    throw UsageError(tr("{}: a value of type {} cannot be read", descriptor.id, json.type_name()));
}

}  // namespace

nlohmann::ordered_json to_json(std::span<const Descriptor> descriptors, const Values& values) {
    auto json = nlohmann::ordered_json::object();
    for (std::size_t i = 0; i < descriptors.size(); ++i)
        json[std::string(descriptors[i].id)] = value_to_json(descriptors[i], values.at(i));
    return json;
}

void apply_json(std::span<const Descriptor> descriptors, const nlohmann::json& json, Values& values) {
    if (!json.is_object()) throw UsageError("parameters must be a JSON object of ids and values"_tr);
    Values changed = values;
    for (const auto& [key, value] : json.items()) {
        std::size_t i = 0;
        while (i < descriptors.size() && descriptors[i].id != key) ++i;
        if (i == descriptors.size()) throw UsageError(tr("unknown parameter '{}'", printable_text(key)));
        changed[i] = value_from_json(descriptors[i], value);
    }
    values = std::move(changed);
}

}  // namespace poslab
