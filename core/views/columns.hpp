#pragma once

#include "core/views/data.hpp"

#include <limits>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace poslab {

/// The numbers of an array, shared with it.
using Column = std::shared_ptr<const NumberBuffer>;

[[nodiscard]] inline Column shared_column(NumberBuffer values) {
    return std::make_shared<const NumberBuffer>(std::move(values));
}

/// Returns the n-th number, or NaN if there is none.
[[nodiscard]] inline double number_at(const Column& column, std::size_t n) {
    return n < column->size() ? (*column)[n] : std::numeric_limits<double>::quiet_NaN();
}

/// Returns the numbers of an array; empty (never null) if there is no such array or no data yet.
[[nodiscard]] inline Column column_in(const Data* data, std::string_view name) {
    static const Column nothing = shared_column({});
    const Array* array = data == nullptr ? nullptr : data->find(name);
    return array != nullptr ? array->data : nothing;
}

}  // namespace poslab
