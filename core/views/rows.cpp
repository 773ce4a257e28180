#include "core/views/rows.hpp"

namespace poslab {

void add_array(std::string_view name, std::string_view axes, std::string_view unit, Numbers numbers,
               Data& data) {
    if (numbers.values == nullptr) return;
    if (!numbers.axes.empty()) axes = numbers.axes;
    if (numbers.shape.empty()) numbers.shape = {std::ssize(*numbers.values)};
    if (numbers.extents.empty())
        for (const std::int64_t size : numbers.shape) numbers.extents.push_back({0, size});
    constexpr std::string_view between = ", ";
    std::vector<std::string> names;
    for (std::size_t begin = 0; begin <= axes.size();) {
        const std::size_t end = std::min(axes.find(between, begin), axes.size());
        names.emplace_back(axes.substr(begin, end - begin));
        begin = end + between.size();
    }
    data.arrays.push_back({std::string(name), std::move(numbers.shape), std::move(names),
                           std::move(numbers.extents), std::string(unit), std::move(numbers.values)});
}

void cover_axis(std::string_view axis, IndexRange covered, Data& data) {
    for (Array& array : data.arrays)
        for (std::size_t n = 0; n < array.axes.size(); ++n)
            if (array.axes[n] == axis && array.shape[n] < covered.size()) array.extents[n] = covered;
}

}  // namespace poslab
