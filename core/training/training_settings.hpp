#pragma once

#include "core/base/one_of.hpp"
#include "core/training/training_scheme.hpp"
#include "core/training/training_task.hpp"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

namespace poslab {

/// A Llama-shaped decoder of bytes (formulas: core/decoder/decoder_shape.hpp), with as many key heads as
/// heads and no biases.
struct ModelSettings {
    std::int64_t vocabulary = 256;
    std::int64_t layers = 2;
    std::int64_t width = 128;
    std::int64_t heads = 4;
    std::int64_t head_dim = 32;
    std::int64_t intermediate = 344;
    std::int64_t train_length = 128;
    std::int64_t window = 32;
    double base = 10'000;
    double norm_epsilon = 1e-5;
    bool tied = true;  // the embeddings are also the output matrix
    bool log_n = false;
    OneOf<TrainingScheme> scheme = "rope";

    [[nodiscard]] std::int64_t query_width() const { return heads * head_dim; }
};

/// All settings that affect the result, except the text.
struct TrainingSettings {
    ModelSettings model{};
    OneOf<TrainingTask> task = "text";
    std::int64_t steps = 1000;
    std::int64_t batch = 24;
    std::int64_t seed = 1;
    double learning_rate = 3e-3;  // maximum; reached by linear warm-up, followed by cosine decay
    double warm_up = 0.05;        // share of the steps with rising rate
    double final_rate = 0.05;     // share of the maximum at the end
    double beta1 = 0.9;
    double beta2 = 0.99;
    double weight_decay = 0.1;  // of matrices only
    double clip = 1;            // maximum gradient norm
};

/// A numeric setting: its name as a flag and in files, its location and its range.
template <class Number>
struct SettingRow {
    std::string_view id;
    Number& (*of)(TrainingSettings&);
    Number least, most;
    std::string_view help;  // English, for the command line
    Text label{};           // of the window, which omits settings without one
};
[[nodiscard]] std::span<const SettingRow<std::int64_t>> integer_settings();
[[nodiscard]] std::span<const SettingRow<double>> real_settings();

/// Throws UsageError naming the flag, its value and its range.
void check_settings(const TrainingSettings& settings);

/// Returns all settings as {flag: value}.
[[nodiscard]] nlohmann::ordered_json settings_json(const TrainingSettings& settings);

}  // namespace poslab
