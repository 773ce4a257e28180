#pragma once

#include "core/base/text.hpp"
#include "core/params/axis_settings.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace poslab {

/// Half-open range of indices as a user writes it, A:B; unset means all there is.
struct Interval {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    bool set = false;
    bool operator==(const Interval&) const = default;
};

/// Columns x rows of a pooled matrix; unset means what the place it is shown in needs.
struct Resolution {
    std::int64_t width = 0;
    std::int64_t height = 0;
    bool set = false;
    bool operator==(const Resolution&) const = default;
};

/// One of a descriptor's choices, by its place in their list.
struct ChoiceIndex {
    std::int32_t index = 0;
    bool operator==(const ChoiceIndex&) const = default;
};

/// Any number of a descriptor's choices, each by its place in their list.
struct ChoiceList {
    std::vector<std::int32_t> indices;  // rising, each once, so that the same choices are the same value
    [[nodiscard]] bool contains(std::int32_t index) const { return std::binary_search(indices.begin(), indices.end(), index); }
    /// Puts one in, or takes it out; nothing changes where it is as wanted already.
    void set(std::int32_t index, bool in) {
        const auto at = std::lower_bound(indices.begin(), indices.end(), index);
        const bool there = at != indices.end() && *at == index;
        if (in && !there) indices.insert(at, index);
        if (!in && there) indices.erase(at);
    }
    bool operator==(const ChoiceList&) const = default;
};

/// A number that may be left to the program.
struct OptionalReal {
    double value = 0;
    bool set = false;
    bool operator==(const OptionalReal&) const = default;
};

/// Numbers in their order; none of them means that the list is not given.
struct NumberList {
    std::vector<double> numbers;
    bool operator==(const NumberList&) const = default;
};

/// A file as a user names it, FILE or FILE#NAME for one part of it; empty means none.
struct FileName {
    std::string path;
    bool operator==(const FileName&) const = default;
};

/// The value of one parameter. Which alternative it holds is fixed by the descriptor's kind.
using Value = std::variant<bool, std::int64_t, double, ChoiceIndex, Interval, Resolution, OptionalReal, NumberList, FileName,
                           ChoiceList, AxisSettings>;

/// All parameters of a view, in the order of its parameter list. A plain value: copy, compare, keep for undo.
using Values = std::vector<Value>;

}  // namespace poslab
