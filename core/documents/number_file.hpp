#pragma once

#include "core/base/one_of.hpp"
#include "core/params/value.hpp"

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace poslab {

class View;
struct Array;
struct Data;

/// The numbers of one --versus.
struct NumbersOfVariant {
    std::string name;  // "k=2": no other variant has it
    Values values;
    std::shared_ptr<const Data> data;
};

/// What a file of numbers is made from.
struct NumbersToWrite {
    const View& view;
    const Values& values;
    const Data& data;
    const Array* array = nullptr;  // the chosen one; null where the format holds all
    std::span<const NumbersOfVariant> variants{};
};

/// A kind of file for numbers. Each is one object in a file of core/documents/formats and one line of formats.list; flags, messages
/// and the window take it from there.
struct NumberFormat {
    std::string_view id;  // the ending
    Text label;
    std::string (*bytes)(const NumbersToWrite&);
    bool all_arrays = false;      // else one, the first unless another is named
    bool shares_axis = false;     // with a curve come the others of its axis
    bool is_text = false;         // may go to standard output
    bool holds_variants = false;  // holds the arrays of each --versus, too

    [[nodiscard]] static std::span<const NumberFormat* const> all();
};

}  // namespace poslab
