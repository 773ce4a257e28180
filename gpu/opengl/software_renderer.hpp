#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace poslab::gpu {

/// True if the renderer named by a driver (GL_RENDERER) runs on the processor.
[[nodiscard]] inline bool is_software_renderer(std::string_view renderer) {
    constexpr std::array<std::string_view, 4> names{"llvmpipe", "softpipe", "swrast", "SwiftShader"};
    return std::ranges::any_of(
        names, [&](std::string_view name) { return renderer.find(name) != std::string_view::npos; });
}

}  // namespace poslab::gpu
