#include "core/conformance/vector_axes.hpp"

#include "core/base/errors.hpp"
#include "core/conformance/layout.hpp"
#include "core/conformance/shapes.hpp"
#include "core/files/tensor_info.hpp"

#include <algorithm>
#include <utility>

namespace poslab {

namespace {

std::vector<RowAxis> plain_axes(const std::vector<std::int64_t>& shape) {
    std::vector<RowAxis> axes;
    std::int64_t stride = 1;
    for (std::size_t d = shape.size() - 1; d-- > 0;) {
        axes.push_back({std::nullopt, d, shape[d], stride});
        stride *= std::max<std::int64_t>(1, shape[d]);
    }
    std::reverse(axes.begin(), axes.end());
    return axes;
}

/// Drops axes of size 1 from the left until as many are left as were declared.
std::vector<std::size_t> declared_axes(const std::vector<RowAxis>& axes, std::size_t count) {
    std::vector<std::size_t> left;
    std::size_t surplus = axes.size() > count ? axes.size() - count : 0;
    for (std::size_t n = 0; n < axes.size(); ++n) {
        const bool skipped = surplus > 0 && axes[n].size == 1;
        if (skipped)
            --surplus;
        else
            left.push_back(n);
    }
    return left;
}

}  // namespace

std::vector<RowAxis> axes_of_vectors(const NumberArray& array, const std::vector<std::int64_t>& shape,
                                     std::string_view layout, bool heads_split) {
    std::vector<RowAxis> axes = plain_axes(shape);
    if (heads_split) axes.back().kind = AxisKind::heads;
    if (layout.empty()) return axes;
    std::vector<AxisKind> kinds = declared_layout(layout).axes;
    const bool names_heads = std::find(kinds.begin(), kinds.end(), AxisKind::heads) != kinds.end();
    if (heads_split && !names_heads) kinds.push_back(AxisKind::heads);
    const std::vector<std::size_t> left = declared_axes(axes, kinds.size());
    if (left.size() != kinds.size())
        throw InputError(
            tr("{}: its shape {} does not fit --layout {}", array.place, shape_text(array.shape), layout));
    for (std::size_t n = 0; n < kinds.size(); ++n) axes[left[n]].kind = kinds[n];
    return axes;
}

std::vector<PositionNumbering> position_places(const std::vector<RowAxis>& axes,
                                               const NumberArray* positions) {
    const std::vector<std::int64_t> shape =
        positions != nullptr ? squeezed(positions->shape) : std::vector<std::int64_t>{};
    const bool declared = std::any_of(axes.begin(), axes.end(),
                                      [](const RowAxis& axis) { return axis.kind == AxisKind::tokens; });
    std::vector<PositionNumbering> places;
    const auto add = [&](const RowAxis& tokens, const std::optional<RowAxis>& texts) {
        PositionNumbering numbering{tokens, texts, {}};
        for (const RowAxis& axis : axes)
            if (axis.dimension != tokens.dimension) numbering.others.push_back(axis);
        places.push_back(std::move(numbering));
    };
    for (std::size_t n = axes.size(); n-- > 0;) {
        const RowAxis& axis = axes[n];
        if (declared && axis.kind != AxisKind::tokens) continue;
        const bool one_each = declared && axis.size == 1 && shape.size() == 1;  // a step of several texts
        if (shape.size() == 2 || one_each) {
            for (const RowAxis& texts : axes)
                if (texts.dimension != axis.dimension && (declared || texts.dimension < axis.dimension) &&
                    texts.size == shape[0] && axis.size == (one_each ? 1 : shape[1]) &&
                    (!one_each || texts.kind == AxisKind::batch))
                    add(axis, texts);
        } else if (positions == nullptr || axis.size == std::ssize(positions->values)) {
            add(axis, std::nullopt);
        }
    }
    return places;
}

std::vector<double> positions_along(const PositionNumbering& numbering, std::int64_t rows,
                                    const std::vector<double>& positions) {
    std::vector<double> all;
    all.reserve(static_cast<std::size_t>(rows));
    for (std::int64_t row = 0; row < rows; ++row) {
        std::int64_t index = numbering.tokens.index(row);
        if (numbering.texts) index += numbering.texts->index(row) * numbering.tokens.size;
        all.push_back(positions.empty() ? static_cast<double>(index)
                                        : positions[static_cast<std::size_t>(index)]);
    }
    return all;
}

}  // namespace poslab
