#pragma once

#include "core/views/view.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <utility>

namespace poslab {

/// Adds those arrays to `data` that were asked for; the others are not computed.
class ArrayAdder {
  public:
    ArrayAdder(Data& data, const SampleRequest& request) : data_(data), request_(request) {}

    [[nodiscard]] bool wants(std::string_view name) const { return request_.wants(name); }
    [[nodiscard]] bool wants_any(std::initializer_list<std::string_view> names) const {
        return std::any_of(names.begin(), names.end(), [&](std::string_view name) { return wants(name); });
    }
    /// By its name, not as one of all.
    [[nodiscard]] bool named(std::string_view name) const { return !request_.arrays.empty() && wants(name); }
    [[nodiscard]] bool names_any(std::initializer_list<std::string_view> names) const {
        return !request_.arrays.empty() && wants_any(names);
    }

    template <class Make>
    void vector(std::string_view name, std::string_view axis, std::string_view unit, Make&& make) const {
        if (!wants(name)) return;
        std::vector<double> values = make();
        const auto n = static_cast<std::int64_t>(values.size());
        data_.arrays.push_back({std::string(name),
                                {n},
                                {std::string(axis)},
                                {{0, n}},
                                std::string(unit),
                                std::make_shared<const std::vector<double>>(std::move(values))});
    }
    /// `values` [rows, columns], wanted or not, whose axes cover `extents`, or just their rows and columns.
    void matrix(std::string_view name, std::array<std::string_view, 2> axes, std::int64_t rows, std::vector<double> values,
                std::optional<std::array<std::int64_t, 2>> extents = {}) const {
        const std::int64_t columns = rows > 0 ? static_cast<std::int64_t>(values.size()) / rows : 0;
        const auto [height, width] = extents.value_or(std::array{rows, columns});
        data_.arrays.push_back({std::string(name),
                                {rows, columns},
                                {std::string(axes[0]), std::string(axes[1])},
                                {{0, height}, {0, width}},
                                "",
                                std::make_shared<const std::vector<double>>(std::move(values))});
    }
    /// [rows, columns], whose rows cover `extent` positions.
    template <class Make>
    void map(std::string_view name, std::int64_t rows, std::int64_t columns, std::int64_t extent, Make&& make) const {
        if (!wants(name)) return;
        std::vector<double> values;
        values.reserve(static_cast<std::size_t>(rows * columns));
        for (std::int64_t row = 0; row < rows; ++row)
            for (std::int64_t column = 0; column < columns; ++column)
                values.push_back(make(row * extent / rows, (row + 1) * extent / rows, static_cast<std::size_t>(column)));
        data_.arrays.push_back({std::string(name),
                                {rows, columns},
                                {"position", "dimension"},
                                {{0, extent}, {0, columns}},
                                "",
                                std::make_shared<const std::vector<double>>(std::move(values))});
    }

  private:
    Data& data_;
    const SampleRequest& request_;
};

}  // namespace poslab
