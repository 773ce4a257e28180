#include "core/training/trainer.hpp"

#include "core/base/in_parallel.hpp"
#include "core/base/random.hpp"
#include "core/files/input_file.hpp"
#include "core/training/cpu_kernels.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace poslab {

namespace {

constexpr std::size_t run_size = std::size_t{1} << 14U;  // parameters per task of a thread
constexpr std::size_t many_steps = std::size_t{1} << 30U;

void expect_length(std::size_t bytes, const TrainingSettings& settings, const std::string& name) {
    const std::int64_t needed = 10 * (settings.model.train_length + 2);
    if (static_cast<std::int64_t>(bytes) >= needed) return;
    refuse_file(name, tr_plural("has {} byte; pieces of {} need at least {}, of which a tenth is held out",
                                "has {} bytes; pieces of {} need at least {}, of which a tenth is held out",
                                static_cast<std::int64_t>(bytes), settings.model.train_length, needed));
}

void split(const TaskPiece& piece, std::vector<std::int32_t>& tokens, std::vector<std::int32_t>& targets) {
    tokens.insert(tokens.end(), piece.tokens.begin(), piece.tokens.end() - 1);
    targets.insert(targets.end(), piece.tokens.begin() + 1, piece.tokens.end());
}

}  // namespace

Trainer::Trainer(const TrainingSettings& settings, std::string text, const std::string& text_name)
    : settings_(settings), text_(std::move(text)) {
    check_settings(settings_);
    expect_length(text_.size(), settings_, text_name);
    const auto trained = static_cast<std::size_t>(held_out_begin(text_.size()));
    const auto seed = static_cast<std::uint64_t>(settings_.seed);
    training_ = {std::string_view(text_).substr(0, trained), seed,
                 static_cast<std::uint64_t>(RandomStream::pieces)};
    held_out_ = {std::string_view(text_).substr(trained), seed,
                 static_cast<std::uint64_t>(RandomStream::held_out)};
    tensors_ = parameter_layout(settings_.model).tensors;
    state_.parameters = first_parameters(settings_.model, seed);
    state_.means.assign(state_.parameters.size(), 0);
    state_.squares = state_.means;
    state_.record.extrapolation =
        extrapolation_of(settings_.model, static_cast<std::int64_t>(held_out_.text.size()));
    const std::int64_t shards = step_shards(settings_.batch);
    for (std::int64_t n = 0; n < shards; ++n) {
        const std::int64_t first = n * settings_.batch / shards,
                           sequences = (n + 1) * settings_.batch / shards - first;
        shards_.push_back({first, sequences,
                           Network<float>(settings_.model, sequences, settings_.model.train_length),
                           std::vector<float>(state_.parameters.size())});
    }
}

void Trainer::go_on(TrainingState state, const std::string& name) {
    if (state.parameters.size() != state_.parameters.size() || state.step() > settings_.steps)
        refuse_file(name, "belongs to another model, or has more steps"_tr);
    state_ = std::move(state);
}

bool Trainer::sound() const {
    return state_.losses.empty() || state_.losses.back() <= 1.2F * state_.losses.front();
}

double Trainer::rate() const {
    const auto steps = static_cast<double>(settings_.steps), step = static_cast<double>(state_.step());
    const double rise = std::max(1.0, std::round(settings_.warm_up * steps));
    if (step < rise) return settings_.learning_rate * (step + 1) / rise;
    const double fallen = (1 - std::cos(std::numbers::pi * (step - rise) / std::max(1.0, steps - rise))) / 2;
    return settings_.learning_rate * (1 - (1 - settings_.final_rate) * fallen);
}

void Trainer::read_pieces(Shard& shard, const Job& job) {
    std::vector<std::int32_t> tokens, targets;
    for (std::int64_t n = 0; n < shard.sequences; ++n) {
        const auto index = static_cast<std::uint64_t>(state_.step() * settings_.batch + shard.first + n);
        split(settings_.task->draw(training_, index, settings_.model.train_length), tokens, targets);
    }
    shard.network.forward(state_.parameters, tokens, job);
    shard.loss = shard.network.loss(targets, 1.0F / static_cast<float>(tokens_per_step()));
    shard.network.backward(state_.parameters, shard.gradient, job);
}

/// Adds the gradients of all shards to the first, in order; returns the norm of the sum.
double Trainer::sum_gradients() {
    const std::size_t size = state_.parameters.size(), runs = (size + run_size - 1) / run_size;
    std::vector<double> squares(runs);
    in_parallel(runs, size, [&](std::size_t run) {
        const std::size_t first = run * run_size, count = std::min(run_size, size - first);
        float* const sum = shards_.front().gradient.data() + first;
        for (std::size_t n = 1; n < shards_.size(); ++n)
            cpu_kernels<float>().add(shards_[n].gradient.data() + first, static_cast<std::int64_t>(count),
                                     sum);
        for (std::size_t n = 0; n < count; ++n)
            squares[run] += static_cast<double>(sum[n]) * static_cast<double>(sum[n]);
    });
    return std::sqrt(std::accumulate(squares.begin(), squares.end(), 0.0));
}

