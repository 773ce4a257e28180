#pragma once

#include "core/training/training_settings.hpp"

namespace poslab::test {

/// Settings that train quickly.
inline TrainingSettings quick_settings() {
    TrainingSettings settings;
    settings.model.width = 24;
    settings.model.heads = 2;
    settings.model.head_dim = 12;
    settings.model.intermediate = 40;
    settings.model.train_length = 24;
    settings.model.window = 8;
    settings.steps = 60;
    settings.batch = 10;
    settings.learning_rate = 1e-2;
    return settings;
}

}  // namespace poslab::test
