#pragma once

#include "core/engine/catalogue.hpp"
#include "gpu/opengl/offered_context.hpp"

#include <memory>

namespace poslab::gpu {

/// All engines of the program: reference, cpu, opengl, cuda. Nothing of a graphics processor is loaded before the catalogue is
/// asked for it. Where a window has offered a context until then, opengl computes on the window's device.
[[nodiscard]] std::shared_ptr<const EngineCatalogue> program_engines(
    const std::shared_ptr<OfferedContext>& window = std::make_shared<OfferedContext>());

}  // namespace poslab::gpu
