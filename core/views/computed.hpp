#pragma once

#include "core/views/data.hpp"

#include <memory>

namespace poslab {

class Engine;

/// Names the data after what `engine` has used up to now and keeps the engine alive with them; it may still
/// compute for them (states of a memory between the cached ones).
[[nodiscard]] std::shared_ptr<const Data> with_engine(Data data, std::shared_ptr<const Engine> engine);

}  // namespace poslab
