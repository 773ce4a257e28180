#include "core/documents/pooled_arrays.hpp"

#include "core/base/number_format.hpp"
#include "core/params/descriptor.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <utility>

namespace poslab {

namespace {

const ArrayInfo* info_of(const View& view, std::string_view name) {
    for (const ArrayInfo& info : view.info().arrays)
        if (info.name == name) return &info;
    return nullptr;
}

/// Returns sizes as "1024 × 1024".
std::string product(const std::vector<std::int64_t>& sizes) {
    std::string text;
    for (const std::int64_t size : sizes) text += (text.empty() ? "" : " × ") + std::to_string(size);
    return text;
}

/// Describes the values by the parameter `pool`.
Message pooled_as_chosen(const View& view, const Values& values, const std::string& shape,
                         const std::string& cells) {
    const int at = parameter_index(view, "pool");
    const auto* choice = at < 0 ? nullptr : std::get_if<ChoiceIndex>(&values[static_cast<std::size_t>(at)]);
    const std::string_view pool = choice == nullptr
                                      ? "mean"
                                      : view.parameters()[static_cast<std::size_t>(at)]
                                            .domain.choices[static_cast<std::size_t>(choice->index)]
                                            .id;
    if (pool == "max") return tr("{} maxima of {} cells", shape, cells);
    if (pool == "sample") return tr("{} samples of {} cells", shape, cells);
    return tr("{} means of {} cells", shape, cells);
}

/// Returns "1024 × 1024 means of 2048 × 2048 cells".
Message reduction_sentence(const View& view, const Values& values, Reduction reduction, const Array& array) {
    const std::string shape = product(array.shape), cells = product(cells_of(array));
    switch (reduction) {
        case Reduction::window:
        case Reduction::pool:
            return pooled_as_chosen(view, values, shape, cells);
        case Reduction::means:
            return tr("{} means of {} cells", shape, cells);
        case Reduction::maxima:
            return tr("{} maxima of {} cells", shape, cells);
        case Reduction::largest:
            return tr("{} cells of {}, each the largest in absolute value", shape, cells);
        case Reduction::farthest:
            return tr("{} cells of {}, each the farthest from the definition", shape, cells);
        case Reduction::points:
            break;
    }
    return tr("{} points of {}", shape, cells);
}

/// True if the user chose this number of rows and columns.
bool has_chosen_resolution(const View& view, const Values& values, const Array& array) {
    const Value* value = value_of(view, values, "resolution");
    const auto* chosen = value == nullptr ? nullptr : std::get_if<Resolution>(value);
    const std::size_t count = array.shape.size();
    return chosen != nullptr && chosen->set && count >= 2 && array.shape[count - 2] == chosen->height &&
           array.shape[count - 1] == chosen->width;
}

/// Returns how to get every cell: "--resolution 2048x2048 gives every cell".
Message remedy(const Array& array, Spelling spelling) {
    const std::vector<std::int64_t> cells = cells_of(array);
    double all = 1;
    for (const std::int64_t size : cells) all *= static_cast<double>(size);
    const bool python = spelling == Spelling::python;
    if (all > static_cast<double>(max_matrix_cells))
        return tr("at most {} cells are written; {} and {} select a part", format_integer(max_matrix_cells),
                  python ? "rows=(A, B)" : "--rows A:B", python ? "cols=(A, B)" : "--cols A:B");
    const std::int64_t rows = cells[cells.size() - 2], columns = cells.back();
    return tr("{} gives every cell", python ? fmt::format("resolution=({}, {})", columns, rows)
                                            : fmt::format("--resolution {}x{}", columns, rows));
}

}  // namespace

std::vector<std::int64_t> cells_of(const Array& array) {
    std::vector<std::int64_t> cells = array.shape;
    for (std::size_t n = 0; n < std::min(cells.size(), array.extents.size()); ++n)
        cells[n] = std::max(cells[n], array.extents[n].size());
    return cells;
}

bool is_pooled(const Array& array) { return cells_of(array) != array.shape; }

std::vector<Message> pooling_notes(const View& view, const Values& values, const Data& data,
                                   Spelling spelling) {
    std::vector<std::pair<Message, std::string>> found;  // each sentence with the names of its arrays
    for (const Array& array : data.arrays) {
        if (!is_pooled(array)) continue;
        const ArrayInfo* info = info_of(view, array.name);
        const Reduction reduction = info == nullptr ? Reduction::points : info->reduction;
        const bool by_window = reduction == Reduction::window && array.shape.size() >= 2;
        if (by_window && has_chosen_resolution(view, values, array)) continue;
        Message message = reduction_sentence(view, values, reduction, array);
        if (by_window) message = tr("{}; {}", message, remedy(array, spelling));
        const auto known =
            std::find_if(found.begin(), found.end(), [&](const auto& one) { return one.first == message; });
        if (known == found.end())
            found.emplace_back(std::move(message), array.name);
        else
            known->second += ", " + array.name;
    }
    std::vector<Message> notes;
    for (const auto& [message, names] : found) notes.push_back(tr("{}: {}", names, message));
    return notes;
}

}  // namespace poslab
