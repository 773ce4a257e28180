#include "core/engine/legs_scan.hpp"
#include "core/base/errors.hpp"
#include "core/base/free_memory.hpp"
#include "core/hippo/state_extent.hpp"
#include "gpu/engine/device_memory.hpp"
#include "gpu/engine/operations.hpp"
#include "gpu/engine/pieces.hpp"
#include "gpu/engine/tuples.hpp"
#include "gpu/tasks.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace poslab::gpu {

namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

constexpr std::int64_t min_parallel_channels = 32;  // from here on a thread may process a channel
constexpr std::int64_t group_channels = 64;
constexpr std::int64_t max_channels = 65535 * group_channels;
constexpr std::int64_t first_samples = 8;  // per launch, initially
constexpr std::int64_t max_samples = std::int64_t{1} << 20;
constexpr double max_record_bytes = 0x1p26;
constexpr double max_signal_bytes = 0x1p26;

std::size_t place(std::int64_t n) { return static_cast<std::size_t>(n); }

std::vector<double> roots(std::int64_t order) {
    std::vector<double> roots;
    for (std::int64_t n = 0; n < order; ++n) roots.push_back(std::sqrt(static_cast<double>(2 * n + 1)));
    return roots;
}

/// A range of channels that fits the device.
struct Channels {
    std::int64_t first, width;
};

/// The parameters of a scan common to all channels.
struct Scan {
    const LegsScanInput& input;
    std::span<const std::int64_t> times;
    // samples taken before the device's first step: at least 1, as a scan starts with x_1 = u_0 e_0
    std::int64_t begin;
    std::vector<double>& states;  // [times, order, channels]

    [[nodiscard]] std::int64_t end() const { return times.back(); }
    [[nodiscard]] std::int64_t order() const { return input.order; }

    /// Returns the sample after `taken` samples.
    [[nodiscard]] const double* sample(std::int64_t taken) const {
        return input.signal.data() + (taken - input.samples_taken) * input.channels;
    }
    /// Stores `state` [order, width], the state at times[n].
    void record(std::size_t n, const Channels& channels, std::span<const double> state) const {
        const auto width = static_cast<std::ptrdiff_t>(channels.width);
        double* to = states.data() + place(input.order * input.channels) * n + channels.first;
        for (auto from = state.begin(); from != state.end(); from += width, to += input.channels)
            std::copy_n(from, width, to);
    }
};

/// True if one thread per channel is estimated to be faster than a group of threads. A thread processes the
/// numbers one after the other; a group waits for its barriers, and for previous groups if there are more
/// than run at once. Estimates are in microseconds.
bool takes_channels(const LegsScanInput& input, Device& device) {
    if (input.channels < min_parallel_channels) return false;
    const LegsScanTask task{static_cast<int>(input.order), static_cast<int>(input.channels), 1};
    const int groups_at_once = std::max(device.groups_at_once(Kernel::legs_scan_order, task_bytes(task)), 1);
    const auto order = static_cast<double>(input.order);
    const double turns = std::ceil(static_cast<double>(input.channels) / groups_at_once);
    return 0.15 * order <= (4 + 0.004 * order) * turns;
}

/// One block of channels on the device, from scan.begin on.
class ChannelScan {
  public:
    ChannelScan(Device& device, const Scan& scan, const Channels& channels)
        : device_(device),
          scan_(scan),
          channels_(channels),
          by_channels_(takes_channels(scan.input, device)),
          taken_(scan.begin),
          max_records_(records_that_fit(scan, channels, device.info())),
          root_(device, roots(scan.order()), "roots of a scan"),
          coefficients_(device, 0, "the coefficients of a scan"),
          signal_(device, 0, "the signal of a scan"),
          slots_(device, 0, "the times of a scan"),
          state_(device, first_state(), "the state of a scan"),
          records_(device, place(max_records_) * state_size(), "the recorded states of a scan"),
          extents_(device, std::vector<Double2>(place(channels.width), Double2{0, -1}),
                   "the extents of a scan") {}

    /// Runs up to the last time, or to the sample after which a number was not finite. `progress` receives
    /// the samples taken.
    template <typename Progress>
    void run(const Job& job, Progress progress) {
        const double max_signal =
            max_signal_bytes / static_cast<double>(sizeof(double) * place(channels_.width));
        PieceSize size(first_samples,
                       std::clamp(static_cast<std::int64_t>(max_signal), std::int64_t{1}, max_samples));
        while (taken_ < scan_.end() && lost_at_ == never) {
            job.check();
            const auto start = std::chrono::steady_clock::now();
            const std::int64_t samples = take(std::min(size.items(), scan_.end() - taken_));
            size.took(samples, std::chrono::steady_clock::now() - start);
            progress(samples);
        }
    }

