#pragma once

#include "core/views/view.hpp"

#include <utility>

namespace poslab {

/// Adds those arrays to `data` that were asked for; the others are not computed.
class ArrayAdder {
  public:
    ArrayAdder(Data& data, const SampleRequest& request) : data_(data), request_(request) {}

    [[nodiscard]] bool wants(std::string_view name) const { return request_.wants(name); }

    template <class Make>
    void vector(std::string_view name, std::string_view axis, std::string_view unit, Make&& make) {
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
    /// [rows, columns], whose rows cover `extent` positions.
    template <class Make>
    void map(std::string_view name, std::int64_t rows, std::int64_t columns, std::int64_t extent, Make&& make) {
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
