#pragma once

#include "core/engine/engine.hpp"
#include "core/views/data.hpp"

#include <memory>
#include <utility>

namespace poslab {

/// Data as they are handed on, named after what `engine` used so far: they keep it alive, which may still compute for them (the
/// states of a memory between those that were kept).
[[nodiscard]] inline std::shared_ptr<const Data> kept_with(Data data, std::shared_ptr<const Engine> engine) {
    struct Kept {
        std::shared_ptr<const Engine> engine;  // first: it goes last
        Data data;
    };
    data.engine = engine->name();
    const auto kept = std::make_shared<const Kept>(Kept{std::move(engine), std::move(data)});
    return {kept, &kept->data};
}

}  // namespace poslab
