#pragma once

#include "core/figure/layout.hpp"
#include "core/figure/palette.hpp"
#include "core/views/view.hpp"

#include <array>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace poslab {

struct CanvasSize {
    double width = default_width, height = default_height;
};

/// What the export dialog asks for.
struct ExportChoice {
    const View* view = nullptr;
    Values values;
    bool numbers = false;
    int format = 0;  // PNG, SVG, PDF; CSV, NPY, JSON
    double width = default_width, height = default_height;
    Theme theme = Theme::light;
    Language language = Language::english;
    std::string array;
    std::string path;
    bool operator==(const ExportChoice&) const = default;
};

inline constexpr std::array<std::string_view, 3> picture_endings{"png", "svg", "pdf"};
inline constexpr std::array<std::string_view, 3> number_endings{"csv", "npy", "json"};

[[nodiscard]] std::string_view ending_of(const ExportChoice& choice);
/// The format that the path's ending names; the present one if it names none.
[[nodiscard]] int format_by_ending(const ExportChoice& choice);

/// What the command line does for the dialog. Both throw Error.
struct Exporter {
    std::function<void(const ExportChoice&)> write;  // on any thread
    std::function<std::string(const ExportChoice&)> command;
};

/// The user's Pictures folder if there is one, else the home folder.
[[nodiscard]] std::string default_export_path(std::string_view name);
/// With a leading "~/" replaced.
[[nodiscard]] std::string expanded_path(const std::string& path);

/// Writes in the background; one at a time.
class ExportJob {
  public:
    explicit ExportJob(std::function<void()> wake) : wake_(std::move(wake)) {}

    void start(std::function<void()> write);
    [[nodiscard]] bool running() const { return running_; }
    /// Once after it has ended: the error, or an empty string.
    [[nodiscard]] std::optional<std::string> ended();

  private:
    std::function<void()> wake_;
    std::mutex mutex_;
    std::optional<std::string> outcome_;
    bool running_ = false;
    std::jthread thread_;
};

}  // namespace poslab
