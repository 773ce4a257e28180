#pragma once

#include <string>

namespace poslab {

/// A sentence for the user that was made at run time, in both languages of the program.
struct Sentence {
    std::string en;
    std::string zh;
    bool operator==(const Sentence&) const = default;
};

}  // namespace poslab
