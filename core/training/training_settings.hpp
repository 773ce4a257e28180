#pragma once

#include "core/base/one_of.hpp"
#include "core/training/training_scheme.hpp"
#include "core/training/training_task.hpp"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

namespace poslab {

/// A Llama-shaped decoder of bytes (core/decoder/decoder_shape.hpp has its formulas), as many key heads as heads, no biases.
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
    bool tied = true;  // the table of embeddings is the output matrix, too
    bool log_n = false;
    OneOf<TrainingScheme> scheme = "rope";

    [[nodiscard]] std::int64_t query_width() const { return heads * head_dim; }
};

/// All that decides about the result, beside the text.
struct TrainingSettings {
    ModelSettings model{};
    OneOf<TrainingTask> task = "text";
    std::int64_t steps = 1000;
    std::int64_t batch = 24;
    std::int64_t seed = 1;
    double learning_rate = 3e-3;  // the highest; it rises to it evenly, then falls as half a cosine
    double warm_up = 0.05;        // share of the steps that it rises
    double final_rate = 0.05;     // what is left of it at the end, as a share
    double beta1 = 0.9;
    double beta2 = 0.99;
    double weight_decay = 0.1;  // of matrices alone
    double clip = 1;            // longest gradient
};

/// A number of the settings: its name as a flag and in files, where it is, what it may be.
template <class Number>
struct SettingRow {
    std::string_view id;
    Number& (*of)(TrainingSettings&);
    Number least, most;
    std::string_view help;  // in English, of the command line
    Text label{};           // of the window, which does not ask for those that have none
};
[[nodiscard]] std::span<const SettingRow<std::int64_t>> integer_settings();
[[nodiscard]] std::span<const SettingRow<double>> real_settings();

/// Throws UsageError naming the flag, its value and what it may be.
void check_settings(const TrainingSettings& settings);

/// {flag: value}, all of them.
[[nodiscard]] nlohmann::ordered_json settings_json(const TrainingSettings& settings);

}  // namespace poslab
