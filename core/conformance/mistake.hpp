#pragma once

#include "core/base/sentence.hpp"
#include "core/base/text.hpp"
#include "core/conformance/practice.hpp"

#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace poslab {

class Evidence;

/// A mistake that programs are known to make (issue trackers of transformers, vLLM, llama.cpp and others). Each is one entry of a
/// file in core/conformance/mistakes; a check tries every one of them, and any two together.
struct Mistake {
    /// Changes a right practice into the mistaken one; false where it makes no difference to this definition.
    using Way = std::function<bool(Practice&)>;

    /// A way whose values were fitted to a dump, and what the program does with these values: "positions are shifted by 5".
    struct FittedWay {
        Way change;
        Sentence label;
        bool is_first = false;  // named before all others that fit
    };

    std::string_view id;  // lower-case words with hyphens
    Text label;           // what the program does
    Text cause;           // where it comes from, how to mend it
    std::vector<Way> ways{};
    std::vector<Text> way_labels{};  // what each way does; empty: `label` holds for all

    /// The ways that a dump suggests, by its values; null where `ways` has them all.
    std::vector<FittedWay> (*fitted)(const Evidence&) = nullptr;
    /// A way with usual values, to show a mistake that is only fitted.
    Way usual{};
    /// True if it is also tried together with another mistake.
    bool combines = true;
    /// True if it gives the numbers of a more general mistake, which is named first where both fit.
    bool is_special = false;

    [[nodiscard]] Text label_of(std::size_t way) const { return way < way_labels.size() ? way_labels[way] : label; }
    /// The ways that need no dump, for examples.
    [[nodiscard]] std::vector<Way> examples() const { return usual ? std::vector<Way>{usual} : ways; }

    [[nodiscard]] static std::span<const Mistake> all();
    /// Null where none has that id.
    [[nodiscard]] static const Mistake* find(std::string_view id);
};

}  // namespace poslab
