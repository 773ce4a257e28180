#include "core/views/bias_decay/bias_decay_parameters.hpp"

#include <nlohmann/json.hpp>

namespace poslab::bias_decay {

nlohmann::json BiasDecayGroup::expand_preset(const Value& initialisation) {
    switch (static_cast<Initialisation>(std::get<ChoiceIndex>(initialisation).index)) {
        case Initialisation::own:
            break;
        case Initialisation::zero:
            return {{"bias-vector", "zero"}};
        case Initialisation::normal:
            return {{"bias-vector", "gaussian"}, {"bias-scale", 0.01}};
        case Initialisation::sandwich:
            return {{"bias-vector", "sandwich"}, {"lambda", 0.1}, {"bias-scale", 1}};
        case Initialisation::by_length:
            return {{"bias-vector", "sandwich"}, {"bias-scale", 1}};
    }
    return nlohmann::json::object();
}

nlohmann::json BiasDecayGroup::model_fills(const Value& from_model) {
    return std::get<bool>(from_model) ? first_model_fills() : nlohmann::json::object();
}

}  // namespace poslab::bias_decay
