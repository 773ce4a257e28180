#include "core/params/groups/bias.hpp"

#include <nlohmann/json.hpp>

namespace poslab {

nlohmann::json BiasGroup::fills(const Value& bias) {
    switch (static_cast<Bias>(std::get<ChoiceIndex>(bias).index)) {
        case Bias::kerple_log:
            return {{"r1", 1.0}, {"r2", 1.0}};
        case Bias::kerple_power:
            return {{"r1", 0.01}, {"r2", 1.0}};
        default:
            return nlohmann::json::object();
    }
}

}  // namespace poslab
