#pragma once

#include "core/views/data.hpp"

#include <memory>

namespace poslab {

class Engine;

/// Data as they are handed on, named after what `engine` used so far: they keep it alive, which may still compute for them (the
/// states of a memory between those that were kept).
[[nodiscard]] std::shared_ptr<const Data> kept_with(Data data, std::shared_ptr<const Engine> engine);

}  // namespace poslab
