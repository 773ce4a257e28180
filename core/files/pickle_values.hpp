#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace poslab {

/// A value of a pickle: what it says, not what Python would make of it.
struct PickleValue {
    enum class Kind {
        other,  // None, True, floats, bytes: nothing that is asked for
        truth,
        integer,
        text,
        tuple,
        list,
        dictionary,
        global,
        storage,
        tensor
    };
    /// Which one, among all of the pickle; so that values that hold each other need no care, however deep they are.
    using Index = std::uint32_t;

    Kind kind = Kind::other;
    std::int64_t integer = 0;  // or truth; of a global, which of torch_globals(); of a storage, its items
    std::string_view text;     // of the pickle's bytes; of a storage, its key
    /// Of a dictionary key, value, key, value …; of a storage its type; of a tensor storage, first item, sizes, strides.
    std::vector<Index> items;
};

/// All values of a pickle, and which of them it is about.
struct PickleContents {
    std::vector<PickleValue> values;
    PickleValue::Index root = 0;

    [[nodiscard]] const PickleValue& operator[](PickleValue::Index index) const { return values[index]; }
};

/// More values are refused.
inline constexpr std::size_t most_pickle_values = std::size_t{1} << 22U;

}  // namespace poslab
