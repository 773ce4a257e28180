#include "core/views/computed.hpp"

#include "core/engine/engine.hpp"

#include <utility>

namespace poslab {

std::shared_ptr<const Data> kept_with(Data data, std::shared_ptr<const Engine> engine) {
    struct Kept {
        std::shared_ptr<const Engine> engine;  // declared first: destroyed last
        Data data;
    };
    data.engine = engine->name();
    const auto found = std::make_shared<const Kept>(Kept{std::move(engine), std::move(data)});
    return {found, &found->data};
}

}  // namespace poslab
