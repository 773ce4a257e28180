#pragma once

#include "core/base/errors.hpp"
#include "core/training/network.hpp"
#include "core/training/training_state.hpp"

#include <optional>
#include <string>
#include <vector>

namespace poslab {

/// The loss became NaN, infinite, or far larger than at first: a setting is unsuitable.
struct Diverged : UsageError {
    using UsageError::UsageError;
};

/// The evaluation of the model on held-out pieces.
struct HeldOut {
    double loss = 0;                    // mean, nats per token
    std::vector<double> by_position{};  // [length], its mean
    std::optional<double> recalled{},
        recall_loss{};  // on tokens that require looking back: accuracy, mean loss
};

/// Returns the beginning of the held-out part of a text, its last tenth.
[[nodiscard]] inline std::int64_t held_out_begin(std::uint64_t bytes) {
    return static_cast<std::int64_t>(bytes / 10 * 9);
}

/// Trains one model, step by step; results do not depend on the number of threads.
class Trainer {
  public:
    /// Throws UsageError for invalid settings, InputError naming `text_name` for a text that is too short for
    /// them.
    Trainer(const TrainingSettings& settings, std::string text, const std::string& text_name);

    Trainer(const Trainer&) = delete;
    Trainer& operator=(const Trainer&) = delete;

    /// Resumes from a state. Throws InputError naming `name` if it belongs to another model or is beyond the
    /// last step.
    void go_on(TrainingState state, const std::string& name);

    [[nodiscard]] const TrainingSettings& settings() const { return settings_; }
    [[nodiscard]] const TrainingState& state() const { return state_; }
    [[nodiscard]] bool done() const { return state_.step() >= settings_.steps; }
    [[nodiscard]] std::int64_t tokens_per_step() const {
        return settings_.batch * settings_.model.train_length;
    }
    [[nodiscard]] nlohmann::ordered_json identity() const { return training_identity(settings_, text_); }
    /// True if the last step's loss is not far above the first: the state may be saved.
    [[nodiscard]] bool sound() const;

    /// Returns the loss before the step. Throws Diverged, or Cancelled, and leaves the state unchanged.
    double take_step(const Job& job = {});
    /// Evaluates pieces of `length` tokens from the end of the text.
    [[nodiscard]] HeldOut held_out(std::int64_t length, std::int64_t pieces, const Job& job = {}) const;
    [[nodiscard]] std::string_view held_out_text() const { return held_out_.text; }
    /// Records the checkpoint of the current step, which must be later than the recorded ones.
    void note(Checkpoint checkpoint) { state_.record.checkpoints.push_back(std::move(checkpoint)); }

  private:
    struct Shard {
        std::int64_t first, sequences;
        Network<float> network;
        std::vector<float> gradient;
        double loss = 0;
    };
    [[nodiscard]] double rate() const;
    void read_pieces(Shard& shard, const Job& job);
    double sum_gradients();
    void move(double scale);

    TrainingSettings settings_;
    std::string text_;
    TaskText training_, held_out_;
    TrainingState state_;
    std::vector<NamedTensor> tensors_;
    std::vector<Shard> shards_;
};

}  // namespace poslab
