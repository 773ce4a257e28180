#pragma once

#include "core/engine/catalogue.hpp"
#include "core/engine/engine.hpp"

#include <memory>
#include <string>

namespace poslab {

/// The engine that computes: one of the catalogue, or "auto".
struct EngineChoice {
    std::string name = "auto";
    std::shared_ptr<const EngineCatalogue> catalogue{};  // null: only reference and cpu

    /// Returns the engine for one computation: the named one, or one that chooses for every operation
    /// (AutoEngine) and reports its choice. Cheap; only a named device is started. Results may refer to it (a
    /// memory to its scan): keep it as long as they live (`with_engine`). Throws UsageError, Unavailable as
    /// EngineCatalogue::named does.
    [[nodiscard]] std::shared_ptr<const Engine> engine() const;

    bool operator==(const EngineChoice&) const = default;
};

}  // namespace poslab
