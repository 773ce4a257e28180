#pragma once

#include "core/encoding/precision.hpp"
#include "core/engine/catalogue.hpp"
#include "core/engine/each_operation.hpp"

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace poslab {

/// From how much work on a graphics processor is worth it, by how long the cpu would take for it. Arrays go by Operation.
struct GpuWorth {
    /// Seconds that the cpu takes for a unit of `Engine::unsupported`, about; of legs_scan for a number of a state and sample.
    std::array<double, operation_count> cpu_seconds{};
    /// Work of fewer seconds stays on the cpu, even where a device runs already; infinity: all of it does.
    std::array<double, operation_count> least_seconds{};
    /// A device is started for work of that many seconds: one operation's, or that of several so far which a running one would
    /// have taken.
    double start_seconds = 0;
};

/// Of a cpu with that many threads.
[[nodiscard]] GpuWorth gpu_worth(int threads);

/// The choice left to the program: each operation goes to the first of the devices of the catalogue (CUDA, then OpenGL) where it is
/// worth it, that can do it and that is real hardware, else to the cpu. A device that fails is left for the next engine, with a
/// notice; for work of this size and kind it is not tried again by this object, and once it is lost (it does not answer the
/// smallest question either) by nobody. UsageError, Cancelled and what the cpu throws go through. Made for one computation: what it
/// tells of (name, notices) is all it did so far. Any thread may use it.
class AutoEngine final : public EachOperation<AutoEngine> {
  public:
    explicit AutoEngine(std::shared_ptr<const EngineCatalogue> catalogue);
    AutoEngine(std::shared_ptr<const EngineCatalogue> catalogue, const GpuWorth& worth);

    /// Those that did anything, "cuda, cpu"; "cpu" where nothing was done yet.
    [[nodiscard]] std::string_view name() const override;
    [[nodiscard]] Precision precision() const override { return cpu_.precision(); }
    [[nodiscard]] Sentence unsupported(Operation operation, double size) const override;
    /// Of a device that runs, else of the cpu.
    [[nodiscard]] bool is_slow(Operation operation, double size) const override;
    [[nodiscard]] std::vector<Sentence> notices() const override;

    template <class Asked>
    [[nodiscard]] auto each(const Asked& asked, const Job& job) const {
        asked.check();
        const Work work{Asked::facts.operation, asked.size(), cpu_seconds(Asked::facts.operation, asked.units())};
        std::optional<decltype(cpu_.run(asked, job))> answer;
        on_best(work, job, [&](const Engine& engine) { answer = engine.run(asked, job); });
        return std::move(*answer);
    }

  private:
    struct Work {
        Operation operation{};
        double size = 0;     // as of `unsupported`
        double seconds = 0;  // on the cpu
    };
    struct Failure {
        std::string engine;
        Sentence why;
    };

    [[nodiscard]] double cpu_seconds(Operation operation, double units) const;
    /// Runs it on the engine that is best, and on the next one where that fails.
    void on_best(const Work& work, const Job& job, const std::function<void(const Engine&)>& run) const;
    /// Counts the work among what waits for a device.
    [[nodiscard]] bool may_start(const Work& work) const;
    /// The device's engine, or null where it is not to be used for this; one that could not be started is a failure.
    [[nodiscard]] const Engine* device_for(std::string_view name, const Work& work, bool start,
                                           std::vector<Failure>& failures) const;
    void remember_failure(std::string_view name, const Work& work) const;
    void remember_use(std::string_view name) const;
    void tell(std::vector<Failure>& failures, std::string_view next) const;

    std::shared_ptr<const EngineCatalogue> catalogue_;
    const Engine& cpu_;
    GpuWorth worth_;
    mutable std::mutex mutex_;  // of what follows
    mutable std::vector<Sentence> notices_;
    mutable std::set<std::string_view> used_;
    mutable std::set<std::string> told_;  // names that were told: callers hold views of them
    mutable std::map<std::pair<std::string_view, Operation>, double> failed_at_;  // the least size that a device failed at
};

}  // namespace poslab
