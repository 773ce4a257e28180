#pragma once

#include <functional>
#include <stop_token>

namespace poslab {

/// Thrown out of a computation whose stop token was triggered; never shown to the user.
struct Cancelled {};

/// The cancellation and progress interface of a computation: it checks `stop` often, reports progress in [0,
/// 1], and may publish partial results (through the view; an engine only reports progress).
class Job {
  public:
    Job() = default;
    explicit Job(std::stop_token stop, std::function<void(double)> progress = {})
        : stop_(std::move(stop)), progress_(std::move(progress)) {}

    [[nodiscard]] bool stopped() const { return stop_.stop_requested(); }
    void check() const {
        if (stopped()) throw Cancelled{};
    }
    /// Thread-safe if the callback is; `fraction` in [0, 1].
    void progress(double fraction) const {
        if (progress_) progress_(fraction);
    }
    [[nodiscard]] std::stop_token stop_token() const { return stop_; }

  private:
    std::stop_token stop_;
    std::function<void(double)> progress_;
};

}  // namespace poslab
