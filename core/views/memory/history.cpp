// The scan over the whole signal, and states between the stored moments.

#include "core/base/errors.hpp"
#include "core/base/free_memory.hpp"
#include "core/engine/expected_operation.hpp"
#include "core/engine/legs_scan.hpp"
#include "core/memory/convergence.hpp"
#include "core/views/memory/memory.hpp"

#include <limits>

namespace poslab::memory {
namespace {

constexpr std::int64_t max_moments = 1024;
constexpr double moment_bytes = 1 << 28;                // of all stored moments
constexpr std::int64_t max_buffered_samples = 1 << 23;  // 64 MiB; longer signals are read again
constexpr std::int64_t block_samples = 1 << 12;
constexpr double figure_steps = 2048;

/// Returns the larger value; NaN, for positions that are not remembered, only if both are NaN.
double larger(double a, double b) { return !(a >= b) && !std::isnan(b) ? b : a; }

/// Feeds samples up to `time`.
void run_to(MemoryScan& scan, SampleSource& source, std::int64_t time, const Job& job,
            EnvelopeBuilder* envelope = nullptr) {
    each_block(source, scan.samples_taken(), time, block_samples, job,
               [&](std::int64_t first, std::span<const double> samples) {
                   take_watched(scan, samples, job);
                   if (envelope != nullptr) envelope->append(first, samples);
               });
}

StateExtent both(const StateExtent& a, const StateExtent& b) {
    return {std::max(a.largest_input, b.largest_input), std::max(a.peak_state, b.peak_state)};
}

Moment moment_of(MemoryScan& scan, const StateExtent& before) {
    const std::span<const double> numbers = scan.numbers();
    return {scan.samples_taken(), {numbers.begin(), numbers.end()}, both(before, scan.extent())};
}

/// Returns the last of the moments at or before `time`; null if there is none.
const Moment* last_before(const History& history, std::int64_t time) {
    const auto after = std::upper_bound(history.moments.begin(), history.moments.end(), time,
                                        [](std::int64_t t, const Moment& moment) { return t < moment.time; });
    return after == history.moments.begin() ? nullptr : &*(after - 1);
}

/// Checks the limit for the whole signal, since the engine itself receives only a few samples per call.
void check_products(const MemorySpec& spec, std::int64_t length, const Engine& engine) {
    if (!spec.measure->is_projection || spec.method == Method::exact) return;
    const auto order = static_cast<double>(spec.order);
    const Message reason =
        engine.unsupported_reason(Operation::legs_scan, static_cast<double>(length) * order * order);
    if (!reason.empty()) throw TooLarge(reason);
}

/// Returns the approximate time of a scan over the whole signal.
double whole_seconds(const MemorySpec& spec, std::int64_t length, const Engine& engine) {
    const auto samples = static_cast<double>(length), order = static_cast<double>(spec.order);
    if (&engine == &reference_engine() && spec.measure->is_projection && spec.method != Method::exact)
        return reference_seconds(operation::LegsScan::facts, samples * order * order);
    const ScanSeconds seconds = scan_seconds(spec);
    return seconds.begin + seconds.step * samples;
}

MemorySpec memory_spec(const MemoryGroup& group) {
    return {group.measure, group.order, group.method, group.alpha, static_cast<double>(group.span)};
}

/// Returns the source of the signal, which may be a file. Throws InputError if no file is selected.
std::unique_ptr<SampleSource> signal_source(const SignalGroup& group, const Job& job) {
    if (!SignalGroup::from_file(group))
        return buffered(made_signal(signal_spec(group)), max_buffered_samples, job);
    if (group.file.path.empty())
        throw InputError("no file is chosen: pass a sample file (--file), or drop it on the window"_tr);
    return buffered(signal_from_file(group.file.path, group.channel, job), max_buffered_samples, job);
}

/// Returns the first step after which the state is not finite, by steps from the last moment before it; 0 if
/// there is none.
std::int64_t overflow_step(const History& history, const Job& job) {
    const auto lost = std::find_if(history.moments.begin(), history.moments.end(),
                                   [](const Moment& moment) { return moment.extent.lost(); });
    if (lost == history.moments.end()) return 0;
    const std::unique_ptr<MemoryScan> scan = history.scan->clone();
    if (lost != history.moments.begin()) scan->resume((lost - 1)->time, (lost - 1)->numbers);
    std::int64_t found = 0;
    each_block(*history.source, scan->samples_taken(), lost->time, block_samples, job,
               [&](std::int64_t first, std::span<const double> samples) {
                   for (std::size_t n = 0; n < samples.size() && found == 0; ++n) {
                       scan->take(samples.subspan(n, 1));
                       if (scan->extent().lost()) found = first + static_cast<std::int64_t>(n) + 1;
                   }
               });
    return found == 0 ? lost->time : found;
}

History for_each_chunk(const MemorySpec& spec, std::shared_ptr<SampleSource> source, const Engine& engine,
                       const Job& job) {
    const std::int64_t length = source->length();
    check_products(spec, length, engine);
    if (spec.order <= max_memory_order(spec)) job.expect_seconds(whole_seconds(spec, length, engine));
    History history{spec, std::move(source), memory_scan(spec, job, engine), length, {}, {}, {}, 0};
    const double bytes = sizeof(double) * static_cast<double>(memory_numbers(spec));
    const auto fit = static_cast<std::int64_t>(moment_bytes / bytes);
    const std::int64_t count = std::clamp<std::int64_t>(std::min(max_moments, fit), 1, history.length);
    check_memory(bytes * static_cast<double>(count),
                 tr("{} states of {} numbers", count, memory_numbers(spec)));
    history.diverged = diverged_steps(spec, *history.scan, *history.source, job);
    const std::unique_ptr<MemoryScan> scan = history.scan->clone();
    EnvelopeBuilder envelope = EnvelopeBuilder::even(history.length, figure_steps);
    for (const std::int64_t time : even_times(history.length, count)) {
        run_to(*scan, *history.source, time, job, &envelope);
        history.moments.push_back(moment_of(*scan, {}));
        job.progress(static_cast<double>(time) / static_cast<double>(history.length));
    }
    history.signal = envelope.finish();
    history.overflow = overflow_step(history, job);
    return history;
}

}  // namespace

Prepared prepare(const Params& params, const Engine& engine, const Job& job) {
    std::shared_ptr<SampleSource> source = signal_source(params.signal, job);
    Prepared prepared;
    if (SignalGroup::from_file(params.signal) && source->channels() > 1)
        prepared.warnings.push_back(
            tr("The file has {} channels; this is channel {}.", source->channels(), params.signal.channel));
    prepared.history = std::make_shared<const History>(
        for_each_chunk(memory_spec(params.memory), std::move(source), engine, job));
    return prepared;
}

std::optional<Message> divergence_warning(const History& history, std::int64_t time) {
    const auto& [first, last] = history.diverged;
    const std::int64_t overflow = history.overflow;
    if (overflow != 0 && overflow <= time && (overflow < first || overflow > last))
        return tr("The state overflows: from step {} on, it is not finite.", overflow);
    if (first == 0 || first > time) return std::nullopt;
    const Text& rule = MemoryGroup::methods[index_of(history.spec.method)].label;
    if (last >= time)
        return tr(
            "{} diverges: from step {} on, the state exceeds 10⁶ times the largest sample or has fewer "
            "than 3 correct digits.",
            rule, first);
    return tr(
        "{} diverges: from step {} to step {}, the state exceeds 10⁶ times the largest sample or has "
        "fewer than 3 correct digits.",
        rule, first, last);
}

std::vector<std::int64_t> even_times(std::int64_t length, std::int64_t most) {
    std::vector<std::int64_t> times;
    const std::int64_t count = std::min(length, most);
    for (std::int64_t n = 1; n <= count; ++n) times.push_back((n * length + count - 1) / count);
    return times;
}

std::int64_t chosen_time(const OptionalReal& parameter, std::int64_t length) {
    if (!parameter.set || parameter.value >= static_cast<double>(length)) return length;
    return std::max<std::int64_t>(1, std::llround(parameter.value));
}

void each_moment(const History& history, std::span<const std::int64_t> times, const Job& job,
                 const std::function<void(const Moment&)>& look) {
    const std::unique_ptr<MemoryScan> scan = history.scan->clone();
    StateExtent before;
    for (const std::int64_t time : times) {
        if (const Moment* known = last_before(history, time);
            known != nullptr && known->time > scan->samples_taken()) {
            scan->resume(known->time, known->numbers);
            before = known->extent;
        }
        run_to(*scan, *history.source, time, job);
        look(moment_of(*scan, before));
        job.progress(static_cast<double>(time) / static_cast<double>(times.back()));
    }
}

Moment moment_at(const History& history, std::int64_t time, const Job& job) {
    if (const Moment* known = last_before(history, time); known != nullptr && known->time == time)
        return *known;
    Moment found;
    each_moment(history, std::array{time}, job, [&](const Moment& moment) { found = moment; });
    return found;
}

double grid_place(std::int64_t index, std::int64_t time) {
    if (index <= 0) return 0;
    return index > time ? static_cast<double>(time) : static_cast<double>(index) - 0.5;
}

std::int64_t grid_sample(std::int64_t index, std::int64_t time) {
    return std::clamp<std::int64_t>(index - 1, 0, time - 1);
}

Recall recall(const History& history, const Moment& moment, const Job& job) {
    constexpr std::int64_t block = 1 << 16;
    Recall result;
    EnvelopeBuilder steps = EnvelopeBuilder::even(history.length, figure_steps);
    long double squares = 0;  // long double, for numbers of any magnitude
    double count = 0;
    const auto now = static_cast<double>(moment.time);
    const bool is_finite = std::isfinite(largest_size(moment.numbers));
    const auto overflows = [&](double error, double place) {  // ∞ − ∞ is NaN, as is a forgotten position
        return is_finite && !std::isfinite(error) && !std::isnan(memory_place(history.spec, place, now));
    };
    const auto take = [&](std::span<const double> places, std::span<const double> samples,
                          std::vector<double>& error) {
        error = remembered(history.spec, moment.numbers, places, now);
        for (std::size_t n = 0; n < error.size(); ++n) {
            error[n] = std::abs(error[n] - samples[n]);
            if (overflows(error[n], places[n])) {
                error[n] = std::numeric_limits<double>::infinity();
                result.overflow = std::min(places[n], result.overflow.value_or(places[n]));
            }
            if (std::isnan(error[n])) continue;
            squares += static_cast<long double>(error[n]) * error[n];
            ++count;
            if (error[n] < result.largest) continue;
            result.largest = error[n];
            result.place_of_largest = places[n];
        }
    };
    std::vector<double> places, error;
    std::array<double, 2> ends{};
    for (std::size_t n = 0; n < ends.size(); ++n) {
        const std::int64_t end = n == 0 ? 0 : moment.time + 1;
        std::array<double, 1> sample{};
        history.source->read(grid_sample(end, moment.time), sample, job);
        take(std::array{grid_place(end, moment.time)}, sample, error);
        ends[n] = error[0];
    }
    each_block(*history.source, 0, moment.time, block, job,
               [&](std::int64_t first, std::span<const double> samples) {
                   places.resize(samples.size());
                   for (std::size_t n = 0; n < places.size(); ++n)
                       places[n] = grid_place(first + static_cast<std::int64_t>(n) + 1, moment.time);
                   take(places, samples, error);
                   if (first == 0) error.front() = larger(error.front(), ends[0]);
                   if (first + std::ssize(samples) == moment.time)
                       error.back() = larger(error.back(), ends[1]);
                   steps.append(first, error);
                   job.progress(static_cast<double>(first) / static_cast<double>(moment.time));
               });
    result.rms =
        count > 0 && std::isfinite(squares) ? static_cast<double>(std::sqrt(squares / count)) : std::nan("");
    if (count == 0) result.largest = std::nan("");
    result.error = steps.finish();
    return result;
}

}  // namespace poslab::memory
