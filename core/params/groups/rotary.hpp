#pragma once

#include "core/base/message.hpp"
#include "core/encoding/frequencies.hpp"
#include "core/encoding/rotation.hpp"
#include "core/params/parameters.hpp"

#include <array>

namespace poslab {

/// The preset or config that sets a model's values.
struct RotarySource {
    ChoiceIndex preset{};
    FileName config{};
};

/// Frequencies of the rotary pairs (core/encoding/scaling.hpp), the pairing of dimensions, and the dimensions
/// that rotate.
struct RotaryGroup : RotarySource, RotarySpec {
    Pairing pairing = Pairing::gpt_j;
    RotaryDims rope_dims = RotaryDims::first;

    static constexpr auto pairings = choices<Pairing>(
        {{Pairing::gpt_j, "gpt-j", "GPT-J"_tr}, {Pairing::gpt_neox, "gpt-neox", "GPT-NeoX"_tr}});
    static constexpr auto rope_dims_choices =
        choices<RotaryDims>({{RotaryDims::first, "first", "First"_tr.as("dimensions")},
                             {RotaryDims::last, "last", "Last"_tr.as("dimensions")}});
};

template <>
const ParameterRows& rows_of<RotaryGroup>();

/// The descriptors of `preset` and `config`, which set a model's values.
[[nodiscard]] Descriptor preset_descriptor();
[[nodiscard]] Descriptor config_descriptor();

/// Returns the preset with this id; the choice `none` if there is no such model.
[[nodiscard]] ChoiceIndex preset_called(std::string_view id);
/// Returns the id of the chosen preset, or "none".
[[nodiscard]] std::string_view preset_id(const RotarySource& source);
[[nodiscard]] RotarySpec rotary_spec(const RotarySpec& without_lengths, std::int64_t train_length,
                                     std::int64_t length);
/// Returns the warnings about the config except those about its scaling, or the reason why it can no longer
/// be read.
[[nodiscard]] std::vector<Message> config_warnings(const RotaryGroup& group);
/// Assigns `spec`, as nearest_meaningful() changed it, to the RotarySpec that is a base of the group.
void assign_spec(const RotarySpec& spec, RotaryGroup& group);

}  // namespace poslab
