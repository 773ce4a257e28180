#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace poslab {

class Engine;

/// What starting an engine gave.
struct StartedEngine {
    std::shared_ptr<const Engine> engine;
    std::string device;     // "16 threads, AVX3", "NVIDIA H200, CUDA 13.0, compute capability 9.0"
    bool software = false;  // a graphics driver that runs on the processor after all
};

/// An engine that the program knows of, whether or not this machine has it.
struct EngineSource {
    std::string name;
    /// Loads what the engine needs; called at most once, when the engine is first wanted. Throws Error: why there is none.
    std::function<StartedEngine()> start;
    /// Whether the machine has a device for it, found without starting it; called at most once. Empty: `auto` does not start it.
    std::function<bool()> worth_asking{};
    std::string remedy{};  // how to get what it needs, for `doctor`
};

struct EngineStatus {
    std::string name;
    const Engine* engine = nullptr;  // null: not on this machine, not in this build, or lost
    std::string device;              // what it runs on, where it was started
    std::string reason;              // why it is null
    bool software = false;           // as of StartedEngine
    std::string remedy;              // as of EngineSource
};

/// The engines there are. Nothing is started before it is wanted. All of it may be called by any thread.
class EngineCatalogue {
  public:
    explicit EngineCatalogue(std::vector<EngineSource> sources);
    ~EngineCatalogue();
    EngineCatalogue(const EngineCatalogue&) = delete;
    EngineCatalogue& operator=(const EngineCatalogue&) = delete;

    /// In the order of the sources.
    [[nodiscard]] std::vector<std::string> names() const;
    [[nodiscard]] bool has(std::string_view name) const;

    /// Throws UsageError for a name that is neither an engine's nor "auto".
    void check_name(std::string_view name) const;

    /// Starts the engine where that was not done before. Its engine lives as long as the catalogue. Throws UsageError for an
    /// unknown name.
    [[nodiscard]] EngineStatus status(std::string_view name) const;
    /// Of all of them: starts them all.
    [[nodiscard]] std::vector<EngineStatus> statuses() const;
    /// Throws UsageError for an unknown name, Unavailable (with the reason) where there is no such engine.
    [[nodiscard]] const Engine& named(std::string_view name) const;

    /// These start nothing; an unknown name is not worth asking and was not started.
    [[nodiscard]] bool worth_asking(std::string_view name) const;
    [[nodiscard]] bool started(std::string_view name) const;

    /// Its device is lost: from now on there is no such engine. Whoever uses it may still hold it.
    void give_up(std::string_view name, const std::string& reason) const;

    /// Seconds of the cpu's work, all in all, that a graphics processor would have done had one been started; with these.
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
