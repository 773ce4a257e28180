#include "core/training/network.hpp"

#include "core/encoding/frequencies.hpp"
#include "core/training/cpu_kernels.hpp"
#include "core/training/operand.hpp"

#include <algorithm>
#include <cmath>

namespace poslab {

double numbers_of_sequence(const ModelSettings& model, std::int64_t length) {
    const auto n = [](std::int64_t number) { return static_cast<double>(number); };
    const double of_layer = 4 * n(model.width) + 4 * n(model.query_width()) + 3 * n(model.intermediate) + 2;
    const double weights = n(model.heads) * (n(length) / 2 + 64);
    return n(length) * (n(model.layers) * (of_layer + weights) + 6 * n(model.width) + n(model.vocabulary) +
                        3 * n(model.query_width()) + 2 * n(model.intermediate));
}

std::int64_t step_shards(std::int64_t batch) {
    constexpr std::int64_t most = 8;
    return std::min(batch, most);
}

template <class Real>
Network<Real>::Network(const ModelSettings& model, std::int64_t sequences, std::int64_t length)
    : model_(model),
      layout_(parameter_layout(model)),
      sequences_(sequences),
      length_(length),
      rows_(sequences * length) {
    make_rotation();
    const auto of_rows = [&](std::int64_t columns) { return static_cast<std::size_t>(rows_ * columns); };
    for (std::int64_t layer = 0; layer < model_.layers; ++layer) layers_.push_back(made_layer(layer));
    last_.resize(of_rows(model_.width));
    last_normed_.resize(last_.size());
    last_r_.resize(of_rows(1));
    logits_.resize(of_rows(model_.vocabulary));
}

template <class Real>
typename Network<Real>::Layer Network<Real>::made_layer(std::int64_t layer) const {
    const LayerAttention attention = attention_of(model_, layer);
    Layer made{attention, WeightBlocks(length_, attention.window), {}, {}, {}, {}, {}, {}, {}, {}, {}, {}, {},
               {}};
    const double reference = std::log(static_cast<double>(model_.train_length));
    for (std::int64_t n = 1; n <= length_; ++n) {
        const double scale =
            attention.log_n ? std::max(1.0, std::log(static_cast<double>(n)) / reference) : 1;
        made.query_scale.push_back(
            static_cast<Real>(scale / std::sqrt(static_cast<double>(model_.head_dim))));
    }
    const auto give = [&](std::vector<Real>& numbers, std::int64_t columns) {
        numbers.resize(static_cast<std::size_t>(rows_ * columns));
    };
    for (std::vector<Real>* numbers : {&made.in, &made.normed, &made.middle, &made.gated_in})
        give(*numbers, model_.width);
    give(made.qkv, 3 * model_.query_width());
    give(made.mixed, model_.query_width());
    give(made.gate_up, 2 * model_.intermediate);
    give(made.up, model_.intermediate);
    give(made.attention_r, 1);
    give(made.gated_r, 1);
    made.weights.resize(made.blocks.size() * static_cast<std::size_t>(sequences_ * model_.heads));
    return made;
}

template <class Real>
void Network<Real>::make_rotation() {
    RotarySpec spec;
    spec.dim = static_cast<int>(model_.head_dim);
    spec.base = model_.base;
    const std::vector<double> frequencies = rotary_frequencies(spec).inverse_frequency;
    for (std::int64_t position = 0; position < length_; ++position)
        for (const double frequency : frequencies) {
            const double angle = static_cast<double>(position) * frequency;
            cosines_.push_back(static_cast<Real>(std::cos(angle)));
            sines_.push_back(static_cast<Real>(std::sin(angle)));
            back_sines_.push_back(-sines_.back());
        }
}

template <class Real>
typename Network<Real>::Rows Network<Real>::rows_of(std::vector<Real>& numbers, std::int64_t columns) const {
    return {numbers.data(), rows_, columns, columns};
}

template <class Real>
void Network<Real>::norm(const Real* gain, std::vector<Real>& in, std::vector<Real>& out,
                         std::vector<Real>& r) const {
    const Rows from = rows_of(in, model_.width), to = rows_of(out, model_.width);
    const auto epsilon = static_cast<Real>(model_.norm_epsilon);
    for (std::int64_t row = 0; row < rows_; ++row)
        r[static_cast<std::size_t>(row)] =
            cpu_kernels<Real>().norm(from.row(row), gain, model_.width, epsilon, to.row(row));
}

template <class Real>
void Network<Real>::rotate(std::vector<Real>& qkv, const std::vector<Real>& sines) const {
    const std::int64_t half = model_.head_dim / 2;
    const Rows all = rows_of(qkv, 3 * model_.query_width());
    for (std::int64_t row = 0; row < rows_; ++row)
        // Keys follow queries.
        for (std::int64_t head = 0; head < 2 * model_.heads; ++head) {
            const std::int64_t angle = row % length_ * half;
            cpu_kernels<Real>().rotate(all.row(row) + head * model_.head_dim, cosines_.data() + angle,
                                       sines.data() + angle, half);
        }
}

/// Returns queries (0), keys (1) or values (2) of a head in a sequence.
template <class Real>
typename Network<Real>::Rows Network<Real>::part(const Rows& all, std::int64_t sequence, std::int64_t which,
                                                 std::int64_t head) const {
    return all.rows_from(sequence * length_, length_)
        .columns_from(which * model_.query_width() + head * model_.head_dim, model_.head_dim);
}

template <class Real>
HeadAttention<Real> Network<Real>::head(Layer& layer, std::int64_t sequence, std::int64_t head) const {
    const Rows qkv = rows_of(layer.qkv, 3 * model_.query_width());
    const auto slope =
        layer.attention.slopes.empty() ? 0.0 : layer.attention.slopes[static_cast<std::size_t>(head)];
    const auto place = static_cast<std::size_t>(sequence * model_.heads + head) * layer.blocks.size();
    return {layer.blocks,
            layer.attention.window,
            static_cast<Real>(slope),
            layer.query_scale.data(),
            seen(part(qkv, sequence, 0, head)),
            seen(part(qkv, sequence, 1, head)),
            seen(part(qkv, sequence, 2, head)),
            layer.weights.data() + place};
}

template <class Real>
void Network<Real>::forward_attention(Layer& layer, const LayerOffsets& places, const Real* parameters,
                                      std::vector<Real>& out, const Job& job) {
    const std::int64_t width = model_.width, queries = model_.query_width();
    norm(parameters + places.attention_norm, layer.in, layer.normed, layer.attention_r);
    const Rows qkv = rows_of(layer.qkv, 3 * queries), mixed = rows_of(layer.mixed, queries);
    const ConstRows projection(parameters + places.queries_keys_values, 3 * queries, width, width);
    product(straight(rows_of(layer.normed, width)), turned(projection), qkv);
    if (layer.attention.rotates) rotate(layer.qkv, sines_);
    for (std::int64_t sequence = 0; sequence < sequences_; ++sequence)
        for (std::int64_t n = 0; n < model_.heads; ++n) {
            job.check();
            head(layer, sequence, n).forward(part(mixed, sequence, 0, n));
        }
    out = layer.in;
    const ConstRows last(parameters + places.attention_out, width, queries, queries);
    product(straight(mixed), turned(last), rows_of(out, width), 1, 1);
}

template <class Real>
void Network<Real>::forward_gated(Layer& layer, const LayerOffsets& places, const Real* parameters,
                                  std::vector<Real>& out) {
    const std::int64_t width = model_.width, between = model_.intermediate;
    norm(parameters + places.gated_norm, layer.middle, layer.gated_in, layer.gated_r);
    const Rows both = rows_of(layer.gate_up, 2 * between), up = rows_of(layer.up, between);
    const ConstRows first(parameters + places.gate_up, 2 * between, width, width);
    product(straight(rows_of(layer.gated_in, width)), turned(first), both);
    for (std::int64_t row = 0; row < rows_; ++row)
        cpu_kernels<Real>().gated(both.row(row), both.row(row) + between, between, up.row(row));
    out = layer.middle;
    const ConstRows last(parameters + places.down, width, between, between);
    product(straight(up), turned(last), rows_of(out, width), 1, 1);
}

template <class Real>
MatrixView<Real> Network<Real>::forward(std::span<const Real> parameters,
                                        std::span<const std::int32_t> tokens, const Job& job) {
    tokens_.assign(tokens.begin(), tokens.end());
    const auto width = static_cast<std::size_t>(model_.width);
    std::vector<Real>& first = layers_.front().in;
    for (std::size_t row = 0; row < tokens.size(); ++row) {
        const Real* from =
            parameters.data() + layout_.embeddings + static_cast<std::size_t>(tokens[row]) * width;
        std::copy_n(from, width, first.data() + row * width);
    }
    for (std::size_t n = 0; n < layers_.size(); ++n) {
        forward_attention(layers_[n], layout_.layers[n], parameters.data(), layers_[n].middle, job);
        job.check();
        forward_gated(layers_[n], layout_.layers[n], parameters.data(),
                      n + 1 < layers_.size() ? layers_[n + 1].in : last_);
    }
    norm(parameters.data() + layout_.norm, last_, last_normed_, last_r_);
    const ConstRows output(parameters.data() + layout_.output, model_.vocabulary, model_.width, model_.width);
    const Rows logits = rows_of(logits_, model_.vocabulary);
    product(straight(rows_of(last_normed_, model_.width)), turned(output), logits);
    return logits;
}

template <class Real>
double Network<Real>::loss(std::span<const std::int32_t> targets, Real share, std::span<double> losses) {
    const Rows logits = rows_of(logits_, model_.vocabulary);
    double sum = 0;
    for (std::int64_t row = 0; row < rows_; ++row) {
        const auto n = static_cast<std::size_t>(row);
        const double of_row =
            cpu_kernels<Real>().cross_entropy(logits.row(row), model_.vocabulary, targets[n], share);
        if (!losses.empty()) losses[n] = of_row;
        sum += of_row;
    }
    return sum;
}

template class Network<float>;
template class Network<double>;

}  // namespace poslab
