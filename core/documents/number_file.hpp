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
    std::string name;  // unique among the variants, such as "k=2"
    Values values;
    std::shared_ptr<const Data> data;
};

/// The content of a file of numbers.
struct NumbersToWrite {
    const View& view;
    const Values& values;
    const Data& data;
    const Array* array = nullptr;  // the requested array; null if the format holds all
    std::span<const NumbersOfVariant> variants{};
};

/// A file format for numbers. Each is one object in a file of core/documents/formats and one line of
/// formats.list; options, messages and the window are generated from them.
struct NumberFormat {
    std::string_view id;  // the file name's ending
    Text label;
    std::string (*bytes)(const NumbersToWrite&);
    bool all_arrays = false;      // false: one array, by default the first
    bool shares_axis = false;     // writes a curve with the other curves of its axis
    bool is_text = false;         // may be written to standard output
    bool holds_variants = false;  // also holds the arrays of each --versus

    [[nodiscard]] static std::span<const NumberFormat* const> all();
};

}  // namespace poslab
