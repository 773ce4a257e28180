#pragma once

#include "core/base/message.hpp"
#include "core/base/text.hpp"
#include "core/conformance/implementation.hpp"

#include <functional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace poslab {

class Evidence;

/// A known mistake of programs (issue trackers of transformers, vLLM, llama.cpp and others). Each is an entry
/// in a file in core/conformance/mistakes; a check tries each of them, and any two together.
struct Mistake {
    /// Changes a right practice into the mistaken one; returns false if that makes no difference to this
    /// definition.
    using Way = std::function<bool(Implementation&)>;

    /// A way whose values were fitted to a dump, with its description: "positions are shifted by 5".
    struct FittedWay {
        Way change;
        Message label;
        bool is_first = false;  // listed before all others that fit
    };

    std::string_view id;  // lower-case words with hyphens
    Text label;           // what the program does
    Text cause;           // its cause and its fix
    std::vector<Way> ways{};
    std::vector<Text> way_labels{};  // what each way does; empty: `label` applies to all

    /// Returns ways suggested by the dump's values; null if `ways` has them all.
    std::vector<FittedWay> (*fitted)(const Evidence&) = nullptr;
    /// A way with typical values, which demonstrates a mistake that is always fitted.
    Way usual{};
    /// True if it is also tried together with other mistakes.
    bool combines = true;
    /// True if it yields the numbers of a more general mistake, which is listed first if both fit.
    bool is_special = false;
    /// Causes for the subjects to which `cause` does not apply, by their ids.
    std::vector<std::pair<std::string_view, Text>> causes{};

    [[nodiscard]] Text cause_for(std::string_view subject) const;
    [[nodiscard]] Text label_of(std::size_t way) const {
        return way < way_labels.size() ? way_labels[way] : label;
    }
    /// Returns the ways that require no dump, for examples.
    [[nodiscard]] std::vector<Way> examples() const { return usual ? std::vector<Way>{usual} : ways; }

    [[nodiscard]] static std::span<const Mistake> all();
    /// Returns null if no mistake has that id.
    [[nodiscard]] static const Mistake* find(std::string_view id);
};

}  // namespace poslab
