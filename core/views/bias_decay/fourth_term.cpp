// The fourth term at every distance: the distances at which it reaches half and 0, envelopes for drawing, and
// its own softmax.

#include "core/attention/softmax_sums.hpp"
#include "core/base/errors.hpp"
#include "core/views/bias_decay/bias_decay.hpp"

namespace poslab::bias_decay {
namespace {

constexpr std::int64_t piece = std::int64_t{1} << 18;
constexpr std::int64_t own_lengths = 16;
constexpr double lengths_per_octave = 16;

/// Returns 1, 2, ... 16, then 16 per octave, including powers of two, the trained length and `length`.
std::vector<std::int64_t> softmax_lengths(std::int64_t length, std::int64_t train_length) {
    std::vector<std::int64_t> lengths;
    for (std::int64_t n = 1; n <= std::min(length, own_lengths); ++n) lengths.push_back(n);
    for (double step = 1;; ++step) {
        const double n = std::round(static_cast<double>(own_lengths) * std::exp2(step / lengths_per_octave));
        if (n >= static_cast<double>(length)) break;
        lengths.push_back(static_cast<std::int64_t>(n));
    }
    for (const std::int64_t n : {train_length, length})
        if (n <= length) lengths.push_back(n);
    std::sort(lengths.begin(), lengths.end());
    lengths.erase(std::unique(lengths.begin(), lengths.end()), lengths.end());
    return lengths;
}

/// Collects all results of one pass over the distances.
class Pass {
  public:
    Pass(const Model& model, std::span<const std::int64_t> distances, BiasBiasTerm& result)
        : model_(model),
          distances_(distances),
          result_(result),
          at_zero_(model.bias_bias.at_zero()),
          even_(envelope_builder(AxisChoice::linear, model.length)),
          logarithmic_(envelope_builder(AxisChoice::log, model.length)) {}

    void append(std::int64_t first, std::span<const double> values) {
        for (; next_ < distances_.size() &&
               distances_[next_] < first + static_cast<std::int64_t>(values.size());
             ++next_)
            result_.values.push_back(values[static_cast<std::size_t>(distances_[next_] - first)]);
        const double above = at_zero_ + 1e-9 * std::abs(at_zero_);
        if (at_zero_ > 0)
            find(first, values, result_.half, [&](double value) { return value <= at_zero_ / 2; });
        find(first, values, result_.first_negative, [](double value) { return value < 0; });
        result_.falls = result_.falls && std::none_of(values.begin(), values.end(),
                                                      [&](double value) { return value > above; });
        even_.append(first, values);
        logarithmic_.append(first, values);
        add_weights(first, values);
    }

    void finish() {
        result_.envelopes = {even_.finish(), logarithmic_.finish()};
        for (std::size_t n = 0; n < steps_.size(); ++n) {
            const std::int64_t keys = result_.lengths[n] - (n == 0 ? 0 : result_.lengths[n - 1]);
            const double above = std::exp(steps_[n].maximum - softmax_.maximum);
            result_.weight.push_back(above * steps_[n].weight / softmax_.weight / static_cast<double>(keys));
        }
    }

  private:
    /// Sets `distance` to the first distance with is_so(value), unless it is already set.
    template <class IsSo>
    static void find(std::int64_t first, std::span<const double> values,
                     std::optional<std::int64_t>& distance, const IsSo& is_so) {
        if (distance) return;
        const auto found = std::find_if(values.begin(), values.end(), is_so);
        if (found != values.end()) distance = first + (found - values.begin());
    }

    /// Leaves out the dimensions that do not rotate: they add a constant to every logit, which softmax
    /// ignores.
    void add_weights(std::int64_t first, std::span<const double> values) {
        const double slope = model_.scale * model_.attention_factor_squared();
        for (std::int64_t from = first, end = first + static_cast<std::int64_t>(values.size()); from < end;) {
            const std::int64_t to = std::min(result_.lengths[steps_.size()], end);
            step_.add(softmax_sums(
                {},
                values.subspan(static_cast<std::size_t>(from - first), static_cast<std::size_t>(to - from)),
                slope));
            if (to == result_.lengths[steps_.size()]) {
                softmax_.add(step_);
                result_.entropy.push_back(softmax_.entropy());
                steps_.push_back(std::exchange(step_, {}));
            }
            from = to;
        }
    }

    const Model& model_;
    std::span<const std::int64_t> distances_;
    BiasBiasTerm& result_;
    double at_zero_;
    EnvelopeBuilder even_, logarithmic_;
    SoftmaxSums softmax_, step_;
    std::vector<SoftmaxSums> steps_;
    std::size_t next_ = 0;
};

}  // namespace

EnvelopeBuilder envelope_builder(AxisChoice axis, std::int64_t length) {
    constexpr double logarithmic_steps = 256, even_steps = 512;  // few enough: the means look like a line
    return axis == AxisChoice::log ? EnvelopeBuilder::logarithmic(length, logarithmic_steps)
                                   : EnvelopeBuilder::even(length, even_steps);
}

void for_each_chunk(const RotatedProduct& product, std::int64_t length, const Engine& engine, const Job& job,
                    const std::function<void(std::int64_t first, std::span<const double> values)>& take) {
    const IndexRange all{0, length};
    if (const Message reason =
            engine.unsupported_reason(Operation::cosine_profile, terms_of(product.sum, all));
        !reason.empty())
        throw TooLarge(reason);
    for (std::int64_t begin = 0; begin < length; begin += piece) {
        job.check();
        NumberBuffer values = engine.run(
            operation::CosineProfile{product.sum, {begin, std::min(begin + piece, length)}}, job.quiet());
        for (double& value : values) value += product.constant;
        take(begin, values);
        job.progress(static_cast<double>(std::min(begin + piece, length)) / static_cast<double>(length));
    }
}

BiasBiasTerm bias_bias_term(const Model& model, std::span<const std::int64_t> distances, const Engine& engine,
                            const Job& job) {
    BiasBiasTerm result;
    result.lengths = softmax_lengths(model.length, model.train_length);
    Pass pass(model, distances, result);
    for_each_chunk(model.bias_bias, model.length, engine, job,
                   [&](std::int64_t first, std::span<const double> values) { pass.append(first, values); });
    pass.finish();
    return result;
}

}  // namespace poslab::bias_decay
