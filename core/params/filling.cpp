#include "core/params/filling.hpp"

#include "core/base/errors.hpp"
#include "core/files/file_status.hpp"
#include "core/files/input_file.hpp"
#include "core/params/json.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cstdint>
#include <string>

namespace poslab {
namespace {

thread_local PromptFilling* prompt_filling = nullptr;

}  // namespace

nlohmann::json expanded(const Descriptor& descriptor, const Value& value) {
    const auto* const file = std::get_if<FileName>(&value);
    const auto expand = descriptor.expand_preset;
    if (prompt_filling == nullptr || file == nullptr || file->path.empty()) return expand(value);
    const std::string key =
        fmt::format("parameters of {:x} {}", reinterpret_cast<std::uintptr_t>(expand), file->path);
    const auto reply = FileDeadline::answer(
        key, [expand, value] { return expand(value); }, prompt_filling->patience_);
    if (reply.is_late || !reply.last) prompt_filling->is_complete_ = false;
    if (reply.last) return *reply.last;
    throw InputError(unanswered_message(file->path));
}

PromptFilling::PromptFilling(Patience patience)
    : outer_(std::exchange(prompt_filling, this)), patience_(patience) {}
PromptFilling::~PromptFilling() { prompt_filling = outer_; }

void fill(std::span<const Descriptor> descriptors, const nlohmann::json& partial, Values& values) {
    auto known = nlohmann::json::object();
    for (const Descriptor& descriptor : descriptors)
        if (const auto found = partial.find(descriptor.id); found != partial.end())
            known[std::string(descriptor.id)] = *found;
    apply_json(descriptors, known, values);
}

nlohmann::json limited_to(std::span<const Descriptor> descriptors, const nlohmann::json& partial) {
    auto limited = nlohmann::json::object();
    for (const Descriptor& descriptor : descriptors) {
        const auto found = partial.find(descriptor.id);
        if (found == partial.end()) continue;
        const bool exceeds = found->is_number() && found->get<double>() > descriptor.control.max_filled;
        limited[std::string(descriptor.id)] =
            exceeds ? nlohmann::json(static_cast<std::int64_t>(descriptor.control.max_filled)) : *found;
    }
    return limited;
}

nlohmann::json filled_parameters(std::span<const Descriptor> descriptors, std::size_t index,
                                 const Value& value) {
    if (descriptors[index].expand_preset == nullptr) return nlohmann::json::object();
    return limited_to(descriptors, expanded(descriptors[index], value));
}

std::vector<std::size_t> filled_places(std::span<const Descriptor> descriptors, std::size_t index,
                                       const Value& value) {
    const nlohmann::json partial = filled_parameters(descriptors, index, value);
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < descriptors.size(); ++i)
        if (descriptors[i].expand_preset == nullptr && partial.contains(descriptors[i].id))
            places.push_back(i);
    return places;
}

void set_and_fill(std::span<const Descriptor> descriptors, std::size_t index, const Value& value,
                  Values& values) {
    Values changed = values;
    const nlohmann::json filled = filled_parameters(descriptors, index, value);
    try {
        fill(descriptors, filled, changed);
    } catch (const UsageError& error) {
        // The user typed a file, not the value that it sets.
        if (const auto* const file = std::get_if<FileName>(&value)) refuse_file(file->path, error.message());
        throw;
    }
    changed.at(index) = value;
    values = std::move(changed);
}

void set_all_and_fill(std::span<const Descriptor> descriptors,
                      std::span<const std::pair<std::size_t, Value>> assignments, Values& values) {
    std::vector<std::pair<std::size_t, Value>> in_order(assignments.begin(), assignments.end());
    std::stable_sort(in_order.begin(), in_order.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    Values changed = values;
    for (const auto& [index, value] : in_order)
        if (descriptors[index].expand_preset != nullptr) set_and_fill(descriptors, index, value, changed);
    // Explicit values are set again at the end, so that a config that clears the preset does not undo an
    // explicit preset.
    for (const auto& [index, value] : assignments) changed.at(index) = value;
    values = std::move(changed);
}

namespace {

/// Calls fill_one(index, base) for every filling parameter that is set.
template <class FillOne>
Values filled_baseline(std::span<const Descriptor> descriptors, const Values& defaults, const Values& values,
                       const FillOne& fill_one) {
    Values base = defaults;
    std::vector<std::size_t> done;
    for (std::size_t i = 0; i < descriptors.size(); ++i)
        if (descriptors[i].expand_preset != nullptr && values.at(i) != defaults.at(i) && fill_one(i, base))
            done.push_back(i);
    for (const std::size_t i : done) base[i] = values[i];
    return base;
}

}  // namespace

Values baseline(std::span<const Descriptor> descriptors, const Values& defaults, const Values& values) {
    return filled_baseline(descriptors, defaults, values, [&](std::size_t i, Values& base) {
        set_and_fill(descriptors, i, values[i], base);
        return true;
    });
}

Values with_resolved_auto_values(std::span<const Descriptor> descriptors, const Values& defaults,
                                 const Values& values) {
    Values all = baseline(descriptors, defaults, values);
    for (std::size_t i = 0; i < all.size(); ++i)
        if (values.at(i) != defaults.at(i)) all[i] = values[i];
    return all;
}

ReadableBaseline readable_baseline(std::span<const Descriptor> descriptors, const Values& defaults,
                                   const Values& values) {
    ReadableBaseline result;
    result.values = filled_baseline(descriptors, defaults, values, [&](std::size_t i, Values& base) {
        try {
            set_and_fill(descriptors, i, values[i], base);
            return true;
        } catch (const Error&) {
            result.unreadable.push_back(i);
            return false;
        }
    });
    return result;
}

void apply_json_and_fill(std::span<const Descriptor> descriptors, const nlohmann::json& json,
                         Values& values) {
    Values stored = values;
    apply_json(descriptors, json, stored);
    const bool complete = std::all_of(descriptors.begin(), descriptors.end(),
                                      [&](const Descriptor& d) { return json.contains(d.id); });
    if (!complete) {
        const Values start = values;
        for (std::size_t i = 0; i < descriptors.size(); ++i)
            if (descriptors[i].expand_preset != nullptr && stored[i] != start[i])
                set_and_fill(descriptors, i, stored[i], values);
    }
    apply_json(descriptors, json, values);
}

}  // namespace poslab
