#include "core/engine/catalogue.hpp"

#include "core/base/errors.hpp"
#include "core/base/nearest_name.hpp"
#include "core/engine/engine.hpp"

#include <fmt/format.h>
#include <hwy/targets.h>
#include <oneapi/tbb/info.h>

#include <atomic>
#include <mutex>
#include <stdexcept>

namespace poslab {
namespace {

/// Wraps an engine that lives as long as the program.
std::shared_ptr<const Engine> unowned(const Engine& engine) {
    return {std::shared_ptr<const Engine>(), &engine};
}

/// Returns the instruction set that Highway chooses at run time: the best one both compiled and supported by
/// the processor.
std::string cpu_device() {
    const std::int64_t targets = hwy::SupportedTargets() & HWY_TARGETS;
    const Translator english(Language::english);  // part of JSON, too
    return english.plural("{} thread, {}", "{} threads, {}", oneapi::tbb::info::default_concurrency(),
                          hwy::TargetName(targets & -targets));
}

}  // namespace

struct EngineCatalogue::Entry {
    explicit Entry(EngineSource engine) : source(std::move(engine)) {}

    EngineSource source;
    std::once_flag start_once, ask_once;
    bool may_be_available = false;
    std::atomic<bool> started{false};
    std::shared_ptr<const Engine> owner;
    mutable std::mutex mutex;  // guards status
    EngineStatus status;
};

struct EngineCatalogue::Waiting {
    std::mutex mutex;
    double seconds = 0;
};

EngineCatalogue::EngineCatalogue(std::vector<EngineSource> sources) : waiting_(std::make_unique<Waiting>()) {
    for (EngineSource& source : sources) {
        entries_.push_back(std::make_unique<Entry>(std::move(source)));
        Entry& entry = *entries_.back();
        entry.status.name = entry.source.name;
        entry.status.remedy = entry.source.remedy;
    }
}

EngineCatalogue::~EngineCatalogue() = default;

EngineCatalogue::Entry* EngineCatalogue::find(std::string_view name) const {
    for (const auto& entry : entries_)
        if (entry->source.name == name) return entry.get();
    return nullptr;
}

std::vector<std::string> EngineCatalogue::names() const {
    std::vector<std::string> all;
    for (const auto& entry : entries_) all.push_back(entry->source.name);
    return all;
}

bool EngineCatalogue::has(std::string_view name) const { return find(name) != nullptr; }

void EngineCatalogue::start(Entry& entry) {
    std::call_once(entry.start_once, [&entry] {
        StartedEngine started;
        std::string reason;
        try {
            started = entry.source.start();
            if (started.engine == nullptr) reason = "it could not be started";
        } catch (const std::exception& error) {
            reason = error.what();
        }
        const std::lock_guard lock(entry.mutex);
        entry.owner = std::move(started.engine);
        entry.status.engine = entry.owner.get();
        entry.status.device = std::move(started.device);
        entry.status.software = started.software;
        entry.status.reason = std::move(reason);
        entry.started = true;
    });
}

void EngineCatalogue::check_name(std::string_view name) const {
    if (name == "auto" || has(name)) return;
    const std::vector<std::string> engines = names();
    std::vector<std::string_view> known{"auto"};
    known.insert(known.end(), engines.begin(), engines.end());
    throw unknown_choice("engine", name, known);
}

EngineStatus EngineCatalogue::status(std::string_view name) const {
    check_name(name);
    Entry* const entry = find(name);
    if (entry == nullptr) throw std::invalid_argument("auto is not one engine");
    start(*entry);
    const std::lock_guard lock(entry->mutex);
    return entry->status;
}

std::vector<EngineStatus> EngineCatalogue::statuses() const {
    std::vector<EngineStatus> all;
    for (const auto& entry : entries_) all.push_back(status(entry->source.name));
    return all;
}

const Engine& EngineCatalogue::named(std::string_view name) const {
    const EngineStatus found = status(name);
    if (found.engine == nullptr) throw Unavailable(tr("engine {}: {}", name, found.reason));
    return *found.engine;
}

bool EngineCatalogue::may_be_available(std::string_view name) const {
    Entry* const entry = find(name);
    if (entry == nullptr || !entry->source.may_be_available) return false;
    std::call_once(entry->ask_once, [entry] { entry->may_be_available = entry->source.may_be_available(); });
    return entry->may_be_available;
}

bool EngineCatalogue::started(std::string_view name) const {
    const Entry* const entry = find(name);
    return entry != nullptr && entry->started;
}

void EngineCatalogue::give_up(std::string_view name, const std::string& reason) const {
    Entry* const entry = find(name);
    if (entry == nullptr) return;
    const std::lock_guard lock(entry->mutex);
    entry->status.engine = nullptr;
    entry->status.reason = reason;
}

double EngineCatalogue::add_waiting_work(double seconds) const {
    const std::lock_guard lock(waiting_->mutex);
    return waiting_->seconds += seconds;
}

std::vector<EngineSource> processor_sources() {
    return {{"reference",
             [] {
                 return StartedEngine{unowned(reference_engine()), "one thread, float64"};
             }},
            {"cpu", [] {
                 return StartedEngine{unowned(cpu_engine()), cpu_device()};
             }}};
}

}  // namespace poslab
