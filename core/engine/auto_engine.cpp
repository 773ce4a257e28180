#include "core/engine/auto_engine.hpp"

#include "core/base/errors.hpp"
#include "core/base/index_range.hpp"
#include "core/base/job.hpp"
#include "core/encoding/plan.hpp"

#include <fmt/format.h>
#include <oneapi/tbb/info.h>

#include <algorithm>
#include <new>
#include <utility>

namespace poslab {
namespace {

constexpr std::array<std::string_view, 2> devices{"cuda", "opengl"};  // in the order of preference
constexpr std::string_view fallback = "cpu";

std::size_t place(Operation operation) { return static_cast<std::size_t>(operation); }

/// True if the device still works: computes the position of token 0 relative to itself.
bool answers(const Engine& engine) {
    try {
        static_cast<void>(engine.run(
            operation::PositionField{{{Branch{}}, true}, {{0, 1}, {0, 1}, 1, 1, Pool::sample}}, Job{}));
        return true;
    } catch (const std::exception&) {
        return false;
    }
}

}  // namespace

// Rates of a core with 512-bit vectors at about 2.5 GHz (the table of `poslab bench`). A factor of a few
// hardly matters compared with the 0.3 s that a device takes to start and with copying results over the bus.
OffloadThresholds offload_thresholds(int threads) {
    OffloadThresholds thresholds;
    for (const OperationFacts& facts : operation_facts()) {
        thresholds.cpu_seconds[place(facts.operation)] = 1 / (facts.units_a_second * std::max(threads, 1));
        thresholds.min_seconds[place(facts.operation)] = facts.min_device_seconds;
    }
    thresholds.start_seconds = 0.6;
    return thresholds;
}

AutoEngine::AutoEngine(std::shared_ptr<const EngineCatalogue> catalogue)
    : AutoEngine(std::move(catalogue), offload_thresholds(oneapi::tbb::info::default_concurrency())) {}

AutoEngine::AutoEngine(std::shared_ptr<const EngineCatalogue> catalogue, const OffloadThresholds& thresholds)
    : catalogue_(std::move(catalogue)), cpu_(catalogue_->named(fallback)), thresholds_(thresholds) {}

std::string_view AutoEngine::name() const {
    const std::lock_guard lock(mutex_);
    if (used_.empty()) return fallback;
    std::string names;
    for (const std::string_view device : devices)
        if (used_.contains(device)) names += (names.empty() ? "" : ", ") + std::string(device);
    if (used_.contains(fallback)) names += (names.empty() ? "" : ", ") + std::string(fallback);
    return *name_pool_.insert(std::move(names)).first;
}

Message AutoEngine::unsupported_reason(Operation operation, double size) const {
    return cpu_.unsupported_reason(operation, size);
}

bool AutoEngine::is_slow(Operation operation, double size) const {
    for (const std::string_view name : devices) {
        if (!catalogue_->started(name)) continue;
        const EngineStatus status = catalogue_->status(name);
        if (status.engine != nullptr && !status.software) return status.engine->is_slow(operation, size);
    }
    return cpu_.is_slow(operation, size);
}

std::vector<Message> AutoEngine::notices() const {
    const std::lock_guard lock(mutex_);
    return notices_;
}

double AutoEngine::cpu_seconds(Operation operation, double units) const {
    return units * thresholds_.cpu_seconds[place(operation)];
}

bool AutoEngine::may_start(const Work& work) const {
    const double waiting = catalogue_->add_waiting_work(work.seconds);
    const auto runs = [&](std::string_view name) {
        if (!catalogue_->started(name)) return false;
        const EngineStatus status = catalogue_->status(name);
        return status.engine != nullptr && !status.software;
    };
    if (std::any_of(devices.begin(), devices.end(), runs)) return work.seconds >= thresholds_.start_seconds;
    return waiting >= thresholds_.start_seconds;
}

const Engine* AutoEngine::device_for(std::string_view name, const Work& work, bool start,
                                     std::vector<Failure>& failures) const {
    const bool runs = catalogue_->started(name);
    if (!runs && !(start && catalogue_->may_be_available(name))) return nullptr;
    const EngineStatus status = catalogue_->status(name);
    if (status.engine == nullptr && !runs) failures.push_back({std::string(name), verbatim(status.reason)});
    if (status.engine == nullptr || status.software ||
        !status.engine->unsupported_reason(work.operation, work.size).empty())
        return nullptr;
    const std::lock_guard lock(mutex_);
    const auto failed = failed_at_.find({name, work.operation});
    return failed != failed_at_.end() && work.size >= failed->second ? nullptr : status.engine;
}

void AutoEngine::remember_failure(std::string_view name, const Work& work) const {
    const std::lock_guard lock(mutex_);
    const auto [failed, first] = failed_at_.try_emplace({name, work.operation}, work.size);
    if (!first) failed->second = std::min(failed->second, work.size);
}

void AutoEngine::tell(std::vector<Failure>& failures, std::string_view next) const {
    const std::lock_guard lock(mutex_);
    for (const Failure& failure : failures) {
        Message message = tr("{}: {}. Continuing on {}.", failure.engine, failure.why, next);
        if (std::find(notices_.begin(), notices_.end(), message) == notices_.end())
            notices_.push_back(std::move(message));
    }
    failures.clear();
}

void AutoEngine::remember_use(std::string_view name) const {
    const std::lock_guard lock(mutex_);
    used_.insert(name);
}

void AutoEngine::on_best(const Work& work, const Job& job,
                         const std::function<void(const Engine&)>& run) const {
    std::vector<Failure> failures;  // their messages need the name of the engine that continues
    const bool thresholds = work.seconds >= thresholds_.min_seconds[place(work.operation)];
    const bool start = thresholds && may_start(work);
    for (const std::string_view name : devices) {
        const Engine* const engine = thresholds ? device_for(name, work, start, failures) : nullptr;
        if (engine == nullptr) continue;
        tell(failures, name);
        try {
            run(*engine);
            remember_use(name);
            return;
        } catch (const TooLarge& error) {
            failures.push_back({std::string(name), error.message()});
        } catch (const Unavailable& error) {
            failures.push_back({std::string(name), error.message()});
            if (!answers(*engine)) catalogue_->give_up(name, fmt::format("it was lost: {}", error.what()));
        } catch (const std::bad_alloc&) {
            failures.push_back({std::string(name), "out of memory"_tr});
        }
        remember_failure(name, work);
        job.check();
    }
    tell(failures, fallback);
    run(cpu_);
    remember_use(fallback);
}

}  // namespace poslab
