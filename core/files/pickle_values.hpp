#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace poslab {

/// A value in a pickle, as written, not the object that Python would make of it.
struct PickleValue {
    enum class Kind {
        other,  // None, True, floats, bytes: irrelevant here
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
    /// The index among all values of the pickle. With indices, cyclic and deeply nested values need no
    /// special care.
    using Index = std::uint32_t;

    Kind kind = Kind::other;
    // also a boolean; for a global, its index in torch_globals(); for a storage, its number of items
    std::int64_t integer = 0;
    std::string_view text;  // part of the pickle's bytes; for a storage, its key
    /// For a dictionary key, value, key, value …; for a storage its type; for a tensor storage, first item,
    /// sizes, strides.
    std::vector<Index> items;
};

/// All values of a pickle, and the index of the outermost one.
struct PickleContents {
    std::vector<PickleValue> values;
    PickleValue::Index root = 0;

    [[nodiscard]] const PickleValue& operator[](PickleValue::Index index) const { return values[index]; }
};

/// The maximum number of values.
inline constexpr std::size_t max_pickle_values = std::size_t{1} << 22U;

}  // namespace poslab
