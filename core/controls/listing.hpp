#pragma once

#include "core/views/view.hpp"

#include <cstddef>
#include <vector>

namespace poslab {

/// True if a parameter without slider has a control: a menu, switch, field or list.
[[nodiscard]] bool has_row(const Descriptor& descriptor);

/// The section that lists a parameter: what is computed, its rarely needed part, and how it is drawn.
enum class ListSection { parameters, rare, display };
[[nodiscard]] ListSection section_of(const Descriptor& descriptor);

/// Returns the indices of the parameters of `section` that have a control and, with these values, an effect
/// on the figure. Presets and configs come first, then choices, then sliders, chips and texts; within each by
/// order, sliders first at equal order.
[[nodiscard]] std::vector<std::size_t> listed_parameters(const View& view, const FigureInfo& figure,
                                                         const Values& values, ListSection section);

}  // namespace poslab