void Trainer::move(double scale) {
    const double now = rate(), taken = static_cast<double>(state_.step() + 1);
    AdamwRun run{};
    run.scale = static_cast<float>(scale);
    run.beta1 = static_cast<float>(settings_.beta1);
    run.beta2 = static_cast<float>(settings_.beta2);
    run.rate = static_cast<float>(now / (1 - std::pow(settings_.beta1, taken)));
    run.correction = static_cast<float>(1 / (1 - std::pow(settings_.beta2, taken)));
    in_parallel(tensors_.size(), state_.parameters.size(), [&](std::size_t n) {
        const NamedTensor& tensor = tensors_[n];
        AdamwRun of_tensor = run;
        of_tensor.parameters = state_.parameters.data() + tensor.first;
        of_tensor.means = state_.means.data() + tensor.first;
        of_tensor.squares = state_.squares.data() + tensor.first;
        of_tensor.gradient = shards_.front().gradient.data() + tensor.first;
        of_tensor.count = static_cast<std::int64_t>(tensor.count);
        of_tensor.decay = tensor.is_matrix() ? static_cast<float>(now * settings_.weight_decay) : 0.0F;
        poslab::take_step(of_tensor);
    });
}

double Trainer::take_step(const Job& job) {
    in_parallel(shards_.size(), many_steps, [&](std::size_t n) { read_pieces(shards_[n], job); });
    double loss = 0;
    for (const Shard& shard : shards_) loss += shard.loss / static_cast<double>(tokens_per_step());
    const double length = sum_gradients();
    const double first = state_.losses.empty() ? loss : static_cast<double>(state_.losses.front());
    if (!std::isfinite(loss) || !std::isfinite(length) || loss > 1.5 * first)
        throw Diverged(
            tr("training diverges: at step {} the loss is {:.4g}, at first it was {:.4g}; a learning rate "
               "below {:g} may help",
               state_.step() + 1, loss, first, settings_.learning_rate));
    move(std::min(1.0, settings_.clip / length));
    state_.losses.push_back(static_cast<float>(loss));
    return loss;
}

HeldOut Trainer::held_out(std::int64_t length, std::int64_t pieces, const Job& job) const {
    struct Sums {
        std::vector<double> losses;
        std::int64_t recall_tokens = 0, right = 0;
        double recall_loss = 0;
    };
    std::vector<Sums> sums(static_cast<std::size_t>(pieces));
    in_parallel(sums.size(), many_steps, [&](std::size_t n) {
        const TaskPiece piece = settings_.task->draw(held_out_, n, length);
        std::vector<std::int32_t> tokens, targets;
        split(piece, tokens, targets);
        Network<float> network(settings_.model, 1, length);
        const MatrixView<float> logits = network.forward(state_.parameters, tokens, job);
        const auto right = [&](std::int64_t row) {
            const float* const all = logits.row(row);
            return std::max_element(all, all + logits.columns) - all ==
                   targets[static_cast<std::size_t>(row)];
        };
        std::vector<char> is_right(targets.size());
        for (std::size_t row = 0; row < is_right.size(); ++row)
            is_right[row] = right(static_cast<std::int64_t>(row)) ? 1 : 0;
        sums[n].losses.resize(targets.size());
        static_cast<void>(network.loss(targets, 0, sums[n].losses));
        for (std::size_t row = 0; row + 1 < piece.recalled.size(); ++row) {
            if (piece.recalled[row + 1] == 0) continue;
            ++sums[n].recall_tokens;
            sums[n].right += is_right[row];
            sums[n].recall_loss += sums[n].losses[row];
        }
    });
    HeldOut all;
    all.by_position.assign(static_cast<std::size_t>(length), 0);
    Sums total;
    for (const Sums& of_piece : sums) {
        for (std::size_t n = 0; n < of_piece.losses.size(); ++n)
            all.by_position[n] += of_piece.losses[n] / static_cast<double>(pieces);
        total.recall_tokens += of_piece.recall_tokens;
        total.right += of_piece.right;
        total.recall_loss += of_piece.recall_loss;
    }
    all.loss =
        std::accumulate(all.by_position.begin(), all.by_position.end(), 0.0) / static_cast<double>(length);
    if (total.recall_tokens == 0) return all;
    all.recalled = static_cast<double>(total.right) / static_cast<double>(total.recall_tokens);
    all.recall_loss = total.recall_loss / static_cast<double>(total.recall_tokens);
    return all;
}

}  // namespace poslab
