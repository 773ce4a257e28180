#pragma once

#include <string>

namespace poslab {

/// One sentence for the user, in both languages; Text is its like for what is known at compile time.
struct Sentence {
    std::string en, zh;
    bool operator==(const Sentence&) const = default;
};

}  // namespace poslab
