#pragma once

#include "core/base/text.hpp"
#include "core/conformance/practice.hpp"

#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace poslab {

/// What programs are known to get wrong (issue trackers of transformers, vLLM, llama.cpp and others). Each is one entry of
/// mistakes.cpp; a check tries every one of them, and any two together.
struct Mistake {
    /// Changes a right practice into the mistaken one; false where it makes no difference to this definition.
    using Way = std::function<bool(Practice&)>;

    std::string_view id;  // lower-case words with hyphens
    Text label;           // what the program does
    Text cause;           // where it comes from, how to mend it
    std::vector<Way> ways;

    [[nodiscard]] static std::span<const Mistake> all();
    /// Null where none has that id.
    [[nodiscard]] static const Mistake* find(std::string_view id);
};

}  // namespace poslab
