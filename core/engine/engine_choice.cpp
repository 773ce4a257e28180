#include "core/engine/engine_choice.hpp"

#include "core/engine/auto_engine.hpp"

namespace poslab {

std::shared_ptr<const Engine> EngineChoice::engine() const {
    const auto engines = catalogue ? catalogue : std::make_shared<const EngineCatalogue>(processor_sources());
    if (name == "auto") return std::make_shared<const AutoEngine>(engines);
    return {engines, &engines->named(name)};
}

}  // namespace poslab
