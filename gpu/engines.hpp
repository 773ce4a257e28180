#pragma once

#include "core/engine/catalogue.hpp"
#include "gpu/opengl/offered_context.hpp"

#include <memory>

namespace poslab::gpu {

/// Returns all engines of the program: reference, cpu, opengl, cuda. No graphics library is loaded before an
/// engine of the catalogue is used. If a window has offered a context by then, opengl computes on the
/// window's device.
[[nodiscard]] std::shared_ptr<const EngineCatalogue> program_engines(
    const std::shared_ptr<OfferedContext>& window = std::make_shared<OfferedContext>());

}  // namespace poslab::gpu
