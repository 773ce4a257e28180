#include "app/gui/export_job.hpp"

#include <cstdlib>
#include <exception>
#include <filesystem>

namespace poslab {
namespace {

std::filesystem::path home() {
    const char* folder = std::getenv("HOME");  // NOLINT(concurrency-mt-unsafe): nothing here sets it
    return folder != nullptr && *folder != '\0' ? std::filesystem::path(folder) : std::filesystem::path(".");
}

}  // namespace

std::string_view ending_of(const ExportChoice& choice) {
    const auto place = static_cast<std::size_t>(choice.format);
    return choice.numbers ? number_endings.at(place) : picture_endings.at(place);
}

int format_by_ending(const ExportChoice& choice) {
    const auto& endings = choice.numbers ? number_endings : picture_endings;
    for (std::size_t i = 0; i < endings.size(); ++i)
        if (choice.path.ends_with("." + std::string(endings[i]))) return static_cast<int>(i);
    return choice.format;
}

std::string default_export_path(std::string_view name) {
    std::error_code ignored;
    const std::filesystem::path pictures = home() / "Pictures";
    return ((std::filesystem::is_directory(pictures, ignored) ? pictures : home()) / name).string();
}

std::string expanded_path(const std::string& path) { return path.starts_with("~/") ? (home() / path.substr(2)).string() : path; }

void ExportJob::start(std::function<void()> write) {
    if (running_) return;
    running_ = true;
    thread_ = std::jthread([this, write = std::move(write)] {
        std::string outcome;
        try {
            write();
        } catch (const std::exception& error) {
            outcome = error.what();
            if (outcome.empty()) outcome = "unknown error";
        }
        {
            const std::lock_guard lock(mutex_);
            outcome_ = std::move(outcome);
        }
        wake_();
    });
}

std::optional<std::string> ExportJob::ended() {
    const std::lock_guard lock(mutex_);
    if (!outcome_) return std::nullopt;
    running_ = false;
    return std::exchange(outcome_, std::nullopt);
}

}  // namespace poslab
