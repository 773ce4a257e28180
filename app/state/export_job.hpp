#pragma once

#include "app/state/export_choice.hpp"
#include "core/base/job.hpp"
#include "core/figure/layout.hpp"

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace poslab {

/// What the command line does for the dialog. All throw Error; those with a Job, Cancelled as well, and run on any thread.
struct Exporter {
    std::function<void(const ExportChoice&, const Job&)> write;
    std::function<std::string(const ExportChoice&)> command;
    /// How the picture is laid out.
    std::function<Layout(const ExportChoice&, const Figure&, const TextMetrics&)> layout;
    /// What its figure shows, with the data of each.
    std::function<std::vector<Variant>(const ExportChoice&, const Job&)> variants;
    /// Names of the arrays that the file of numbers holds; empty: all.
    std::function<std::vector<std::string>(const ExportChoice&)> arrays;
    /// What is seen of an animation.
    std::function<FilmStill(const ExportChoice&)> still;
};

/// Works in the background; one thing at a time, stopped when this is destroyed.
class ExportJob {
  public:
    explicit ExportJob(std::function<void()> wake) : wake_(std::move(wake)) {}

    void start(std::function<void(const Job&)> work);
    [[nodiscard]] bool running() const { return running_; }
    /// How much of it is done, 0…1.
    [[nodiscard]] double progress() const { return progress_; }
    /// It ends soon, with nothing to be told.
    void cancel() { thread_.request_stop(); }
    struct Outcome {
        Sentence error;  // empty: all went well
        bool cancelled = false;
    };
    /// Once after it has ended.
    [[nodiscard]] std::optional<Outcome> ended();

  private:
    std::function<void()> wake_;
    std::mutex mutex_;
    std::optional<Outcome> outcome_;
    bool running_ = false;
    std::atomic<double> progress_ = 0;
    std::jthread thread_;
};

}  // namespace poslab
