#include "app/state/path_lookup.hpp"

#include "app/state/worker.hpp"

#include <chrono>
#include <filesystem>
#include <memory>
#include <utility>

namespace poslab {
namespace {

/// Includes the time that a job waits for one without an answer.
constexpr std::chrono::milliseconds patience = Worker::patience + std::chrono::milliseconds(200);

PathKind kind_of(const std::string& path) {
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status)) return PathKind::none;
    return std::filesystem::is_directory(status) ? PathKind::folder : PathKind::file;
}

}  // namespace

PathLookup::PathLookup(Look look) : look_(look ? std::move(look) : Look(kind_of)) {}

PathKind PathLookup::kind(const std::string& path) {
    const auto found = std::make_shared<PathKind>(PathKind::unknown);
    job_.start([found, look = look_, path](const Job&) { *found = look(path); });
    if (job_.ended(patience)) return *found;
    job_.cancel();
    return PathKind::unknown;
}

}  // namespace poslab
