#pragma once

#include "core/views/data.hpp"

#include <limits>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace poslab {

/// An array's numbers, shared with it.
using Column = std::shared_ptr<const std::vector<double>>;

[[nodiscard]] inline Column shared_column(std::vector<double> values) {
    return std::make_shared<const std::vector<double>>(std::move(values));
}

/// The n-th number; NaN where there is none.
[[nodiscard]] inline double number_at(const Column& column, std::size_t n) {
    return n < column->size() ? (*column)[n] : std::numeric_limits<double>::quiet_NaN();
}

/// Empty, but not null, where there is no such array or nothing at all yet.
[[nodiscard]] inline Column column_in(const Data* data, std::string_view name) {
    static const Column nothing = shared_column({});
    const Array* array = data == nullptr ? nullptr : data->find(name);
    return array != nullptr ? array->data : nothing;
}

}  // namespace poslab
