#pragma once

#include "core/base/index_range.hpp"
#include "core/base/message.hpp"
#include "core/base/number_buffer.hpp"
#include "core/params/value.hpp"

#include <any>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace poslab {

/// A named array with axes and units. Masked entries hold masked_value(); NaN and infinities are results.
struct Array {
    std::string name;
    std::vector<std::int64_t> shape;
    std::vector<std::string> axes;    // one name per dimension
    std::vector<IndexRange> extents;  // range covered by each dimension, in units of its axis; may exceed the
                                      // shape (pooled matrices)
    std::string unit;
    std::shared_ptr<const NumberBuffer> data;  // row-major
};

/// No value. Its copy operations are user-provided for the sake of Scalar (see Sentence::Nested).
struct Undefined {
    Undefined() = default;
    Undefined(const Undefined& /*other*/) noexcept {}
    Undefined& operator=(const Undefined& /*other*/) noexcept { return *this; }
    ~Undefined() = default;
    bool operator==(const Undefined& /*other*/) const { return true; }
};

/// Undefined (null in JSON), a number, text or a truth value.
using Scalar = std::variant<Undefined, double, std::string, bool>;

struct NamedValue {
    std::string name;
    Scalar value;
};

/// An object that only its view knows, shared by reference: what a view prepared, or its own result.
using Held = std::any;
/// Returns the object; null if there is none, or one of another type.
template <class T>
[[nodiscard]] const T* held(const Held& holder) {
    const auto* const shared = std::any_cast<std::shared_ptr<const T>>(&holder);
    return shared != nullptr ? shared->get() : nullptr;
}

/// The result of a view's sampling: immutable, shared with figures, readouts and exports.
struct Data {
    std::vector<Array> arrays;
    std::vector<NamedValue> values;
    std::vector<Message> warnings;
    std::string engine;
    bool partial = false;  // a coarse result that will be replaced
    /// Ids of parameters that files override, with the values used instead of those requested.
    std::vector<std::pair<std::string, Value>> used;
    /// The result of View::prepare() for these data; empty if the figures use nothing of it.
    Held prepared{};
    /// The view's own result, for exact values under the pointer where arrays are pooled; empty if it has
    /// none.
    Held detail{};

    [[nodiscard]] const Array* find(std::string_view name) const {
        for (const Array& array : arrays)
            if (array.name == name) return &array;
        return nullptr;
    }
    /// Returns NaN if there is no such value or it is not a number.
    [[nodiscard]] double number(std::string_view name) const {
        for (const NamedValue& value : values)
            if (value.name == name)
                if (const double* number = std::get_if<double>(&value.value)) return *number;
        return std::numeric_limits<double>::quiet_NaN();
    }
};

}  // namespace poslab
