#pragma once

#include "core/views/comparison.hpp"
#include "core/views/view.hpp"

#include <span>
#include <string>
#include <vector>

namespace poslab {

/// What a window or a picture shows: a figure of a view, and what is set beside it.
struct ShownState {
    const View* view = nullptr;
    Values values;
    std::string figure;  // empty: the view's first
    std::vector<Values> pins;
    std::vector<std::string> pin_names{};  // of each; empty: what sets it apart
    Comparison comparison;
};

/// "VIEW --PARAM VALUE … --figure F --versus PARAM=VALUE[,…] --difference --wipe SHARE", as `poslab plot` takes them. Throws
/// UsageError, InputError.
[[nodiscard]] ShownState read_shown_state(const std::string& command, std::span<const View* const> views);

/// The same in words that read_shown_state() understands: what differs from what the view's defaults, presets and configs give.
[[nodiscard]] std::string shown_state_words(const ShownState& state);

/// The values and, for each pin, those; labelled by what sets them apart or what they are called.
[[nodiscard]] std::vector<Variant> variants_of(const ShownState& state, Language language);

}  // namespace poslab
