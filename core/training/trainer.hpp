#pragma once

#include "core/base/errors.hpp"
#include "core/training/network.hpp"
#include "core/training/training_state.hpp"

#include <optional>
#include <string>
#include <vector>

namespace poslab {

/// The loss became no number, or far larger than it was at first.
struct Diverged : ErrorOf<1> {
    using ErrorOf::ErrorOf;
};

/// How well the model does on pieces of what it was not trained on.
struct HeldOut {
    double loss = 0;                    // mean, nats a token
    std::vector<double> by_position{};  // [length], its mean
    std::optional<double> recalled{},
        recall_loss{};  // of the tokens that only looking back can tell: the share told right, mean loss
};

/// Where the part of a text of so many bytes begins that is held out: its last tenth.
[[nodiscard]] inline std::int64_t held_out_begin(std::uint64_t bytes) { return static_cast<std::int64_t>(bytes / 10 * 9); }

/// Trains one model, step by step: the same numbers whatever the number of threads.
class Trainer {
  public:
    /// Throws UsageError for settings that do not fit, InputError naming `text_name` for a text that is too short for them.
    Trainer(const TrainingSettings& settings, std::string text, const std::string& text_name);

    Trainer(const Trainer&) = delete;
    Trainer& operator=(const Trainer&) = delete;

    /// Goes on from there. Throws InputError naming `name` where it is of another model or beyond the last step.
    void go_on(TrainingState state, const std::string& name);

    [[nodiscard]] const TrainingSettings& settings() const { return settings_; }
    [[nodiscard]] const TrainingState& state() const { return state_; }
    [[nodiscard]] bool done() const { return state_.step() >= settings_.steps; }
    [[nodiscard]] std::int64_t tokens_per_step() const { return settings_.batch * settings_.model.train_length; }
    [[nodiscard]] nlohmann::ordered_json identity() const { return training_identity(settings_, text_); }
    /// Whether the last step's loss is not well above that of the first: a state worth keeping.
    [[nodiscard]] bool sound() const;

    /// The loss before the step. Throws Diverged; the state is then as it was before.
    double take_step();
    /// Of pieces of `length` of the end of the text.
    [[nodiscard]] HeldOut held_out(std::int64_t length, std::int64_t pieces) const;
    [[nodiscard]] std::string_view held_out_text() const { return held_out_.text; }
    /// The present step's, which is after those that were noted.
    void note(Checkpoint checkpoint) { state_.record.checkpoints.push_back(std::move(checkpoint)); }

  private:
    struct Shard {
        std::int64_t first, sequences;
        Network<float> network;
        std::vector<float> gradient;
        double loss = 0;
    };
    [[nodiscard]] double rate() const;
    void read_pieces(Shard& shard);
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
