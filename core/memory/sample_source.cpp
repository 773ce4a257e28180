#include "core/memory/sample_source.hpp"

#include "core/base/errors.hpp"
#include "core/files/signal_file.hpp"
#include "core/hippo/memory_order.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <mutex>
#include <stdexcept>
#include <utility>
#include <vector>

namespace poslab {

namespace {

class MadeSignal final : public SampleSource {
  public:
    explicit MadeSignal(SignalSpec spec) : spec_(std::move(spec)) {}
    [[nodiscard]] std::int64_t length() const override { return spec_.length; }
    [[nodiscard]] double sample_rate() const override { return 0; }
    [[nodiscard]] std::int64_t channels() const override { return 1; }
    void read(std::int64_t first, std::span<double> out, const Job& job) override {
        signal_samples(spec_, first, out, job.quiet());
    }

  private:
    SignalSpec spec_;
};

class FileChannel final : public SampleSource {
  public:
    FileChannel(SignalFile file, std::int64_t channel) : file_(std::move(file)), channel_(channel) {}
    [[nodiscard]] std::int64_t length() const override { return file_.shape().samples; }
    [[nodiscard]] double sample_rate() const override { return file_.shape().sample_rate; }
    [[nodiscard]] std::int64_t channels() const override { return file_.shape().channels; }
    void read(std::int64_t first, std::span<double> out, const Job& job) override {
        const std::lock_guard lock(mutex_);
        job.check();
        file_.read(channel_, first, out);
    }

  private:
    std::mutex mutex_;
    SignalFile file_;
    std::int64_t channel_;
};

class InMemorySignal final : public SampleSource {
  public:
    InMemorySignal(SampleSource& source, const Job& job)
        : samples_(static_cast<std::size_t>(source.length())),
          sample_rate_(source.sample_rate()),
          channels_(source.channels()) {
        constexpr std::size_t block = signal_block_samples;
        for (std::size_t first = 0; first < samples_.size(); first += block) {
            job.check();
            const std::size_t size = std::min(block, samples_.size() - first);
            source.read(static_cast<std::int64_t>(first), std::span(samples_).subspan(first, size), job);
            job.progress(static_cast<double>(first + size) / static_cast<double>(samples_.size()));
        }
    }
    [[nodiscard]] std::int64_t length() const override { return static_cast<std::int64_t>(samples_.size()); }
    [[nodiscard]] double sample_rate() const override { return sample_rate_; }
    [[nodiscard]] std::int64_t channels() const override { return channels_; }
    void read(std::int64_t first, std::span<double> out, const Job&) override {
        if (first < 0 || first > length() || out.size() > samples_.size() - static_cast<std::size_t>(first))
            throw std::out_of_range("samples outside of the signal");
        std::copy_n(samples_.begin() + first, out.size(), out.begin());
    }

  private:
    std::vector<double> samples_;
    double sample_rate_;
    std::int64_t channels_;
};

}  // namespace

std::unique_ptr<SampleSource> made_signal(const SignalSpec& spec) {
    return std::make_unique<MadeSignal>(spec);
}

std::unique_ptr<SampleSource> signal_from_file(const std::string& path, std::int64_t channel,
                                               const Job& job) {
    SignalFile file(path, job);
    file.check_channel(channel);
    if (file.shape().samples > largest_signal_length)
        throw TooLarge(tr("{} has {} samples; at most {} are allowed", path, file.shape().samples,
                          largest_signal_length));
    return std::make_unique<FileChannel>(std::move(file), channel);
}

std::unique_ptr<SampleSource> buffered(std::unique_ptr<SampleSource> source, std::int64_t most,
                                       const Job& job) {
    if (source->length() > most) return source;
    return std::make_unique<InMemorySignal>(*source, job);
}

void each_block(SampleSource& source, std::int64_t first, std::int64_t end, std::int64_t block,
                const Job& job,
                const std::function<void(std::int64_t first, std::span<const double> samples)>& hand_on) {
    std::vector<double> samples(
        static_cast<std::size_t>(std::min(block, std::max<std::int64_t>(end - first, 0))));
    for (std::int64_t at = first; at < end; at += block) {
        job.check();
        const std::span<double> part =
            std::span(samples).first(static_cast<std::size_t>(std::min(block, end - at)));
        source.read(at, part, job);
        hand_on(at, part);
    }
}

std::vector<double> samples_at(SampleSource& source, std::span<const std::int64_t> indices, const Job& job) {
    std::vector<double> picked, block;
    std::int64_t first = 0;
    for (const std::int64_t index : indices) {
        if (block.empty() || index >= first + std::ssize(block)) {
            first = index / signal_block_samples * signal_block_samples;
            block.resize(static_cast<std::size_t>(
                std::clamp<std::int64_t>(source.length() - first, 1, signal_block_samples)));
            source.read(first, block, job);
        }
        picked.push_back(block.at(static_cast<std::size_t>(index - first)));
    }
    return picked;
}

}  // namespace poslab
