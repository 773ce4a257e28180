#include "core/views/computed.hpp"

#include "core/engine/engine.hpp"

#include <utility>

namespace poslab {

std::shared_ptr<const Data> with_engine(Data data, std::shared_ptr<const Engine> engine) {
    struct Computed {
        std::shared_ptr<const Engine> engine;  // declared first: destroyed last
        Data data;
    };
    data.engine = engine->name();
    const auto found = std::make_shared<const Computed>(Computed{std::move(engine), std::move(data)});
    return {found, &found->data};
}

}  // namespace poslab
