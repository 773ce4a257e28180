#pragma once

#include "core/base/sentence.hpp"
#include "core/encoding/frequencies.hpp"
#include "core/encoding/rotation.hpp"
#include "core/params/parameters.hpp"

#include <array>

namespace poslab {

/// Where a model's values come from.
struct RotarySource {
    ChoiceIndex preset{};
    FileName config{};
};

/// How fast each rotary pair turns (core/encoding/scaling.hpp), which dimensions are a pair, and where they lie.
struct RotaryGroup : RotarySource, RotarySpec {
    Pairing pairing = Pairing::gpt_j;
    RotaryPlace place = RotaryPlace::first;

    static constexpr auto pairings =
        choices<Pairing>({{Pairing::gpt_j, "gpt-j", "GPT-J"_tr}, {Pairing::gpt_neox, "gpt-neox", "GPT-NeoX"_tr}});
    static constexpr auto places = choices<RotaryPlace>(
        {{RotaryPlace::first, "first", "First"_tr.as("dimensions")}, {RotaryPlace::last, "last", "Last"_tr.as("dimensions")}});
};

template <>
const ParameterRows& rows_of<RotaryGroup>();

/// `preset` and `config`, which fill in a model's values.
[[nodiscard]] Descriptor preset_descriptor();
[[nodiscard]] Descriptor config_descriptor();

/// A model's preset by its id; none where there is no such model.
[[nodiscard]] ChoiceIndex preset_called(std::string_view id);
/// Its inverse: "none" where none is chosen.
[[nodiscard]] std::string_view preset_id(const RotarySource& source);
[[nodiscard]] RotarySpec rotary_spec(const RotarySpec& without_lengths, std::int64_t train_length, std::int64_t length);
/// What to be careful about in the config that was read, beside its scaling; or why it cannot be read any more.
[[nodiscard]] std::vector<Sentence> config_warnings(const RotaryGroup& group);
/// What nearest_meaningful() changed.
void take_over(const RotarySpec& spec, RotaryGroup& group);

}  // namespace poslab
