#include "core/engine/engines.hpp"

#include "core/errors.hpp"

#include <fmt/format.h>

namespace poslab {

std::vector<EngineStatus> engine_statuses() {
    return {{"reference", &reference_engine(), ""},
            {"cpu", &cpu_engine(), ""},
            {"opengl", nullptr, "this version computes on the CPU only; the window draws with OpenGL"},
            {"cuda", nullptr, "this version computes on the CPU only"}};
}

const Engine& engine_named(std::string_view name) {
    if (name == "auto") return cpu_engine();
    for (const EngineStatus& status : engine_statuses()) {
        if (status.name != name) continue;
        if (status.engine == nullptr) throw Unavailable(fmt::format("engine {}: {}", name, status.reason));
        return *status.engine;
    }
    throw UsageError(fmt::format("--engine {}: must be one of auto, reference, cpu, opengl, cuda", name));
}

}  // namespace poslab
