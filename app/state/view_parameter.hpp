#pragma once

#include "core/views/view.hpp"

#include <cstddef>

namespace poslab {

/// A parameter of a view, for requests that may be carried out when the window shows another view.
struct ViewParameter {
    const View* view = nullptr;
    std::size_t index = 0;

    [[nodiscard]] const Descriptor& descriptor() const { return view->parameters()[index]; }
};

}  // namespace poslab
