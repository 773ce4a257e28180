#include "core/decoder/compared_schemes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <type_traits>
#include <vector>

namespace poslab {

namespace {

bool needs_lists(const Scaling& scaling) {
    return std::any_of(scaling.parameters.begin(), scaling.parameters.end(),
                       [](const ScalingParameter& parameter) {
                           return std::holds_alternative<std::vector<double> RotarySpec::*>(parameter);
                       });
}

std::vector<ComparedScheme> list_all() {
    std::vector<ComparedScheme> list;
    for (const PositionMap* map : PositionMap::all()) list.push_back({map->id, map->label, map});
    for (const Scaling* scaling : Scaling::all()) {
        if (scaling->apply == nullptr || scaling->divides_positions || scaling->stills_pairs ||
            needs_lists(*scaling))
            continue;
        list.push_back({scaling->id == "ntk" ? "ntk-aware" : scaling->id, scaling->label, nullptr, scaling});
    }
    for (const Bias* bias : Bias::all())
        if (bias->masks_from_w) list.push_back({bias->id, bias->label, nullptr, nullptr, bias});
    return list;
}

/// Appends the parameters that `chosen` uses of `spec`.
template <class Spec, class Parameters>
void append_used(const Spec& spec, const Parameters& parameters, std::string& text) {
    for (const auto& parameter : parameters)
        std::visit(
            [&](auto member) {
                const auto& value = spec.*member;
                using Member = std::remove_cvref_t<decltype(value)>;
                if constexpr (std::is_same_v<Member, std::vector<double>>)
                    text += fmt::format(" [{}]", fmt::join(value, ","));
                else if constexpr (std::is_same_v<Member, std::optional<double>>)
                    text += value ? fmt::format(" {}", *value) : " -";
                else if constexpr (std::is_enum_v<Member>)
                    text += fmt::format(" {}", static_cast<int>(value));
                else
                    text += fmt::format(" {}", value);
            },
            parameter);
}

}  // namespace

std::span<const ComparedScheme> ComparedScheme::all() {
    static const std::vector<ComparedScheme> list = list_all();
    return list;
}

std::span<const std::string_view> usual_comparison() {
    static constexpr std::array<std::string_view, 7> ids{"rope",   "pi",           "ntk-aware", "yarn",
                                                         "rerope", "leaky-rerope", "window"};
    return ids;
}

AttentionSpec ComparedScheme::applied(AttentionSpec own) const {
    own.map.map = map != nullptr ? OneOf<PositionMap>(*map) : OneOf<PositionMap>("rope");
    if (map != nullptr && map->divides_positions) own.map.k = own.rotary.factor;
    if (scaling != nullptr) own.rotary.scaling = *scaling;
    own.bias.bias = bias != nullptr ? OneOf<Bias>(*bias) : OneOf<Bias>("none");
    return own;
}

bool has_no_positions(const PositionMapSpec& map, std::int64_t length) {
    if (!map.map->monotone_in_key) return false;  // else the first key has the largest position of a row
    const std::vector<std::int64_t> farthest{length - 1};
    return position_profile(position_plan(map), length - 1, farthest).front() == 0;
}

std::string identity_of(const AttentionSpec& spec) {
    std::string text{spec.map.map->id};
    append_used(spec.map, spec.map.map->parameters, text);
    const RotarySpec& rotary = spec.rotary;
    text += fmt::format(" | {} {} {} {} [{}] {} {}", rotary.base, rotary.dim, rotary.rotary_fraction,
                        rotary.length, fmt::join(rotary.explicit_frequencies, ","), rotary.frequency_span,
                        static_cast<int>(spec.pairing));
    if (rotary.is_scaled()) {
        text += fmt::format(" | {} {}", rotary.scaling->id, rotary.train_length);
        append_used(rotary, rotary.scaling->parameters, text);
    }
    text += fmt::format(" | {}", spec.bias.bias->id);
    if (spec.bias.bias->parameters != nullptr)
        append_used(spec.bias, spec.bias.bias->parameters(spec.bias), text);
    if (spec.bias.bias->masks_from_w) text += fmt::format(" w {}", spec.map.w);
    if (spec.log_n) text += fmt::format(" | log n {}", rotary.train_length);
    return text + fmt::format(" | {}", spec.temperature);
}

}  // namespace poslab
