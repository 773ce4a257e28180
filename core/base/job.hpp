#pragma once

#include <functional>
#include <stop_token>

namespace poslab {

/// Thrown out of a computation whose stop token was triggered; never shown to the user.
struct Cancelled {};

/// The cancellation and progress interface of a computation: it checks `stop` often, reports progress in [0,
/// 1], states the time that it expects to take, and may publish partial results (through the view; an engine
/// only reports progress).
class Job {
  public:
    /// The shortest stated time that is reported to the user before the work.
    static constexpr double long_seconds = 4;

    Job() = default;
    explicit Job(std::stop_token stop, std::function<void(double)> progress = {},
                 std::function<void(double)> expect = {})
        : stop_(std::move(stop)), progress_(std::move(progress)), expect_(std::move(expect)) {}

    [[nodiscard]] bool stopped() const { return stop_.stop_requested(); }
    void check() const {
        if (stopped()) throw Cancelled{};
    }
    /// Thread-safe if the callback is; `fraction` in [0, 1].
    void progress(double fraction) const {
        if (progress_) progress_(fraction);
    }
    /// States that the part that begins now takes about this many seconds: its count of operations divided by
    /// a measured rate (docs/engines.md). Thread-safe if the callback is.
    void expect_seconds(double seconds) const {
        if (expect_) expect_(seconds);
    }
    [[nodiscard]] std::stop_token stop_token() const { return stop_; }

    /// Return the same job with another progress or none.
    [[nodiscard]] Job with_progress(std::function<void(double)> progress) const {
        return Job(stop_, std::move(progress), expect_);
    }
    [[nodiscard]] Job quiet() const { return with_progress({}); }
    /// Return the same job for a part of the work: its progress is `begin` to `end` of the whole, or the n-th
    /// of `count` equal parts.
    [[nodiscard]] Job part(double begin, double end) const {
        if (!progress_) return *this;
        return with_progress(
            [whole = progress_, begin, end](double fraction) { whole(begin + (end - begin) * fraction); });
    }
    template <class Number, class Count>
    [[nodiscard]] Job step(Number n, Count count) const {
        const auto done = static_cast<double>(n), all = static_cast<double>(count);
        return part(done / all, (done + 1) / all);
    }
    /// Returns the same job for a part that will be done `times` times, such as for each frame of a film.
    [[nodiscard]] Job repeated(double times) const {
        if (!expect_) return *this;
        return Job(stop_, progress_, [expect = expect_, times](double seconds) { expect(seconds * times); });
    }

  private:
    std::stop_token stop_;
    std::function<void(double)> progress_, expect_;
};

}  // namespace poslab
