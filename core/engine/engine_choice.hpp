#pragma once

#include "core/engine/catalogue.hpp"
#include "core/engine/engine.hpp"

#include <memory>
#include <string>

namespace poslab {

/// Which engine computes: one of the catalogue, or "auto".
struct EngineChoice {
    std::string name = "auto";
    std::shared_ptr<const EngineCatalogue> catalogue{};  // null: reference and cpu alone

    /// The engine of a computation: one asked for by name, or one that chooses anew for every operation (AutoEngine) and tells what
    /// it chose. Cheap, and a device is started only by name. What was computed with it may hold on to it (a memory its scan):
    /// keep it as long (`kept_with`). Throws UsageError, Unavailable as EngineCatalogue::named does.
    [[nodiscard]] std::shared_ptr<const Engine> engine() const;

    bool operator==(const EngineChoice&) const = default;
};

}  // namespace poslab