    /// Returns the first time at which a number was not finite.
    [[nodiscard]] std::int64_t lost_at() const { return lost_at_; }
    [[nodiscard]] double peak() const { return peak_; }

  private:
    [[nodiscard]] std::size_t state_size() const { return place(scan_.order() * channels_.width); }

    static std::int64_t records_that_fit(const Scan& scan, const Channels& channels, const DeviceInfo& info) {
        const auto bytes = static_cast<double>(sizeof(double) * place(scan.order() * channels.width));
        const auto allowed = std::max<std::int64_t>(1, static_cast<std::int64_t>(max_record_bytes / bytes));
        return std::min({allowed, max_elements(info, bytes), static_cast<std::int64_t>(scan.times.size())});
    }

    /// Returns the state at scan.begin, and records earlier states.
    std::vector<double> first_state() {
        std::vector<double> state(state_size(), 0.0);
        if (scan_.input.samples_taken == 0) {
            record_until(0, state);
            std::copy_n(scan_.sample(0) + channels_.first, channels_.width, state.begin());
        } else {
            for (std::int64_t n = 0; n < scan_.order(); ++n)
                std::copy_n(scan_.input.state.data() + n * scan_.input.channels + channels_.first,
                            channels_.width, state.begin() + n * channels_.width);
        }
        record_until(scan_.begin, state);
        peak_ = largest_size(state);
        return state;
    }

    void record_until(std::int64_t time, std::span<const double> state) {
        for (; next_ < scan_.times.size() && scan_.times[next_] <= time; ++next_)
            scan_.record(next_, channels_, state);
    }

    /// Processes at most `samples` samples; returns their actual number.
    std::int64_t take(std::int64_t samples) {
        std::vector<std::int64_t> recorded;  // times
        samples = write_slots(samples, recorded);
        write_coefficients(samples);
        write_signal(samples);
        const LegsScanTask task{static_cast<int>(scan_.order()), static_cast<int>(channels_.width),
                                static_cast<int>(samples)};
        device_.run({.kernel = by_channels_ ? Kernel::legs_scan_channels : Kernel::legs_scan_order,
                     .groups_x = groups_of(channels_.width, by_channels_ ? group_channels : 1),
                     .task = task_bytes(task),
                     .buffers = {coefficients_.buffer(), root_.buffer(), signal_.buffer(), slots_.buffer(),
                                 state_.buffer(), records_.buffer(), extents_.buffer()}});
        look_at_extents();
        read_records(recorded);
        taken_ += samples;
        return samples;
    }

    /// Truncates where the records are full.
    std::int64_t write_slots(std::int64_t samples, std::vector<std::int64_t>& recorded) {
        std::vector<std::int32_t> slots;
        std::size_t next = next_;
        for (std::int64_t time = taken_ + 1; time <= taken_ + samples; ++time) {
            const bool requested = next < scan_.times.size() && scan_.times[next] == time;
            if (requested && static_cast<std::int64_t>(recorded.size()) == max_records_) break;
            slots.push_back(requested ? static_cast<std::int32_t>(recorded.size()) : -1);
            if (requested) recorded.push_back(time);
            while (next < scan_.times.size() && scan_.times[next] == time) ++next;
        }
        slots_.replace(slots);
        return static_cast<std::int64_t>(slots.size());
    }

    void write_coefficients(std::int64_t samples) {
        std::vector<Double4> coefficients;
        for (std::int64_t k = taken_; k < taken_ + samples; ++k) {
            const StepCoefficients of = step_coefficients(scan_.input.method, scan_.input.alpha, k, true);
            coefficients.push_back({of.product, of.solve, of.excess, 0});
        }
        coefficients_.replace(coefficients);
    }

    void write_signal(std::int64_t samples) {
        if (channels_.width == scan_.input.channels) {
            signal_.replace({scan_.sample(taken_), place(samples * channels_.width)});
            return;
        }
        std::vector<double> signal;
        for (std::int64_t k = taken_; k < taken_ + samples; ++k) {
            const double* const sample = scan_.sample(k) + channels_.first;
            signal.insert(signal.end(), sample, sample + channels_.width);
        }
        signal_.replace(signal);
    }

