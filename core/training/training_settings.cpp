#include "core/training/training_settings.hpp"

#include "core/base/errors.hpp"
#include "core/base/free_memory.hpp"
#include "core/training/network.hpp"
#include "core/training/parameter_layout.hpp"

#include <array>
#include <string>

namespace poslab {

namespace {

using Settings = TrainingSettings;

template <class Number>
void check_row(const SettingRow<Number>& row, TrainingSettings& settings) {
    const Number value = row.of(settings);
    if (value >= row.least && value <= row.most) return;
    throw UsageError(tr("--{} {}: must be in [{}, {}]", row.id, value, row.least, row.most));
}

/// Returns the memory for parameters, gradients, moments and the arrays of a step.
double needed_bytes(const TrainingSettings& settings) {
    const double parameters = static_cast<double>(parameter_layout(settings.model).size);
    const double pieces = static_cast<double>(step_shards(settings.batch));
    const double sequences = static_cast<double>(settings.batch);
    return 4 * (parameters * (4 + pieces) +
                sequences * numbers_of_sequence(settings.model, settings.model.train_length));
}

}  // namespace

std::span<const SettingRow<std::int64_t>> integer_settings() {
    static const std::array rows{
        SettingRow<std::int64_t>{"layers", [](Settings& s) -> std::int64_t& { return s.model.layers; }, 1, 64,
                                 "number of layers", "Layers"_tr},
        SettingRow<std::int64_t>{"width", [](Settings& s) -> std::int64_t& { return s.model.width; }, 1, 8192,
                                 "hidden size", "Width"_tr},
        SettingRow<std::int64_t>{"heads", [](Settings& s) -> std::int64_t& { return s.model.heads; }, 1, 256,
                                 "heads per layer", "Heads"_tr},
        SettingRow<std::int64_t>{"head-dim", [](Settings& s) -> std::int64_t& { return s.model.head_dim; }, 2,
                                 512, "head dimension, even", "Head dimension"_tr},
        SettingRow<std::int64_t>{"intermediate",
                                 [](Settings& s) -> std::int64_t& { return s.model.intermediate; }, 1, 32'768,
                                 "hidden width of the gated MLP", "Gated width"_tr},
        SettingRow<std::int64_t>{"train-length",
                                 [](Settings& s) -> std::int64_t& { return s.model.train_length; }, 2, 16'384,
                                 "sequence length in bytes", "Trained length"_tr},
        SettingRow<std::int64_t>{"window", [](Settings& s) -> std::int64_t& { return s.model.window; }, 1,
                                 16'384, "visible keys per query, in schemes with a window",
                                 "Window"_tr.as("scheme")},
        SettingRow<std::int64_t>{"steps", [](Settings& s) -> std::int64_t& { return s.steps; }, 1, 10'000'000,
                                 "steps", "Steps"_tr.as("training")},
        SettingRow<std::int64_t>{"batch", [](Settings& s) -> std::int64_t& { return s.batch; }, 1, 4096,
                                 "sequences per step", "Batch"_tr},
        SettingRow<std::int64_t>{"seed", [](Settings& s) -> std::int64_t& { return s.seed; }, 0,
                                 4'294'967'295, "of initial parameters and sampled text", "Seed"_tr},
    };
    return rows;
}

std::span<const SettingRow<double>> real_settings() {
    static const std::array rows{
        SettingRow<double>{"base", [](Settings& s) -> double& { return s.model.base; }, 2, 1e12, "RoPE base",
                           "Base"_tr},
        SettingRow<double>{"learning-rate", [](Settings& s) -> double& { return s.learning_rate; }, 1e-9, 1e3,
                           "maximum", "Learning rate"_tr},
        SettingRow<double>{"warm-up", [](Settings& s) -> double& { return s.warm_up; }, 0, 1,
                           "share of steps with rising learning rate"},
        SettingRow<double>{"final-rate", [](Settings& s) -> double& { return s.final_rate; }, 0, 1,
                           "share of the learning rate left at the end"},
        SettingRow<double>{"beta1", [](Settings& s) -> double& { return s.beta1; }, 0, 0.999999,
                           "AdamW, decay of the mean"},
        SettingRow<double>{"beta2", [](Settings& s) -> double& { return s.beta2; }, 0, 0.999999,
                           "AdamW, decay of the mean square"},
        SettingRow<double>{"weight-decay", [](Settings& s) -> double& { return s.weight_decay; }, 0, 100,
                           "of matrices only"},
        SettingRow<double>{"clip", [](Settings& s) -> double& { return s.clip; }, 1e-6, 1e9,
                           "maximum gradient norm"},
    };
    return rows;
}

void check_settings(const TrainingSettings& settings) {
    TrainingSettings copy = settings;
    for (const auto& row : integer_settings()) check_row(row, copy);
    for (const auto& row : real_settings()) check_row(row, copy);
    if (settings.model.head_dim % 2 != 0)
        throw UsageError(
            tr("--head-dim {}: must be even, since pairs of dimensions rotate", settings.model.head_dim));
    check_memory(needed_bytes(settings), "these settings"_tr);
}

nlohmann::ordered_json settings_json(const TrainingSettings& settings) {
    TrainingSettings copy = settings;
    nlohmann::ordered_json json{{"task", std::string(settings.task->id)},
                                {"scheme", std::string(settings.model.scheme->id)},
                                {"log-n", settings.model.log_n},
                                {"untied", !settings.model.tied}};
    for (const auto& row : integer_settings()) json[std::string(row.id)] = row.of(copy);
    for (const auto& row : real_settings()) json[std::string(row.id)] = row.of(copy);
    return json;
}

LayerAttention attention_of(const ModelSettings& model, std::int64_t layer) {
    LayerAttention attention = model.scheme->of_layer(model, layer);
    attention.log_n = attention.log_n || model.log_n;
    return attention;
}

}  // namespace poslab
