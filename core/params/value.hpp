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

/// Half-open range of indices as a user writes it, A:B; unset means all.
struct Interval {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    bool set = false;
    bool operator==(const Interval&) const = default;
};

/// Columns × rows of a pooled matrix; unset means as many as its area on screen needs.
struct Resolution {
    std::int64_t width = 0;
    std::int64_t height = 0;
    bool set = false;
    bool operator==(const Resolution&) const = default;
};

/// The index of one of a descriptor's choices.
struct ChoiceIndex {
    std::int32_t index = 0;
    bool operator==(const ChoiceIndex&) const = default;
};

/// The indices of any number of a descriptor's choices.
struct ChoiceList {
    std::vector<std::int32_t> indices;  // ascending and unique, so that the same choices compare equal
    [[nodiscard]] bool contains(std::int32_t index) const {
        return std::binary_search(indices.begin(), indices.end(), index);
    }
    /// Adds or removes a choice; does nothing if it is already in the requested state.
    void set(std::int32_t index, bool in) {
        const auto at = std::lower_bound(indices.begin(), indices.end(), index);
        const bool exists = at != indices.end() && *at == index;
        if (in && !exists) indices.insert(at, index);
        if (!in && exists) indices.erase(at);
    }
    bool operator==(const ChoiceList&) const = default;
};

/// A number that may be unset; the program then chooses it.
struct OptionalReal {
    double value = 0;
    bool set = false;
    bool operator==(const OptionalReal&) const = default;
};

/// A list of numbers in order; empty means that no list is given.
struct NumberList {
    std::vector<double> numbers;
    bool operator==(const NumberList&) const = default;
};

/// A file as a user names it: FILE, or FILE#NAME for one part of it; empty means none.
struct FileName {
    std::string path;
    bool operator==(const FileName&) const = default;
};

/// The value of one parameter. The descriptor's kind determines which alternative it holds.
using Value = std::variant<bool, std::int64_t, double, ChoiceIndex, Interval, Resolution, OptionalReal,
                           NumberList, FileName, ChoiceList, AxisSettings>;

/// The values of all parameters of a view, in the order of its parameter list.
using Values = std::vector<Value>;

}  // namespace poslab
