#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

class Engine;

/// The result of starting an engine.
struct StartedEngine {
    std::shared_ptr<const Engine> engine;
    std::string device;     // "16 threads, AVX3", "NVIDIA H200, CUDA 13.0, compute capability 9.0"
    bool software = false;  // the driver renders in software
};

/// An engine known to the program, available on this machine or not.
struct EngineSource {
    std::string name;
    /// Loads what the engine needs; called at most once, when the engine is first used. Throws Error with the
    /// reason if it is unavailable.
    std::function<StartedEngine()> start;
    /// True if the machine has a device for it, detected without starting it; called at most once. If empty,
    /// `auto` does not start the engine.
    std::function<bool()> may_be_available{};
    std::string remedy{};  // how to install what is missing, for `doctor`
};

struct EngineStatus {
    std::string name;
    const Engine* engine = nullptr;  // null: not on this machine, not in this build, or lost
    std::string device;              // what it runs on, if it was started
    std::string reason;              // why it is null
    bool software = false;           // see StartedEngine
    std::string remedy;              // see EngineSource
};

/// The available engines, started on first use. Thread-safe.
class EngineCatalogue {
  public:
    explicit EngineCatalogue(std::vector<EngineSource> sources);
    ~EngineCatalogue();
    EngineCatalogue(const EngineCatalogue&) = delete;
    EngineCatalogue& operator=(const EngineCatalogue&) = delete;

    /// Returns the names in the order of the sources.
    [[nodiscard]] std::vector<std::string> names() const;
    [[nodiscard]] bool has(std::string_view name) const;

    /// Throws UsageError for a name that is neither an engine's nor "auto".
    void check_name(std::string_view name) const;

    /// Starts the engine if it is not running. The engine lives as long as the catalogue. Throws UsageError
    /// for an unknown name.
    [[nodiscard]] EngineStatus status(std::string_view name) const;
    /// Returns the status of all engines, starting each.
    [[nodiscard]] std::vector<EngineStatus> statuses() const;
    /// Throws UsageError for an unknown name, Unavailable (with the reason) if the engine cannot be used.
    [[nodiscard]] const Engine& named(std::string_view name) const;

    /// Neither starts an engine; both return false for an unknown name.
    [[nodiscard]] bool may_be_available(std::string_view name) const;
    [[nodiscard]] bool started(std::string_view name) const;

    /// Withdraws an engine whose device is lost. Its users may still hold it.
    void give_up(std::string_view name, const std::string& reason) const;

    /// Adds CPU seconds of work that a graphics processor would have done had one been started; returns the
    /// total.
    [[nodiscard]] double add_waiting_work(double seconds) const;

  private:
    struct Entry;
    struct Waiting;
    [[nodiscard]] Entry* find(std::string_view name) const;
    static void start(Entry& entry);

    std::vector<std::unique_ptr<Entry>> entries_;
    std::unique_ptr<Waiting> waiting_;
};

/// The sources of `reference` and `cpu`, which every machine has.
[[nodiscard]] std::vector<EngineSource> processor_sources();

}  // namespace poslab
