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

/// The amount of work from which a graphics processor is used, measured by the estimated CPU time. Arrays are
/// indexed by Operation.
struct OffloadThresholds {
    /// Approximate CPU seconds per unit of work (`units()`).
    std::array<double, operation_count> cpu_seconds{};
    /// Work of fewer seconds stays on the CPU, even if a device is running; infinity: all work does.
    std::array<double, operation_count> min_seconds{};
    /// A device is started once work of this many seconds has accumulated that a running device would have
    /// done.
    double start_seconds = 0;
};

/// Returns the thresholds for a CPU with this many threads.
[[nodiscard]] OffloadThresholds offload_thresholds(int threads);

/// The engine `auto`: each operation runs on the first device of the catalogue (CUDA, then OpenGL) that is
/// real hardware, supports it and is faster, else on the CPU. If a device fails, the next engine takes over
/// with a notice; this object does not retry it for work of this kind and size, and a lost device (one that
/// fails the smallest request as well) is withdrawn from the catalogue. UsageError, Cancelled and errors of
/// the CPU engine propagate.
/// Made for one computation: name and notices cover all that it did so far. Thread-safe.
class AutoEngine final : public EachOperation<AutoEngine> {
  public:
    explicit AutoEngine(std::shared_ptr<const EngineCatalogue> catalogue);
    AutoEngine(std::shared_ptr<const EngineCatalogue> catalogue, const OffloadThresholds& thresholds);

    /// The engines used so far, "cuda, cpu"; "cpu" if none was.
    [[nodiscard]] std::string_view name() const override;
    [[nodiscard]] Precision precision() const override { return cpu_.precision(); }
    [[nodiscard]] Message unsupported_reason(Operation operation, double size) const override;
    /// Refers to a running device, else to the CPU.
    [[nodiscard]] bool is_slow(Operation operation, double size) const override;
    [[nodiscard]] std::vector<Message> notices() const override;

    template <class Request>
    [[nodiscard]] auto each(const Request& request, const Job& job) const {
        request.check();
        const Work work{Request::facts.operation, request.size(),
                        cpu_seconds(Request::facts.operation, request.units())};
        std::optional<decltype(cpu_.run(request, job))> answer;
        on_best(work, job, [&](const Engine& engine) { answer = engine.run(request, job); });
        return std::move(*answer);
    }

  private:
    struct Work {
        Operation operation{};
        double size = 0;     // see `unsupported_reason`
        double seconds = 0;  // on the CPU
    };
    struct Failure {
        std::string engine;
        Message why;
    };

    [[nodiscard]] double cpu_seconds(Operation operation, double units) const;
    /// Runs the work on the preferred engine, and on the next one if that fails.
    void on_best(const Work& work, const Job& job, const std::function<void(const Engine&)>& run) const;
    /// Adds the work to the total that waits for a device; returns true if a device may be started now.
    [[nodiscard]] bool may_start(const Work& work) const;
    /// Returns the device's engine, or null if it should not be used for this work; a failed start is
    /// recorded in `failures`.
    [[nodiscard]] const Engine* device_for(std::string_view name, const Work& work, bool start,
                                           std::vector<Failure>& failures) const;
    void remember_failure(std::string_view name, const Work& work) const;
    void remember_use(std::string_view name) const;
    void tell(std::vector<Failure>& failures, std::string_view next) const;

    std::shared_ptr<const EngineCatalogue> catalogue_;
    const Engine& cpu_;
    OffloadThresholds thresholds_;
    mutable std::mutex mutex_;  // guards the members below
    mutable std::vector<Message> notices_;
    mutable std::set<std::string_view> used_;
    mutable std::set<std::string> name_pool_;  // names that were returned: callers hold views of them
    // the smallest size at which a device failed
    mutable std::map<std::pair<std::string_view, Operation>, double> failed_at_;
};

}  // namespace poslab
