#pragma once

#include "core/engine/engine.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace poslab {

/// What `doctor` says of an engine.
struct EngineStatus {
    std::string name;
    const Engine* engine = nullptr;  // null: not on this machine or not in this build
    std::string reason;              // why not
};

/// All engines that the program knows of, present or not, `auto` apart.
[[nodiscard]] std::vector<EngineStatus> engine_statuses();

/// `auto` is the fastest one present. Throws UsageError for an unknown name, Unavailable for an absent engine.
[[nodiscard]] const Engine& engine_named(std::string_view name);

}  // namespace poslab