    void look_at_extents() {
        for (const Double2& extent : extents_.read()) {
            peak_ = std::max(peak_, extent.x);
            if (extent.y >= 0)
                lost_at_ = std::min(lost_at_, taken_ + static_cast<std::int64_t>(extent.y) + 1);
        }
    }

    void read_records(const std::vector<std::int64_t>& recorded) {
        const std::vector<double> records = records_.read(0, recorded.size() * state_size());
        for (std::size_t slot = 0; slot < recorded.size(); ++slot)
            record_until(recorded[slot],
                         std::span<const double>(records).subspan(slot * state_size(), state_size()));
    }

    Device& device_;
    const Scan& scan_;
    Channels channels_;
    bool by_channels_;
    std::int64_t taken_;
    std::int64_t max_records_;
    std::int64_t lost_at_ = never;
    double peak_ = 0;
    std::size_t next_ = 0;  // next index in scan_.times to record
    DeviceArray<double> root_;
    DeviceArray<Double4> coefficients_;
    DeviceArray<double> signal_;
    DeviceArray<std::int32_t> slots_;
    DeviceArray<double> state_, records_;
    DeviceArray<Double2> extents_;
};

/// Returns as many channels as fit the device together.
std::int64_t channels_that_fit(const LegsScanInput& input, const DeviceInfo& info) {
    const double bytes = static_cast<double>(sizeof(double)) * static_cast<double>(input.order);
    return std::min({input.channels, max_channels, max_elements(info, bytes)});
}

void fill_lost(const Scan& scan, std::int64_t lost_at) {
    const auto first = std::lower_bound(scan.times.begin(), scan.times.end(), lost_at) - scan.times.begin();
    std::fill(scan.states.begin() + first * scan.input.order * scan.input.channels, scan.states.end(), nan);
}

/// Scans all channels, block by block; returns the time from which all states are NaN.
std::int64_t scan_blocks(Device& device, const Scan& scan, StateExtent& extent, const Job& job) {
    std::int64_t lost_at = never;
    const std::int64_t width = channels_that_fit(scan.input, device.info());
    const double all =
        static_cast<double>(scan.end() - scan.begin) * static_cast<double>(scan.input.channels);
    double done = 0;
    for (std::int64_t first = 0; first < scan.input.channels; first += width) {
        const Channels channels{first, std::min(width, scan.input.channels - first)};
        ChannelScan block(device, scan, channels);
        block.run(job, [&](std::int64_t samples) {
            done += static_cast<double>(samples) * static_cast<double>(channels.width);
            job.progress(std::min(1.0, done / all));
        });
        extent.peak_state = std::max(extent.peak_state, block.peak());
        lost_at = std::min(lost_at, block.lost_at());
    }
    return lost_at;
}

}  // namespace

/// One thread per channel for many channels; one group of threads per channel, over the numbers of its state,
/// for few channels or long states.
template <>
RecordedStates<double> on_device(const HeldDevice& on, const operation::LegsScan& request, const Job& job) {
    Device& device = on.device;
    const LegsScanInput& input = request.input;
    const std::span<const std::int64_t> times = request.times;
    check_legs_scan(input, times);
    RecordedStates<double> recorded;
    if (input.samples_taken > 0) recorded.extent.include(input.state);
    if (times.empty()) return recorded;
    job.check();
    const double state = static_cast<double>(input.order) * static_cast<double>(input.channels);
    check_memory(static_cast<double>(times.size()) * state * sizeof(double), "recorded states"_tr);
    recorded.states.resize(times.size() * place(input.order * input.channels));
    const std::int64_t samples = times.back() - input.samples_taken;
    recorded.extent.largest_input = largest_size(input.signal.first(place(samples * input.channels)));

    const bool started = input.samples_taken > 0;
    const Scan scan{input, times, started ? input.samples_taken : 1, recorded.states};
    std::int64_t lost_at = recorded.extent.lost() ? input.samples_taken : never;
    if (lost_at == never && times.back() > 0) lost_at = scan_blocks(device, scan, recorded.extent, job);
    if (lost_at != never) {
        recorded.extent.peak_state = std::numeric_limits<double>::infinity();
        fill_lost(scan, lost_at);
    }
    job.progress(1);
    return recorded;
}

}  // namespace poslab::gpu
