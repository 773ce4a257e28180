#pragma once

#include "core/engine/catalogue.hpp"

#include <memory>

namespace poslab::gpu {

/// All engines of the program: reference, cpu, opengl, cuda. Nothing of a graphics processor is loaded before the catalogue is
/// asked for it.
[[nodiscard]] std::shared_ptr<const EngineCatalogue> program_engines();

}  // namespace poslab::gpu
